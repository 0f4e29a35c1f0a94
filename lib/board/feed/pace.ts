import type { Change } from '@/lib/board/data'
import { bytesOf, leastBytes } from '@/lib/board/feed/order-messages'
import type { BoardOrder } from '@/lib/board/schema'

/** How long an order that was just told of waits with news of its details alone, in milliseconds. */
const apartMs = 1_000

/** So far apart at least are a store's messages of details alone, in milliseconds: what comes between goes together. */
const togetherMs = 500

/** So many bytes of them go together in each lane: some thirty usual ones, and of a slow tablet's line a part. */
export const mostTogether = 32_000

const rememberedMs = 10 * 60_000
const mostRemembered = 5_000

// Of the customers at the kerb, and of the others: those that have waited longest, be it one that is larger, behind which the lane
// is empty for as much longer; and the shortest of the rest. Nobody waits for ever, and usual orders not for very large ones.
// `now`: of what is told at once, unless it is in nobody's way.
type Lane = 'now' | 'here longest' | 'here shortest' | 'others longest' | 'others shortest'

const lanesOf = (isHere: boolean): { longest: Lane; shortest: Lane } =>
  isHere
    ? { longest: 'here longest', shortest: 'here shortest' }
    : { longest: 'others longest', shortest: 'others shortest' }

type Last = { status: string; section: string; atMs: number; bytes: number }

// Whoever arrives now, with no more than that, is in nobody's way. What is said once more of who has come before is no arrival.
const usualBytes = 4_000
const arrivesForMs = 60_000

const arrives = ({ section, arrivedAt }: BoardOrder) =>
  section === 'Arrived' && Date.now() - (arrivedAt?.getTime() ?? 0) < arrivesForMs

/**
 * Which orders a store's boards are told of now. Where a customer is and what staff do is told at once, and first. What changes
 * in its details alone (a note, an ETA) goes twice a second with what else does, and of one order the boards hear once a
 * second, as it stands by then, and of all so much a second (`mostTogether`): apps that send details all the time must not hold
 * up who arrives, nor keep a slow tablet busy. Those at the kerb wait for nobody else, whose bay may be told of late. Times are
 * milliseconds of any clock that only goes on.
 */
export class Pace {
  // Those told of last are the last.
  private readonly lately = new Map<string, Last>()
  // With the change that they were owed for first, in the order of that.
  private readonly owed = new Map<string, { sequence: bigint; isHere: boolean }>()
  // Of those that were read, and did not go with the others: how many bytes they have.
  private readonly measured = new Map<string, number>()
  private nextTogetherMs = Number.NEGATIVE_INFINITY
  // Until when a lane is busy with what was larger than its share.
  private readonly busyUntilMs = new Map<Lane, number>()

  /**
   * The serviceIds to tell of now: those of the news that can't wait, then those that have waited, of each lane so many bytes
   * (`mostTogether`, or one order).
   */
  due(news: Change[], nowMs: number): { atOnce: string[]; waited: string[][] } {
    this.forget(nowMs)
    const atOnce = new Set<string>()
    for (const change of news) {
      this.owe(change)
      if (!isOfDetailsAlone(change, this.lately.get(change.serviceId))) atOnce.add(change.serviceId)
    }
    const ready = [...this.owed].filter(([id]) => this.readyAtMs(id) <= nowMs && !atOnce.has(id))
    const some = (here: boolean) => ready.filter(([, { isHere }]) => isHere === here).map(([id]) => id)
    const waited = [true, false].flatMap((isHere) => this.together(some(isHere), isHere, nowMs))
    if (waited.length > 0) this.nextTogetherMs = nowMs + togetherMs
    return { atOnce: [...atOnce], waited }
  }

  /**
   * Whether an order that can't wait is told of now: whoever arrives is, and of large ones, of new orders and of who sets out
   * so many bytes a second (`now`). The others go with those that have waited.
   */
  goesNow(order: BoardOrder, nowMs: number): boolean {
    const bytes = bytesOf(order)
    if (arrives(order) && bytes <= usualBytes) return true
    const busyUntilMs = Math.max(nowMs, this.busyUntil('now'))
    if (busyUntilMs - nowMs > togetherMs) return false
    this.busyUntilMs.set('now', busyUntilMs + (togetherMs * bytes) / mostTogether)
    return true
  }

