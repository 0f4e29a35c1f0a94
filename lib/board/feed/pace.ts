import type { Change } from '@/lib/board/data'
import { bytesOf, leastBytes } from '@/lib/board/feed/order-messages'
import type { BoardOrder } from '@/lib/board/schema'

/** How long an order that was just told of waits with news of its details alone, in milliseconds. */
const apartMs = 1_000

/** So far apart at least are a store's messages of details alone, in milliseconds: what comes between goes together. */
const togetherMs = 500

/** So many bytes of them go together, or one order, and then longer nothing: some sixty usual ones, and of a slow tablet's line a part. */
export const mostTogether = 64_000

const rememberedMs = 10 * 60_000
const mostRemembered = 5_000

type Last = { status: string; section: string; atMs: number; bytes: number }

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

  /**
   * The serviceIds to tell of now: those of the news that can't wait, then those that have waited, of the customers at the kerb
   * and of the others so many bytes each.
   */
  due(news: Change[], nowMs: number): { atOnce: string[]; waited: string[][] } {
    this.forget(nowMs)
    const atOnce = new Set<string>()
    for (const change of news) {
      const { serviceId } = change
      if (!isOfDetailsAlone(change, this.lately.get(serviceId))) atOnce.add(serviceId)
      else this.owe(change)
    }
    const due = [...this.owed].filter(([id]) => this.dueAtMs(id) <= nowMs && !atOnce.has(id))
    const some = (here: boolean) => this.together(due.filter(([, { isHere }]) => isHere === here).map(([id]) => id))
    const waited = [some(true), some(false)].filter(({ ids }) => ids.length > 0)
    const share = Math.max(1, ...waited.map(({ bytes }) => bytes / mostTogether))
    if (waited.length > 0) this.nextTogetherMs = nowMs + Math.ceil(togetherMs * share)
    return { atOnce: [...atOnce], waited: waited.map(({ ids }) => ids) }
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
    for (const id of this.owed.keys()) next = Math.min(next, this.dueAtMs(id))
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

  // Half of it for those that have waited longest, and the rest for the shortest: nobody waits for ever, and usual orders not for
  // very large ones.
  private together(ids: string[]): { ids: string[]; bytes: number } {
    let bytes = 0
    const taken: string[] = []
    const takeUntil = (most: number, some: string[]) => {
      for (const id of some) {
        const own = this.bytesOf(id)
        if (taken.length > 0 && bytes + own > most) return
        bytes += own
        taken.push(id)
      }
    }
    takeUntil(mostTogether / 2, ids)
    const shortest = ids.slice(taken.length).sort((one, other) => this.bytesOf(one) - this.bytesOf(other))
    takeUntil(mostTogether, shortest)
    return { ids: taken, bytes }
  }

  private dueAtMs(serviceId: string): number {
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
