/** A wait, and a forecast, as staff read them. Everything in seconds. */
const minute = 60
const hour = 60 * minute
const day = 24 * hour

const two = (n: number) => String(n).padStart(2, '0')

/** Seconds from one time to another; never below 0, whatever the clocks say. */
export function secondsBetween(from: Date, toMs: number): number {
  return Math.max(0, Math.floor((toMs - from.getTime()) / 1000))
}

/** "5:12"; "1 h 05" from an hour on; "2 d" from two days on. */
export function waitClock(seconds: number): string {
  if (seconds < hour) return `${Math.floor(seconds / minute)}:${two(seconds % minute)}`
  if (seconds < 2 * day) return `${Math.floor(seconds / hour)} h ${two(Math.floor((seconds % hour) / minute))}`
  return `${Math.floor(seconds / day)} d`
}

const counted = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`

/** The same for those who hear it: "5 minutes 12 seconds". */
export function waitSpoken(seconds: number): string {
  if (seconds < minute) return counted(seconds, 'second')
  if (seconds < hour) return `${counted(Math.floor(seconds / minute), 'minute')} ${counted(seconds % minute, 'second')}`
  if (seconds < 2 * day) {
    return `${counted(Math.floor(seconds / hour), 'hour')} ${counted(Math.floor((seconds % hour) / minute), 'minute')}`
  }
  return counted(Math.floor(seconds / day), 'day')
}

function rounded(seconds: number): string {
  const minutes = Math.ceil(seconds / minute)
  if (minutes < 60) return `${minutes} min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${two(minutes % 60)}`
  return `${Math.ceil(minutes / 60 / 24)} d`
}

/** A forecast: "9 min", "now" for a minute either side, then "4 min late". */
export function forecast(expectedAt: Date, nowMs: number): string {
  const seconds = Math.round((expectedAt.getTime() - nowMs) / 1000)
  if (seconds >= minute) return rounded(seconds)
  return seconds > -minute ? 'now' : `${rounded(-seconds - minute + 1)} late`
}

/** How much of a journey lies behind, 0 to 1: from setting out to the forecast arrival. */
export function progressOf(onTheWayAt: Date, expectedAt: Date, nowMs: number): number {
  const whole = expectedAt.getTime() - onTheWayAt.getTime()
  if (whole <= 0) return 1
  return Math.min(1, Math.max(0, (nowMs - onTheWayAt.getTime()) / whole))
}
