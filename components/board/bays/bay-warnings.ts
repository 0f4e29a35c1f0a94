import { nameOf } from '@/components/board/row/customer'
import { factsOf } from '@/components/board/standing/order-facts'
import { bayNotes, type Standing } from '@/lib/bays/model'
import type { BoardOrder } from '@/lib/board/schema'
import type { ChosenFace } from '@/lib/board/ticket-face'
import { plateKey } from '@/lib/lookalikes/model'

/** What a row says of its bay: who else stands there, and that the store has no such bay. */
export type BayWarning = { sharedWith: string[]; isUnknown: boolean }

/** Where somebody stands. Orders of one group, and of one plate, are collected by one car. */
export function standingOf(order: BoardOrder, ticketFace: ChosenFace): Standing {
  const { bay, plate, group } = factsOf(order, ticketFace)
  const key = plateKey(plate)
  return { id: order.serviceId, bay, car: group !== null ? `group ${group}` : key ? `plate ${key}` : null }
}

/** The warnings of those at the kerb, by order; the others are called by their names. */
export function bayWarnings(arrived: BoardOrder[], ticketFace: ChosenFace, bays: string[]): Map<string, BayWarning> {
  const byId = new Map(arrived.map((order) => [order.serviceId, order]))
  const notes = bayNotes(
    arrived.map((order) => standingOf(order, ticketFace)),
    bays,
  )
  const nameOfId = (id: string) => {
    const order = byId.get(id)
    return order ? nameOf(order) : id
  }
  return new Map(
    [...notes].map(([id, { sharedWith, isUnknown }]) => [id, { sharedWith: sharedWith.map(nameOfId), isUnknown }]),
  )
}
