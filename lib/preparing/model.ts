/** Preparing begins when a customer is so near that the order would otherwise not be ready. */

type OnItsWay = { section: string; expectedAt: Date | null }

/** Whether staff should begin now: the customer's forecast is under the store's preparation time. 0 turns it off. */
export function shouldPrepare({ section, expectedAt }: OnItsWay, preparationSeconds: number, nowMs: number): boolean {
  if (section !== 'OnTheWay' || expectedAt === null || preparationSeconds === 0) return false
  return expectedAt.getTime() - nowMs < preparationSeconds * 1000
}

/** Which orders a device has told of, and when (milliseconds). */
export type ToldOrders = Record<string, number>

const keptForMs = 24 * 60 * 60 * 1000

/** What a device kept, without what is older than a day; what cannot be read is nothing. */
export function toldFrom(text: string | null, nowMs: number): ToldOrders {
  let kept: unknown = null
  try {
    kept = JSON.parse(text ?? 'null')
  } catch {
    // Somebody else's text.
  }
  const entries = typeof kept === 'object' && kept !== null ? Object.entries(kept) : []
  const isKept = ([, atMs]: [string, unknown]) => typeof atMs === 'number' && Math.abs(nowMs - atMs) < keptForMs
  return Object.fromEntries(entries.filter(isKept)) as ToldOrders
}

/** With these told as well; null when all of them were. */
export function withTold(told: ToldOrders, serviceIds: string[], nowMs: number): ToldOrders | null {
  const fresh = serviceIds.filter((id) => !Object.hasOwn(told, id))
  if (fresh.length === 0) return null
  return { ...told, ...Object.fromEntries(fresh.map((id) => [id, nowMs])) }
}