  /** The first change that boards are still to be told of: who comes back must not have a cursor behind it. Null: none is owed. */
  firstOwed(): bigint | null {
    let first: bigint | null = null
    for (const { sequence } of this.owed.values()) if (first === null || sequence < first) first = sequence
    return first
  }

  /** Notes orders that were read, and wait for their next turn. */
  measure(orders: BoardOrder[]): void {
    for (const order of orders) this.measured.set(order.serviceId, bytesOf(order))
  }

  /** Notes what was told of those orders; of one that is not there any more nothing is owed. */
  note(serviceIds: string[], orders: BoardOrder[], nowMs: number): void {
    for (const id of serviceIds) {
      this.lately.delete(id)
      this.owed.delete(id)
      this.measured.delete(id)
    }
    for (const order of orders) {
      const { serviceId, status, section } = order
      this.lately.set(serviceId, { status, section, atMs: nowMs, bytes: bytesOf(order) })
    }
  }

  /** In how many milliseconds the next order has waited long enough; null while none waits. */
  dueInMs(nowMs: number): number | null {
    if (this.owed.size === 0) return null
    let next = Number.POSITIVE_INFINITY
    for (const [id, { isHere }] of this.owed) next = Math.min(next, Math.max(this.readyAtMs(id), this.freeAtMs(isHere)))
    return Math.max(0, next - nowMs)
  }

  private owe({ serviceId, sequence, section }: Change): void {
    const isHere = section === 'Arrived'
    const known = this.owed.get(serviceId)
    if (known) known.isHere = isHere
    else this.owed.set(serviceId, { sequence, isHere })
  }

  // As far as is known: of one that was not read yet the least.
  private bytesOf(id: string): number {
    return this.measured.get(id) ?? this.lately.get(id)?.bytes ?? leastBytes
  }

  // The short ones first: they hold up nobody.
  private together(ids: string[], isHere: boolean, nowMs: number): string[][] {
    const { longest, shortest } = lanesOf(isHere)
    const first = this.take(ids, longest, nowMs)
    const rest = ids.slice(first.length).filter((id) => this.bytesOf(id) <= mostTogether)
    rest.sort((one, other) => this.bytesOf(one) - this.bytesOf(other))
    return [this.take(rest, shortest, nowMs), first].filter((some) => some.length > 0)
  }

  private take(ids: string[], lane: Lane, nowMs: number): string[] {
    if (ids.length === 0 || nowMs < this.busyUntil(lane)) return []
    let bytes = 0
    const beyond = ids.findIndex((id, place) => {
      const own = this.bytesOf(id)
      if (place > 0 && bytes + own > mostTogether) return true
      bytes += own
      return false
    })
    this.busyUntilMs.set(lane, nowMs + togetherMs * Math.max(1, bytes / mostTogether))
    return beyond < 0 ? ids : ids.slice(0, beyond)
  }

  private busyUntil(lane: Lane): number {
    return this.busyUntilMs.get(lane) ?? Number.NEGATIVE_INFINITY
  }

  // When either lane is.
  private freeAtMs(isHere: boolean): number {
    const { longest, shortest } = lanesOf(isHere)
    return Math.min(this.busyUntil(longest), this.busyUntil(shortest))
  }

  private readyAtMs(serviceId: string): number {
    const last = this.lately.get(serviceId)
    return Math.max(this.nextTogetherMs, last ? last.atMs + apartMs : Number.NEGATIVE_INFINITY)
  }

  private forget(nowMs: number): void {
    for (const [id, { atMs }] of this.lately) {
      if (nowMs - atMs < rememberedMs && this.lately.size <= mostRemembered) return
      this.lately.delete(id)
    }
  }
}

function isOfDetailsAlone(change: Change, last: Last | undefined): boolean {
  if (!change.isByApi) return false
  return last ? change.status === last.status && change.section === last.section : change.eventType === 'updateOrder'
}
