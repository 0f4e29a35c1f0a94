import { charactersOf, type Needle, needleOf, searched } from '@/lib/customers/telling/needle'
import { declaredKind, kindOf, saysPlate } from '@/lib/privacy/fields'
import type { Declared } from '@/lib/privacy/model'

// As they are written by themselves, and between the signs of a sentence.
const mail = /^[^\s@]+@[^\s@]+\.\p{L}{2,}$/u
const mails = /[\p{L}\p{N}.!#$%&*+/=?^_`{|}~-]+@[\p{L}\p{N}.-]*[\p{L}\p{N}]/gu

// What is longer holds a number where its digits, or its letters and digits, stand there in a row with whatever between them.
const longest = 300

const plain = (text: string) => searched(text).trim().toLowerCase()

const mailsIn = (text: string): string[] => plain(text).match(mails) ?? []

/** By what a customer can be reached, as an order's details tell it: phones, plates and e-mail addresses. */
export class ToldValues {
  private readonly numbers = new Map<string, Pick<Needle, 'mayBeAmong' | 'isAmongWords'>>()
  private readonly mails = new Set<string>()

  /** `most`: of numbers and of addresses; what is heard beyond those is forgotten. Each is looked for by itself. */
  constructor(private readonly most: number) {}

  /** What is told as what it is: what only looks so may be an item's number, and what is told of a car its model. */
  hear(key: string, value: string, declared: Declared) {
    const kind = kindOf(key, declared)
    if (kind === 'phone') this.hearNumber(kind, value)
    if (kind === 'plate' && (saysPlate(key) || declaredKind(key, declared) === kind)) this.hearNumber(kind, value)
    if (kind !== 'none') this.hearMail(value)
  }

  private hearMail(value: string) {
    const text = plain(value)
    if (this.mails.size < this.most && mail.test(text)) this.mails.add(text)
  }

  private hearNumber(kind: 'phone' | 'plate', value: string) {
    const needle = this.numbers.size < this.most ? needleOf({ kind, value }) : null
    if (needle) this.numbers.set(JSON.stringify([kind, needle.readings]), needle)
  }

  /** Whether any of them stands somewhere in a text, however it is written there. */
  areIn(text: string): boolean {
    if (mailsIn(text).some((address) => this.mails.has(address))) return true
    // Both have digits.
    if (!/\p{Nd}/u.test(text)) return false
    const told = charactersOf(text)
    return [...this.numbers.values()].some(
      (number) => number.mayBeAmong(told) && (text.length > longest || number.isAmongWords(text)),
    )
  }
}
