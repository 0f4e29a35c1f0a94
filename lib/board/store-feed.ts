import { type Change, findBoardOrders, listChanges, safeCursor } from '@/lib/board/data'
import { SettingsNews, settingsMessage } from '@/lib/board/settings-news'
import { onStoreNews } from '@/lib/feed/listener'
import type { StreamMessage } from '@/lib/http/event-stream'
import { log } from '@/lib/log'
import { causeOf } from '@/lib/watch/cause'
import { metrics } from '@/lib/watch/metrics'

/** How often a stream says that it is alive, in milliseconds. */
export const heartbeatMs = 5_000

// More changes than this behind a cursor, and the board is better off reading itself anew.
const widestGap = 1_000

// Messages that wait for one slow reader; each may hold many orders.
const longestQueue = 100

type Store = { projectId: string; destinationId: string }
type Reader = (message: StreamMessage) => void

/** Orders of these changes as they stand now, as one message; the cursor lies behind all that is settled. */
async function messageOf(store: Store, changes: Change[], cursor: bigint): Promise<StreamMessage> {
  const serviceIds = [...new Set(changes.map((c) => c.serviceId))]
  const orders = await findBoardOrders(store.projectId, serviceIds)
  return { event: 'orders', id: cursor.toString(), data: JSON.stringify({ orders, serverTime: new Date() }) }
}

/**
 * One store's changes, read once for all boards of this process. Each look reads again what is younger than the
 * overlap, so that rows which commit out of sequence are never skipped; what was sent already is left out.
 */
class StoreFeed {
  private readonly readers = new Set<Reader>()
  private readonly sent = new Set<bigint>()
  private readonly stop: () => void
  private readonly timer: NodeJS.Timeout
  private readonly settings: SettingsNews
  private looking = false
  private lookAgain = false
  private beatOwed = false
  private readonly startedAt = performance.now()

  constructor(
    private readonly store: Store,
    private cursor: bigint,
  ) {
    this.stop = onStoreNews(store.projectId, store.destinationId, () => void this.look(false))
    this.settings = new SettingsNews(store, (message) => this.send(message))
    this.timer = setInterval(() => void this.look(true), heartbeatMs)
  }

  add(reader: Reader): void {
    this.readers.add(reader)
  }

  /** True when that was the last reader, and the feed has ended. */
  remove(reader: Reader): boolean {
    this.readers.delete(reader)
    if (this.readers.size > 0) return false
    this.stop()
    this.settings.stop()
    clearInterval(this.timer)
    return true
  }

  private send(message: StreamMessage): void {
    for (const reader of this.readers) reader(message)
  }

  private async look(beat: boolean): Promise<void> {
    this.beatOwed ||= beat
    this.lookAgain = true
    if (this.looking) return
    this.looking = true
    try {
      while (this.lookAgain) {
        this.lookAgain = false
        await this.read()
        // Only after a look that went well: a heartbeat is the promise that nothing was missed.
        if (this.beatOwed) this.send(heartbeat(this.cursor))
        this.beatOwed = false
      }
    } catch (error) {
      log.warn({ err: causeOf(error) }, 'board feed could not look')
    } finally {
      this.looking = false
    }
  }

  // By the database's clock, and without what is older than this feed: its boards have read that themselves.
  private observeLag(news: Change[], readAt: number): void {
    const sinceStartSeconds = (readAt - this.startedAt) / 1000
    const sendingSeconds = (performance.now() - readAt) / 1000
    for (const { ageSeconds } of news) {
      if (ageSeconds < sinceStartSeconds) metrics().feedLag.observe(Math.max(0, ageSeconds) + sendingSeconds)
    }
  }

  // Page by page past what is not settled yet: a rush of more than a page must not hold up what comes behind it.
  private async read(): Promise<void> {
    for (let after: bigint | undefined = this.cursor; after !== undefined; ) {
      const changes = await listChanges(this.store, after, widestGap)
      const readAt = performance.now()
      const news = changes.filter((c) => !this.sent.has(c.sequence))
      const message = news.length > 0 ? await messageOf(this.store, news, this.cursor) : undefined
      for (const { sequence, settled } of changes) {
        if (settled) {
          this.cursor = sequence > this.cursor ? sequence : this.cursor
          this.sent.delete(sequence)
        } else this.sent.add(sequence)
      }
      if (message) this.send({ ...message, id: this.cursor.toString() })
      this.observeLag(news, readAt)
      after = changes.length === widestGap ? changes.at(-1)?.sequence : undefined
    }
  }
}

function heartbeat(cursor: bigint): StreamMessage {
  return { event: 'heartbeat', id: cursor.toString(), data: JSON.stringify({ serverTime: new Date() }) }
}

const held = globalThis as typeof globalThis & { baycallFeeds?: Map<string, StoreFeed> }

function feeds(): Map<string, StoreFeed> {
  held.baycallFeeds ??= new Map()
  return held.baycallFeeds
}

function join(store: Store, cursor: bigint, reader: Reader): () => void {
  const name = JSON.stringify([store.projectId, store.destinationId])
  const feed = feeds().get(name) ?? new StoreFeed(store, cursor)
  feeds().set(name, feed)
  feed.add(reader)
  return () => {
    if (feed.remove(reader)) feeds().delete(name)
  }
}

const reset: StreamMessage = { event: 'reset', data: '{}' }

// What a reader missed, page by page. A gap that is wide and old is told by `reset`: reading the board anew is quicker.
async function* missedMessages(store: Store, from: bigint): AsyncGenerator<StreamMessage> {
  for (let after: bigint | undefined = from; after !== undefined; ) {
    const missed = await listChanges(store, after, widestGap)
    const last = missed.length === widestGap ? missed.at(-1) : undefined
    if (last?.settled) return yield reset
    if (missed.length > 0) yield await messageOf(store, missed, from)
    after = last?.sequence
  }
}

/**
 * A board's messages from a cursor on, until the signal: what it missed, then what happens, with a heartbeat between.
 * `reset` says: read the board anew, too much was missed. Nothing is lost in between: live messages queue from before
 * the missed ones are read, and applying one twice is harmless. A reader too slow for its queue is reset as well.
 * `beside` puts further messages into the queue, and ends with the stream.
 */
export async function* storeMessages(
  store: Store,
  after: bigint,
  signal: AbortSignal,
  beside: (push: Reader) => () => void = () => () => {},
): AsyncGenerator<StreamMessage> {
  const queue: StreamMessage[] = []
  let wake = () => {}
  // A feed begins behind all that is settled; what lies between a reader's own cursor and that, the reader catches up.
  const settled = BigInt(await safeCursor(store))
  const push = (message: StreamMessage) => {
    if (queue.length >= longestQueue) queue.splice(0, queue.length, reset)
    queue.push(message)
    wake()
  }
  const leave = [join(store, settled, push), beside(push)]
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  try {
    yield* missedMessages(store, after < settled ? after : settled)
    // Always: what was changed while nobody listened needs no cursor.
    yield await settingsMessage(store)
    yield heartbeat(settled)
    while (!signal.aborted) {
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
  }
}
