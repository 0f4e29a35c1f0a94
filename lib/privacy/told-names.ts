import { searched } from '@/lib/customers/telling/needle'
import { kindOf } from '@/lib/privacy/fields'
import { Held } from '@/lib/privacy/held'
import type { Declared } from '@/lib/privacy/model'
import { plainLetters, writings } from '@/lib/privacy/plain-letters'

// Names in these are written without a space between their parts.
export const unparted = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
// A shorter one may be a part of any word, and by so much of its beginning a longer one is told.
const leastUnparted = 3
const mostUnparted = 12

// Of one order; what is longer is no name, and more are not one customer's.
const mostNames = 10
const mostBefore = 50
const mostWords = 10

// Of those that hold a name's words, in all ways in which they may be written: an order as people write them has some dozens.
const mostLooked = 2_000

// "josequartermaine": shorter ones may be any word.
const leastInOne = 8

const inner = /(\p{Ll})(\p{Lu})/gu

/** "annSmith" as two words: what an app has put together. */
export const parted = (plain: string): string => plain.replace(inner, '$1 $2')

const wordsOf = (plain: string): string[] => plain.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []

// Of all ways in which it may be written elsewhere: "McDonald" is "MCDONALD" there, and "annSmith" two words here.
const waysOf = (text: string): string[][] =>
  writings(searched(text)).flatMap((written) => {
    const plain = plainLetters(written)
    const apart = parted(plain)
    return apart === plain ? [wordsOf(plain)] : [wordsOf(plain), wordsOf(apart)]
  })

/** The words of a text, each in all ways in which it may be written elsewhere. */
export const wordsIn = (text: string): Set<string> => new Set(waysOf(text).flat())

const ofKeys = new Held(wordsIn)

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

/** A row of words, and where each stands; `others`: how many of those before a place part a name. */
type Row = { words: string[]; places: Map<string, number[]>; others: number[] }

function rowOf(words: string[]): Row {
  const places = new Map<string, number[]>()
  const others = [0]
  words.forEach((word, at) => {
    const known = places.get(word)
    if (known) known.push(at)
    else places.set(word, [at])
    others.push((others[at] ?? 0) + (isBeside(word) ? 0 : 1))
  })
  return { words, places, others }
}

/** A name's words, and how many stand side by side at least where it is said: "Mohamed Mohamed" is one word, twice. */
type Name = { words: Set<string>; least: number }

/** Whether all words of a name stand side by side in a row, in whatever order and however often. Only where they stand is looked. */
function isNextTo(name: Name, { words, places, others }: Row): boolean {
  const found = [...name.words].flatMap((word) => places.get(word) ?? []).sort((one, other) => one - other)
  let sideBySide = new Set<string>()
  let count = 0
  return found.some((at, nth) => {
    const before = found[nth - 1]
    const isParted = before !== undefined && others[at] !== others[before + 1]
    if (isParted) sideBySide = new Set()
    if (isParted) count = 0
    sideBySide.add(words[at] ?? '')
    count += 1
    return sideBySide.size === name.words.size && count >= name.least
  })
}

function addTo<Name>(names: Map<string, Name[]>, by: string, name: Name): void {
  const known = names.get(by)
  if (known) known.push(name)
  else names.set(by, [name])
}

/**
 * Names of several words as sets of those, each once and by one of its words; how they are written in one; and names of scripts that
 * part none, by their beginnings. There may be thousands.
 */
function sorted(names: string[][]) {
  const several = new Map<string, Name[]>()
  const inOne = new Set<string>()
  const unpartedNames = new Map<string, string[]>()
  const known = new Set<string>()
  for (const name of names) {
    const [first = ''] = name
    const isSeveral = name.length > 1
    // In the orders in which they are told: "AnnaMariaSmith".
    const texts = isSeveral ? [name.join(''), name.toReversed().join('')] : []
    for (const text of texts) if (text.length >= leastInOne) inOne.add(text)
    const words = new Set(name)
    const inOrder = [...words].sort()
    const least = words.size === 1 ? name.length : words.size
    const id = `${inOrder.join(' ')} ${least}`
    if (known.has(id)) continue
    known.add(id)
    if (isSeveral) addTo(several, inOrder[0] ?? '', { words, least })
    else if (unparted.test(first) && first.length >= leastUnparted)
      addTo(unpartedNames, first.slice(0, leastUnparted), first.slice(0, mostUnparted))
  }
  return { several, inOne, unpartedNames }
}

/**
 * Names by which somebody is known. `most`: of so many words it is looked where they stand; what holds a name's words behind that
 * counts as saying it.
 */
export function namesSaid(said: string[], most = Number.POSITIVE_INFINITY): ToldNames {
  const names = said
    .flatMap(waysOf)
    // Whoever has more is known by the first of them.
    .map((words) => words.slice(0, mostWords))
    .filter(({ length }) => length > 0)
  if (names.length === 0) return noNames
  const { several, inOne, unpartedNames } = sorted(names)
  let left = most
  const holdsUnparted = (word: string): boolean => {
    if (unpartedNames.size === 0) return false
    for (let at = 0; at + leastUnparted <= word.length; at += 1) {
      const begun = unpartedNames.get(word.slice(at, at + leastUnparted))
      if (begun?.some((name) => word.startsWith(name, at))) return true
    }
    return false
  }
  const isWhole = (word: string) => inOne.has(word) || holdsUnparted(word)
  const amongThose = (words: Set<string>) =>
    [...words].flatMap((by) =>
      (several.get(by) ?? []).filter((name) => [...name.words].every((word) => words.has(word))),
    )
  const standIn = (text: string) => {
    const ways = waysOf(text)
    const words = new Set(ways.flat())
    if ([...words].some(isWhole)) return true
    const among = amongThose(words)
    if (among.length === 0) return false
    left -= among.length * ways.reduce((sum, way) => sum + way.length, 0)
    if (left < 0) return true
    const rows = ways.map(rowOf)
    return among.some((name) => rows.some((row) => isNextTo(name, row)))
  }
  const areAmong = (words: Set<string>, text: string) => {
    const among = amongThose(words)
    if ([...words].some(isWhole) || among.some((name) => name.words.size > 1)) return true
    return among.length > 0 && (left < 0 || standIn(text))
  }
  return {
    areInKey: (key) => areAmong(ofKeys.of(key), key),
    areIn: (text) => areAmong(wordsIn(text), text),
    standIn,
  }
}

/** The names in an order: the customer's, those that it is known to have had before, and what its details tell as somebody's. */
export function toldNames(
  { customerName, hsFields }: { customerName: string; hsFields: Record<string, string> },
  declared: Declared,
  before: string[] = [],
): ToldNames {
  const told = Object.entries(hsFields).flatMap(([key, value]) => (kindOf(key, declared) === 'name' ? [value] : []))
  return namesSaid([customerName, ...before.slice(0, mostBefore), ...told.slice(0, mostNames)], mostLooked)
}
