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

/**
 * "Anna K."; of one word the word, and of one that may be a whole name its first character. "Kowalski, Anna" is Anna. What
 * is no name (an address, a number) is hidden as those are.
 */
function nameOf(value: string): string {
  if (/[@\d]/.test(value)) return endOf(value)
  const [family = '', given = ''] = value.split(',')
  const words = `${given} ${family}`.match(/[\p{L}\p{M}'’-]+/gu) ?? []
  const [first = '', ...rest] = words
  if (first === '') return hidden
  if (unparted.test(first)) return `${Array.from(first)[0]}${hidden}`
  const last = initialOf(rest.at(-1) ?? '')
  return last ? `${first} ${last}` : first
}

function initialOf(word: string): string | null {
  const first = Array.from(word).find((character) => /\p{L}/u.test(character))
  return first ? `${first.toUpperCase()}.` : null
}

/** What is nothing but a family name as a shared board shows it: "K.", as behind the given one. */
export function maskedFamilyName(value: string): string {
  if (value === '') return ''
  return /[@\d]/.test(value) || unparted.test(value.trim()) ? nameOf(value) : (initialOf(value) ?? hidden)
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
