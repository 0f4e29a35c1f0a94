import type { DeclaredKind } from '@/lib/privacy/model'
import { unparted } from '@/lib/privacy/told-names'

const mostShown = 3
export const hidden = '•••'

const charactersOf = (text: string) => Array.from(text.replace(/[^\p{L}\p{N}]/gu, ''))

/** "•••CDE": the last three letters and digits, and never more than half of them. */
function endOf(value: string): string {
  const characters = charactersOf(value)
  const shown = Math.min(mostShown, Math.floor(characters.length / 2))
  return `${hidden}${shown > 0 ? characters.slice(-shown).join('') : ''}`
}

const isAddressOrNumber = (value: string) => /[@\d]/.test(value)

function wordsIn(value: string): string[] {
  const [family = '', given = ''] = value.split(',')
  return `${given} ${family}`.match(/[\p{L}\p{M}'’-]+/gu) ?? []
}

/**
 * The words of a name, the given ones first: "Kowalski, Anna" is Anna. None of what is hidden otherwise: an address, a number,
 * and a name in a script that parts none.
 */
export function wordsOfName(value: string): string[] {
  const words = isAddressOrNumber(value) ? [] : wordsIn(value)
  return unparted.test(words[0] ?? '') ? [] : words
}

/** "Anna K.": one of a name's words, and the initial of the last of the others. */
export function maskedAround(shown: string, words: string[]): string {
  const last = initialOf(words.findLast((word) => word !== shown) ?? '')
  return last ? `${shown} ${last}` : shown
}

/**
 * "Anna K."; of one word the word, and of one that may be a whole name its first character. What is no name (an address, a
 * number) is hidden as those are.
 */
function nameOf(value: string): string {
  if (isAddressOrNumber(value)) return endOf(value)
  const words = wordsIn(value)
  const [first = ''] = words
  if (first === '') return hidden
  return unparted.test(first) ? `${Array.from(first)[0]}${hidden}` : maskedAround(first, words)
}

function initialOf(word: string): string | null {
  const first = Array.from(word).find((character) => /\p{L}/u.test(character))
  return first ? `${first.toUpperCase()}.` : null
}

/** What is nothing but a family name as a shared board shows it: "K.", as behind the given one. */
export function maskedFamilyName(value: string): string {
  if (value === '') return ''
  return isAddressOrNumber(value) || unparted.test(value.trim()) ? nameOf(value) : (initialOf(value) ?? hidden)
}

const masks: Record<DeclaredKind, (value: string) => string> = {
  name: nameOf,
  phone: endOf,
  plate: endOf,
  other: () => hidden,
  none: (value) => value,
}

/** A personal detail as a shared board shows it; '' stays ''. */
export function masked(value: string, kind: DeclaredKind): string {
  return value === '' ? '' : masks[kind](value)
}
