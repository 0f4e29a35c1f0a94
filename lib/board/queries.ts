import { queryOptions } from '@tanstack/react-query'
import { type Act, byUrgency, type OpenSection } from '@/lib/board/model'
import { Board, BoardOrder } from '@/lib/board/schema'
import { ApiError, fetchJson } from '@/lib/http/client'
import type { BoardSection, OrderStatus } from '@/lib/orders/model'
import { TimelineEvent } from '@/lib/timeline/schema'

/** A store, as addresses and keys name it. */
export type StoreRef = { projectId: string; destinationId: string }

/** The page of a store's board. */
export function boardPath({ projectId, destinationId }: StoreRef): string {
  return `/board/${projectId}/${encodeURIComponent(destinationId)}`
}

/** The store that a page's path names, from its parts as the router gives them; null when they cannot be read. */
export function storeFromPath({ projectId, destinationId }: StoreRef): StoreRef | null {
  try {
    return { projectId: projectId.toLowerCase(), destinationId: decodeURIComponent(destinationId) }
  } catch {
    return null
  }
}

export const boardKeys = {
  all: ['board'] as const,
  store: ({ projectId, destinationId }: StoreRef) => ['board', projectId, destinationId] as const,
}

const addressed = ({ projectId, destinationId }: StoreRef) => String(new URLSearchParams({ projectId, destinationId }))

/** A store's board. Its stream keeps it fresh, so that nothing else refetches it. */
export const boardQuery = (store: StoreRef) =>
  queryOptions({
    queryKey: boardKeys.store(store),
    queryFn: ({ signal }) => fetchJson(Board, `/api/staff/board?${addressed(store)}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: (old, fresh) => keepKnown(old as Board | undefined, fresh as Board),
  })

/** The stream's address from a cursor on. */
export function boardStreamAddress(store: StoreRef, after: string): string {
  return `/api/staff/board/stream?${addressed(store)}&${new URLSearchParams({ after })}`
}

/** Acts on an order. Throws ApiError `action_conflict`, with the order as it stands, when somebody was first. */
export function actOnOrder(order: BoardOrder, act: Act): Promise<BoardOrder> {
  const address = `/api/staff/orders/${order.serviceId}/actions`
  return fetchJson(BoardOrder, address, { method: 'POST', body: { projectId: order.projectId, ...act } })
}

/** The order as it stands, from a refusal that says who was first. */
export function orderInConflict(error: unknown): BoardOrder | null {
  if (!(error instanceof ApiError) || error.problem.code !== 'action_conflict') return null
  return BoardOrder.safeParse(error.problem.order).data ?? null
}

/** Who was first and when, from such a refusal; null where nobody was. */
export function changeInConflict(error: unknown): TimelineEvent | null {
  if (!(error instanceof ApiError) || error.problem.code !== 'action_conflict') return null
  return TimelineEvent.safeParse(error.problem.lastChange).data ?? null
}

/** A board that was read anew, with every order that did not change as the very object it was: its row stays as it is. */
export function keepKnown(old: Board | undefined, fresh: Board): Board {
  if (!old || old === fresh) return fresh
  const known = new Map(old.orders.map((order) => [order.serviceId, order]))
  const orders = fresh.orders.map((order) => {
    const before = known.get(order.serviceId)
    return before && before.version >= order.version ? before : order
  })
  return { ...fresh, orders }
}

/** The board with news laid in: the higher version of each order stays, so that twice or late does no harm. */
export function withNews(board: Board, news: BoardOrder[], cursor = board.cursor): Board {
  const latest = new Map(board.orders.map((order) => [order.serviceId, order]))
  let changed = false
  for (const order of news) {
    if ((latest.get(order.serviceId)?.version ?? -1) >= order.version) continue
    latest.set(order.serviceId, order)
    changed = true
  }
  if (!changed) return cursor === board.cursor ? board : { ...board, cursor }
  return { ...board, cursor, orders: [...latest.values()] }
}

/** An action under way: the board shows it as done until the server has spoken. `before`: what an undo brings back. */
export type PendingAction = Act & { serviceId: string; by: string; at: Date; before?: BoardOrder }

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

/**
 * The orders with pending actions laid over them. The cache keeps what the server said: leaving an action out again
 * rolls it back, whatever else has changed meanwhile.
 */
export function withPending(orders: BoardOrder[], pending: PendingAction[]): BoardOrder[] {
  if (pending.length === 0) return orders
  return orders.map((order) => pending.filter((p) => p.serviceId === order.serviceId).reduce(afterAction, order))
}

const doneForMs = 24 * 60 * 60 * 1000

/** Orders by section, each in the order that staff work it; Done keeps 24 hours. */
export function bySection(orders: BoardOrder[], nowMs: number): Record<BoardSection, BoardOrder[]> {
  const sections: Record<BoardSection, BoardOrder[]> = { Expected: [], OnTheWay: [], Arrived: [], Done: [] }
  for (const order of orders) {
    if (order.section === 'Done' && order.closedAt && order.closedAt.getTime() < nowMs - doneForMs) continue
    sections[order.section].push(order)
  }
  for (const section of Object.values(sections)) section.sort(byUrgency)
  return sections
}

/** An arrival that nobody has acknowledged: it rings. */
export const rings = (order: BoardOrder) => order.section === 'Arrived' && !order.isAcknowledged

/** The average wait of those handed over, in seconds; null when there was none. */
export function averageWaitSeconds(done: BoardOrder[]): number | null {
  const waits = done.flatMap((order) =>
    order.status === 'Completed' && order.arrivedAt && order.closedAt
      ? [Math.max(0, order.closedAt.getTime() - order.arrivedAt.getTime()) / 1000]
      : [],
  )
  return waits.length === 0 ? null : Math.round(waits.reduce((sum, wait) => sum + wait, 0) / waits.length)
}
