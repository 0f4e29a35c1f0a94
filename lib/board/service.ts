import { covers, findMembership, type StaffCaller } from '@/lib/auth/model'
import { readAsSame, waitMs } from '@/lib/auth/still-same'
import { type BoardReading, readForAll } from '@/lib/board/board-reading'
import { positionOf } from '@/lib/board/feed/cursor'
import { heartbeatMs } from '@/lib/board/feed/live'
import type { Board } from '@/lib/board/schema'
import { storeMessages } from '@/lib/board/store-feed'
import { Refusal } from '@/lib/errors'
import { watchElsewhere } from '@/lib/escalations/project-watch'
import { lookAgain, lookFor, watchRights } from '@/lib/feed/rights'
import type { StreamMessage } from '@/lib/http/event-stream'
import { limitRows, refuseRows } from '@/lib/limits/staff'
import { audienceOf, maskedByOf, maskedMessages, maskingFor } from '@/lib/privacy/shared-boards'
import { findBoardStore } from '@/lib/settings/data'
import { slices } from '@/lib/slices'
import { findStaffFor } from '@/lib/tablets/credential'

type StoreKey = { projectId: string; destinationId: string }

const noSuchStore = () =>
  new Refusal('store_not_found', 'There is no such store for your account. Choose one from the list.')

function mayHaveBoard(caller: StaffCaller, { projectId, destinationId }: StoreKey): boolean {
  const membership = findMembership(caller, projectId)
  return membership !== undefined && covers(membership, destinationId)
}

async function readTogether(caller: StaffCaller, key: StoreKey, now: Date, isCounted: boolean) {
  if (!mayHaveBoard(caller, key)) throw noSuchStore()
  // A tablet reads it again whenever its connection breaks: but for pages what it is made of is not counted.
  if (isCounted) await refuseRows(caller, key.projectId)
  const reading = await readForAll(caller, key, now)
  if (!reading) throw noSuchStore()
  return reading
}

/**
 * A board, and what `make` makes of it, by the rules in force as it is given: where that took its time, and a shared board
 * is to hide something else by now, it is read anew.
 */
async function byRulesNow<Made>(
  caller: StaffCaller,
  key: StoreKey,
  read: () => Promise<BoardReading>,
  make: (reading: BoardReading) => Promise<Made>,
): Promise<Made> {
  for (;;) {
    const since = performance.now()
    const reading = await read()
    const made = await make(reading)
    if (!caller.tablet || performance.now() - since < waitMs) return made
    if (reading.maskedBy === maskedByOf(audienceOf(caller), await maskingFor(caller, key))) return made
  }
}

// So many orders are read in the time that a page takes to bring one along.
const readAsOneDrawn = 4

const longBytes = 100_000

// As text so many, two usual orders, cost what one does in a page.
const bytesOfRow = 2_000

/**
 * A store's board now, for a page: open orders but long forgotten ones, and those closed in the last 24 hours. Of very many
 * those nearest to the kerb, with `partCursor`. Not to be changed: others have it too. Throws store_not_found, too_many_requests
 * (limitRows), and unavailable where too many boards are asked for.
 */
export async function getBoard(caller: StaffCaller, key: StoreKey, now: Date): Promise<Board> {
  return byRulesNow(
    caller,
    key,
    () => readTogether(caller, key, now, true),
    async (reading) => {
      const board = reading.board()
      await limitRows(caller, key.projectId, board.orders.length + reading.size / readAsOneDrawn)
      return board
    },
  )
}

/** All of it as JSON text in UTF-8. Throws as getBoard does. */
export async function getBoardText(caller: StaffCaller, key: StoreKey, now: Date): Promise<Uint8Array<ArrayBuffer>> {
  const isCounted = !caller.tablet
  // To write what is large takes its time as well: who has been signed out meanwhile is told none of it.
  return readAsSame(caller, [key.projectId], async () => {
    const read = () => readTogether(caller, key, now, isCounted)
    const text = await byRulesNow(caller, key, read, (reading) => reading.text())
    if (isCounted) await limitRows(caller, key.projectId, text.byteLength / bytesOfRow)
    // All who share it have it at once, and each sending of much takes its milliseconds: others have their turns in between.
    if (text.byteLength > longBytes) await slices()()
    return text
  })
}

// A right that is taken away ends the stream at once, or with the next heartbeat: it carries names and plates. So does one
// that changes, for the board to come again with it: what it is told of other stores depends on it. What was missed may be
// long, and wait for its turn: whoever reads that is looked at again once it has taken a while, then as often as by
// heartbeats, and at once where they may have become something else (`isOther`), not behind all of it.
async function* whileAllowed(
  caller: StaffCaller,
  key: StoreKey,
  messages: AsyncGenerator<StreamMessage>,
  isOther: () => boolean,
): AsyncGenerator<StreamMessage> {
  let dueAt = performance.now() + waitMs
  const rightOf = (one: StaffCaller) => JSON.stringify(findMembership(one, key.projectId))
  const right = rightOf(caller)
  const isSame = (now: StaffCaller) => rightOf(now) === right
  let hasNews = false
  for await (const message of messages) {
    hasNews = isOther() || hasNews
    const isBeat: boolean = message.event === 'heartbeat' && !hasNews
    if (isBeat || hasNews || message === lookAgain || performance.now() >= dueAt) {
      dueAt = performance.now() + heartbeatMs
      const now: StaffCaller | null | undefined = await lookFor(message, () => findStaffFor(caller, { isBeat, isSame }))
      // Not known yet: no belief of before answers it.
      hasNews = now === undefined
      if (now === undefined) continue
      if (!now || !isSame(now)) return
    }
    if (message !== lookAgain) yield message
  }
}

/**
 * A board's stream from a cursor on; one that this store has not given has it read itself anew, and so have other rules than
 * those that the board was hidden by (`maskedBy`). It ends with the caller's session or right. Throws store_not_found.
 */
export async function streamBoard(
  caller: StaffCaller,
  key: StoreKey,
  cursor: string,
  maskedBy?: string,
): Promise<(signal: AbortSignal) => AsyncGenerator<StreamMessage>> {
  if (!mayHaveBoard(caller, key) || !(await findBoardStore(key))) throw noSuchStore()
  const after = positionOf(key, cursor)
  const right = findMembership(caller, key.projectId)
  // What its reader has become while nobody listened yet is news as well.
  let hasNews = true
  const beside = (push: (message: StreamMessage) => void) => {
    const look = (message: StreamMessage) => {
      hasNews = true
      push(message)
    }
    const ends = [right ? watchElsewhere(key, right, push) : () => {}, watchRights(caller, look)]
    return () => ends.forEach((end) => void end())
  }
  const isOther = () => {
    const isNew = hasNews
    hasNews = false
    return isNew
  }
  const allowed = (signal: AbortSignal) => whileAllowed(caller, key, storeMessages(key, after, signal, beside), isOther)
  return (signal) => maskedMessages(caller, key, allowed(signal), maskedBy)
}
