/**
 * Insights tell how long customers waited. An order counts once its customer has arrived, on the day and in the hour that
 * the store's own clock showed at the arrival; moved back by staff it has not arrived. Its *wait* runs from the arrival to
 * the hand-over that stands (one that was undone never was), and nobody has one who left, whose order was cancelled. It
 * is *acknowledged* from the arrival to the first tap, and *handed over* from there on. Arrivals without notice are apart
 * from all three: staff could not have prepared. Everything in whole seconds, begun ones not counted.
 */
export const groupings = ['store', 'hour', 'weekday', 'day'] as const
export type Grouping = (typeof groupings)[number]

/** Days of a store, both included. */
export type DayRange = { startDate: string; endDate: string }

/** A year, and the weeks that it is looked at with. */
export const mostDays = 400

const dayMs = 24 * 60 * 60 * 1000

/** So many days later. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

export function lengthOf({ startDate, endDate }: DayRange): number {
  return Math.round((Date.parse(`${endDate}T00:00Z`) - Date.parse(`${startDate}T00:00Z`)) / dayMs) + 1
}

/**
 * What a range is compared with: as many days just before it. Up to a week it is the same days of the week before, for
 * Saturdays are compared with Saturdays.
 */
export function previousRange(range: DayRange): DayRange {
  const back = -Math.max(7, lengthOf(range))
  return { startDate: shiftDay(range.startDate, back), endDate: shiftDay(range.endDate, back) }
}

/** Days of a store in UTC, counted from 1970, both included. */
export type StoreDays = { destinationId: string; firstDay: number; lastDay: number }

/** The same days in batches of at most so many, however many one store has of them. */
export function* batchesOf(stores: StoreDays[], most: number): Generator<StoreDays[]> {
  let batch: StoreDays[] = []
  let room = most
  for (const { destinationId, firstDay, lastDay } of stores) {
    for (let first = firstDay; first <= lastDay; ) {
      const last = Math.min(lastDay, first + room - 1)
      batch.push({ destinationId, firstDay: first, lastDay: last })
      room -= last - first + 1
      first = last + 1
      if (room > 0) continue
      yield batch
      batch = []
      room = most
    }
  }
  if (batch.length > 0) yield batch
}

/** How long something took: of `count` orders so many percent took at most so long. Null of none. */
export type Spread = { count: number; p50: number | null; p70: number | null; p90: number | null }

const countedTo = 2 ** 14
const fewest = 64

/**
 * Durations, in whole seconds, of which every percentile is exact however many there are. They take as much memory as they
 * are: a list while they are few, then counts second by second, of as many seconds as there are durations, or twice as many;
 * those beyond are listed still.
 */
export class Durations {
  count = 0
  private counts = new Uint32Array(0)
  /** All that are no shorter than what is counted by the second. */
  private readonly beyond: number[] = []
  private growsAt = fewest

  add(seconds: number): void {
    this.count++
    this.keep(seconds)
  }

  private keep(seconds: number): void {
    if (seconds < this.counts.length) {
      this.counts[seconds] = (this.counts[seconds] ?? 0) + 1
      return
    }
    this.beyond.push(seconds)
    if (this.beyond.length >= this.growsAt) this.grow(2 ** Math.floor(Math.log2(2 * this.count)))
  }

  private grow(length: number): void {
    const grown = new Uint32Array(Math.min(countedTo, Math.max(length, this.counts.length)))
    grown.set(this.counts)
    this.counts = grown
    const listed = this.beyond.splice(0)
    for (const seconds of listed) {
      if (seconds < grown.length) grown[seconds] = (grown[seconds] ?? 0) + 1
      else this.beyond.push(seconds)
    }
    // Where that was of little use, there must be twice as many before it is tried again.
    this.growsAt = Math.max(fewest, 2 * this.beyond.length)
  }

  merge(other: Durations): void {
    this.count += other.count
    if (other.counts.length > this.counts.length) this.grow(other.counts.length)
    for (let s = 0; s < other.counts.length; s++) this.counts[s] = (this.counts[s] ?? 0) + (other.counts[s] ?? 0)
    for (const seconds of other.beyond) this.keep(seconds)
  }

  /** The shortest that at least this share of all did not exceed (SQL's percentile_disc). */
  percentile(share: number): number | null {
    if (this.count === 0) return null
    const wanted = Math.max(1, Math.ceil(share * this.count - 1e-9))
    let seen = 0
    for (let s = 0; s < this.counts.length; s++) {
      seen += this.counts[s] ?? 0
      if (seen >= wanted) return s
    }
    return this.beyond.sort((a, b) => a - b)[wanted - seen - 1] ?? null
  }

  spread(): Spread {
    const [p50 = null, p70 = null, p90 = null] = [0.5, 0.7, 0.9].map((share) => this.percentile(share))
    return { count: this.count, p50, p70, p90 }
  }

  /** How many took this long or longer, but less than that. */
  between(from: number, to: number): number {
    let counted = 0
    for (let s = from; s < Math.min(to, this.counts.length); s++) counted += this.counts[s] ?? 0
    return counted + this.beyond.filter((seconds) => seconds >= from && seconds < to).length
  }
}

/** Waits in equal steps, `counts[0]` from 0 on; the last counts all that are longer. */
export type Distribution = { stepSeconds: number; counts: number[] }

const bars = 20
const steps = [15, 30, 60, 120, 300, 600, 1800]

/** In steps that nine of ten waits have room in. */
export function distributionOf(waits: Durations): Distribution {
  const p90 = waits.percentile(0.9) ?? 0
  const stepSeconds = steps.find((step) => step * bars > p90 * 1.2) ?? 3600
  const counts = Array.from({ length: bars }, (_, at) => waits.between(at * stepSeconds, (at + 1) * stepSeconds))
  return { stepSeconds, counts: [...counts, waits.between(bars * stepSeconds, Number.POSITIVE_INFINITY)] }
}
