/**
 * Of an order's details the first alone may have been read, and of each its first characters: so many of either. `own`: what is called
 * as in no other order, and may be what somebody typed.
 */
export type Cut = { details: number; characters: number; own?: readonly string[] }

/**
 * Some details that are not called by something long, with what begins their values, no more than so many of either: those called as
 * in `before`, then the first. `cut`: where that is not all of them, so that what is missing may have told anything.
 */
export function beginningsOf(
  hsFields: Record<string, string>,
  { details, characters, own }: Cut,
  before: ReadonlySet<string>,
): { hsFields: Record<string, string>; cut?: Cut } {
  const all = Object.entries(hsFields)
  const short = all.filter(([name]) => name.length <= characters)
  const inOrder = [...short.filter(([name]) => before.has(name)), ...short.filter(([name]) => !before.has(name))]
  const taken = new Set(inOrder.slice(0, details))
  const first = short.filter((detail) => taken.has(detail))
  const begun = first.map(([name, value]) => [name, Array.from(value).slice(0, characters).join('')] as const)
  const isWhole = first.length === all.length && first.every(([, value], at) => begun[at]?.[1] === value)
  return isWhole ? { hsFields } : { hsFields: Object.fromEntries(begun), cut: { details: 0, characters, own } }
}
