import { wallTimeOf } from '@/lib/time/model'

const dayMinutes = 24 * 60

/** What a store's clock shows, for millions of instants: asked of the time zone twice a day and not for each. */
export class Wall {
  // By day in UTC; null on the day when the clocks change.
  private readonly offsets = new Map<number, number | null>()
  private readonly known = new Map<number, number>()

  constructor(private readonly timeZone: string) {}

  /** Minutes since 1970 as the wall shows them. */
  shown(minutes: number): number {
    const day = Math.floor(minutes / dayMinutes)
    let offset = this.offsets.get(day)
    if (offset === undefined) {
      const first = this.ask(day * dayMinutes)
      offset = first === this.ask((day + 1) * dayMinutes) ? first : null
      this.offsets.set(day, offset)
    }
    return minutes + (offset ?? this.offsetAt(minutes))
  }

  // Clocks change at a quarter of an hour.
  private offsetAt(minutes: number): number {
    const quarter = Math.floor(minutes / 15)
    const known = this.known.get(quarter)
    if (known !== undefined) return known
    const offset = this.ask(quarter * 15)
    this.known.set(quarter, offset)
    return offset
  }

  private ask(minutes: number): number {
    return Math.round(Date.parse(`${wallTimeOf(new Date(minutes * 60_000), this.timeZone)}Z`) / 60_000) - minutes
  }
}

/** Of what a wall shows: the day since 1970, the hour, and the weekday (0 is Monday). */
export function wallParts(shown: number): { day: number; hour: number; weekday: number } {
  const day = Math.floor(shown / dayMinutes)
  return { day, hour: Math.floor((shown - day * dayMinutes) / 60), weekday: (((day + 3) % 7) + 7) % 7 }
}
