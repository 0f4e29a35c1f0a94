import type { HourCell, SummaryStep } from '@/lib/entry-summary/model'
import { addDays, dayOf, offsetReader, startOfDay } from '@/lib/time/model'

const quarterMs = 15 * 60_000
const hourMs = 4 * quarterMs
const dayMs = 24 * hourMs

// Some two hundred steps at most, but for ranges of more than two centuries: a phone may believe in the year 9999.
const longestDays: [SummaryStep, number][] = [
  ['hour', 8],
  ['day', 200],
  ['week', 1400],
  ['month', 6000],
]

/** The step that shows a range best. */
export function stepOf(startMs: number, endMs: number): SummaryStep {
  const days = (endMs - startMs) / dayMs
  return longestDays.find(([, longest]) => days <= longest)?.[0] ?? 'year'
}

const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7))

const firstDay: Record<Exclude<SummaryStep, 'hour'>, (day: string) => string> = {
  day: (day) => day,
  week: mondayOf,
  month: (day) => `${day.slice(0, -3)}-01`,
  year: (day) => `${day.slice(0, -6)}-01-01`,
}

// Days beyond the next step's beginning, whatever its length, and within that step.
const intoNext: Record<Exclude<SummaryStep, 'hour'>, number> = { day: 1, week: 7, month: 31, year: 366 }

/**
 * Where a range's steps begin, in milliseconds: its own start, then every whole hour, midnight, Monday, first of a month
 * or of a year on the wall. Where clocks change by half an hour, the hour it happens in is that much longer or shorter.
 */
export function stepStarts(startMs: number, endMs: number, step: SummaryStep, timeZone: string): number[] {
  if (endMs <= startMs) return []
  const starts = [startMs]
  if (step === 'hour') {
    const offsetAt = offsetReader(timeZone)
    const firstMs = Math.floor(startMs / quarterMs + 1) * quarterMs
    for (let ms = firstMs; ms < endMs; ms += quarterMs) if ((ms + offsetAt(ms)) % hourMs === 0) starts.push(ms)
    return starts
  }
  let day = firstDay[step](dayOf(new Date(startMs), timeZone))
  for (;;) {
    day = firstDay[step](addDays(day, intoNext[step]))
    const ms = startOfDay(day, timeZone).getTime()
    if (!(ms < endMs)) return starts
    if (ms > startMs) starts.push(ms)
  }
}

/** The counts of hours in order of time: for each step, and for each hour (24) of each day (Monday first) on the wall. */
export function spread(cells: HourCell[], starts: number[], timeZone: string): { steps: number[]; week: number[][] } {
  const offsetAt = offsetReader(timeZone)
  const steps = starts.map(() => 0)
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  let step = 0
  for (const { hour, quarters } of cells) {
    for (const [index, count] of quarters.entries()) {
      if (count === 0) continue
      const ms = hour * hourMs + index * quarterMs
      // The first step may begin within its first quarter.
      while (step + 1 < starts.length && (starts[step + 1] ?? 0) <= ms) step++
      steps[step] = (steps[step] ?? 0) + count
      const wallHour = Math.floor((ms + offsetAt(ms)) / hourMs)
      // 1970 began on a Thursday.
      const day = week[(Math.floor(wallHour / 24) + 3) % 7]
      if (day) day[wallHour % 24] = (day[wallHour % 24] ?? 0) + count
    }
  }
  return { steps, week }
}
