import { safePosition } from '@/lib/board/data'
import { reset } from '@/lib/board/feed/kept'
import { heartbeat, type Reader, type Store, StoreFeed } from '@/lib/board/feed/live'
import { missedMessages } from '@/lib/board/feed/missed'
import { ReaderQueue } from '@/lib/board/feed/reader-queue'
import type { KnownPosition, Position } from '@/lib/board/model'
import { settingsMessage } from '@/lib/board/settings-news'
import type { StreamMessage } from '@/lib/http/event-stream'

const held = globalThis as typeof globalThis & { baycallFeeds?: Map<string, StoreFeed> }

function feeds(): Map<string, StoreFeed> {
  held.baycallFeeds ??= new Map()
  return held.baycallFeeds
}

function join(store: Store, position: KnownPosition, reader: Reader): () => void {
  const name = JSON.stringify([store.projectId, store.destinationId])
  const feed = feeds().get(name) ?? new StoreFeed(store, position)
  feeds().set(name, feed)
  feed.add(reader)
  return () => {
    if (feed.remove(reader)) feeds().delete(name)
  }
}

// One of each, whoever it goes to: it is masked and written once for all (event-stream.ts).
const cursorless = new WeakMap<StreamMessage, StreamMessage>()

// What happens while a board is told of what it missed: whoever comes back then has not been told of all that is before it.
function withoutCursor(message: StreamMessage): StreamMessage {
  if (message.id === undefined) return message
  const known = cursorless.get(message) ?? { event: message.event, data: message.data }
  cursorless.set(message, known)
  return known
}

/**
 * A board's messages from a position on, until the signal: what it missed, then what happens, with a heartbeat between.
 * `reset` says: read the board anew, too much was missed, or (null, or of another history) nobody knows what. Nothing is lost
 * in between: live messages queue from before the missed ones are read and come between them, and applying one twice is harmless. A reader too slow
 * for its queue is reset as well; where the process has no room for what it keeps, the stream may end: a board that comes again
 * is told all. `beside` puts further messages into the queue, and ends with the stream.
 */
export async function* storeMessages(
  store: Store,
  after: Position | null,
  signal: AbortSignal,
  beside: (push: Reader) => () => void = () => () => {},
): AsyncGenerator<StreamMessage> {
  const queue = new ReaderQueue()
  let wake = () => {}
  // A feed begins behind all that is settled; what lies between a reader's own cursor and that, the reader catches up.
  const settled = await safePosition(store)
  let isBehind = true
  const push = (message: StreamMessage) => {
    // Sent behind all that was missed it would tell of a slow line, for it is as old as that took.
    if (isBehind && message.event === 'heartbeat') return
    queue.push(message)
    wake()
  }
  const leave = [join(store, settled, push), beside(push)]
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  try {
    // None is ahead of what is settled, that is not of what was lost.
    const isKnown = after !== null && (after.history ?? settled.history) === settled.history
    if (isKnown && after.sequence <= settled.sequence) {
      for await (const message of missedMessages(store, { history: settled.history, sequence: after.sequence })) {
        yield message
        for (let waiting = queue.length; waiting > 0; waiting -= 1) {
          const next = queue.shift()
          if (next) yield withoutCursor(next)
        }
      }
    } else yield reset
    // Always: what was changed while nobody listened needs no cursor.
    yield await settingsMessage(store)
    isBehind = false
    yield heartbeat(store, settled)
    while (!signal.aborted && !queue.isEnded) {
      const next = queue.shift()
      if (next) yield next
      else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    for (const end of leave) end()
    queue.end()
  }
}
