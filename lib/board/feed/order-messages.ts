import { findBoardOrders } from '@/lib/board/data'
import { cursorOf } from '@/lib/board/feed/cursor'
import type { Position } from '@/lib/board/model'
import type { BoardOrder } from '@/lib/board/schema'
import type { StreamMessage } from '@/lib/http/event-stream'
import { slices } from '@/lib/slices'

type StoreKey = { projectId: string; destinationId: string }

// An order may have 50 KB of details: what is read, and what is sent, is held in memory until slow readers have it.
const readAtOnce = 100
const longestMessage = 1_000_000
// Of text that is made without looking at what else comes in: a handful of usual orders, or one that is very large.
const longestPiece = 50_000

function messageOf(orders: string[], cursor: string): StreamMessage {
  const serverTime = JSON.stringify(new Date())
  return { event: 'orders', id: cursor, data: `{"orders":[${orders.join(',')}],"serverTime":${serverTime}}` }
}

/**
 * Orders' messages of a megabyte at most, or of one order; in their order. A change that comes alone waits for nothing;
 * where there is much to say, what else comes in is looked at in between.
 */
export async function messagesOf(orders: BoardOrder[], cursor: string): Promise<StreamMessage[]> {
  const giveWay = slices()
  const messages: StreamMessage[] = []
  let texts: string[] = []
  let length = 0
  let inOnePiece = 0
  for (const order of orders) {
    if (inOnePiece > longestPiece) {
      await giveWay()
      inOnePiece = 0
    }
    const text = JSON.stringify(order)
    if (texts.length > 0 && length + text.length > longestMessage) {
      messages.push(messageOf(texts, cursor))
      texts = []
      length = 0
    }
    texts.push(text)
    length += text.length
    inOnePiece += text.length
  }
  if (texts.length > 0) messages.push(messageOf(texts, cursor))
  return messages
}

/** What was read of some orders, and the messages that tell of it. */
export type Told = { serviceIds: string[]; orders: BoardOrder[]; messages: StreamMessage[] }

/** The first of some orders as they stand now, with the cursor of a position that everything before is behind. */
export async function tellSome(store: StoreKey, serviceIds: string[], behind: Position): Promise<Told> {
  const some = serviceIds.slice(0, readAtOnce)
  const found = await findBoardOrders(store.projectId, some)
  const places = new Map(some.map((serviceId, place) => [serviceId, place]))
  const orders = found.sort((a, b) => (places.get(a.serviceId) ?? 0) - (places.get(b.serviceId) ?? 0))
  return { serviceIds: some, orders, messages: await messagesOf(orders, cursorOf(store, behind)) }
}

/** All of them, some at a time. */
export async function* tellOrders(store: StoreKey, serviceIds: string[], behind: Position): AsyncGenerator<Told> {
  for (let rest = serviceIds; rest.length > 0; rest = rest.slice(readAtOnce)) yield tellSome(store, rest, behind)
}
