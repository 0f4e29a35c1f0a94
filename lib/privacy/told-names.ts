import { searched } from '@/lib/customers/telling/needle'
import { kindOf } from '@/lib/privacy/fields'
import { held } from '@/lib/privacy/held'
import type { Declared } from '@/lib/privacy/model'

// Names in these are written without a space between their parts.
export const unparted = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
// A shorter one may be a part of any word.
const leastUnparted = 3

const wordsIn = (text: string) =>
  searched(text)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '')

const ofKeys = new Map<string, string[]>()

/** By which names an order's customer is known, and whether some text says one. */
export type ToldNames = { areInKey: (key: string) => boolean; areIn: (text: string) => boolean }

/** As long as nobody is known. */
export const noNames: ToldNames = { areInKey: () => false, areIn: () => false }

/** All words of a name in whatever order. One word by itself is shown of names too, but where it is a whole one. */
function isSaid(name: string[], words: string[]): boolean {
  const [first = ''] = name
  if (name.length > 1) return name.every((word) => words.includes(word))
  return unparted.test(first) && first.length >= leastUnparted && words.some((word) => word.includes(first))
}

/** The names in an order: the customer's, and what its details tell as somebody's. */
export function toldNames(
  { customerName, hsFields }: { customerName: string; hsFields: Record<string, string> },
  declared: Declared,
): ToldNames {
  const told = Object.entries(hsFields).flatMap(([key, value]) => (kindOf(key, declared) === 'name' ? [value] : []))
  const names = [customerName, ...told].map(wordsIn).filter((words) => words.length > 0)
  if (names.length === 0) return noNames
  const areAmong = (words: string[]) => names.some((name) => isSaid(name, words))
  return { areInKey: (key) => areAmong(held(ofKeys, key, wordsIn)), areIn: (text) => areAmong(wordsIn(text)) }
}
