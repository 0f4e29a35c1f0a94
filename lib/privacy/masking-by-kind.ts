import type { DeclaredKind } from '@/lib/privacy/model'
import { unparted } from '@/lib/privacy/told-names'

const mostShown = 3
const mostInitials = 3
// What is longer is no name, and costs as much as it is long.
export const longestName = 200
export const hidden = '•••'

const charactersOf = (text: string) => Array.from(text.replace(/[^\p{L}\p{N}]/gu, ''))

/** "•••CDE": the last three letters and digits, and never more than half of them. */
function endOf(value: string): string {
  const characters = charactersOf(value)
  const shown = Math.min(mostShown, Math.floor(characters.length / 2))
  return `${hidden}${shown > 0 ? characters.slice(-shown).join('') : ''}`
}

// It may hold an e-mail address, or a plate.
const isNoName = (value: string) => /[@＠﹫]/u.test(value)
const hasNumber = (value: string) => /\p{N}/u.test(value)

// The commas of other scripts, and what looks like one.
const comma = /[,‚՝،߸፣᠂、⸲⹁︐︑﹐﹑，､]/u

function wordsIn(value: string): string[] {
  // What is not seen stands between words as a space does, be it a letter to Unicode.
  const [family = '', given = ''] = value.replace(/\p{Default_Ignorable_Code_Point}/gu, ' ').split(comma)
  return `${given} ${family}`.match(/[\p{L}\p{M}'’-]+/gu) ?? []
}

/**
 * The words of a name, the given ones first: "Kowalski, Anna" is Anna. None of what is hidden otherwise: an address, what holds
 * a number, and a name in a script that parts none.
 */
export function wordsOfName(value: string): string[] {
  const words = isNoName(value) || hasNumber(value) ? [] : wordsIn(value)
  return unparted.test(words[0] ?? '') ? [] : words
}

// A name in a script that parts none may be a whole one.
const firstOf = ([first = '', ...rest]: string[]) => (rest.length > 0 ? `${first}${hidden}` : hidden)

function initialOf(word: string): string | null {
  const first = Array.from(word).find((character) => /\p{L}/u.test(character))
  return first ? `${first.toUpperCase()}.` : null
}

/**
 * A name of which no word is shown: "A. K.". An e-mail address is hidden whole, as is what has no letters, and a name in a
 * script that parts none but for its first character; '' stays ''.
 */
export function initials(value: string): string {
  if (value === '') return ''
  if (isNoName(value)) return hidden
  if (unparted.test(value.trim())) return firstOf(Array.from(value.trim()))
  const all = wordsIn(value.trim().slice(0, longestName))
    .slice(0, mostInitials)
    .flatMap((word) => initialOf(word) ?? [])
  return all.length > 0 ? all.join(' ') : hidden
}

/** "Anna K.": the first word of a name, and the last one's initial. What is no name, or in no words, is as its initials are. */
export function calledBy(name: string): string {
  const words = wordsOfName(name)
  const [first] = words
  if (first === undefined) return initials(name)
  const last = words.length > 1 ? initialOf(words.at(-1) ?? '') : null
  return last ? `${first} ${last}` : first
}

const masks: Record<DeclaredKind, (value: string) => string> = {
  name: initials,
  phone: endOf,
  plate: endOf,
  other: () => hidden,
  none: (value) => value,
}

/** A personal detail as a shared board shows it; '' stays ''. */
export function masked(value: string, kind: DeclaredKind): string {
  return value === '' ? '' : masks[kind](value)
}
