const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify([timeZone, options])
  const format = formats.get(name) ?? new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...options })
  formats.set(name, format)
  return format
}

/** "17:44" in the store's zone. */
export function timeOfDay(time: Date | number, timeZone: string): string {
  return formatOf(timeZone, { hour: '2-digit', minute: '2-digit' }).format(time)
}

/** "Friday 17:42" in the store's zone. */
export function weekdayAndTime(time: Date | number, timeZone: string): string {
  return `${formatOf(timeZone, { weekday: 'long' }).format(time)} ${timeOfDay(time, timeZone)}`
}

const dayNumbers = new Map<string, number>()
const mostDayNumbers = 10_000

/**
 * The calendar day in a zone, counted: tomorrow's is one more than today's, however long the day. A thousand rows ask
 * for it every second, and a day never begins within a minute: each minute's is found once.
 */
function dayNumber(time: Date | number, timeZone: string): number {
  const name = `${Math.floor(Number(time) / 60_000)} ${timeZone}`
  const known = dayNumbers.get(name)
  if (known !== undefined) return known
  if (dayNumbers.size >= mostDayNumbers) dayNumbers.clear()
  const found = readDayNumber(time, timeZone)
  dayNumbers.set(name, found)
  return found
}

function readDayNumber(time: Date | number, timeZone: string): number {
  const parts = formatOf(timeZone, { year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts(time)
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day')) / 86_400_000
}

const yearOf = (time: Date | number, timeZone: string) => formatOf(timeZone, { year: 'numeric' }).format(time)

// A year is worth its room only when it is another than this one.
function withYear(time: Date | number, timeZone: string, nowMs: number): Intl.DateTimeFormatOptions {
  return yearOf(time, timeZone) === yearOf(nowMs, timeZone) ? {} : { year: 'numeric' }
}

/** How many calendar days ahead of today a time lies in the store's zone; below 0 in the past. */
export function daysAhead(time: Date | number, timeZone: string, nowMs: number): number {
  return dayNumber(time, timeZone) - dayNumber(nowMs, timeZone)
}

/** "Tomorrow", "22 Nov", "20 Nov 2025" in the store's zone; nothing for today. */
export function otherDay(time: Date | number, timeZone: string, nowMs: number): string {
  const ahead = daysAhead(time, timeZone, nowMs)
  if (ahead === 0) return ''
  if (Math.abs(ahead) === 1) return ahead === 1 ? 'Tomorrow' : 'Yesterday'
  return formatOf(timeZone, { day: 'numeric', month: 'short', ...withYear(time, timeZone, nowMs) }).format(time)
}

/** "Fri 20 Nov, 17:42:10" in the store's zone; with the year where it is not this one. */
export function fullTime(time: Date | number, timeZone: string, nowMs = Date.now()): string {
  const year = withYear(time, timeZone, nowMs)
  const day = formatOf(timeZone, { weekday: 'short', day: 'numeric', month: 'short', ...year }).format(time)
  const clock = formatOf(timeZone, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(time)
  return `${day}, ${clock}`
}
