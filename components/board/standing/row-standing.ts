import type { BayWarning } from '@/components/board/bays/bay-warnings'
import { factsOf } from '@/components/board/standing/order-facts'
import type { BoardOrder } from '@/lib/board/schema'
import type { ChosenFace } from '@/lib/board/ticket-face'
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

/** A row's place in its group: the how-manieth of those here, and where the others are, in words. */
export type GroupPlace = { id: string; total: number; place: number; here: number; elsewhere: string; joins: boolean }

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

const whereWords: Record<BoardSection, string> = {
  Arrived: 'at the kerb',
  OnTheWay: 'still on the way',
  Expected: 'still expected',
  Done: 'closed',
}

/** "1 still on the way, 2 closed": the orders of a group that are not in a section. */
export function elsewhereWords({ bySection }: GroupCount<BoardSection>, section: BoardSection): string {
  return (Object.keys(whereWords) as BoardSection[])
    .filter((other) => other !== section && bySection[other])
    .map((other) => `${bySection[other]} ${whereWords[other]}`)
    .join(', ')
}

/** The groups of a board, as each row stands in them, by order. `shown` says which rows stand below which. */
export function groupPlaces(orders: BoardOrder[], shown: BoardOrder[][]): Map<string, GroupPlace> {
  const counts = countGroups(orders.map((order) => ({ group: factsOf(order).group, section: order.section })))
  const places = new Map<string, GroupPlace>()
  if (counts.size === 0) return places
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
        elsewhere: elsewhereWords(count, order.section),
        joins: above !== undefined && factsOf(above).group === id,
      })
    })
  }
  return places
}

const nearestFirst: BoardSection[] = ['Arrived', 'OnTheWay', 'Expected', 'Done']
const mostShown = 5

/** Those who may be taken for an order, the nearest to the kerb first. Orders of its own group belong to it. */
export function alikeOrders(
  order: BoardOrder,
  alike: Lookalike[],
  byId: Map<string, BoardOrder>,
  ticketFace: ChosenFace = null,
): AlikeOrder[] {
  const { group } = factsOf(order)
  return alike
    .flatMap(({ id, by, isSame }) => {
      const other = byId.get(id)
      if (!other || other.section === 'Done' || (group !== null && factsOf(other).group === group)) return []
      const { orderId, customerName: name, section } = other
      const { plate, bay } = factsOf(other, ticketFace)
      return [{ orderId, name: name.trim(), plate, bay, section, by, isSame }]
    })
    .sort((a, b) => nearestFirst.indexOf(a.section) - nearestFirst.indexOf(b.section))
    .slice(0, mostShown)
}

const listed = (names: string[], more: number) => names.join(', ') + (more > 0 ? ` and ${more} more` : '')

/** "Name like #10858": for a row's chip. */
export function alikeWords(alike: AlikeOrder[]): string {
  const [first] = alike
  if (!first) return ''
  const what = first.by === 'plate' ? 'Plate like' : first.isSame ? 'Same name as' : 'Name like'
  return `${what} ${listed([`#${first.orderId}`], alike.length - 1)}`
}

const placeWords: Record<BoardSection, string> = {
  Arrived: 'at the kerb',
  OnTheWay: 'on the way',
  Expected: 'expected',
  Done: 'closed',
}

/** "Another Smith is in bay 4.": what staff must know before they hand over. */
export function alikeSentence({ by, isSame, name, plate, bay, section }: AlikeOrder): string {
  const where = section === 'Arrived' && bay ? `in bay ${bay}` : placeWords[section]
  if (by === 'plate') return `A car with a plate like this, ${plate}, is ${where}.`
  return isSame ? `Another ${name} is ${where}.` : `A similar name, ${name}, is ${where}.`
}
