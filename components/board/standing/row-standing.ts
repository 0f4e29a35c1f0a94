import type { BayWarning } from '@/components/board/bays/bay-warnings'
import { factsOf } from '@/components/board/standing/order-facts'
import type { Words } from '@/components/language/translator'
import { nearestFirst } from '@/lib/board/model'
import type { BoardOrder } from '@/lib/board/schema'
import { countGroups, type GroupCount } from '@/lib/groups/model'
import type { Lookalike } from '@/lib/lookalikes/model'
import type { BoardSection } from '@/lib/orders/model'

/** Another order that may be taken for this one. */
export type AlikeOrder = Omit<Lookalike, 'id'> & {
  orderId: string
  name: string
  plate: string
  bay: string | null
  section: BoardSection
}

type BySection = Partial<Record<BoardSection, number>>

/** A row's place in its group: the how-manieth of those here, and how many are in which other section. */
export type GroupPlace = {
  id: string
  total: number
  place: number
  here: number
  elsewhere: BySection
  joins: boolean
}

/** How an order stands among the others: everything that a row shows and its own order does not say. */
export type RowStanding = {
  group?: GroupPlace
  alike?: AlikeOrder[]
  bay?: BayWarning
  isDimmed?: boolean
  isFound?: boolean
  /** Whom staff may mix this order up with, while the hand-off asks. */
  asks?: AlikeOrder[]
}

/** The orders of a group that are not in a section, the nearest to the kerb first. */
function elsewhereOf({ bySection }: GroupCount<BoardSection>, section: BoardSection): BySection {
  const others = nearestFirst.filter((other) => other !== section && bySection[other])
  return Object.fromEntries(others.map((other) => [other, bySection[other]]))
}

/** "1 still on the way, 2 closed" */
export function elsewhereWords(elsewhere: BySection, t: Words<'board'>): string {
  const counts = Object.entries(elsewhere) as [BoardSection, number][]
  return counts.map(([section, count]) => t(`elsewhere${section}`, { count })).join(', ')
}

const nowhere = new Map<string, GroupPlace>()

/** The groups of a board, as each row stands in them, by order. `shown` says which rows stand below which. */
export function groupPlaces(orders: BoardOrder[], shown: BoardOrder[][]): Map<string, GroupPlace> {
  const grouped = orders.filter((order) => factsOf(order).group !== null)
  const counts = countGroups(grouped.map((order) => ({ group: factsOf(order).group, section: order.section })))
  // The very same: no row stands otherwise than before.
  if (counts.size === 0) return nowhere
  const places = new Map<string, GroupPlace>()
  for (const rows of shown) {
    const reached = new Map<string, number>()
    rows.forEach((order, i) => {
      const id = factsOf(order).group
      const count = id === null ? undefined : counts.get(id)
      if (id === null || !count) return
      const place = (reached.get(id) ?? 0) + 1
      reached.set(id, place)
      const above = rows[i - 1]
      places.set(order.serviceId, {
        id,
        total: count.total,
        place,
        here: count.bySection[order.section] ?? 0,
        elsewhere: elsewhereOf(count, order.section),
        joins: above !== undefined && factsOf(above).group === id,
      })
    })
  }
  return places
}

/** "Name like #10858": for a row's chip. */
export function alikeWords(alike: AlikeOrder[], t: Words<'board'>): string {
  const [first] = alike
  if (!first) return ''
  const order = `#${first.orderId}`
  const orders = alike.length > 1 ? t('andMore', { order, count: alike.length - 1 }) : order
  return t(first.by === 'plate' ? 'alikePlate' : first.isSame ? 'alikeSame' : 'alikeName', { orders })
}
