import {
  addDays,
  dayOf,
  daysBetween,
  formatterOf,
  presetOf,
  type RangePreset,
  startOfDay,
  type TimeRange,
  wallTimeOf,
} from '@/lib/time/model'

// Put together here, and not by Intl: server and browsers of different age must write the same, or the page flickers.

/** "America/New York" */
export function zoneName(timeZone: string): string {
  return timeZone.replaceAll('_', ' ')
}

/** "17:41:59" */
export function clockTime(time: Date, timeZone: string): string {
  return formatterOf(timeZone, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(time)
}

function partsOf(day: string) {
  const date = new Date(`${day}T00:00Z`)
  return {
    weekday: formatterOf('UTC', { weekday: 'long' }).format(date),
    number: String(date.getUTCDate()),
    month: formatterOf('UTC', { month: 'long' }).format(date),
    year: String(date.getUTCFullYear()),
  }
}

/** "Friday 20 November 2026" */
export function dayName(day: string): string {
  const { weekday, number, month, year } = partsOf(day)
  return `${weekday} ${number} ${month} ${year}`
}

/** "20 Nov 2026" */
function shortDay(day: string): string {
  const { number, month, year } = partsOf(day)
  return `${number} ${month.slice(0, 3)} ${year}`
}

/** "Fri 20 Nov 2026, 17:41:59" */
export function dateAndTime(time: Date, timeZone: string): string {
  const day = dayOf(time, timeZone)
  return `${partsOf(day).weekday.slice(0, 3)} ${shortDay(day)}, ${clockTime(time, timeZone)}`
}

function many(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** "12 min ago"; a device's clock may be ahead: "in 2 min". */
export function relativeTime(time: Date, now: Date): string {
  const minutes = Math.floor(Math.abs(time.getTime() - now.getTime()) / 60_000)
  if (minutes === 0) return 'just now'
  const hours = Math.floor(minutes / 60)
  const size = hours >= 24 ? many(Math.floor(hours / 24), 'day') : hours > 0 ? `${hours} h` : `${minutes} min`
  return time > now ? `in ${size}` : `${size} ago`
}

/** "Today", "3 days ago" */
export function relativeDay(day: string, today: string): string {
  const days = daysBetween(today, day)
  if (days === 0) return 'Today'
  if (days === -1) return 'Yesterday'
  return days < 0 ? `${many(-days, 'day')} ago` : `in ${many(days, 'day')}`
}

const presetNames: Record<RangePreset, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  allTime: 'All time',
}

export function presetName(preset: RangePreset): string {
  return presetNames[preset]
}

// From the first to the last of what they have not in common: "18–20 Nov 2026", "28 Nov – 2 Dec 2026".
function daysName(first: string, last: string): string {
  const [a, b] = [partsOf(first), partsOf(last)]
  if (first === last) return shortDay(last)
  if (a.year !== b.year) return `${shortDay(first)} – ${shortDay(last)}`
  if (a.month !== b.month) return `${a.number} ${a.month.slice(0, 3)} – ${shortDay(last)}`
  return `${a.number}–${shortDay(last)}`
}

function minuteName(time: Date, timeZone: string): string {
  return `${shortDay(dayOf(time, timeZone))}, ${wallTimeOf(time, timeZone).slice(11)}`
}

/** "Last 7 days", "18–20 Nov 2026", "18 Nov 2026, 09:00 – 12:30", "since 18 Nov 2026, 09:00" */
export function rangeName(range: TimeRange, now: Date, timeZone: string): string {
  const preset = presetOf(range, now, timeZone)
  if (preset) return presetNames[preset]
  const { from, to } = range
  if (!from) return `before ${minuteName(to ?? now, timeZone)}`
  if (!to) return `since ${minuteName(from, timeZone)}`
  const [first, end] = [dayOf(from, timeZone), dayOf(to, timeZone)]
  const isDays = [from, to].every((time) => startOfDay(dayOf(time, timeZone), timeZone).getTime() === time.getTime())
  if (isDays && from < to) return daysName(first, addDays(end, -1))
  const until = first === end ? wallTimeOf(to, timeZone).slice(11) : minuteName(to, timeZone)
  return `${minuteName(from, timeZone)} – ${until}`
}
