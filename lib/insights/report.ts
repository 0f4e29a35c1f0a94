import type { DayRange } from '@/lib/insights/model'
import { eachArrival } from '@/lib/insights/packed'
import { type Figures, Tally, together, Waits } from '@/lib/insights/tally'
import { Wall, wallParts } from '@/lib/insights/wall'
import { addDays, startOfDay } from '@/lib/time/model'

/** A store as far as its waits go. */
export type MeasuredStore = { destinationId: string; name: string; timeZone: string; goalSeconds: number }

/** A long wait, as much as is packed of it. */
export type LongWait = { destinationId: string; minutes: number; waitSeconds: number }

const hoursOfWeek = 7 * 24
const mostLongest = 20
const dayMinutes = 24 * 60

const minutesOf = (time: Date) => Math.floor(time.getTime() / 60_000)

/** From the first minute of the first day to behind the last of the last, on this store's wall. */
function minutesIn({ startDate, endDate }: DayRange, timeZone: string): Minutes {
  return {
    from: minutesOf(startOfDay(startDate, timeZone)),
    to: minutesOf(startOfDay(addDays(endDate, 1), timeZone)),
  }
}

/** What beside the stores is counted. */
export type Wants = { hours?: boolean; waitHours?: boolean; days?: boolean; worst?: boolean }

type Minutes = { from: number; to: number }

/** What a range of days amounts to: by store, by hour of the week, by day and, for the worst of them, one by one. */
export class Report {
  /** Those that have an arrival, once all of them is added. */
  readonly stores = new Map<string, Figures>()
  readonly days = new Map<number, Tally>()
  private readonly whole = new Tally()
  private readonly underway = new Map<string, Tally>()
  private readonly cells = Array.from({ length: hoursOfWeek }, () => new Tally())
  private readonly waitCells = Array.from({ length: hoursOfWeek }, () => new Waits())
  private readonly walls = new Map<string, { wall: Wall } & Minutes>()
  private worst: LongWait[] = []
  private leastWorst = 0

  constructor(
    private readonly range: DayRange,
    private readonly wants: Wants,
  ) {}

  /** Adds what was read of a store: of the days around the range as well, which are passed over. */
  add(store: MeasuredStore, packed: Buffer): void {
    const { destinationId, timeZone, goalSeconds } = store
    const { wall, from, to } = this.wallOf(timeZone)
    const ofStore = this.underway.get(destinationId) ?? new Tally()
    this.underway.set(destinationId, ofStore)
    const { hours, waitHours, days, worst } = this.wants
    eachArrival(packed, (arrival) => {
      const { minutes, waitSeconds } = arrival
      if (minutes < from || minutes >= to) return
      ofStore.add(arrival, goalSeconds)
      if (hours || waitHours || days) {
        const { day, hour, weekday } = wallParts(wall.shown(minutes))
        if (waitHours) this.waitCells[weekday * 24 + hour]?.add(arrival, goalSeconds)
        if (hours) this.cells[weekday * 24 + hour]?.add(arrival, goalSeconds)
        if (days) this.dayOf(day).add(arrival, goalSeconds)
      }
      if (worst && waitSeconds > this.leastWorst) this.note({ destinationId, minutes, waitSeconds })
    })
  }

  /**
   * Nothing more comes of any store but of these: what they amount to is kept, not every wait. A project may have tens of
   * thousands of stores.
   */
  close(but: ReadonlySet<string>): void {
    for (const [destinationId, tally] of this.underway) {
      if (but.has(destinationId)) continue
      this.underway.delete(destinationId)
      const figures = tally.figures()
      if (figures.arrivals > 0) this.stores.set(destinationId, figures)
      this.whole.merge(tally)
    }
  }

  private wallOf(timeZone: string) {
    const known = this.walls.get(timeZone) ?? { wall: new Wall(timeZone), ...minutesIn(this.range, timeZone) }
    this.walls.set(timeZone, known)
    return known
  }

  /** Which days of a store have to be read, in UTC since 1970. */
  daysOf({ timeZone }: MeasuredStore): { firstDay: number; lastDay: number } {
    const { from, to } = this.wallOf(timeZone)
    return { firstDay: Math.floor(from / dayMinutes), lastDay: Math.floor((to - 1) / dayMinutes) }
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

  /** Of all that are closed. */
  total(): Tally {
    return this.whole
  }

  hour(hour: number): Tally {
    return together(ofHour(this.cells, hour), new Tally())
  }

  /** 0 is Monday. */
  weekday(weekday: number): Tally {
    return together(ofWeekday(this.cells, weekday), new Tally())
  }

  waitsOfHour(hour: number): Waits {
    return together(ofHour(this.waitCells, hour), new Waits())
  }

  waitsOfWeekday(weekday: number): Waits {
    return together(ofWeekday(this.waitCells, weekday), new Waits())
  }
}

// Cells go by weekday, then by hour.
const ofHour = <Cell>(cells: Cell[], hour: number) => cells.filter((_, at) => at % 24 === hour)
const ofWeekday = <Cell>(cells: Cell[], weekday: number) => cells.slice(weekday * 24, weekday * 24 + 24)
