import type { Change } from '@/lib/board/data'
import { bytesOf, leastBytes, shortened } from '@/lib/board/feed/order-messages'
import type { BoardOrder } from '@/lib/board/schema'

/** How long an order that was just told of waits with news of its details alone, in milliseconds. */
const apartMs = 1_000

/** So far apart at least are a store's messages of what waits, in milliseconds: what comes between goes together. */
const togetherMs = 500

const rememberedMs = 10 * 60_000
const mostRemembered = 5_000

// An import, or a chain's key at its full rate, is owed by the hundred thousand: of each queue so many that have waited longest
// are looked at, or each look would cost the process more than what it tells.
const mostLookedAt = 2_000

/**
 * What boards are owed of an order: that its customer has arrived (or waits for too long), that it stands elsewhere, or its
 * details, of a customer at the kerb and of others; a new order is one of the others.
 */
type Kind = 'arrivals' | 'moves' | 'here' | 'others'
const kinds = ['arrivals', 'moves', 'here', 'others'] as const satisfies Kind[]

/**
 * So many bytes go in each half second: of what is told at once (`now`), and of what has waited those that have waited longest,
 * be it one that is larger, behind which the lane is empty for as much longer; and the smallest of the rest. So nobody waits for
 * ever, and usual orders not for very large ones. All together are 336 KB a second: a slow tablet's line has room for it.
 */
const mostInLane = {
  'now arrivals': 24_000,
  'now moves': 12_000,
  'now others': 12_000,
  'longest arrivals': 12_000,
  'smallest arrivals': 12_000,
  'longest moves': 12_000,
  'smallest moves': 12_000,
  'longest here': 24_000,
  'smallest here': 24_000,
  'longest others': 12_000,
  'smallest others': 12_000,
}

export type Lane = keyof typeof mostInLane

/** How many bytes a lane takes together. */
export const mostOf = (lane: Lane): number => mostInLane[lane]

// Whether orders of that size fit into the lane of the small ones.
const goesSmall = (kind: Kind, size: Size): boolean => size <= mostOf(`smallest ${kind}`)

// Whoever arrives with no more than that is in nobody's way.
const usualBytes = 4_000

/** Orders of up to so many bytes stand in a queue of their own: usual ones, and those that are larger. */
const sizes = [usualBytes, 5_000, 6_500, 8_500, 12_000, 24_000, Number.POSITIVE_INFINITY]
type Size = (typeof sizes)[number]

/**
 * `behind`: every change that is read later has a higher number. `kind` and `size` say in which queue it stands, `place` which
 * of all is owed for longer; `meant` what it is by now, as far as is known before it is read.
 */
type Owed = { sequence: bigint; behind: bigint; kind: Kind; size: Size; place: number; meant: Kind }

type Last = { status: string; section: string; atMs: number; bytes: number }

const arrivesForMs = 60_000

// Of an order that was not told of for long: who says once more that they are there has arrived before.
const hasJustArrived = ({ arrivedAt }: BoardOrder) => Date.now() - (arrivedAt?.getTime() ?? 0) < arrivesForMs

/** What is told of now: those of the news that can't wait, as far as they go now (`asNow`), and of each lane those that have waited. */
export type Due = { atOnce: string[]; waited: { lane: Lane; serviceIds: string[] }[] }

/**
 * Which orders a store's boards are told of now. Who arrives and what staff do is told at once, and first; new orders and where
 * others stand at once as well, up to so much a second. What changes in an order's details alone (a note, an ETA) goes twice a
 * second with what else waits, and of one order the boards hear once a second, as it stands by then: apps that send all the time
 * must not hold up who arrives, nor keep a slow tablet busy. Times are milliseconds of any clock that only goes on.
 */
export class Pace {
  // Those told of last are the last.
  private readonly lately = new Map<string, Last>()
  // With the change that they were owed for first, in the order of that.
  private readonly owed = new Map<string, Owed>()
  // The same, by kind and size.
  private readonly queues = new Map(
    kinds.flatMap((kind) => sizes.map((size) => [`${size} ${kind}` as const, new Set<string>()] as const)),
  )
  private places = 0
  // Of those that were read, and were not told of then: how many bytes they have.
  private readonly measured = new Map<string, number>()
  private readonly busyUntilMs = new Map<Lane, number>()
  private nextTogetherMs = Number.NEGATIVE_INFINITY

  /** `behind`: the number behind which those news and all later ones were read. */
  due(news: Change[], nowMs: number, behind = 0n): Due {
    this.forget(nowMs)
    const atOnce = new Set<string>()
    for (const change of news) {
      const kind = kindOf(change, this.lately.get(change.serviceId))
      this.owe(change, kind, behind)
      if (kind === 'arrivals' || kind === 'moves') atOnce.add(change.serviceId)
    }
    const waited = nowMs < this.nextTogetherMs ? [] : kinds.flatMap((kind) => this.together(kind, atOnce, nowMs))
    if (waited.length > 0) this.nextTogetherMs = nowMs + togetherMs
    return { atOnce: [...atOnce], waited }
  }

