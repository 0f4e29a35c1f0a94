import type { HourCell, SummaryStep } from '@/lib/entry-summary/model'
import { slices } from '@/lib/slices'
import { addDays, dayOf, startOfDay } from '@/lib/time/model'
import { offsetReader } from '@/lib/time/offsets'

const quarterMs = 15 * 60_000
const hourMs = 4 * quarterMs
const dayMs = 24 * hourMs

// Some two hundred steps at most. A phone may believe in the year 9999: its centuries are 81.
const longestDays: [SummaryStep, number][] = [
  ['hour', 8],
  ['day', 200],
  ['week', 1400],
  ['month', 6000],
  ['year', 73_000],
]

/** The step that shows a range best. */
export function stepOf(startMs: number, endMs: number): SummaryStep {
  const days = (endMs - startMs) / dayMs
  return longestDays.find(([, longest]) => days <= longest)?.[0] ?? 'century'
}

const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7))

type Days = Exclude<SummaryStep, 'hour'>

const firstDay: Record<Days, (day: string) => string> = {
  day: (day) => day,
  week: mondayOf,
  month: (day) => `${day.slice(0, -3)}-01`,
  year: (day) => `${day.slice(0, -6)}-01-01`,
  century: (day) => `${day.slice(0, -8)}00-01-01`,
}

// Days beyond the next step's beginning, whatever its length, and within that step.
const intoNext: Record<Days, number> = { day: 1, week: 7, month: 31, year: 366, century: 36_525 }

/**
 * Where a range's steps begin, in milliseconds: its own start, then every whole hour, midnight, Monday, first of a month,
 * of a year or of a century on the wall. Where clocks change by half an hour, the hour it happens in is that much longer or shorter.
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

// West of Greenwich 1970 begins in 1969, before zero.
const modulo = (n: number, m: number) => ((n % m) + m) % m

/** The weekday (0 is Monday) and hour that a wall shows; its time in milliseconds, as if it stood in UTC. */
export function hourOfWeek(wallMs: number): { weekday: number; hour: number } {
  const hours = Math.floor(wallMs / hourMs)
  // 1970 began on a Thursday.
  return { weekday: modulo(Math.floor(hours / 24) + 3, 7), hour: modulo(hours, 24) }
}

// Hours between two looks at the clock: a few milliseconds where none of their offsets was read before.
const lookEvery = 64

/** Goes through hours, giving way to whatever else waits: there may be as many as entries. */
export async function eachHour(cells: HourCell[], take: (cell: HourCell) => void): Promise<void> {
  const giveWay = slices()
  for (const [index, cell] of cells.entries()) {
    if (index % lookEvery === 0) await giveWay()
    take(cell)
  }
}

type Spread = { steps: number[]; week: number[][] }

/** The counts of hours in order of time: for each step, and for each hour (24) of each day (Monday first) on the wall. */
export async function spread(cells: HourCell[], starts: number[], timeZone: string): Promise<Spread> {
  const offsetAt = offsetReader(timeZone)
  const steps = starts.map(() => 0)
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  let step = 0
  await eachHour(cells, ({ hour, quarters }) => {
    for (const [index, count] of quarters.entries()) {
      if (count === 0) continue
      const ms = hour * hourMs + index * quarterMs
      // The first step may begin within its first quarter.
      while (step + 1 < starts.length && (starts[step + 1] ?? 0) <= ms) step++
      steps[step] = (steps[step] ?? 0) + count
      const { weekday, hour: wallHour } = hourOfWeek(ms + offsetAt(ms))
      const day = week[weekday]
      if (day) day[wallHour] = (day[wallHour] ?? 0) + count
    }
  })
  return { steps, week }
}
