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

/** "Fri 20 Nov, 17:42:10" in the store's zone. */
export function fullTime(time: Date | number, timeZone: string): string {
  const day = formatOf(timeZone, { weekday: 'short', day: 'numeric', month: 'short' }).format(time)
  const clock = formatOf(timeZone, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(time)
  return `${day}, ${clock}`
}
