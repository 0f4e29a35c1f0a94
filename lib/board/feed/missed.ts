import { listArrived, listChanges } from '@/lib/board/data'
import { Kept, reset } from '@/lib/board/feed/kept'
import { type Store, widestGap } from '@/lib/board/feed/live'
import { tellSome } from '@/lib/board/feed/order-messages'
import type { KnownPosition } from '@/lib/board/model'
import type { StreamMessage } from '@/lib/http/event-stream'
import type { BoardSection } from '@/lib/orders/model'
import { Patience } from '@/lib/patience'
import { missedInTurn } from '@/lib/turns/reading'
import { SharedReading } from '@/lib/turns/shared-reading'

// What a store's boards hold together of what they missed; beyond it each reads on by itself, as slowly as it takes it.
const longestShared = 4_000_000

/** The orders that are still to be told of; null: what has changed is still to be looked at. */
type Rest = string[] | null
type Missed = { messages: StreamMessage[]; rest: Rest }

const isThrough = (rest: Rest) => rest?.length === 0

// A slow line has one in a moment: what happens meanwhile is told in between.
const longestMessage = 100_000

// What is not settled yet is looked at whole: three thousand changes a second, for as long as a writer may take.
const mostPages = 50

// On a slow line the rest may take its time. Who has arrived last first: of the others a board may know already.
async function nearestFirst({ projectId }: Store, sections: Map<string, BoardSection>): Promise<string[]> {
  const of = (...some: BoardSection[]) => [...sections.keys()].filter((id) => some.includes(sections.get(id) ?? 'Done'))
  const arrived = of('Arrived')
  const byArrival = arrived.length > 1 ? await listArrived(projectId, arrived) : arrived
  // Those who have gone on since are told of all the same.
  return [...new Set([...byArrival, ...arrived, ...of('Done'), ...of('OnTheWay', 'Expected')])]
}

// All of it before anything is told: whoever has arrived last stands on the last page. A gap that is wide and old is told by
// `reset`: reading the board anew is quicker. Null then, as where another history has begun.
async function readChanged(store: Store, from: KnownPosition): Promise<string[] | null> {
  const sections = new Map<string, BoardSection>()
  let after = from.sequence
  for (let page = 0; page < mostPages; page += 1) {
    const { history, changes } = await listChanges(store, after, widestGap)
    if (history !== from.history) return null
    for (const { serviceId, section } of changes) sections.set(serviceId, section)
    const last = changes.length === widestGap ? changes.at(-1) : undefined
    if (!last) return nearestFirst(store, sections)
    if (last.settled) return null
    after = last.sequence
  }
  return null
}

async function readSome(store: Store, from: KnownPosition, rest: Rest): Promise<Missed> {
  if (!rest) {
    const changed = await readChanged(store, from)
    return changed ? { messages: [], rest: changed } : { messages: [reset], rest: [] }
  }
  const { serviceIds: told, messages } = await tellSome(store, rest, from, { longest: longestMessage })
  return { messages, rest: rest.slice(told.length) }
}

// What is kept is let go of where it is too much for the process; then a reset is all there is to tell.
async function keep(kept: Kept, read: () => Promise<Missed>): Promise<Rest> {
  const { messages, rest } = await read()
  kept.addAll(messages)
  return kept.isLetGo ? [] : rest
}

async function readMissed(store: Store, from: KnownPosition): Promise<Missed> {
  const kept = new Kept()
  try {
    let rest: Rest = null
    while (!isThrough(rest) && kept.characters <= longestShared) {
      const behind = rest
      rest = await keep(kept, () => readSome(store, from, behind))
    }
    return { messages: kept.end(), rest: kept.isLetGo ? [] : rest }
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
