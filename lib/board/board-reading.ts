import type { StaffCaller } from '@/lib/auth/model'
import { readAsSame } from '@/lib/auth/still-same'
import { listBoardOrders, safePosition, shortenedTo } from '@/lib/board/data'
import { cursorOf } from '@/lib/board/feed/cursor'
import { byNearness, forgottenAfterMs, partCursor } from '@/lib/board/model'
import { Board, BoardOrder } from '@/lib/board/schema'
import { detailsOnRow, ranksOnRow } from '@/lib/board/ticket-face'
import { Patience } from '@/lib/patience'
import { beginningsOf, type Cut } from '@/lib/privacy/beginnings'
import { lookingTime, lookingTimeOfAll } from '@/lib/privacy/looking-time'
import { MaskedBefore } from '@/lib/privacy/masked-before'
import { maskOrder } from '@/lib/privacy/masking'
import { type Audience, audienceOf, maskedByOf, maskingOf } from '@/lib/privacy/shared-boards'
import { hiddenId } from '@/lib/sealed'
import { findBoardStore } from '@/lib/settings/data'
import type { FaceSettings } from '@/lib/settings/model'
import { slices } from '@/lib/slices'
import { boardInTurn, hideInTurn, lateForBoard } from '@/lib/turns/reading'
import { SharedReading } from '@/lib/turns/shared-reading'
import { inProjects } from '@/lib/wall'

const hourMs = 60 * 60 * 1000
const doneForMs = 24 * hourMs

type StoreKey = { projectId: string; destinationId: string }
/** But for the time, which is that of the answer. */
type Found = Omit<Board, 'serverTime'>

type Slice = ReturnType<typeof slices>

const BoardFrame = Board.omit({ orders: true })

// So many characters of orders a page brings along, some 150 usual ones: more would be one long piece of work.
const mostOfPage = 100_000

// Two megabytes are no one piece of work: what else comes in is looked at in between.
async function textOf({ orders, ...found }: Found, slice: Slice): Promise<Uint8Array<ArrayBuffer>> {
  const texts: string[] = []
  for (const order of orders) {
    await slice()
    texts.push(JSON.stringify(BoardOrder.encode(order)))
  }
  // The time last: boards set their clocks by it, and this goes out as soon as it is there.
  const frame = JSON.stringify(BoardFrame.encode({ ...found, serverTime: new Date() }))
  return new TextEncoder().encode(`{"orders":[${texts.join(',')}],${frame.slice(1)}`)
}

/** What a page brings along of orders: those nearest to the kerb, and none that leaves no room for others; null for all. */
async function broughtOf(orders: BoardOrder[], slice: Slice): Promise<BoardOrder[] | null> {
  const brought: BoardOrder[] = []
  let room = mostOfPage
  for (const order of orders.toSorted(byNearness)) {
    await slice()
    const { length } = JSON.stringify(BoardOrder.encode(order))
    if (length > room && brought.length > 0) break
    if (length > room) continue
    room -= length
    brought.push(order)
  }
  return brought.length < orders.length ? brought : null
}

/** A board as it was read for all that asked together. It is theirs to look at, not to change. */
export class BoardReading {
  private made: Promise<Uint8Array<ArrayBuffer>> | undefined

  constructor(
    private readonly found: Found,
    private readonly brought: BoardOrder[] | null,
    private readonly slice: Slice,
  ) {}

  /** How many orders were read, however many of them a page brings along. */
  get size(): number {
    return this.found.orders.length
  }

  /** By what rules it hides (maskedByOf). */
  get maskedBy(): string {
    return this.found.maskedBy
  }

  /** For pages, which bring so much of it along as they bear. */
  board(): Board {
    const part = this.brought && { orders: this.brought, cursor: partCursor }
    return { ...this.found, ...part, serverTime: new Date() }
  }

  /** As JSON, made once and then sent to each. */
  text(): Promise<Uint8Array<ArrayBuffer>> {
    this.made ??= textOf(this.found, this.slice)
    return this.made
  }
}

/** What of a board is the database's to say: its orders as they are, and what of them is to be hidden; null for no such store. */
async function readRows(key: StoreKey, audience: Audience, now: Date) {
  const store = await findBoardStore(key)
  if (!store) return null
  // The cursor first: what happens between the two reads is then streamed once more, never missed.
  const position = await safePosition(key)
  const cursor = cursorOf(key, position)
  const history = hiddenId('board-history', `${position.history}`)
  const { orders, leftOut, shortened } = await listBoardOrders(
    key,
    new Date(now.getTime() - doneForMs),
    new Date(now.getTime() - forgottenAfterMs),
    ranksOnRow(store.settings.ticketFace),
  )
  // What it hides last: a board that was to be masked meanwhile is.
  const masking = await maskingOf(audience, key)
  const rest = { ...(leftOut > 0 && { leftOut }), maskedBy: maskedByOf(audience, masking) }
  return { found: { store, orders, cursor, history, ...rest }, masking, shortened }
}

type Rows = NonNullable<Awaited<ReturnType<typeof readRows>>>

// Of a large board's details, names and all, so many characters are read in a millisecond, and so many orders of a few.
const charactersOfMs = 10_000
const ordersOfMs = 10
const leastMs = 3
const usualMs = 25

/** For how many milliseconds of a turn they count. */
function costOf(rows: Rows | null): number {
  const orders = rows?.found.orders ?? []
  let characters = 0
  for (const { hsFields } of orders)
    for (const [name, value] of Object.entries(hsFields)) characters += name.length + value.length
  return leastMs + orders.length / ordersOfMs + characters / charactersOfMs
}

