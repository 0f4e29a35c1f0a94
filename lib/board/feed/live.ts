import { type Change, listChanges, safePosition } from '@/lib/board/data'
import { cursorOf } from '@/lib/board/feed/cursor'
import { reset } from '@/lib/board/feed/kept'
import { type Told, tellOrders, tellSome, upToBytes } from '@/lib/board/feed/order-messages'
import { type Lane, mostOf, Pace } from '@/lib/board/feed/pace'
import type { KnownPosition } from '@/lib/board/model'
import type { BoardOrder } from '@/lib/board/schema'
import { SettingsNews } from '@/lib/board/settings-news'
import { onStoreNews } from '@/lib/feed/listener'
import type { StreamMessage } from '@/lib/http/event-stream'
import { log } from '@/lib/log'
import { Patience } from '@/lib/patience'
import { inProjects } from '@/lib/wall'
import { metrics } from '@/lib/watch/metrics'

/** How often a stream says that it is alive, in milliseconds. */
export const heartbeatMs = 5_000

/** More changes than this behind a cursor, and the board is better off reading itself anew. */
export const widestGap = 1_000

// So long after a look that failed the next one comes, whether or not anybody says so again.
const failedAgainMs = 1_000

// Each look is told to every board: one that has many looks again so long after the last, 40 ms of a hundred boards, and tells
// in one what came meanwhile. A store's few tablets are told at once.
const restMsOfBoard = 0.4
const longestRestMs = 50

export type Store = { projectId: string; destinationId: string }
export type Reader = (message: StreamMessage) => void

/**
 * One store's changes, read once for all boards of this process. Each look reads again what is younger than the
 * overlap, so that rows which commit out of sequence are never skipped; what was sent already is left out.
 */
export class StoreFeed {
  private readonly readers = new Set<Reader>()
  private readonly sent = new Set<bigint>()
  private readonly stop: () => void
  private readonly timer: NodeJS.Timeout
  private readonly settings: SettingsNews
  private looking = false
  private lookAgain = false
  private beatOwed = false
  private pace = new Pace()
  private nextLook: NodeJS.Timeout | undefined
  private wokenLook: NodeJS.Timeout | undefined
  private lookedAt = Number.NEGATIVE_INFINITY
  private readonly startedAt = performance.now()

  constructor(
    private readonly store: Store,
    private behind: KnownPosition,
  ) {
    this.stop = onStoreNews(store.projectId, store.destinationId, () => this.wake())
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
    clearTimeout(this.nextLook)
    clearTimeout(this.wokenLook)
    return true
  }

  private wake(): void {
    const restMs = Math.min(longestRestMs, this.readers.size * restMsOfBoard)
    const leftMs = this.lookedAt + restMs - performance.now()
    const look = () => {
      this.wokenLook = undefined
      void this.look(false)
    }
    if (leftMs < 1) look()
    else this.wokenLook ??= setTimeout(look, leftMs)
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
        this.lookedAt = performance.now()
        // Whatever woke it: for whoever may see this store, and that store's project alone.
        await Patience.outside(() => inProjects([this.store.projectId], () => this.read()), { isForKnown: true })
        // Only after a look that went well: a heartbeat is the promise that nothing was missed.
        if (this.beatOwed) this.send(heartbeat(this.store, this.upTo()))
        this.beatOwed = false
      }
    } catch (error) {
      log.warn({ err: error }, 'board feed could not look')
      this.lookIn(failedAgainMs)
    } finally {
      this.looking = false
    }
  }

  private say({ serviceIds, orders, messages, left }: Told, readAt: number, lane?: Lane): void {
    this.pace.note(serviceIds, orders, readAt, lane)
    this.pace.measure(left)
    for (const message of messages) this.send(message)
  }

  // Behind what is settled, but for what its boards are still to be told of: whoever comes back with it misses none of that.
  private upTo(): KnownPosition {
    const owed = this.pace.firstOwed()
    const { history, sequence } = this.behind
    return owed === null || sequence < owed ? this.behind : { history, sequence: owed - 1n }
  }

  // By the database's clock, and without what is older than this feed: its boards have read that themselves.
  private observeLag(news: Change[], readAt: number): void {
    const sinceStartSeconds = (readAt - this.startedAt) / 1000
    const sendingSeconds = (performance.now() - readAt) / 1000
    for (const { ageSeconds } of news) {
      if (ageSeconds < sinceStartSeconds) metrics().feedLag.observe(Math.max(0, ageSeconds) + sendingSeconds)
    }
  }

  // With the cursor that is behind all of it: where reading fails on the way, nothing counts as told, and is told again.
  private async tell(news: Change[], readAt: number): Promise<void> {
    const { atOnce, waited } = this.pace.due(news, readAt, this.behind.sequence)
    // That somebody rings for too long a store may be told of very many at once.
    const isUnpaced = ({ isByApi, eventType }: Change) => !isByApi && eventType !== 'escalated'
    const unpaced = new Set(news.filter(isUnpaced).map(({ serviceId }) => serviceId))
    const asNow = (order: BoardOrder) => (unpaced.has(order.serviceId) ? order : this.pace.asNow(order, readAt))
    const now = new Set<string>()
    for await (const told of tellOrders(this.store, atOnce, this.upTo(), asNow)) {
      this.say(told, readAt)
      for (const serviceId of told.serviceIds) now.add(serviceId)
    }
    for (const { lane, serviceIds } of waited) {
      this.say(await tellSome(this.store, serviceIds, this.upTo(), { choose: upToBytes(mostOf(lane)) }), readAt, lane)
    }
    this.observeLag(
      news.filter(({ serviceId }) => now.has(serviceId)),
      readAt,
    )
  }

  // Page by page past what is not settled yet: a rush of more than a page must not hold up what comes behind it.
  private async read(): Promise<void> {
    for (let after: bigint | undefined = this.behind.sequence; after !== undefined; ) {
      const { history, changes } = await listChanges(this.store, after, widestGap)
      if (history !== this.behind.history) {
        await this.beginAnew()
        this.lookIn(failedAgainMs)
        return
      }
      await this.tell(
        changes.filter((c) => !this.sent.has(c.sequence)),
        performance.now(),
      )
      for (const { sequence, settled } of changes) {
        if (settled) {
          if (sequence > this.behind.sequence) this.behind = { history, sequence }
          this.sent.delete(sequence)
        } else this.sent.add(sequence)
      }
      after = changes.length === widestGap ? changes.at(-1)?.sequence : undefined
    }
    this.comeBack()
  }

  // The database has stepped back: its numbers come once more, and what is known may be newer than what is so.
  private async beginAnew(): Promise<void> {
    this.behind = await safePosition(this.store)
    this.sent.clear()
    this.pace = new Pace()
    this.send(reset)
  }

  private comeBack(): void {
    clearTimeout(this.nextLook)
    const dueInMs = this.pace.dueInMs(performance.now())
    if (dueInMs !== null) this.lookIn(Math.ceil(dueInMs))
  }

  private lookIn(ms: number): void {
    clearTimeout(this.nextLook)
    if (this.readers.size > 0) this.nextLook = setTimeout(() => void this.look(false), ms)
  }
}

/** Says that nothing was missed up to a position. */
export function heartbeat(store: Store, upTo: KnownPosition): StreamMessage {
  return { event: 'heartbeat', id: cursorOf(store, upTo), data: JSON.stringify({ serverTime: new Date() }) }
}
