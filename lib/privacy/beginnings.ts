/** Of an order's details the first alone may have been read, and of each its first characters: so many of either. */
export type Cut = { details: number; characters: number }

/**
 * The first details that are not called by something long, with what begins their values, no more than so many of either; `cut`: where that is not
 * all of them, so that what is missing may have told anything.
 */
export function beginningsOf(
  hsFields: Record<string, string>,
  { details, characters }: Cut,
): { hsFields: Record<string, string>; cut?: Cut } {
  const all = Object.entries(hsFields)
  const first = all.filter(([name]) => name.length <= characters).slice(0, details)
  const begun = first.map(([name, value]) => [name, Array.from(value).slice(0, characters).join('')] as const)
  const isWhole = first.length === all.length && first.every(([, value], at) => begun[at]?.[1] === value)
  return isWhole ? { hsFields } : { hsFields: Object.fromEntries(begun), cut: { details: 0, characters } }
}
