/**
 * Of an order's details the first alone may have been read, and of each its first characters: so many of either. `own`: what is called
 * as in no other order, and may be what somebody typed.
 */
export type Cut = { details: number; characters: number; own?: readonly string[] }

/**
 * Some details, with what begins their values, no more than so many of either: those called as in `before`, in its order, then the
 * first that are not called by something long. `cut`: where that is not all of them, so that what is missing may have told anything.
 */
export function beginningsOf(
  hsFields: Record<string, string>,
  { details, characters, own }: Cut,
  before: readonly string[],
): { hsFields: Record<string, string>; cut?: Cut } {
  const all = Object.entries(hsFields)
  const others = all.map(([name]) => name).filter((name) => name.length <= characters && !before.includes(name))
  const taken = new Set([...before, ...others].slice(0, details))
  const first = all.filter(([name]) => taken.has(name))
  const begun = first.map(([name, value]) => [name, Array.from(value).slice(0, characters).join('')] as const)
  const isWhole = first.length === all.length && first.every(([, value], at) => begun[at]?.[1] === value)
  return isWhole ? { hsFields } : { hsFields: Object.fromEntries(begun), cut: { details: 0, characters, own } }
}
