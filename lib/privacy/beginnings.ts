/** Of an order's details the first alone may have been read, and of each its first characters: so many of either. */
export type Cut = { details: number; characters: number }

const mostDetails = 8
const mostCharacters = 40

/**
 * The first details that are not called by something long, with what begins their values; `cut`: where that is not all of them, so
 * that what is missing may have told anything.
 */
export function beginningsOf(hsFields: Record<string, string>): { hsFields: Record<string, string>; cut?: Cut } {
  const all = Object.entries(hsFields)
  const first = all.filter(([name]) => name.length <= mostCharacters).slice(0, mostDetails)
  const begun = first.map(([name, value]) => [name, Array.from(value).slice(0, mostCharacters).join('')] as const)
  const isWhole = first.length === all.length && first.every(([, value], at) => begun[at]?.[1] === value)
  return isWhole
    ? { hsFields }
    : { hsFields: Object.fromEntries(begun), cut: { details: 0, characters: mostCharacters } }
}
