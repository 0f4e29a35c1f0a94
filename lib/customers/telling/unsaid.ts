import type { Details } from '@/lib/customers/data'
import { ownName } from '@/lib/customers/model'
import { type Needle, type ReadAs, searched } from '@/lib/customers/telling/needle'
import { saysDay } from '@/lib/customers/telling/other-digits'
import { SoughtTexts } from '@/lib/customers/telling/sought-texts'
import { type Value, Values } from '@/lib/customers/telling/values'
import { declaredKind, kindOf, plainKey } from '@/lib/privacy/fields'
import { held } from '@/lib/privacy/held'
import { holdsMail, looksLike } from '@/lib/privacy/looks'
import type { Declared } from '@/lib/privacy/model'
import { plainLetters, writings } from '@/lib/privacy/plain-letters'
import { namesSaid, type ToldNames } from '@/lib/privacy/told-names'
import { isNobodys, wholeNames } from '@/lib/privacy/whole-names'

const plain = (text: string) => plainLetters(searched(text)).trim().toLowerCase().replace(/\s+/g, ' ')

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
  if (key === ownName) return kindOf('customerName', declared)
  const kind = kindOf(key, declared)
  return kind === 'none' && saysDay(plainKey(key)) ? 'day' : kind
}

// The names of details, also of what a timeline says was removed.
const namesIn = (details: unknown) =>
  typeof details === 'object' && details !== null ? Object.keys(details).filter((name) => name !== ownName) : []

// A name is no detail that somebody has declared, whatever it is called by.
const nameReadAs = (name: string): ReadAs => (saysDay(plainKey(name)) ? 'day' : 'none')

/** Whether some details hold what is looked for, in a value or in a detail's own name. */
export const isHolding = (details: Details, { isIn }: Pick<Needle, 'isIn'>, declared: Declared): boolean =>
  textsIn(details).some(([key, text]) => isIn(text, readAs(key, declared))) ||
  namesIn(details).some((name) => isIn(name, nameReadAs(name)))

// Numbers, names and details of one customer; an app may tell hundreds of an order. More are no customer's: what is beyond
// these is found by nothing but what it says itself.
const mostKnown = 10_000
const mostWhole = 10_000
const mostKeys = 500
const mostSaid = 2_000

// Of "山田 太郎様", "김 철수님", "לדוד כהן": in these a word goes on, or begins, without a space.
const isGlued = /^[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]+$/u

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
  /** Those of them that are somebody's for sure. */
  private readonly wholes = new Set<string>()
  /** As they were told. */
  private readonly written = new Set<string>()
  private readonly known = new Set<string>()
  private readonly values = new Values()
  /** Those that are told as what they are. */
  private readonly told = new Values()
  private said: ToldNames | undefined
  private within: SoughtTexts | undefined
  private readonly namings = new Map<string, boolean>()

  /** `also`: those that are known to hold it. */
  constructor(
    private readonly sought: { needle: Needle; declared: Declared },
    also: Iterable<string> = [],
  ) {
    this.also = new Set(also)
  }

  /** A name under which an order is kept. */
  hearName(name: string) {
    if (isNobodys(name)) return
    if (!this.written.has(name)) this.forget()
    addTo(this.written, name, mostSaid)
    for (const written of writings(name)) {
      const text = plain(written)
      if (text === '' || this.names.has(text)) continue
      addTo(this.names, text, mostWhole)
      if (wholeNames([name]).length > 0) addTo(this.wholes, text, mostWhole)
      this.forget()
    }
  }

  /** By what apps know the customer: of a device, or a detail that says so. A word may be anybody's. */
  hearId(id: string) {
    const text = plain(id)
    if (text.length < leastOfId || this.known.has(text)) return
    addTo(this.known, text, mostKnown)
    this.forget()
  }

  // What was found out of names of details may be otherwise by what is heard then.
  private forget() {
    this.said = undefined
    this.within = undefined
    this.namings.clear()
  }

  /** What details say of names and numbers. */
  hear(details: Details) {
    for (const [key, value] of textsIn(details)) {
      if (key === ownName) this.hearName(value)
      else this.hearValue(key, value)
      if (/\p{N}/u.test(value) && identifiesOne(key, this.sought.declared)) this.hearId(value)
    }
    for (const name of namesIn(details)) {
      // What looks like a phone or a plate there may be an item's number.
      if (declaredKind(name, this.sought.declared) === undefined && holdsMail(name)) this.values.hear('', name, {})
    }
  }

  private hearValue(key: string, value: string) {
    const { declared } = this.sought
    this.values.hear(key, value, declared)
    if (kindOf(key, declared) === 'none') return
    this.told.hearTold(key, value, declared)
    this.namings.clear()
  }

  /** Those that hold what is the customer's, in their value or their own name: once all is heard. */
  keysIn(details: Details): string[] {
    const holding = textsIn(details).flatMap(([key, value]) =>
      key !== ownName && this.isTheirs(key, value) ? [key] : [],
    )
    return [...new Set([...holding, ...namesIn(details).filter((name) => this.isInName(name))])]
  }

  /**
   * Whether a detail's own name holds what is known to be the customer's: it goes with its value. What only looks like a phone or
   * a plate there may be an item's number, and one word may be any word.
   */
  isInName(name: string): boolean {
    return held(this.namings, name, (one) => this.isNaming(one))
  }

  private isNaming(name: string): boolean {
    const { needle, declared } = this.sought
    if (needle.isIn(name, nameReadAs(name))) return true
    // The retailer's own word.
    if (declaredKind(name, declared) !== undefined) return false
    const text = plain(name)
    const isWholeName = this.names.has(text) && wholeNames([text]).length > 0
    const isKnown = isWholeName || this.known.has(text) || this.wholeNames().standAloneIn(name)
    return isKnown || holdsMail(name) || this.told.areIn(name)
  }

  /** Whether a text that somebody has written, such as a view's name, holds what was asked for, or the customer's name. */
  isNamedIn(written: string): boolean {
    const text = plain(written)
    if (this.sought.needle.isIn(written, 'none') || this.wholes.has(text)) return true
    return this.wholeNames().standAloneIn(written)
  }

  /** Whether some order's name is one of the customer's: "Anna", or "Guest", may be anybody. */
  isName(name: unknown): boolean {
    return typeof name === 'string' && this.wholes.has(plain(name))
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
    return [...this.also].filter((key) => !this.isTheirs('', key) && !this.isInName(key))
  }

  private isTheirs(key: string, value: string): boolean {
    if (this.sought.needle.isIn(value, readAs(key, this.sought.declared))) return true
    if (kindOf(key, this.sought.declared) !== 'none') return false
    if (identifiesOne(key, this.sought.declared)) return true
    const text = plain(value)
    // One word may be any word: what is nothing else is the name.
    if (this.known.has(text) || this.names.has(text)) return true
    if (this.wholeNames().standIn(value) || this.namesGlued().standIn(text)) return true
    return declaredKind(key, this.sought.declared) === undefined && looksLike(key, value) !== 'none'
  }

  // As they are written, of those to which others put something in the same word. In an order of theirs that is their name.
  private namesGlued(): SoughtTexts {
    this.within ??= new SoughtTexts(
      [...this.wholes].filter((name) => name.includes(' ') && isGlued.test(name)).slice(0, mostSaid),
    )
    return this.within
  }

  // All words of a whole name, in whatever order: "Ordermann, Anna".
  private wholeNames(): ToldNames {
    this.said ??= namesSaid(wholeNames([...this.written]))
    return this.said
  }
}
