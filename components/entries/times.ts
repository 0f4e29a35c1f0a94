import type { Words } from '@/components/language/translator'
import {
  addDays,
  dayOf,
  daysBetween,
  formatterOf,
  presetOf,
  startOfDay,
  type TimeRange,
  wallTimeOf,
} from '@/lib/time/model'

// Put together here, and not by Intl: server and browsers of different age must write the same, or the page flickers.
// Months and weekdays are the catalogue's, and so is the order in which a date is written.

type T = Words<'entries'>

/** "America/New York" */
export function zoneName(timeZone: string): string {
  return timeZone.replaceAll('_', ' ')
}

/** "17:41:59" */
export function clockTime(time: Date, timeZone: string): string {
  return formatterOf(timeZone, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(time)
}

const partsOf = (date: Date) => ({ day: String(date.getUTCDate()), year: String(date.getUTCFullYear()) })
const dateOf = (day: string) => new Date(`${day}T00:00Z`)
const nameAt = (names: string, place: number) => names.split(',')[place] ?? ''
const monthOf = (date: Date, t: T) => nameAt(t('monthsShort'), date.getUTCMonth())

/** "Friday 20 November 2026" */
export function dayName(day: string, t: T): string {
  const date = dateOf(day)
  const weekday = nameAt(t('weekdays'), date.getUTCDay())
  return t('longDay', { ...partsOf(date), weekday, month: nameAt(t('months'), date.getUTCMonth()) })
}

/** "20 Nov 2026" */
export function shortDay(day: string, t: T): string {
  const date = dateOf(day)
  return t('shortDay', { ...partsOf(date), month: monthOf(date, t) })
}

/** "Fri 20 Nov 2026, 17:41:59" */
export function dateAndTime(time: Date, timeZone: string, t: T): string {
  const day = dayOf(time, timeZone)
  const weekday = nameAt(t('weekdaysShort'), dateOf(day).getUTCDay())
  return t('dayAndTime', { weekday, day: shortDay(day, t), time: clockTime(time, timeZone) })
}

/** "12 min ago"; a device's clock may be ahead: "in 2 min". */
export function relativeTime(time: Date, now: Date, t: T): string {
  const minutes = Math.floor(Math.abs(time.getTime() - now.getTime()) / 60_000)
  if (minutes === 0) return t('justNow')
  const hours = Math.floor(minutes / 60)
  const unit = hours >= 24 ? 'days' : hours > 0 ? 'hours' : 'minutes'
  const size = t(unit, { count: { days: Math.floor(hours / 24), hours, minutes }[unit] })
  return t(time > now ? 'inTime' : 'ago', { size })
}

/** "Today", "3 days ago" */
export function relativeDay(day: string, today: string, t: T): string {
  const days = daysBetween(today, day)
  if (days === 0) return t('today')
  if (days === -1) return t('yesterday')
  return t(days < 0 ? 'ago' : 'inTime', { size: t('days', { count: Math.abs(days) }) })
}

// From the first to the last of what they have not in common: "18–20 Nov 2026", "28 Nov – 2 Dec 2026".
function daysName(first: string, last: string, t: T): string {
  const [from, to] = [dateOf(first), dateOf(last)]
  const [a, b] = [partsOf(from), partsOf(to)]
  if (first === last) return shortDay(last, t)
  if (a.year !== b.year) return `${shortDay(first, t)} – ${shortDay(last, t)}`
  if (from.getUTCMonth() !== to.getUTCMonth())
    return `${t('dayAndMonth', { day: a.day, month: monthOf(from, t) })} – ${shortDay(last, t)}`
  return `${t('dayAlone', { day: a.day })}–${shortDay(last, t)}`
}

function minuteName(time: Date, timeZone: string, t: T): string {
  return `${shortDay(dayOf(time, timeZone), t)}, ${wallTimeOf(time, timeZone).slice(11)}`
}

/** "Last 7 days", "18–20 Nov 2026", "18 Nov 2026, 09:00 – 12:30", "since 18 Nov 2026, 09:00" */
export function rangeName(range: TimeRange, now: Date, timeZone: string, t: T): string {
  const preset = presetOf(range, now, timeZone)
  if (preset) return t(preset)
  const { from, to } = range
  if (!from) return t('before', { time: minuteName(to ?? now, timeZone, t) })
  if (!to) return t('since', { time: minuteName(from, timeZone, t) })
  const [first, end] = [dayOf(from, timeZone), dayOf(to, timeZone)]
  const isDays = [from, to].every((time) => startOfDay(dayOf(time, timeZone), timeZone).getTime() === time.getTime())
  if (isDays && from < to) return daysName(first, addDays(end, -1), t)
  const until = first === end ? wallTimeOf(to, timeZone).slice(11) : minuteName(to, timeZone, t)
  return `${minuteName(from, timeZone, t)} – ${until}`
}
