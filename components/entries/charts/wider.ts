import { addDays, dayOf, startOfDay, type TimeRange } from '@/lib/time/model'

export type Wider = { key: 'wholeDay' | 'wholeWeek' | 'wholeMonth' | 'wholeYear' | 'allTime'; range: TimeRange }

const monthOf = (day: string) => `${day.slice(0, 7)}-01`

const yearOf = (day: string) => `${day.slice(0, 4)}-01-01`
const allTime: Wider = { key: 'allTime', range: { from: null, to: null } }

/** The next larger whole that a range lies in, on the wall: all time at last; null where there is no larger. */
export function widerRange({ from, to }: TimeRange, timeZone: string): Wider | null {
  if (!from && !to) return null
  if (!from || !to || from >= to) return allTime
  const day = dayOf(from, timeZone)
  const monday = addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7))
  const wholes = [
    ['wholeDay', day, addDays(day, 1)],
    ['wholeWeek', monday, addDays(monday, 7)],
    ['wholeMonth', monthOf(day), monthOf(addDays(monthOf(day), 31))],
    ['wholeYear', yearOf(day), yearOf(addDays(yearOf(day), 366))],
  ] as const
  for (const [key, first, end] of wholes) {
    const range = { from: startOfDay(first, timeZone), to: startOfDay(end, timeZone) }
    const isWider = range.from < from || range.to > to
    if (isWider && range.from <= from && range.to >= to) return { key, range }
  }
  return allTime
}