  /**
   * An order that can't wait as it goes now, null: it waits. Whoever arrives goes, with usual details, and so many bytes a second
   * of the others, which are counted here. Beyond those who arrive go with the smallest of their details, and the others follow.
   */
  asNow(order: BoardOrder, nowMs: number): BoardOrder | null {
    const { serviceId } = order
    const bytes = bytesOf(order)
    const owed = this.owed.get(serviceId)
    const isArrival = owed?.meant === 'arrivals'
    const last = this.lately.get(serviceId)
    const isKnown = last !== undefined
    const arrives = isArrival && (isKnown || hasJustArrived(order))
    if (arrives && bytes <= usualBytes) return order
    // As an import's are, also where they have been changed since: nobody has set out. It keeps its place among the others.
    const isNew = !isArrival && !isKnown && !order.onTheWayAt && !order.arrivedAt
    if (owed) this.put(serviceId, owed, isNew ? 'others' : owed.meant)
    const lane = isArrival ? 'now arrivals' : isNew ? 'now others' : 'now moves'
    const busyUntilMs = Math.max(nowMs, this.busyUntil(lane))
    if (busyUntilMs - nowMs <= togetherMs) {
      this.busyUntilMs.set(lane, busyUntilMs + (togetherMs * bytes) / mostOf(lane))
      return order
    }
    // Whoever was told of at the kerb rings already, and is escalated.
    if (!owed || !arrives || last?.section === 'Arrived') return null
    this.measured.set(serviceId, bytes)
    this.put(serviceId, owed, 'here')
    return shortened(order, usualBytes)
  }

  /** The first change that boards are still to be told of: who comes back must not have a cursor behind it. Null: none is owed. */
  firstOwed(): bigint | null {
    let first: bigint | null = null
    for (const { sequence, behind } of this.owed.values()) {
      if (first !== null && behind >= first) break
      if (first === null || sequence < first) first = sequence
    }
    return first
  }

  /** Notes orders that were read, and wait for their next turn. */
  measure(orders: BoardOrder[]): void {
    for (const order of orders) {
      this.measured.set(order.serviceId, bytesOf(order))
      const owed = this.owed.get(order.serviceId)
      if (owed) this.put(order.serviceId, owed, owed.kind)
    }
  }

  /**
   * Notes what was told of those orders: of one whose details follow these are owed, and nothing of one that is not there any
   * more. `lane`: by which they went.
   */
  note(serviceIds: string[], orders: BoardOrder[], nowMs: number, lane?: Lane): void {
    const short = new Set(orders.flatMap(({ serviceId, detailsFollow }) => (detailsFollow ? [serviceId] : [])))
    for (const id of serviceIds) {
      this.lately.delete(id)
      if (short.has(id)) continue
      const owed = this.owed.get(id)
      if (owed) this.queue(owed.kind, owed.size).delete(id)
      this.owed.delete(id)
      this.measured.delete(id)
    }
    let all = 0
    for (const order of orders) {
      const { serviceId, status, section } = order
      const bytes = bytesOf(order)
      all += bytes
      this.lately.set(serviceId, { status, section, atMs: nowMs, bytes })
    }
    if (lane) this.busyUntilMs.set(lane, nowMs + togetherMs * Math.max(1, all / mostOf(lane)))
  }

  /** In how many milliseconds the next order that waits may go; null while none waits. */
  dueInMs(nowMs: number): number | null {
    if (this.owed.size === 0) return null
    let next = Number.POSITIVE_INFINITY
    for (const kind of kinds) {
      for (const size of sizes) {
        const freeAtMs = this.freeAtMs(kind, size)
        for (const id of this.longestOf(kind, size)) {
          const readyAtMs = this.readyAtMs(id, kind)
          next = Math.min(next, Math.max(readyAtMs, freeAtMs))
          // None is ready before.
          if (readyAtMs <= this.nextTogetherMs) break
        }
      }
    }
    return Math.max(0, next - nowMs)
  }

  // Of what is owed anyway nothing is less than before.
  private owe({ serviceId, sequence }: Change, kind: Kind, behind: bigint): void {
    const known = this.owed.get(serviceId)
    if (!known) {
      const owed = { sequence, behind, kind, size: this.sizeOf(serviceId), place: this.places, meant: kind }
      this.places += 1
      this.owed.set(serviceId, owed)
      this.queue(kind, owed.size).add(serviceId)
    } else if (kinds.indexOf(kind) < kinds.indexOf(known.meant)) {
      known.meant = kind
      // What can't wait is read now, and tells then where it belongs.
      if (kind === 'here') this.put(serviceId, known, kind)
    }
  }

