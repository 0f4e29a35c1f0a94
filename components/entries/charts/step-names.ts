import { dayName, rangeName } from '@/components/entries/times'
import type { Words } from '@/components/language/translator'
import type { EntrySummary } from '@/lib/entry-summary/schema'
import { dayOf, wallTimeOf } from '@/lib/time/model'

type T = Words<'entries'>
type Told = Pick<EntrySummary, 'step' | 'overTime' | 'endTime' | 'timeZone'>

const nameAt = (names: string, place: number) => names.split(',')[place] ?? ''
const dateOf = (day: string) => new Date(`${day}T00:00Z`)

/** Monday first, as a summary counts. */
export function weekdayName(weekday: number, t: T, length: 'long' | 'short'): string {
  return nameAt(t(length === 'long' ? 'weekdays' : 'weekdaysShort'), (weekday + 1) % 7)
}

/** From when until when the steps go, both ends' own. */
export function spanOfSteps({ overTime, endTime }: Told, [first, last]: [number, number]): { from: Date; to: Date } {
  return { from: overTime[first]?.startTime ?? endTime, to: overTime[last + 1]?.startTime ?? endTime }
}

/** "Friday 18 December 2026", "18 Dec 2026, 17:00 – 18:00", "14–20 Dec 2026" */
export function stepName(told: Told, place: number, now: Date, t: T): string {
  const range = spanOfSteps(told, [place, place])
  if (told.step === 'day') return dayName(dayOf(range.from, told.timeZone), t)
  return rangeName(range, now, told.timeZone, t)
}

// The hours that are named, where a range has so many days.
const namedHours = (days: number) => (days <= 1 ? 1 : days <= 4 ? 6 : 24)

function hourTick(wall: string, days: number, t: T): string | null {
  const hour = Number(wall.slice(11, 13))
  if (hour % namedHours(days) !== 0 || wall.slice(14) !== '00') return null
  return hour === 0 && days > 1
    ? `${nameAt(t('weekdaysShort'), dateOf(wall.slice(0, 10)).getUTCDay())} ${Number(wall.slice(8, 10))}`
    : wall.slice(11)
}

/** What the axis says under its steps: "Fri 18", "06:00", "18 Dec", "Dec", "2026". */
export function stepTicks({ step, overTime, timeZone }: Told, t: T): { index: number; label: string }[] {
  const days = overTime.length / 24
  return overTime.flatMap(({ startTime }, index) => {
    const wall = wallTimeOf(startTime, timeZone)
    const date = dateOf(wall.slice(0, 10))
    const month = nameAt(t('monthsShort'), date.getUTCMonth())
    const labels = {
      hour: hourTick(wall, days, t),
      day: t('dayAndMonth', { day: String(date.getUTCDate()), month }),
      week: t('dayAndMonth', { day: String(date.getUTCDate()), month }),
      month: date.getUTCMonth() === 0 ? wall.slice(0, 4) : month,
      year: wall.slice(0, 4),
      century: wall.slice(0, 4),
    }
    const label = labels[step]
    return label === null ? [] : [{ index, label }]
  })
}