type ShownPart = Pick<BoardOrder, 'customerName' | 'hsFields'>

const sizeOfPart = ({ customerName, hsFields }: ShownPart) =>
  Object.entries(hsFields).reduce((sum, [name, value]) => sum + name.length + value.length, customerName.length)

// So long a board is looked through for what is to be hidden, in microseconds: a megabyte as people write them. What takes longer has
// names that none has used before, which a publishable key may bring, and nobody looks at: of further orders that take longer than their
// beginnings do those alone are read.
const longestLook = 150_000
const shortLook = 150
// However wrong that is, on a machine that is as busy as it may be.
const longestLookMs = 1000

/**
 * How much of an order is to be looked through behind those that were before, which took so long (`tookMs`); `isShort`: the beginnings
 * of its details are all there is.
 */
function readerOfDetails(face: FaceSettings | null) {
  const ranks = ranksOnRow(face)
  // By whose order each name was used first, and which by those of several customers.
  const known = new Map<string, string>()
  const common = new Set<string>()
  let micros = 0
  return (
    { customerName, hsFields }: BoardOrder,
    isShort: boolean,
    tookMs: number,
  ): { hsFields: Record<string, string>; cut?: Cut } => {
    const time = lookingTime(hsFields, known)
    const isTooMuch = (micros > longestLook && time > shortLook) || tookMs > longestLookMs
    if (isTooMuch || isShort) {
      const onRow = detailsOnRow(hsFields, ranks)
      const isOnlyTheirs = (name: string) => !common.has(name) && (known.get(name) ?? customerName) === customerName
      const isOwn = (name: string) => !onRow.includes(name) && isOnlyTheirs(name)
      const cut = { ...shortenedTo, own: Object.keys(hsFields).filter(isOwn) }
      return isShort ? { hsFields, cut } : beginningsOf(hsFields, cut, onRow)
    }
    micros += time
    for (const name of Object.keys(hsFields)) {
      if ((known.get(name) ?? customerName) !== customerName) common.add(name)
      else known.set(name, customerName)
    }
    return { hsFields }
  }
}

/** `name`: which board of the project it is, and for whom. */
async function makeReading(projectId: string, name: string, rows: Rows): Promise<BoardReading> {
  const { found, masking, shortened } = rows
  // One piece of work to the end of its text; a usual board's is no longer than a slice, and waits for none. What details are called
  // tells what to hide, and each name that has not been seen takes long.
  const slice = !masking && costOf(rows) <= usualMs ? async () => {} : slices()
  if (!masking) return new BoardReading(found, await broughtOf(found.orders, slice), slice)
  const shown: BoardOrder[] = []
  const { declared } = masking
  const shownOf = maskedBefore().ofBoard(projectId, name)
  const declaredText = JSON.stringify(declared)
  const detailsOf = readerOfDetails(found.store.settings.ticketFace)
  let tookMs = 0
  for (const order of found.orders) {
    await slice()
    const { customerName, serviceId } = order
    const { hsFields, cut } = detailsOf(order, shortened.has(serviceId), tookMs)
    const since = performance.now()
    const part = shownOf([declaredText, cut, customerName, hsFields], () =>
      maskOrder({ customerName, hsFields }, declared, cut),
    )
    tookMs += performance.now() - since
    shown.push({ ...order, ...part })
  }
  const hidden = { store: { ...found.store, isMasked: true }, orders: shown } as const
  return new BoardReading({ ...found, ...hidden }, await broughtOf(shown, slice), slice)
}

// To hide what thousands of arrivals tell takes seconds where each calls its details otherwise. Not the database's, and whoever
// has just come waits for two readings.
const longestMs = 10_000

// Next evaluates a module once per bundle.
const held = globalThis as typeof globalThis & {
  baycallBoards?: SharedReading<BoardReading | null>
  baycallMaskedBefore?: MaskedBefore<ShownPart>
}

function maskedBefore(): MaskedBefore<ShownPart> {
  held.baycallMaskedBefore ??= new MaskedBefore(sizeOfPart)
  return held.baycallMaskedBefore
}

/**
 * A store's board as it stands no earlier than this, read once for those of one audience that ask together; null for no
 * such store. For a caller who may see it: that is looked at here only once more, where it has taken a while (readAsSame).
 * Throws as that does, unavailable where too many boards of the project are asked for, and OutOfPatience.
 */
export function readForAll(caller: StaffCaller, key: StoreKey, now: Date): Promise<BoardReading | null> {
  held.baycallBoards ??= new SharedReading()
  const boards = held.baycallBoards
  const audience = audienceOf(caller)
  const { projectId, destinationId } = key
  const name = JSON.stringify([projectId, destinationId, audience])
  // What is made of it, which may take longer, is in none of those turns: other stores' boards do not wait for it.
  const read = async () => {
    const rows = await boardInTurn(caller, key, () => readRows(key, audience, now), costOf)
    if (!rows) return null
    const make = () => makeReading(projectId, name, rows)
    if (!rows.masking) return make()
    const ms = costOf(rows) + lookingTimeOfAll(rows.found.orders, longestLook) / 1000
    return ms > usualMs ? hideInTurn(key, longestMs, make, () => ms) : make()
  }
  // With a patience of its own, and that store's project in sight: neither is the first asker's.
  const together = () =>
    Patience.withShared(
      boards.ask(name, () => Patience.during(() => inProjects([projectId], read))),
      lateForBoard,
      audience === 'shared board' ? longestMs : undefined,
    )
  return readAsSame(caller, [projectId], together)
}
