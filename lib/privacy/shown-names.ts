import { searched } from '@/lib/customers/telling/needle'
import { kindOf, saysBareName, saysFamilyName, saysGivenName, saysWholeName } from '@/lib/privacy/fields'
import { masked, maskedAround, maskedFamilyName, wordsOfName } from '@/lib/privacy/masking-by-kind'
import type { Declared } from '@/lib/privacy/model'
import { plainLetters, writings } from '@/lib/privacy/plain-letters'
import { parted } from '@/lib/privacy/told-names'

/** What tells a name, as a shared board shows it. */
export type ShownName = (key: string, value: string) => string

// What is longer is no name, and costs as much as it is long.
const longestName = 200
const longestWord = 60
const mostWords = 8
// Of an order's names that are told in one way: more are nobody's.
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

/** Which words of an order's names are shown, and which are families'. Whatever is told first counts. */
class NamesOfOrder {
  private readonly given = new Set<string>()
  private readonly family = new Set<string>()

  /** `isGivenAlone`: a given name is told by itself. */
  constructor(private readonly isGivenAlone: boolean) {}

  addGiven(word: string): void {
    for (const way of waysOf(beginningOf(word))) if (!this.family.has(way)) this.given.add(way)
  }

  addFamily(value: string): void {
    const text = value.slice(0, longestName).split(/\s+/).map(beginningOf).join(' ')
    for (const way of waysOf(text)) if (!this.given.has(way)) this.family.add(way)
  }

  add(key: string, value: string): void {
    const called = this.calledBy(key, value)
    if (called !== undefined) this.addGiven(called)
    const words = wordsOfName(value.slice(0, longestName))
    this.addFamily(words.filter((word) => word !== called).join(' '))
    this.addFamily(value)
  }

  /** The word of a name by which its bearer is called; undefined where that may be the family's. */
  calledBy(key: string, value: string): string | undefined {
    const words = wordsOfName(value)
    const known = words.slice(0, mostWords).find((word) => this.isGiven(word))
    const [first] = words
    if (known !== undefined || first === undefined || this.isFamily(first)) return known
    const isAlone = words.length === 1 || (saysBareName(key) && key !== 'customerName')
    return this.isGivenAlone && isAlone && !saysGivenName(key) ? undefined : first
  }

  private isGiven(word: string): boolean {
    const ways = this.given.size > 0 ? waysOf(beginningOf(word)) : []
    return ways.length > 0 && ways.every((way) => this.given.has(way))
  }

  private isFamily(word: string): boolean {
    return waysOf(beginningOf(word)).some((way) => this.family.has(way))
  }
}

/**
 * How an order's names are shown: by what a detail says it is (a given name, a family's) first, then by the customer's, whose
 * first word is shown, then by what says that it is a whole name, then by the others. One word that is hidden in one of them is
 * so in all.
 */
export function shownNames(
  { customerName, hsFields }: { customerName: string; hsFields: Record<string, string> },
  declared: Declared,
): ShownName {
  const details = Object.entries(hsFields)
  const some = (is: (key: string, value: string) => boolean) =>
    details.filter(([key, value]) => is(key, value)).slice(0, mostOfKind)
  const given = some(saysGivenName)
  const names = new NamesOfOrder(given.length > 0)
  for (const [, value] of some(saysFamilyName)) names.addFamily(value)
  for (const [, value] of given) for (const word of wordsOfName(value).slice(0, 1)) names.addGiven(word)
  const isWhole = (key: string) => saysWholeName(key) || saysBareName(key)
  // One word alone says nothing of others.
  const isOther = (key: string, value: string) =>
    ![isWhole, saysGivenName, saysFamilyName].some((says) => says(key)) &&
    kindOf(key, declared) === 'name' &&
    wordsOfName(value).length > 1
  names.add('customerName', customerName)
  for (const [key, value] of [...some(isWhole), ...some(isOther)]) names.add(key, value)
  return (key, value) => {
    const words = wordsOfName(value)
    if (words.length === 0) return masked(value, 'name')
    const called = saysFamilyName(key) ? undefined : names.calledBy(key, value)
    return called === undefined ? maskedFamilyName(value) : maskedAround(called, words)
  }
}
