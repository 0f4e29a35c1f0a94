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

// What may stand among a name's words: a title, and an initial; "1x" has one that is none.
const titles = new Set('sr jr mr mrs ms miss dr prof herr frau mme mlle sra srta don dona nee geb'.split(' '))
const isBeside = (word: string) => titles.has(word) || (word.length === 1 && word !== 'x')

/** Whether all words of a name stand side by side in a row of words, in whatever order. */
function isNextTo(name: Set<string>, row: string[]): boolean {
  const words = row.filter((word) => name.has(word) || !isBeside(word))
  const lastAt = new Map<string, number>()
  let from = 0
  return words.some((word, at) => {
    // Behind a word that is none of the name's, and behind the one before of each.
    from = name.has(word) ? Math.max(from, (lastAt.get(word) ?? -1) + 1) : at + 1
    lastAt.set(word, at)
    return at - from + 1 === name.size
  })
}

/** Names of several words as sets of those, each once; how they are written in one; and names of scripts that part none. */
function sorted(names: string[][]) {
  const several = new Map<string, Set<string>>()
  const inOne = new Set<string>()
  const unpartedNames = new Set<string>()
  for (const name of names) {
    const [first = ''] = name
    if (name.length > 1) {
      several.set(name.toSorted().join(' '), new Set(name))
      for (const text of [name.join(''), name.toReversed().join('')]) if (text.length >= leastInOne) inOne.add(text)
    } else if (unparted.test(first) && first.length >= leastUnparted) unpartedNames.add(first)
  }
  return { several: [...several.values()], inOne, unpartedNames: [...unpartedNames] }
}

/** Names by which somebody is known. */
export function namesSaid(said: string[]): ToldNames {
  const names = said
    .flatMap(waysOf)
    .map((words) => [...new Set(words)])
    .filter(({ length }) => length > 0 && length <= mostWords)
  if (names.length === 0) return noNames
  const { several, inOne, unpartedNames } = sorted(names)
  const isWhole = (word: string) => inOne.has(word) || unpartedNames.some((name) => word.includes(name))
  const isAmong = (words: Set<string>) => (name: Set<string>) => [...name].every((word) => words.has(word))
  const areAmong = (words: Set<string>) => several.some(isAmong(words)) || [...words].some(isWhole)
  return {
    areInKey: (key) => areAmong(held(ofKeys, key, wordsIn)),
    areIn: (text) => areAmong(wordsIn(text)),
    standIn: (text) => {
      const ways = waysOf(text)
      const words = new Set(ways.flat())
      if ([...words].some(isWhole)) return true
      return several.filter(isAmong(words)).some((name) => ways.some((row) => isNextTo(name, row)))
    },
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
