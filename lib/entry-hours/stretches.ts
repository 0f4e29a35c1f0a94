import type { EntryHour } from '@/lib/entry-hours/schema'
import type { HourCell } from '@/lib/entry-summary/model'
import { eachHour, hourOfWeek } from '@/lib/entry-summary/steps'
import { offsetReader } from '@/lib/time/offsets'

const quarterMs = 15 * 60_000
const hourMs = 4 * quarterMs

/** Half-open, in milliseconds since 1970. */
export type RangeMs = { startMs: number; endMs: number }
/** An hour of a weekday (0 is Monday) on a zone's wall. */
export type OnWall = { weekday: number; hour: number; timeZone: string }

/** Reads the stretch of a range, around an instant of it, in which a wall shows one hour: as long as stepStarts' hours. */
function stretchReader({ startMs, endMs }: RangeMs, offsetAt: (ms: number) => number) {
  const isInside = (ms: number) => (ms + offsetAt(ms)) % hourMs !== 0
  return (ms: number): RangeMs => {
    let from = Math.floor(ms / quarterMs) * quarterMs
    let to = from + quarterMs
    while (from > startMs && isInside(from)) from -= quarterMs
    while (to < endMs && isInside(to)) to += quarterMs
    return { startMs: Math.max(from, startMs), endMs: Math.min(to, endMs) }
  }
}

/**
 * The stretches of a range in which a wall shows an hour and which have entries; twice a day where clocks go back. Made
 * from the counts, in order of time, never from the range: that may be eight thousand years.
 */
export async function hoursOnWall(cells: HourCell[], range: RangeMs, wall: OnWall): Promise<EntryHour[]> {
  const { weekday, hour, timeZone } = wall
  const offsetAt = offsetReader(timeZone)
  const stretchAt = stretchReader(range, offsetAt)
  const found: EntryHour[] = []
  let stretch: RangeMs = { startMs: range.startMs, endMs: range.startMs }
  let asked: EntryHour | null = null
  await eachHour(cells, (cell) => {
    for (const [index, count] of cell.quarters.entries()) {
      if (count === 0) continue
      // The range may begin within a quarter.
      const ms = Math.max(range.startMs, cell.hour * hourMs + index * quarterMs)
      if (ms >= stretch.endMs) {
        stretch = stretchAt(ms)
        const shown = hourOfWeek(stretch.startMs + offsetAt(stretch.startMs))
        const isAsked = shown.weekday === weekday && shown.hour === hour
        asked = isAsked ? { startTime: new Date(stretch.startMs), endTime: new Date(stretch.endMs), count: 0 } : null
        if (asked) found.push(asked)
      }
      if (asked) asked.count += count
    }
  })
  return found
}
