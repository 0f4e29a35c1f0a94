import type { Details } from '@/lib/customers/data'
import { type Needle, type ReadAs, searched } from '@/lib/customers/telling/needle'
import { saysDay } from '@/lib/customers/telling/other-digits'
import { SoughtTexts } from '@/lib/customers/telling/sought-texts'
import { type Value, Values } from '@/lib/customers/telling/values'
import { declaredKind, kindOf, plainKey } from '@/lib/privacy/fields'
import { looksLike } from '@/lib/privacy/looks'
import type { Declared } from '@/lib/privacy/model'

const plain = (text: string) => searched(text).trim().toLowerCase().replace(/\s+/g, ' ')

const whose =
  'user|customer|client|shopper|buyer|member|membership|account|loyalty|profile|kunden?|nutzer|benutzer|mitglieds?|konto|usuario|cliente|socio|utilisateur|compte|adherent'
// What is said of whoever comes: "no contact" is a wish.
const whoComes = 'guest|person|contact'
const device = 'device|install|installation|handset|phone|advertising|push|fcm|apns|gerate?|dispositivo|appareil'
const ids = 'id|ids|uid|uuid|guid|identifier|ref|reference|key|token|code|card|no|nr|num|number|nummer|karte|numero'
// By the plain names of details.
const ofCustomer = new RegExp(
  `^((my|your|app|external|ext|internal|hashed|our)?(${whose}|${whoComes}|${device})s?(card|karten?)?(${ids})|(id|numero|num|no?|identifiant)(d|del?|du|de(la)?)?(${whose}|${device})|uid|idf[av]|[ag]aid)$`,
)

// What is shorter may be a bay or a number of items.
const leastOfId = 6

/** The details that say by which number or name an app knows a customer or their device. */
const identifiesOne = (key: string, declared: Declared) =>
  declaredKind(key, declared) !== 'none' && ofCustomer.test(plainKey(key))

/** The texts of details by their names; anything may stand in a row. */
const textsIn = (details: unknown) =>
  Object.entries(typeof details === 'object' && details !== null ? details : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )

const readAs = (key: string, declared: Declared): ReadAs => {
  const kind = kindOf(key, declared)
  return kind === 'none' && saysDay(plainKey(key)) ? 'day' : kind
}

/** Whether some details hold what is looked for. */
export const isHolding = (details: Details, { isIn }: Pick<Needle, 'isIn'>, declared: Declared): boolean =>
  textsIn(details).some(([key, text]) => isIn(text, readAs(key, declared)))

// Numbers, names and details of one customer; an app may tell hundreds of an order. More are no customer's: what is beyond
// these is found by nothing but what it says itself.
const mostKnown = 10_000
const mostWhole = 10_000
const mostLetters = 50_000
const mostKeys = 500

function addTo(kept: Set<string>, text: string, most: number) {
  if (kept.size < most) kept.add(text)
}

/**
 * What tells of a customer in all that was found: first that is heard, then it is known in which details it stands. What is
 * looked for, what looks like a phone, a plate or an address (as shared boards mask it), the customer's name, and by what
 * apps know them and their devices, wherever that stands: also in details that nobody has declared and whose names say
 * nothing to who looks for names and phones.
 */
export class Telling {
  /** The names of those details, as far as they were looked for. */
  readonly also: Set<string>
  private readonly names = new Set<string>()
  private readonly known = new Set<string>()
  private readonly values = new Values()
  private within: SoughtTexts | undefined

  /** `also`: those that are known to hold it. */
  constructor(
    private readonly sought: { needle: Needle; declared: Declared },
    also: Iterable<string> = [],
  ) {
    this.also = new Set(also)
  }

  /** A name under which an order is kept. */
  hearName(name: string) {
    const text = plain(name)
    this.within = undefined
    if (text !== '') addTo(this.names, text, mostWhole)
  }

  /** By what apps know the customer: of a device, or a detail that says so. A word may be anybody's. */
  hearId(id: string) {
    const text = plain(id)
    if (text.length >= leastOfId) addTo(this.known, text, mostKnown)
  }

  /** What details say of names and numbers. */
  hear(details: Details) {
    for (const [key, value] of textsIn(details)) {
      if (key === 'customerName') this.hearName(value)
      else this.values.hear(key, value, this.sought.declared)
      if (/\p{N}/u.test(value) && identifiesOne(key, this.sought.declared)) this.hearId(value)
    }
  }

  /** Those that hold what is the customer's: once all is heard. */
  keysIn(details: Details): string[] {
    return textsIn(details).flatMap(([key, value]) => (this.isTheirs(key, value) ? [key] : []))
  }

  /** Whether a text that somebody has written, such as a view's name, holds what was asked for, or the customer's name. */
  isNamedIn(written: string): boolean {
    const text = plain(written)
    return this.sought.needle.isIn(written, 'none') || this.names.has(text) || this.namesWithin().standIn(text)
  }

  /** Whether some order's name is one of the customer's. */
  isName(name: unknown): boolean {
    return typeof name === 'string' && this.names.has(plain(name))
  }

  /** Whether a text is a number by which apps know the customer. */
  isNumber(text: string): boolean {
    return this.known.has(plain(text))
  }

  /** By what else the customer can be reached that stands in a text. It may be others' too. */
  valuesIn(text: string): Value[] {
    return this.values.in(text)
  }

  /** Those are emptied everywhere. */
  note(details: Details) {
    for (const key of this.keysIn(details)) addTo(this.also, key, mostKeys)
  }

  /** The names of those details that tell nothing themselves. */
  speakable(): string[] {
    return [...this.also].filter((key) => !this.isTheirs('', key))
  }

  private isTheirs(key: string, value: string): boolean {
    if (this.sought.needle.isIn(value, readAs(key, this.sought.declared))) return true
    if (kindOf(key, this.sought.declared) !== 'none') return false
    if (identifiesOne(key, this.sought.declared)) return true
    const text = plain(value)
    if (this.known.has(text) || this.names.has(text) || this.namesWithin().standIn(text)) return true
    return declaredKind(key, this.sought.declared) === undefined && looksLike(key, value) !== 'none'
  }

  // One word may be any word: of those only what is nothing else is the name.
  private namesWithin(): SoughtTexts {
    if (this.within) return this.within
    let letters = 0
    const sought = [...this.names].filter((name) => {
      const isSought = name.includes(' ') && letters + name.length <= mostLetters
      if (isSought) letters += name.length
      return isSought
    })
    this.within = new SoughtTexts(sought)
    return this.within
  }
}
