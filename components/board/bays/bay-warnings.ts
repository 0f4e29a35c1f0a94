import { factsOf } from '@/components/board/standing/order-facts'
import { bayNotes, type Standing } from '@/lib/bays/model'
import type { BoardOrder } from '@/lib/board/schema'
import type { ChosenFace } from '@/lib/board/ticket-face'
import { plateKey } from '@/lib/lookalikes/keys'

type Customer = Pick<BoardOrder, 'customerName' | 'orderId'>

/** What a row says of its bay: how many others stand there, the first of them, and that the store has no such bay. */
export type BayWarning = { others: number; first: Customer | null; isUnknown: boolean }

/** Where somebody stands. Orders of one group, and of one plate, are collected by one car. */
export function standingOf(order: BoardOrder, ticketFace: ChosenFace): Standing {
  const { bay, plate, group } = factsOf(order, ticketFace)
  const key = plateKey(plate)
  return { id: order.serviceId, bay, car: group !== null ? `group ${group}` : key ? `plate ${key}` : null }
}

/** The warnings of those at the kerb, by order. */
export function bayWarnings(arrived: BoardOrder[], ticketFace: ChosenFace, bays: string[]): Map<string, BayWarning> {
  const byId = new Map(arrived.map((order) => [order.serviceId, order]))
  const notes = bayNotes(
    arrived.map((order) => standingOf(order, ticketFace)),
    bays,
  )
  // So much of the other as a chip says: a row whose standing stays the same is not drawn anew.
  const customerOf = (id: string | null): Customer | null => {
    const order = id === null ? undefined : byId.get(id)
    return order ? { customerName: order.customerName, orderId: order.orderId } : null
  }
  return new Map([...notes].map(([id, note]) => [id, { ...note, first: customerOf(note.first) }]))
}
