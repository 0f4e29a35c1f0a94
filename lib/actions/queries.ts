import type { Act, OpenSection } from '@/lib/board/model'
import type { BoardOrder } from '@/lib/board/schema'
import { boardOrderReader } from '@/lib/board/wire'
import { ApiError, fetchJson } from '@/lib/http/client'
import { findIn, membersOf, type Reader } from '@/lib/http/wire'
import type { OrderStatus } from '@/lib/orders/model'

/** An order as an answer tells it, and by what rules that hides. */
export type Acted = { order: BoardOrder; maskedBy: unknown }

const actedReader: Reader<Acted> = {
  parse(json) {
    const { maskedBy, ...order } = membersOf(json)
    return { order: boardOrderReader.parse(order), maskedBy }
  },
}

/**
 * Acts on an order. `shown`: whom a tablet shows as the one who acts (lib/pins). Throws ApiError `action_conflict`, with the
 * order as it stands, when somebody was first.
 */
export function actOnOrder(
  order: Pick<BoardOrder, 'projectId' | 'serviceId'>,
  act: Act,
  shown: Record<string, string>,
): Promise<Acted> {
  const address = `/api/staff/orders/${order.serviceId}/actions`
  return fetchJson(actedReader, address, {
    method: 'POST',
    body: { projectId: order.projectId, ...act },
    headers: shown,
  })
}

/** The order as it stands, from a refusal that says who was first. */
export function orderInConflict(error: unknown): Acted | null {
  if (!(error instanceof ApiError) || error.problem.code !== 'action_conflict') return null
  return findIn(actedReader, error.problem.order)
}

/**
 * An action under way: the board shows it as done until the server has spoken. `on`: the order that it was decided on;
 * `before`: what an undo brings back.
 */
export type PendingAction = Act & { by: string; at: Date; on: BoardOrder; before?: BoardOrder }

const notAcknowledged = { isAcknowledged: false, acknowledgedAt: null, acknowledgedBy: null }

const acknowledgedBy = (order: BoardOrder, { by, at }: PendingAction) => ({
  isAcknowledged: true,
  acknowledgedAt: order.acknowledgedAt ?? at,
  acknowledgedBy: order.acknowledgedBy ?? by,
})

const statuses: Record<OpenSection, OrderStatus> = { Expected: 'Registered', OnTheWay: 'OnTheWay', Arrived: 'Arrived' }

// Moved back an order has never arrived: the next arrival rings and waits anew.
function afterMove(order: BoardOrder, section: OpenSection, pending: PendingAction): BoardOrder {
  if (order.section === section) return order
  const isHere = section === 'Arrived'
  const setOutAt = section === 'OnTheWay' ? (order.onTheWayAt ?? pending.at) : order.onTheWayAt
  return {
    ...order,
    ...(isHere ? acknowledgedBy(order, pending) : notAcknowledged),
    status: statuses[section],
    section,
    arrivedAt: isHere ? (order.arrivedAt ?? pending.at) : null,
    onTheWayAt: section === 'Expected' ? null : setOutAt,
    expectedAt: section === 'Expected' ? null : order.expectedAt,
    closedAt: null,
    closedBy: null,
  }
}

// From Done an order comes back to where its times say that it was. What the closing acknowledged has its time.
function afterReopening(order: BoardOrder): BoardOrder {
  const section = order.arrivedAt ? 'Arrived' : order.onTheWayAt ? 'OnTheWay' : 'Expected'
  const isSeen = order.acknowledgedAt !== null && order.acknowledgedAt.getTime() !== order.closedAt?.getTime()
  const seen = isSeen ? {} : notAcknowledged
  return { ...order, ...seen, status: statuses[section], section, closedAt: null, closedBy: null }
}

function afterUndo(order: BoardOrder, before: BoardOrder | undefined): BoardOrder {
  if (!before) return order.section === 'Done' ? afterReopening(order) : order
  const { status, section, isAcknowledged, acknowledgedAt: seenAt, acknowledgedBy: seenBy } = before
  const { expectedAt, onTheWayAt, arrivedAt, closedAt, closedBy } = before
  const place = { status, section, isAcknowledged, acknowledgedAt: seenAt, acknowledgedBy: seenBy }
  return { ...order, ...place, expectedAt, onTheWayAt, arrivedAt, closedAt, closedBy }
}

function afterAction(order: BoardOrder, pending: PendingAction): BoardOrder {
  const { action, by, at } = pending
  if (action === 'undo') return afterUndo(order, pending.before)
  if (action === 'move') return afterMove(order, pending.section, pending)
  if (order.section === 'Done') return order
  if (action === 'acknowledge') return order.isAcknowledged ? order : { ...order, ...acknowledgedBy(order, pending) }
  const closed = { section: 'Done', closedAt: at, closedBy: by } as const
  if (action === 'cancel') return { ...order, ...closed, status: 'Cancelled' }
  return {
    ...order,
    ...(order.section === 'Arrived' && acknowledgedBy(order, pending)),
    ...closed,
    status: 'Completed',
  }
}

// What the server is going to refuse: it was decided where the order stands no longer, or an undo would take the customer's
// own arrival away. Or what it has done already, and the customer has come again since.
function isOutrun(order: BoardOrder, pending: PendingAction): boolean {
  const rings = order.section === 'Arrived' && !order.isAcknowledged
  if (pending.action !== 'undo') {
    // What it makes is the next version: whoever rings in a later one does so since.
    if (rings && order.version > pending.on.version + 1) return true
    const from = 'from' in pending ? pending.from : undefined
    // Where it leads the server has taken the order already, but for a customer who has come there by themselves.
    const isThere = pending.action === 'move' && pending.section === order.section && !rings
    return from !== undefined && from !== order.section && !isThere
  }
  const { before, version } = pending
  const isNews = order.section === 'Arrived' && order.version > version
  return before !== undefined && isNews && (before.section !== 'Arrived' || rings)
}

// Whoever arrives meanwhile is not hidden until the answer comes, nor by what was decided behind such an action.
function afterAll(told: BoardOrder, pending: PendingAction[]): BoardOrder {
  let order = told
  for (const one of pending) {
    if (isOutrun(order, one)) break
    order = afterAction(order, one)
  }
  return order
}

/**
 * The orders with pending actions laid over them. The cache keeps what the server said: leaving an action out again
 * rolls it back, whatever else has changed meanwhile.
 */
export function withPending(orders: BoardOrder[], pending: PendingAction[]): BoardOrder[] {
  if (pending.length === 0) return orders
  return orders.map((order) =>
    afterAll(
      order,
      pending.filter(({ on }) => on.serviceId === order.serviceId),
    ),
  )
}
