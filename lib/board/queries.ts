import { byUrgency, forgottenAfterMs, partCursor, undoableForMs } from '@/lib/board/model'
import type { Board, BoardOrder, BoardStore } from '@/lib/board/schema'
import { boardReader } from '@/lib/board/wire'
import { fetchJson } from '@/lib/http/client'
import type { BoardSection } from '@/lib/orders/model'

/** A store, as addresses and keys name it. */
export type StoreRef = { projectId: string; destinationId: string }

/** The page of a store's board. */
export function boardPath({ projectId, destinationId }: StoreRef): string {
  return `/board/${projectId}/${encodeURIComponent(destinationId)}`
}

/** The store that a page's path names, from its parts as the router gives them; null when they cannot be read. */
export function storeFromPath({ projectId, destinationId }: StoreRef): StoreRef | null {
  try {
    const id = decodeURIComponent(destinationId)
    // No id has one, and no database takes it.
    return id.includes('\0') ? null : { projectId: projectId.toLowerCase(), destinationId: id }
  } catch {
    return null
  }
}

export const boardKeys = {
  all: ['board'] as const,
  store: ({ projectId, destinationId }: StoreRef) => ['board', projectId, destinationId] as const,
}

const addressed = ({ projectId, destinationId }: StoreRef) => String(new URLSearchParams({ projectId, destinationId }))

/** A store's board, as the server has it now. Throws ApiError. */
export const readBoard = (store: StoreRef): Promise<Board> =>
  fetchJson(boardReader, `/api/staff/board?${addressed(store)}`)

/** The stream's address, behind what is known of the board. */
export function boardStreamAddress(store: StoreRef, known: Pick<Board, 'cursor' | 'maskedBy'> | undefined): string {
  const { cursor: after = '0', maskedBy } = known ?? {}
  return `/api/staff/board/stream?${addressed(store)}&${new URLSearchParams({ after, ...(maskedBy && { maskedBy }) })}`
}

/** A board that was read anew, with every order that did not change as the very object it was: its row stays as it is. */
export function keepKnown(old: Board | undefined, fresh: Board): Board {
  // What is masked now was not before, in the very same version; of another history an older version may be what is so.
  if (!old || old === fresh || old.maskedBy !== fresh.maskedBy || old.history !== fresh.history) return fresh
  // More than a page brings along is known already, and its stream goes on from there.
  if (fresh.cursor === partCursor && old.cursor !== partCursor) {
    return withNews(withStore(old, fresh.store), fresh.orders)
  }
  const known = new Map(old.orders.map((order) => [order.serviceId, order]))
  const orders = fresh.orders.map((order) => {
    const before = known.get(order.serviceId)
    return before && !isNews(order, before) ? before : order
  })
  return { ...fresh, store: withStore(old, fresh.store).store, orders }
}

/** The board with its store as it is called and set now; the very board when that is as it was. */
export function withStore(board: Board, store: BoardStore): Board {
  return JSON.stringify(board.store) === JSON.stringify(store) ? board : { ...board, store }
}

// Details that were to follow come in the same version.
const isNews = ({ version, detailsFollow }: BoardOrder, known: BoardOrder) =>
  version > known.version || (version === known.version && !detailsFollow && known.detailsFollow)

/** The board with news laid in: the higher version of each order stays, so that twice or late does no harm. */
export function withNews(board: Board, news: BoardOrder[], cursor = board.cursor): Board {
  const orders = [...board.orders]
  let changed = false
  for (const order of news) {
    // Some at a time: looking through all costs less than an index of them.
    const found = orders.findIndex(({ serviceId }) => serviceId === order.serviceId)
    const place = found < 0 ? orders.length : found
    const known = orders[place]
    if (known && !isNews(order, known)) continue
    // What is left out now is as it was until it follows.
    orders[place] = order.detailsFollow ? { ...order, hsFields: { ...known?.hsFields, ...order.hsFields } } : order
    changed = true
  }
  if (!changed) return cursor === board.cursor ? board : { ...board, cursor }
  return { ...board, cursor, orders }
}

/** Whether an order still stands on the board: as it is read, arrivals and what is neither long done nor long forgotten. */
function isOnBoard(order: BoardOrder, nowMs: number): boolean {
  const { section, closedAt, lastUpdateTime, scheduledTimeForCollection } = order
  if (section === 'Done') return !closedAt || closedAt.getTime() >= nowMs - undoableForMs
  const toldMs = Math.max(lastUpdateTime.getTime(), scheduledTimeForCollection?.getTime() ?? 0)
  return section === 'Arrived' || toldMs > nowMs - forgottenAfterMs
}

/** Those that still stand on the board; the very array where all do. */
export function onBoard(orders: BoardOrder[], nowMs: number): BoardOrder[] {
  const still = orders.filter((order) => isOnBoard(order, nowMs))
  return still.length === orders.length ? orders : still
}

/** The board without what stands on it no more; the very board where all does. */
export function letGo(board: Board, nowMs: number): Board {
  const orders = onBoard(board.orders, nowMs)
  return orders === board.orders ? board : { ...board, orders }
}

/** Orders by section, each in the order that staff work it. */
export function bySection(orders: BoardOrder[]): Record<BoardSection, BoardOrder[]> {
  const sections: Record<BoardSection, BoardOrder[]> = { Expected: [], OnTheWay: [], Arrived: [], Done: [] }
  for (const order of orders) sections[order.section].push(order)
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
