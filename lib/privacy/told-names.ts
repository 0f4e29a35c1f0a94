import { searched } from '@/lib/customers/telling/needle'
import { kindOf } from '@/lib/privacy/fields'
import { held } from '@/lib/privacy/held'
import type { Declared } from '@/lib/privacy/model'
import { plainLetters, writings } from '@/lib/privacy/plain-letters'

// Names in these are written without a space between their parts.
export const unparted = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
// A shorter one may be a part of any word.
const leastUnparted = 3

// Of one order; what is longer is no name, and more are not one customer's.
const mostNames = 10
const mostBefore = 50
const mostWords = 10

// "josequartermaine": shorter ones may be any word.
const leastInOne = 8
const reversed = (name: string[]) => name.toReversed().join('')

const inner = /(\p{Ll})(\p{Lu})/gu

const wordsOf = (plain: string): string[] => plain.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []

// Of all ways in which it may be written elsewhere: "McDonald" is "MCDONALD" there, and "annSmith" two words here.
const waysOf = (text: string): string[][] =>
  writings(searched(text)).flatMap((written) => {
    const plain = plainLetters(written)
    const parted = plain.replace(inner, '$1 $2')
    return parted === plain ? [wordsOf(plain)] : [wordsOf(plain), wordsOf(parted)]
  })

const wordsIn = (text: string): Set<string> => new Set(waysOf(text).flat())

const ofKeys = new Map<string, Set<string>>()

/**
 * By which names an order's customer is known, and whether some text says one: all its words, or (`standIn`) those side by side,
 * in whatever order.
 */
export type ToldNames = {
  areInKey: (key: string) => boolean
  areIn: (text: string) => boolean
  standIn: (text: string) => boolean
}

/** As long as nobody is known. */
export const noNames: ToldNames = { areInKey: () => false, areIn: () => false, standIn: () => false }

/** All words of a name in whatever order. One word by itself is shown of names too, but where it is a whole one. */
function isSaid(name: string[], words: Set<string>): boolean {
  const [first = ''] = name
  if (name.length > 1) {
    const inOne = name.join('')
    return (
      name.every((word) => words.has(word)) ||
      (inOne.length >= leastInOne && (words.has(inOne) || words.has(reversed(name))))
    )
  }
  return unparted.test(first) && first.length >= leastUnparted && [...words].some((word) => word.includes(first))
}

const isNextTo = (name: string[], words: string[]): boolean =>
  name.length > 1 &&
  words.some((_, from) => {
    const some = words.slice(from, from + name.length)
    return some.length === name.length && name.every((word) => some.includes(word))
  })

/** Names by which somebody is known. */
export function namesSaid(said: string[]): ToldNames {
  const names = said
    .flatMap(waysOf)
    .map((words) => [...new Set(words)])
    .filter(({ length }) => length > 0 && length <= mostWords)
  if (names.length === 0) return noNames
  const areAmong = (words: Set<string>) => names.some((name) => isSaid(name, words))
  const areIn = (text: string) => areAmong(wordsIn(text))
  const areNextTo = (words: string[]) =>
    names.some((name) => isNextTo(name, words) || words.some((word) => isSaid(name, new Set([word]))))
  return {
    areInKey: (key) => areAmong(held(ofKeys, key, wordsIn)),
    areIn,
    standIn: (text) => areIn(text) && waysOf(text).some(areNextTo),
  }
}

/** The names in an order: the customer's, those that it is known to have had before, and what its details tell as somebody's. */
export function toldNames(
  { customerName, hsFields }: { customerName: string; hsFields: Record<string, string> },
  declared: Declared,
  before: string[] = [],
): ToldNames {
  const told = Object.entries(hsFields).flatMap(([key, value]) => (kindOf(key, declared) === 'name' ? [value] : []))
  return namesSaid([customerName, ...before.slice(0, mostBefore), ...told.slice(0, mostNames)])
}