  // In another queue it stands last.
  private put(id: string, owed: Owed, kind: Kind): void {
    owed.meant = kind
    const size = this.sizeOf(id)
    if (owed.kind === kind && owed.size === size) return
    this.queue(owed.kind, owed.size).delete(id)
    this.queue(kind, size).add(id)
    Object.assign(owed, { kind, size })
  }

  private queue(kind: Kind, size: Size): Set<string> {
    const queue = this.queues.get(`${size} ${kind}`)
    if (!queue) throw new Error(`No queue of ${size} ${kind}`)
    return queue
  }

  private sizeOf(id: string): Size {
    const bytes = this.bytesOf(id)
    return sizes.find((upTo) => bytes <= upTo) ?? Number.POSITIVE_INFINITY
  }

  private *longestOf(kind: Kind, size: Size): Generator<string> {
    let left = mostLookedAt
    for (const id of this.queue(kind, size)) {
      if (left === 0) return
      left -= 1
      yield id
    }
  }

  // As far as is known: of one that was not read yet the least.
  private bytesOf(id: string): number {
    return this.measured.get(id) ?? this.lately.get(id)?.bytes ?? leastBytes
  }

  // The small ones first: they hold up nobody.
  private together(kind: Kind, besides: Set<string>, nowMs: number): Due['waited'] {
    const [longest, smallest] = [`longest ${kind}`, `smallest ${kind}`] as const
    const isFree = (lane: Lane) => this.busyUntil(lane) <= nowMs
    if (!isFree(longest) && !isFree(smallest)) return []
    const isReady = (id: string) => !besides.has(id) && this.readyAtMs(id, kind) <= nowMs
    const placeOf = (id: string) => this.owed.get(id)?.place ?? 0
    const oldest = sizes.flatMap((size) => this.first(this.longestOf(kind, size), isReady, longest))
    oldest.sort((one, other) => placeOf(one) - placeOf(other))
    const first = isFree(longest) ? this.take(oldest, longest) : []
    const isLeft = (id: string) => isReady(id) && !first.includes(id)
    // Of each size who has waited longest: there may be ever so many that are smaller yet.
    const small = sizes
      .filter((size) => goesSmall(kind, size))
      .flatMap((size) => this.first(this.longestOf(kind, size), isLeft, smallest))
    const waited = [
      { lane: smallest, serviceIds: isFree(smallest) ? this.take(small, smallest) : [] },
      { lane: longest, serviceIds: first },
    ]
    return waited.filter(({ serviceIds }) => serviceIds.length > 0)
  }

  // So many as fill a lane, and one more.
  private first(ids: Iterable<string>, isChosen: (id: string) => boolean, lane: Lane): string[] {
    const chosen: string[] = []
    let bytes = 0
    for (const id of ids) {
      if (bytes > mostOf(lane)) break
      if (!isChosen(id)) continue
      chosen.push(id)
      bytes += this.bytesOf(id)
    }
    return chosen
  }

  private take(ids: string[], lane: Lane): string[] {
    let bytes = 0
    const beyond = ids.findIndex((id, place) => {
      bytes += this.bytesOf(id)
      return place > 0 && bytes > mostOf(lane)
    })
    return beyond < 0 ? ids : ids.slice(0, beyond)
  }

  private busyUntil(lane: Lane): number {
    return this.busyUntilMs.get(lane) ?? Number.NEGATIVE_INFINITY
  }

  // When a lane is that takes one of its size.
  private freeAtMs(kind: Kind, size: Size): number {
    const longest = this.busyUntil(`longest ${kind}`)
    return goesSmall(kind, size) ? Math.min(longest, this.busyUntil(`smallest ${kind}`)) : longest
  }

  private readyAtMs(id: string, kind: Kind): number {
    const last = kind === 'here' || kind === 'others' ? this.lately.get(id) : undefined
    return Math.max(this.nextTogetherMs, last ? last.atMs + apartMs : Number.NEGATIVE_INFINITY)
  }

  private forget(nowMs: number): void {
    for (const [id, { atMs }] of this.lately) {
      if (nowMs - atMs < rememberedMs && this.lately.size <= mostRemembered) return
      this.lately.delete(id)
    }
  }
}

// By what was told last; of one that was not told of for long by what the app says.
function kindOf({ section, status, eventType, isByApi }: Change, last: Last | undefined): Kind {
  if (eventType === 'escalated') return 'arrivals'
  const isHere = section === 'Arrived'
  if (isHere && (last ? last.section !== 'Arrived' : eventType !== 'updateOrder')) return 'arrivals'
  const isOfDetailsAlone = last ? last.status === status && last.section === section : eventType === 'updateOrder'
  if (!isByApi || !isOfDetailsAlone) return 'moves'
  return isHere ? 'here' : 'others'
}
