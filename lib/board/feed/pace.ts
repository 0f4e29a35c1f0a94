import type { Change } from '@/lib/board/data'
import type { BoardOrder } from '@/lib/board/schema'

/** How long an order that was just told of waits with news of its details alone, in milliseconds. */
const apartMs = 1_000

/** So far apart are a store's messages of details alone, in milliseconds: what comes between goes together. */
const togetherMs = 500

const rememberedMs = 10 * 60_000
const mostRemembered = 5_000

type Last = { status: string; section: string; atMs: number }

/**
 * Which orders a store's boards are told of now. Where a customer is and what staff do is told at once, and first. What changes
 * in its details alone (a note, an ETA) goes twice a second with what else does, and of one order the boards hear once a
 * second, as it stands by then: apps that send details all the time must not hold up who arrives, nor keep a slow tablet busy.
 * Times are milliseconds of any clock that only goes on.
 */
export class Pace {
  // Those told of last are the last.
  private readonly lately = new Map<string, Last>()
  private readonly owed = new Set<string>()
  private togetherAtMs = Number.NEGATIVE_INFINITY

  /** The serviceIds to tell of now: those of the news that can't wait, then those that have waited. */
  due(news: Change[], nowMs: number): { atOnce: string[]; waited: string[] } {
    this.forget(nowMs)
    const atOnce = new Set<string>()
    for (const change of news) {
      if (isOfDetailsAlone(change, this.lately.get(change.serviceId))) this.owed.add(change.serviceId)
      else atOnce.add(change.serviceId)
    }
    const waited = [...this.owed].filter((id) => this.dueAtMs(id) <= nowMs && !atOnce.has(id))
    if (waited.length > 0) this.togetherAtMs = nowMs
    return { atOnce: [...atOnce], waited }
  }

  /** Notes what was told of those orders; of one that is not there any more nothing is owed. */
  note(serviceIds: string[], orders: BoardOrder[], nowMs: number): void {
    for (const id of serviceIds) {
      this.lately.delete(id)
      this.owed.delete(id)
    }
    for (const { serviceId, status, section } of orders) this.lately.set(serviceId, { status, section, atMs: nowMs })
  }

  /** In how many milliseconds the next order has waited long enough; null while none waits. */
  dueInMs(nowMs: number): number | null {
    const times = [...this.owed].map((id) => this.dueAtMs(id) - nowMs)
    return times.length > 0 ? Math.max(0, Math.min(...times)) : null
  }

  private dueAtMs(serviceId: string): number {
    const last = this.lately.get(serviceId)
    return Math.max(this.togetherAtMs + togetherMs, last ? last.atMs + apartMs : Number.NEGATIVE_INFINITY)
  }

  private forget(nowMs: number): void {
    for (const [id, { atMs }] of this.lately) {
      if (nowMs - atMs < rememberedMs && this.lately.size <= mostRemembered) return
      this.lately.delete(id)
    }
  }
}

// What is settled may lie behind the next cursor, and who comes back with that must have had it.
function isOfDetailsAlone(change: Change, last: Last | undefined): boolean {
  if (!change.isByApi || change.settled) return false
  return last ? change.status === last.status && change.section === last.section : change.eventType === 'updateOrder'
}
