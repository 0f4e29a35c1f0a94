import { searched } from '@/lib/customers/telling/needle'
import {
  mentionsGivenName,
  plainKey,
  saysBareName,
  saysFamilyName,
  saysGivenName,
  whosePart,
} from '@/lib/privacy/fields'
import { initials, longestName, maskedAround, wordsOfName } from '@/lib/privacy/masking-by-kind'
import { plainLetters, writings } from '@/lib/privacy/plain-letters'
import { parted } from '@/lib/privacy/told-names'

/** What tells a name, as a shared board shows it. */
export type ShownName = (key: string, value: string) => string

const longestWord = 60
const mostWords = 8
// Of an order's details that tell a name in one way: more are nobody's.
const mostOfKind = 10

const letters = /[\p{Ll}\p{Lo}\p{M}]+/gu

// In each way that it may be written elsewhere: "McDonald" is one there, "annaKowalska" two, and "van O'Brien" is "vanobrien".
const waysOf = (text: string): string[] =>
  writings(searched(text)).flatMap((written) => {
    const plain = plainLetters(written)
    const inOne = [plain, ...plain.split(/\s+/)].map((part) => part.toLowerCase().match(letters)?.join('') ?? '')
    const apart = `${plain} ${parted(plain)}`.toLowerCase().match(letters) ?? []
    return [...new Set([...inOne, ...apart])].filter((way) => way !== '')
  })

// What stands before its first letter tells nothing, and makes no room.
const beginningOf = (word: string) => word.replace(/^[^\p{L}\p{M}]+/u, '').slice(0, longestWord)

/** Words, in each way that they may be written elsewhere. */
class Words {
  private readonly ways = new Set<string>()

  constructor(words: string[] = []) {
    for (const word of words) this.add(word)
  }

  add(word: string): void {
    for (const way of waysOf(beginningOf(word))) this.ways.add(way)
  }

  /** Whether any part of a word is among them. */
  haveSomeOf(word: string): boolean {
    return this.ways.size > 0 && waysOf(beginningOf(word)).some((way) => this.ways.has(way))
  }

  /** Whether all of a word is. */
  have(word: string): boolean {
    const ways = this.ways.size > 0 ? waysOf(beginningOf(word)) : []
    return ways.length > 0 && ways.every((way) => this.ways.has(way))
  }
}

/** The word by which a customer is called: a given name that the order tells as such, else the first; undefined for a family's. */
function calledIn(words: string[], given: Words, isGivenTold: boolean, family: Words): string | undefined {
  const [first] = words
  const known = words.slice(0, mostWords).find((word) => given.have(word))
  if (known !== undefined || first === undefined || family.haveSomeOf(first)) return known
  // Beside a given name that is told by itself one word alone is the family's.
  return isGivenTold && words.length === 1 ? undefined : first
}

// A given name where it stands beside "Apellidos", and a whole one as often.
const isNombre = (key: string) => /^nombres?\d*$/.test(plainKey(key))

/**
 * How an order's names are shown. One word of the customer's is, by which they are called, and what says that it is a given name;
 * but none that something says to be the family's. Of all other words there are initials, whosever they are: which of them
 * is a given one nothing tells.
 */
export function shownNames({
  customerName,
  hsFields,
}: {
  customerName: string
  hsFields: Record<string, string>
}): ShownName {
  const details = Object.entries(hsFields)
  const some = (says: (key: string) => boolean) =>
    details.flatMap(([key, value]) => (says(key) ? [value.trim().slice(0, longestName)] : [])).slice(0, mostOfKind)
  const ofCustomer = wordsOfName(customerName.trim().slice(0, longestName))
  // All of the customer's name says nothing of which word is which, whatever it is called.
  const isWhole = (words: string[]) =>
    words.length > 1 && words.toSorted().join(' ') === ofCustomer.toSorted().join(' ')
  const partsIn = (says: (key: string) => boolean) => some(says).filter((value) => !isWhole(wordsOfName(value)))
  const givenIn = (says: (key: string) => boolean) =>
    partsIn((key) => (saysGivenName(key) || isNombre(key)) && says(key)).flatMap((value) =>
      wordsOfName(value).slice(0, 1),
    )
  const ofTheirs = givenIn((key) => whosePart(key) === '')
  // Where they are called by another word, all of it is the family's.
  const families = ofTheirs.some((word) => !ofCustomer.includes(word)) ? some(saysFamilyName) : partsIn(saysFamilyName)
  const family = new Words(families.flatMap((value) => [value, ...value.split(/\s+/)]))
  const isNoFamilys = (word: string) => !family.haveSomeOf(word)
  const shown = new Words(givenIn(() => true).filter(isNoFamilys))
  const bare = some(mentionsGivenName).length === 0 ? some(saysBareName) : []
  const told = [customerName, ...bare].find((one) => wordsOfName(one).length > 0) ?? ''
  const given = new Words(ofTheirs.filter(isNoFamilys))
  const called = calledIn(wordsOfName(told.trim().slice(0, longestName)), given, ofTheirs.length > 0, family)
  if (called !== undefined) shown.add(called)
  return (key, value) => {
    const words = wordsOfName(value.trim().slice(0, longestName))
    const isCalled = (word: string) => (key === 'customerName' ? word === called : shown.have(word))
    const known = saysFamilyName(key) ? undefined : words.slice(0, mostWords).find(isCalled)
    return known === undefined ? initials(value) : maskedAround(known, words)
  }
}
