import type { DayRange } from '@/lib/insights/model'
import { eachArrival } from '@/lib/insights/packed'
import { Tally, together } from '@/lib/insights/tally'
import { Wall, wallParts } from '@/lib/insights/wall'
import { addDays, startOfDay } from '@/lib/time/model'

/** A store as far as its waits go. */
export type MeasuredStore = { destinationId: string; name: string; timeZone: string; goalSeconds: number }

/** A long wait, as much as is packed of it. */
export type LongWait = { destinationId: string; minutes: number; waitSeconds: number }

const hoursOfWeek = 7 * 24
const mostLongest = 20

const minutesOf = (time: Date) => Math.floor(time.getTime() / 60_000)

/** From the first minute of the first day to behind the last of the last, on this store's wall. */
export function minutesIn({ startDate, endDate }: DayRange, timeZone: string): { from: number; to: number } {
  return {
    from: minutesOf(startOfDay(startDate, timeZone)),
    to: minutesOf(startOfDay(addDays(endDate, 1), timeZone)),
  }
}

/** What a range of days amounts to: by store, by hour of the week, by day and, for the worst of them, one by one. */
export class Report {
  readonly stores = new Map<string, Tally>()
  readonly days = new Map<number, Tally>()
  private readonly cells = Array.from({ length: hoursOfWeek }, () => new Tally())
  private readonly walls = new Map<string, Wall>()
  private worst: LongWait[] = []
  private leastWorst = 0

  constructor(
    private readonly range: DayRange,
    private readonly wants: { days: boolean; worst: boolean },
  ) {}

  /** Adds what was read of a store: of the days around the range as well, which are passed over. */
  add(store: MeasuredStore, packed: Buffer): void {
    const { destinationId, timeZone, goalSeconds } = store
    const { from, to } = minutesIn(this.range, timeZone)
    const wall = this.walls.get(timeZone) ?? new Wall(timeZone)
    this.walls.set(timeZone, wall)
    const ofStore = this.stores.get(destinationId) ?? new Tally()
    this.stores.set(destinationId, ofStore)
    eachArrival(packed, (arrival) => {
      const { minutes, waitSeconds } = arrival
      if (minutes < from || minutes >= to) return
      const { day, hour, weekday } = wallParts(wall.shown(minutes))
      ofStore.add(arrival, goalSeconds)
      this.cells[weekday * 24 + hour]?.add(arrival, goalSeconds)
      if (this.wants.days) this.dayOf(day).add(arrival, goalSeconds)
      if (this.wants.worst && waitSeconds > this.leastWorst) this.note({ destinationId, minutes, waitSeconds })
    })
  }

  private dayOf(day: number): Tally {
    const tally = this.days.get(day) ?? new Tally()
    this.days.set(day, tally)
    return tally
  }

  // Sorted now and then, not for each.
  private note(wait: LongWait): void {
    this.worst.push(wait)
    if (this.worst.length < 10 * mostLongest) return
    this.worst = this.longest()
    this.leastWorst = this.worst.at(-1)?.waitSeconds ?? 0
  }

  /** The longest waits, the worst first. */
  longest(): LongWait[] {
    return this.worst.toSorted((a, b) => b.waitSeconds - a.waitSeconds).slice(0, mostLongest)
  }

  total(): Tally {
    return together(this.stores.values())
  }

  hour(hour: number): Tally {
    return together(this.cells.filter((_, at) => at % 24 === hour))
  }

  /** 0 is Monday. */
  weekday(weekday: number): Tally {
    return together(this.cells.slice(weekday * 24, weekday * 24 + 24))
  }

  /** By weekday, then by hour. */
  hoursOfWeek(): Tally[] {
    return this.cells
  }
}
