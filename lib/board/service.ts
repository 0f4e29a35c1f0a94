import { covers, findMembership, type StaffCaller } from '@/lib/auth/model'
import { listBoardOrders, safeCursor, shortenedTo } from '@/lib/board/data'
import { heartbeatMs } from '@/lib/board/feed/live'
import { forgottenAfterMs } from '@/lib/board/model'
import type { Board } from '@/lib/board/schema'
import { storeMessages } from '@/lib/board/store-feed'
import { Refusal } from '@/lib/errors'
import { watchElsewhere } from '@/lib/escalations/project-watch'
import type { StreamMessage } from '@/lib/http/event-stream'
import { maskOrder } from '@/lib/privacy/masking'
import { maskedMessages, maskingFor } from '@/lib/privacy/shared-boards'
import { findBoardStore } from '@/lib/settings/data'
import { findStaffAgain } from '@/lib/tablets/credential'
import { lookAgain, watchTablet } from '@/lib/tablets/watch'

const hourMs = 60 * 60 * 1000
const doneForMs = 24 * hourMs

type StoreKey = { projectId: string; destinationId: string }

async function getStore(caller: StaffCaller, key: StoreKey) {
  const membership = findMembership(caller, key.projectId)
  const store = membership && covers(membership, key.destinationId) ? await findBoardStore(key) : null
  if (!store) throw new Refusal('store_not_found', 'There is no such store for your account. Choose one from the list.')
  return store
}

/** A store's board now: open orders but long forgotten ones, and those closed in the last 24 hours. Throws store_not_found. */
export async function getBoard(caller: StaffCaller, key: StoreKey, now: Date): Promise<Board> {
  const store = await getStore(caller, key)
  // The cursor first: what happens between the two reads is then streamed once more, never missed.
  const cursor = await safeCursor(key)
  const { orders, leftOut, shortened } = await listBoardOrders(
    key,
    new Date(now.getTime() - doneForMs),
    new Date(now.getTime() - forgottenAfterMs),
  )
  const masking = await maskingFor(caller, key)
  const board = { store, orders, cursor, serverTime: now, ...(leftOut > 0 && { leftOut }) }
  if (!masking) return board
  const shown = orders.map((order) => {
    const cutTo = shortened.has(order.serviceId) ? shortenedTo : undefined
    return maskOrder(order, masking.declared, cutTo)
  })
  return { ...board, store: { ...store, isMasked: true }, orders: shown }
}

// A right that is taken away ends the stream within a heartbeat: it carries names and plates. So does one that changes,
// for the board to come again with it: what it is told of other stores depends on it. Who reads slowly what was missed, and so
// gets no heartbeat for long, is looked at as often.
async function* whileAllowed(
  caller: StaffCaller,
  key: StoreKey,
  messages: AsyncGenerator<StreamMessage>,
): AsyncGenerator<StreamMessage> {
  let lookedAt = performance.now()
  for await (const message of messages) {
    const isDue = performance.now() - lookedAt >= heartbeatMs
    if (isDue || message.event === 'heartbeat' || message === lookAgain) {
      lookedAt = performance.now()
      const now = await findStaffAgain(caller, new Date())
      const membership = now && findMembership(now, key.projectId)
      if (JSON.stringify(membership) !== JSON.stringify(findMembership(caller, key.projectId))) return
    }
    if (message !== lookAgain) yield message
  }
}

/** A board's stream from a cursor on. It ends with the caller's session or right. Throws store_not_found. */
export async function streamBoard(
  caller: StaffCaller,
  key: StoreKey,
  after: bigint,
): Promise<(signal: AbortSignal) => AsyncGenerator<StreamMessage>> {
  await getStore(caller, key)
  const right = findMembership(caller, key.projectId)
  const beside = (push: (message: StreamMessage) => void) => {
    const ends = [right ? watchElsewhere(key, right, push) : () => {}, watchTablet(caller, push)]
    return () => ends.forEach((end) => void end())
  }
  return (signal) => maskedMessages(caller, key, whileAllowed(caller, key, storeMessages(key, after, signal, beside)))
}
