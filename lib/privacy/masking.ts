import { declaredKind, kindOf } from '@/lib/privacy/fields'
import { looksLike } from '@/lib/privacy/looks'
import type { Declared, DeclaredKind } from '@/lib/privacy/model'

const mostShown = 3
const hidden = '•••'

const charactersOf = (text: string) => Array.from(text.replace(/[^\p{L}\p{N}]/gu, ''))

/** "•••CDE": the last three letters and digits, and never more than half of them. */
function endOf(value: string): string {
  const characters = charactersOf(value)
  const shown = Math.min(mostShown, Math.floor(characters.length / 2))
  return `${hidden}${shown > 0 ? characters.slice(-shown).join('') : ''}`
}

// Names in these are written without a space between their parts.
const unparted = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

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
  const last = Array.from(rest.at(-1) ?? '').find((character) => /\p{L}/u.test(character))
  return last ? `${first} ${last.toUpperCase()}.` : first
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

/**
 * A detail as a shared board shows it. One that is not declared, and whose name says nothing, is hidden as what its value
 * looks like: a bay whose number reads like a plate is shown once the project has declared it.
 */
export function maskedDetail(key: string, value: string, declared: Declared): string {
  const kind = kindOf(key, declared)
  const isUnsaid = kind === 'none' && declaredKind(key, declared) === undefined
  return masked(value, isUnsaid ? looksLike(key, value) : kind)
}

type Shown = { customerName: string; hsFields: Record<string, string> }

// What was cut off may have been what tells a phone, a plate or an e-mail address.
function maskedBeginning(key: string, value: string, declared: Declared, cutTo: number): string {
  const isCut = value.length >= cutTo && Array.from(value).length >= cutTo
  return isCut && declaredKind(key, declared) !== 'none' ? hidden : maskedDetail(key, value, declared)
}

/** An order as a shared board may have it. `cutTo`: its details are the beginnings of what was told, of so many characters. */
export function maskOrder<Order extends Shown>(
  order: Order,
  declared: Declared,
  cutTo = Number.POSITIVE_INFINITY,
): Order {
  const details = Object.entries(order.hsFields).map(([key, value]) => [
    key,
    maskedBeginning(key, value, declared, cutTo),
  ])
  const customerName = masked(order.customerName, kindOf('customerName', declared))
  return { ...order, customerName, hsFields: Object.fromEntries(details) }
}
