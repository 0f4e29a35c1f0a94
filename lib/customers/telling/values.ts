import { type Needle, needleOf, searched } from '@/lib/customers/telling/needle'
import { declaredKind, kindOf } from '@/lib/privacy/fields'
import { looksLike } from '@/lib/privacy/looks'
import type { Declared } from '@/lib/privacy/model'

// Of one customer there are a few; each is looked for by itself.
const most = 100

// As they are written by themselves, and between the signs of a sentence.
const mail = /^[^\s@]+@[^\s@]+\.\p{L}{2,}$/u
const mails = /[\p{L}\p{N}.!#$%&*+/=?^_`{|}~-]+@[\p{L}\p{N}.-]*[\p{L}\p{N}]/gu

const plain = (text: string) => searched(text).trim().toLowerCase()

/**
 * By what a customer can be reached, as their details have it: other phones, plates and e-mail addresses than the one that
 * was asked for. Looked for in what people have written, however it is written there.
 */
export class Values {
  private readonly numbers = new Map<string, Needle>()
  private readonly mails = new Set<string>()

  hear(key: string, value: string, declared: Declared) {
    const known = kindOf(key, declared)
    const isUnsaid = known === 'none' && declaredKind(key, declared) === undefined
    const kind = isUnsaid ? looksLike(key, value) : known
    if (kind === 'phone' || kind === 'plate') this.hearNumber(kind, value)
    const text = plain(value)
    if (kind !== 'none' && this.mails.size < most && mail.test(text)) this.mails.add(text)
  }

  private hearNumber(kind: 'phone' | 'plate', value: string) {
    const needle = this.numbers.size < most ? needleOf({ kind, value }) : null
    if (needle) this.numbers.set(JSON.stringify([kind, needle.readings]), needle)
  }

  /** Whether one of them stands somewhere in a text. */
  standIn(text: string): boolean {
    if (
      plain(text)
        .match(mails)
        ?.some((one) => this.mails.has(one))
    )
      return true
    // Both have digits.
    return /\p{Nd}/u.test(text) && [...this.numbers.values()].some(({ isIn }) => isIn(text, 'none'))
  }
}
