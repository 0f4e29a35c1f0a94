import type { StaffCaller } from '@/lib/auth/model'
import { readAsSame } from '@/lib/auth/still-same'
import { listBoardOrders, safeCursor, shortenedTo } from '@/lib/board/data'
import { cursorOf } from '@/lib/board/feed/cursor'
import { byNearness, forgottenAfterMs, partCursor } from '@/lib/board/model'
import { Board, BoardOrder } from '@/lib/board/schema'
import { Patience } from '@/lib/patience'
import { maskOrder } from '@/lib/privacy/masking'
import { type Audience, audienceOf, maskingOf } from '@/lib/privacy/shared-boards'
import { findBoardStore } from '@/lib/settings/data'
import { slices } from '@/lib/slices'
import { boardInTurn, lateForBoard } from '@/lib/turns/reading'
import { SharedReading } from '@/lib/turns/shared-reading'
import { inProjects } from '@/lib/wall'

const hourMs = 60 * 60 * 1000
const doneForMs = 24 * hourMs

type StoreKey = { projectId: string; destinationId: string }
/** But for the time, which is that of the answer. */
type Found = Omit<Board, 'serverTime'>

const BoardFrame = Board.omit({ orders: true })

// So many characters of orders a page brings along, some 400 usual ones: more would be one long piece of work.
const mostOfPage = 250_000

// Two megabytes are no one piece of work: what else comes in is looked at in between.
async function textsOf(orders: BoardOrder[]): Promise<string[]> {
  const slice = slices()
  const texts: string[] = []
  for (const order of orders) {
    await slice()
    texts.push(JSON.stringify(BoardOrder.encode(order)))
  }
  return texts
}

function textOf(found: Omit<Found, 'orders'>, texts: string[]): Uint8Array<ArrayBuffer> {
  // The time last: boards set their clocks by it, and this goes out as soon as it is there.
  const frame = JSON.stringify(BoardFrame.encode({ ...found, serverTime: new Date() }))
  return new TextEncoder().encode(`{"orders":[${texts.join(',')}],${frame.slice(1)}`)
}

/** Those nearest to the kerb that are no more than a page brings along; null where that is all of them. */
function nearestOf(orders: BoardOrder[], texts: string[]): BoardOrder[] | null {
  if (texts.reduce((sum, { length }) => sum + length, 0) <= mostOfPage) return null
  const lengths = new Map(orders.map((order, place) => [order, texts[place]?.length ?? 0]))
  let room = mostOfPage
  const nearest = orders.toSorted(byNearness)
  const beyond = nearest.findIndex((order) => {
    room -= lengths.get(order) ?? 0
    return room < 0
  })
  return nearest.slice(0, beyond)
}

/** A board as it was read for all that asked together. It is theirs to look at, not to change. */
class BoardReading {
  private texts: Promise<string[]> | undefined
  private made: Promise<Uint8Array<ArrayBuffer>> | undefined

  constructor(private readonly found: Found) {}

  private async ordersAsTexts(): Promise<string[]> {
    this.texts ??= textsOf(this.found.orders)
    return this.texts
  }

  /** For pages, which bring so much of it along as they bear. */
  async board(): Promise<Board> {
    const part = nearestOf(this.found.orders, await this.ordersAsTexts())
    return { ...this.found, ...(part && { orders: part, cursor: partCursor }), serverTime: new Date() }
  }

  /** As JSON, made once and then sent to each. */
  text(): Promise<Uint8Array<ArrayBuffer>> {
    const { orders: _, ...found } = this.found
    this.made ??= this.ordersAsTexts().then((texts) => textOf(found, texts))
    return this.made
  }
}

async function readBoard(key: StoreKey, audience: Audience, now: Date): Promise<BoardReading | null> {
  const store = await findBoardStore(key)
  if (!store) return null
  // The cursor first: what happens between the two reads is then streamed once more, never missed.
  const cursor = cursorOf(key, await safeCursor(key))
  const { orders, leftOut, shortened } = await listBoardOrders(
    key,
    new Date(now.getTime() - doneForMs),
    new Date(now.getTime() - forgottenAfterMs),
  )
  // What it hides last: a board that was to be masked meanwhile is.
  const masking = await maskingOf(audience, key)
  const found = { store, orders, cursor, ...(leftOut > 0 && { leftOut }) }
  if (!masking) return new BoardReading(found)
  const slice = slices()
  const shown: BoardOrder[] = []
  for (const order of orders) {
    await slice()
    shown.push(maskOrder(order, masking.declared, shortened.has(order.serviceId) ? shortenedTo : undefined))
  }
  return new BoardReading({ ...found, store: { ...store, isMasked: true }, orders: shown })
}

// Next evaluates a module once per bundle.
const held = globalThis as typeof globalThis & { baycallBoards?: SharedReading<BoardReading | null> }

/**
 * A store's board as it stands no earlier than this, read once for those of one audience that ask together; null for no
 * such store. For a caller who may see it: that is looked at here only once more, where it has taken a while (readAsSame). Throws
 * as that does, unavailable where too many boards of the project are asked for, and OutOfPatience.
 */
export function readForAll(caller: StaffCaller, key: StoreKey, now: Date): Promise<BoardReading | null> {
  held.baycallBoards ??= new SharedReading()
  const boards = held.baycallBoards
  const audience = audienceOf(caller)
  const { projectId, destinationId } = key
  const name = JSON.stringify([projectId, destinationId, audience])
  const read = () => boardInTurn(caller, projectId, () => readBoard(key, audience, now))
  // With a patience of its own, and that store's project in sight: neither is the first asker's.
  const together = () =>
    Patience.withShared(
      boards.ask(name, () => Patience.during(() => inProjects([projectId], read))),
      lateForBoard,
    )
  return readAsSame(caller, [projectId], together)
}
