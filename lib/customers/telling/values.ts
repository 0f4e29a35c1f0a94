import { charactersOf, type Needle, needleOf, searched } from '@/lib/customers/telling/needle'
import { declaredKind, kindOf, saysPlate } from '@/lib/privacy/fields'
import { looksLike } from '@/lib/privacy/looks'
import type { Declared } from '@/lib/privacy/model'

// Of one customer there are a few; each is looked for by itself.
const mostOfOne = 100

// As they are written by themselves, and between the signs of a sentence.
const mail = /^[^\s@]+@[^\s@]+\.\p{L}{2,}$/u
const mails = /[\p{L}\p{N}.!#$%&*+/=?^_`{|}~-]+@[\p{L}\p{N}.-]*[\p{L}\p{N}]/gu

// What is longer holds a number where its digits, or its letters and digits, stand there in a row with whatever between them.
const longest = 300

const plain = (text: string) => searched(text).trim().toLowerCase()

/** A phone, a plate or an e-mail address: how to find it elsewhere. */
export type Value = { pattern: string; isIn: (text: string) => boolean }

const mailsIn = (text: string): string[] => plain(text).match(mails) ?? []

const valueOfMail = (address: string): Value => ({
  // The database's lower case is that of ASCII alone.
  pattern: (address.match(/[a-z0-9]+/g) ?? []).join('[^a-z0-9]+'),
  isIn: (text) => mailsIn(text).includes(address),
})

/**
 * By what a customer can be reached, as their details have it: other phones, plates and e-mail addresses than the one that
 * was asked for. Looked for in what people have written, however it is written there.
 */
export class Values {
  private readonly numbers = new Map<string, Value & Pick<Needle, 'mayBeAmong'>>()
  private readonly mails = new Map<string, Value>()

  /** `most`: of each kind; what is heard beyond those is forgotten. */
  constructor(private readonly most = mostOfOne) {}

  hear(key: string, value: string, declared: Declared) {
    const known = kindOf(key, declared)
    const isUnsaid = known === 'none' && declaredKind(key, declared) === undefined
    const kind = isUnsaid ? looksLike(key, value) : known
    if (kind === 'phone' || kind === 'plate') this.hearNumber(kind, value)
    if (kind !== 'none') this.hearMail(value)
  }

  /** The same of what is told as what it is: what only looks so may be an item's number, and what is told of a car its model. */
  hearTold(key: string, value: string, declared: Declared) {
    const kind = kindOf(key, declared)
    if (kind === 'phone') this.hearNumber(kind, value)
    if (kind === 'plate' && (saysPlate(key) || declaredKind(key, declared) === kind)) this.hearNumber(kind, value)
    if (kind !== 'none') this.hearMail(value)
  }

  private hearMail(value: string) {
    const text = plain(value)
    if (this.mails.size >= this.most || this.mails.has(text) || !mail.test(text)) return
    this.mails.set(text, valueOfMail(text))
  }

  private hearNumber(kind: 'phone' | 'plate', value: string) {
    const needle = this.numbers.size < this.most ? needleOf({ kind, value }) : null
    if (!needle) return
    const { pattern, mayBeAmong, isAmongWords } = needle
    this.numbers.set(JSON.stringify([kind, needle.readings]), { pattern, mayBeAmong, isIn: isAmongWords })
  }

  /** Those of them that stand somewhere in a text. */
  in(text: string): Value[] {
    const addresses = mailsIn(text).flatMap((address) => this.mails.get(address) ?? [])
    // Both have digits.
    if (!/\p{Nd}/u.test(text)) return addresses
    return [...addresses, ...this.numbersIn(text)]
  }

  /** Whether any of them does. */
  areIn(text: string): boolean {
    if (mailsIn(text).some((address) => this.mails.has(address))) return true
    return /\p{Nd}/u.test(text) && this.numbersIn(text).next().done !== true
  }

  private *numbersIn(text: string): Generator<Value> {
    const told = charactersOf(text)
    for (const number of this.numbers.values()) {
      if (number.mayBeAmong(told) && (text.length > longest || number.isIn(text))) yield number
    }
  }
}
