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

/** What an order without details has in a message, about, in bytes. */
export const leastBytes = 1_000

/** About as many bytes as a message has of an order. */
export const bytesOf = ({ hsFields }: BoardOrder): number => leastBytes + Buffer.byteLength(JSON.stringify(hsFields))

/** An order with the smallest of its details, so that it has about so many bytes at most; the others are to follow. */
export function shortened(order: BoardOrder, mostBytes: number): BoardOrder {
  const details = Object.entries(order.hsFields).map((detail) => ({
    detail,
    bytes: Buffer.byteLength(JSON.stringify(detail)),
  }))
  const kept = new Set<[string, string]>()
  let left = mostBytes - leastBytes
  for (const { detail, bytes } of details.toSorted((one, other) => one.bytes - other.bytes)) {
    left -= bytes
    if (left < 0) break
    kept.add(detail)
  }
  const short = details.flatMap(({ detail }) => (kept.has(detail) ? [detail] : []))
  return { ...order, hsFields: Object.fromEntries(short), detailsFollow: true }
}

function messageOf(orders: string[], cursor: string): StreamMessage {
  const serverTime = JSON.stringify(new Date())
  return { event: 'orders', id: cursor, data: `{"orders":[${orders.join(',')}],"serverTime":${serverTime}}` }
}

/**
 * Orders' messages of a megabyte at most (`longest`, in bytes), or of one order; in their order. A change that comes alone waits for nothing;
 * where there is much to say, what else comes in is looked at in between.
 */
export async function messagesOf(
  orders: BoardOrder[],
  cursor: string,
  longest = longestMessage,
): Promise<StreamMessage[]> {
  const giveWay = slices()
  const messages: StreamMessage[] = []
  let texts: string[] = []
  let bytes = 0
  let inOnePiece = 0
  for (const order of orders) {
    if (inOnePiece > longestPiece) {
      await giveWay()
      inOnePiece = 0
    }
    const text = JSON.stringify(order)
    const own = Buffer.byteLength(text)
    if (texts.length > 0 && bytes + own > longest) {
      messages.push(messageOf(texts, cursor))
      texts = []
      bytes = 0
    }
    texts.push(text)
    bytes += own
    inOnePiece += text.length
  }
  if (texts.length > 0) messages.push(messageOf(texts, cursor))
  return messages
}

/** What was read of some orders, and the messages that tell of it. `left`: those that were read, and are not told of now. */
export type Told = { serviceIds: string[]; orders: BoardOrder[]; messages: StreamMessage[]; left: BoardOrder[] }

/** An order that was read as it is told of now, null: not now; asked of each once, in their order. */
export type Choice = (order: BoardOrder) => BoardOrder | null

/** Chooses so many bytes of them, or the first. */
export function upToBytes(most: number): Choice {
  let bytes = 0
  return (order) => {
    const isFirst = bytes === 0
    bytes += bytesOf(order)
    return isFirst || bytes <= most ? order : null
  }
}

/**
 * The first of some orders as they stand now, with the cursor of a position that everything before is behind. `choose` absent:
 * all of them; `longest`: in a message, in bytes.
 */
export async function tellSome(
  store: StoreKey,
  serviceIds: string[],
  behind: Position,
  { choose = (order) => order, longest = longestMessage }: { choose?: Choice; longest?: number } = {},
): Promise<Told> {
  const some = serviceIds.slice(0, readAtOnce)
  const found = await findBoardOrders(store.projectId, some)
  const places = new Map(some.map((serviceId, place) => [serviceId, place]))
  found.sort((a, b) => (places.get(a.serviceId) ?? 0) - (places.get(b.serviceId) ?? 0))
  const orders: BoardOrder[] = []
  const left: BoardOrder[] = []
  for (const order of found) {
    const told = choose(order)
    if (told) orders.push(told)
    else left.push(order)
  }
  const isLeft = new Set(left.map(({ serviceId }) => serviceId))
  const told = some.filter((serviceId) => !isLeft.has(serviceId))
  return { serviceIds: told, orders, messages: await messagesOf(orders, cursorOf(store, behind), longest), left }
}

/** All of them, some at a time, or those that are chosen. */
export async function* tellOrders(
  store: StoreKey,
  serviceIds: string[],
  behind: Position,
  choose: Choice,
): AsyncGenerator<Told> {
  for (let rest = serviceIds; rest.length > 0; rest = rest.slice(readAtOnce))
    yield tellSome(store, rest, behind, { choose })
}
