import { findStaffBySession } from '@/lib/auth/data'
import { covers, findMembership, type StaffCaller } from '@/lib/auth/model'
import { listBoardOrders, safeCursor } from '@/lib/board/data'
import { forgottenAfterMs } from '@/lib/board/model'
import type { Board } from '@/lib/board/schema'
import { storeMessages } from '@/lib/board/store-feed'
import { Refusal } from '@/lib/errors'
import { watchElsewhere } from '@/lib/escalations/project-watch'
import type { StreamMessage } from '@/lib/http/event-stream'
import { findBoardStore } from '@/lib/settings/data'

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
  const orders = await listBoardOrders(
    key,
    new Date(now.getTime() - doneForMs),
    new Date(now.getTime() - forgottenAfterMs),
  )
  return { store, orders, cursor, serverTime: now }
}

// A right that is taken away ends the stream within a heartbeat: it carries names and plates. So does one that changes,
// for the board to come again with it: what it is told of other stores depends on it.
async function* whileAllowed(
  caller: StaffCaller,
  key: StoreKey,
  messages: AsyncGenerator<StreamMessage>,
): AsyncGenerator<StreamMessage> {
  for await (const message of messages) {
    if (message.event === 'heartbeat') {
      const now = await findStaffBySession(caller.sessionId, new Date())
      const membership = now && findMembership(now, key.projectId)
      if (JSON.stringify(membership) !== JSON.stringify(findMembership(caller, key.projectId))) return
    }
    yield message
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
  const elsewhere = (push: (message: StreamMessage) => void) => (right ? watchElsewhere(key, right, push) : () => {})
  return (signal) => whileAllowed(caller, key, storeMessages(key, after, signal, elsewhere))
}
