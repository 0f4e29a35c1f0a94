/**
 * A tablet is a device of one store. It is paired, not signed in: it shows a code, a manager enters the code, and it gets a
 * credential of its own that reaches the board of that store and nothing else.
 */

/** Neither vowels, which would make words, nor letters that are taken for others. */
export const codeLetters = 'BCDFGHJKMNPQRSTVWXZ'
export const codeLength = 8

/** How long a code is good for, and how often its tablet may ask whether it was entered. In seconds, as RFC 8628 has them. */
export const codeLifeS = 600
export const pollEveryS = 5
/** What a tablet that asks too often waits longer from then on. */
export const slowDownS = 5

export const longestTabletName = 60

/** In one store. */
export const mostTablets = 200

/** So many a list holds; where there are more, the others are found by their name, store or id. */
export const mostListedTablets = 200

/** The letters of a code as somebody typed it, without what stands between them; null for what cannot be one. */
export function codeFrom(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s\p{Pd}._]/gu, '')
  const isCode = letters.length === codeLength && [...letters].every((letter) => codeLetters.includes(letter))
  return isCode ? letters : null
}

/** As a code is shown: `BCDF-GHJK`. */
export function shownCode(letters: string): string {
  return `${letters.slice(0, codeLength / 2)}-${letters.slice(codeLength / 2)}`
}
