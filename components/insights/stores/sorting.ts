import type { InsightStore } from '@/lib/insights/schema'

export const sortings = ['name', 'orders', 'half', 'seven', 'nine', 'underGoal', 'change', 'withoutNotice'] as const
export type Sorting = (typeof sortings)[number]
export type Sorted = { by: Sorting; isDescending: boolean }

/** By how much the half of the waits is longer than before; null where one of the two is missing. */
export function changeOf({ figures, previousWait }: InsightStore): number | null {
  const { p50 } = figures.wait
  return p50 === null || previousWait.p50 === null ? null : p50 - previousWait.p50
}

const numberOf: Record<Exclude<Sorting, 'name'>, (store: InsightStore) => number | null> = {
  orders: ({ figures }) => figures.handedOver,
  half: ({ figures }) => figures.wait.p50,
  seven: ({ figures }) => figures.wait.p70,
  nine: ({ figures }) => figures.wait.p90,
  underGoal: ({ figures }) => figures.underGoalShare,
  change: changeOf,
  withoutNotice: ({ figures }) => figures.withoutNotice.arrivals,
}

/** The stores in the order of a column. What was not measured stands last, whichever way; ties by name. */
export function sortedStores(stores: InsightStore[], { by, isDescending }: Sorted): InsightStore[] {
  const sign = isDescending ? -1 : 1
  const byName = (a: InsightStore, b: InsightStore) => a.name.localeCompare(b.name)
  if (by === 'name') return stores.toSorted((a, b) => sign * byName(a, b))
  const read = numberOf[by]
  return stores.toSorted((a, b) => {
    const [x, y] = [read(a), read(b)]
    if (x === null || y === null) return Number(x === null) - Number(y === null) || byName(a, b)
    return sign * (x - y) || byName(a, b)
  })
}
