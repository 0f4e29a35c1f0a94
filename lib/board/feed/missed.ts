import { type Change, listChanges } from '@/lib/board/data'
import { Kept, reset } from '@/lib/board/feed/kept'
import { type Store, widestGap } from '@/lib/board/feed/live'
import { tellSome } from '@/lib/board/feed/order-messages'
import type { KnownPosition } from '@/lib/board/model'
import type { StreamMessage } from '@/lib/http/event-stream'
import { Patience } from '@/lib/patience'
import { missedInTurn } from '@/lib/turns/reading'
import { SharedReading } from '@/lib/turns/shared-reading'

// What a store's boards hold together of what they missed; beyond it each reads on by itself, as slowly as it takes it.
const longestShared = 4_000_000

/** Orders that are still to be told of, and the change behind which to look on; undefined: that was all. */
type Rest = { serviceIds: string[]; after: bigint | undefined }
type Missed = { messages: StreamMessage[]; rest: Rest }

const nothing: Rest = { serviceIds: [], after: undefined }
const isThrough = ({ serviceIds, after }: Rest) => serviceIds.length === 0 && after === undefined

// A slow line has one in a moment: what happens meanwhile is told in between.
const longestMessage = 100_000

// Who has arrived first, then what is over: on a slow line the others may take their time.
const rank = { Arrived: 0, Done: 1, OnTheWay: 2, Expected: 2 }

function nearestFirst(missed: Change[]): string[] {
  const sections = new Map(missed.map(({ serviceId, section }) => [serviceId, section]))
  return [...sections].sort(([, one], [, other]) => rank[one] - rank[other]).map(([serviceId]) => serviceId)
}

// Page by page. A gap that is wide and old is told by `reset`: reading the board anew is quicker.
async function readSome(store: Store, from: KnownPosition, { serviceIds, after }: Rest): Promise<Missed> {
  if (serviceIds.length > 0) {
    const { serviceIds: told, messages } = await tellSome(store, serviceIds, from, { longest: longestMessage })
    return { messages, rest: { serviceIds: serviceIds.slice(told.length), after } }
  }
  if (after === undefined) return { messages: [], rest: nothing }
  const { history, changes: missed } = await listChanges(store, after, widestGap)
  if (history !== from.history) return { messages: [reset], rest: nothing }
  const last = missed.length === widestGap ? missed.at(-1) : undefined
  if (last?.settled) return { messages: [reset], rest: nothing }
  return { messages: [], rest: { serviceIds: nearestFirst(missed), after: last?.sequence } }
}

// What is kept is let go of where it is too much for the process; then a reset is all there is to tell.
async function keep(kept: Kept, read: () => Promise<Missed>): Promise<Rest> {
  const { messages, rest } = await read()
  kept.addAll(messages)
  return kept.isLetGo ? nothing : rest
}

async function readMissed(store: Store, from: KnownPosition): Promise<Missed> {
  const kept = new Kept()
  try {
    let rest: Rest = { serviceIds: [], after: from.sequence }
    while (!isThrough(rest) && kept.characters <= longestShared) {
      const behind = rest
      rest = await keep(kept, () => readSome(store, from, behind))
    }
    return { messages: kept.end(), rest: kept.isLetGo ? nothing : rest }
  } finally {
    kept.end()
  }
}

const held = globalThis as typeof globalThis & { baycallMissed?: SharedReading<Missed> }

function askMissed(store: Store, from: KnownPosition): Promise<Missed> {
  held.baycallMissed ??= new SharedReading()
  const { projectId, destinationId } = store
  return held.baycallMissed.ask(JSON.stringify([projectId, destinationId, `${from.history}`, `${from.sequence}`]), () =>
    Patience.outside(() => missedInTurn(store, () => readMissed(store, from)), { isForKnown: true }),
  )
}

/**
 * What a board that has joined its store's feed missed behind a position. When a server or the network comes back, so do all
 * boards of a store, most of them from the same cursor: it is read once for those that ask together.
 */
export async function* missedMessages(store: Store, from: KnownPosition): AsyncGenerator<StreamMessage> {
  const kept = new Kept()
  try {
    let rest = await keep(kept, () => askMissed(store, from))
    for (;;) {
      for (let next = kept.shift(); next; next = kept.shift()) yield next
      if (kept.isLetGo || isThrough(rest)) return
      const behind = rest
      // Too much to be held for all: each reads on by itself, in its turn.
      rest = await keep(kept, () => missedInTurn(store, () => readSome(store, from, behind)))
    }
  } finally {
    kept.end()
  }
}
