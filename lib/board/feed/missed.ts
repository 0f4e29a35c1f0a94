import { listChanges } from '@/lib/board/data'
import { type Store, widestGap } from '@/lib/board/feed/live'
import { tellOrders } from '@/lib/board/feed/order-messages'
import type { StreamMessage } from '@/lib/http/event-stream'
import { Patience } from '@/lib/patience'
import { SharedReading } from '@/lib/turns/shared-reading'
import { inProjects } from '@/lib/wall'

// What a store's boards hold together of what they missed; beyond it each reads on by itself, as slowly as it takes it.
const longestShared = 4_000_000

export const reset: StreamMessage = { event: 'reset', data: '{}' }

/** Orders that are still to be told of, and the change behind which to look on; undefined: that was all. */
type Rest = { serviceIds: string[]; after: bigint | undefined }
type Missed = { messages: StreamMessage[]; rest: Rest }

// Page by page. A gap that is wide and old is told by `reset`: reading the board anew is quicker.
async function* tellMissed(store: Store, from: bigint, rest: Rest): AsyncGenerator<Missed> {
  let { serviceIds, after } = rest
  for (;;) {
    let told = 0
    for await (const { serviceIds: some, messages } of tellOrders(store.projectId, serviceIds, from)) {
      told += some.length
      yield { messages, rest: { serviceIds: serviceIds.slice(told), after } }
    }
    if (after === undefined) return
    const missed = await listChanges(store, after, widestGap)
    const last = missed.length === widestGap ? missed.at(-1) : undefined
    if (last?.settled) return yield { messages: [reset], rest: { serviceIds: [], after: undefined } }
    serviceIds = [...new Set(missed.map((change) => change.serviceId))]
    after = last?.sequence
  }
}

async function readMissed(store: Store, from: bigint): Promise<Missed> {
  const shared: Missed = { messages: [], rest: { serviceIds: [], after: undefined } }
  let length = 0
  for await (const { messages, rest } of tellMissed(store, from, { serviceIds: [], after: from })) {
    for (const message of messages) length += message.data.length
    shared.messages.push(...messages)
    if (length > longestShared) return { ...shared, rest }
  }
  return shared
}

const held = globalThis as typeof globalThis & { baycallMissed?: SharedReading<Missed> }

/**
 * What a board that has joined its store's feed missed behind a cursor. When a server or the network comes back, so do all
 * boards of a store, most of them from the same cursor: it is read once for those that ask together.
 */
export async function* missedMessages(store: Store, from: bigint): AsyncGenerator<StreamMessage> {
  held.baycallMissed ??= new SharedReading()
  const { projectId, destinationId } = store
  const { messages, rest } = await held.baycallMissed.ask(JSON.stringify([projectId, destinationId, `${from}`]), () =>
    Patience.outside(() => inProjects([projectId], () => readMissed(store, from))),
  )
  yield* messages
  for await (const more of tellMissed(store, from, rest)) yield* more.messages
}
