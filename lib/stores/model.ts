/**
 * So many stores of a project a list holds, those with customers at first; where it holds as many, the others are found by
 * their name or id.
 */
export const mostListed = 300

/** The same where a list is one of names alone. */
export const mostNamed = 2_000

/** Besides those, stores of a project where somebody rings: so many, those where somebody has waited longest. */
export const mostRinging = 1_000

/** A store as it is found among many: those where somebody rings come first, the longest ring first of all. */
type Listed = { ringing: number; longestSince: Date | null; isNew: boolean; name: string; destinationId: string }

const sinceOf = ({ longestSince }: Listed) => longestSince?.getTime() ?? Number.MAX_SAFE_INTEGER

/** Ringing stores first, the longest wait first among them; the others by name, those that nobody has named last. */
export function byNeed(a: Listed, b: Listed): number {
  const [aRings, bRings] = [a.ringing > 0, b.ringing > 0]
  if (aRings !== bRings) return aRings ? -1 : 1
  const byWait = aRings ? sinceOf(a) - sinceOf(b) : 0
  const byNaming = Number(a.isNew) - Number(b.isNew)
  return byWait || byNaming || a.name.localeCompare(b.name) || a.destinationId.localeCompare(b.destinationId)
}
