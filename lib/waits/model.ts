/** A wait, and a forecast, as staff read them: which words of the room `times`, and with what. Everything in seconds. */
const minute = 60
const hour = 60 * minute
const day = 24 * hour

const two = (n: number) => String(n).padStart(2, '0')

/** Seconds from one time to another; never below 0, whatever the clocks say. */
export function secondsBetween(from: Date, toMs: number): number {
  return Math.max(0, Math.floor((toMs - from.getTime()) / 1000))
}

const secondsOf = (seconds: number) => ({
  days: Math.floor(seconds / day),
  hours: Math.floor(seconds / hour),
  minutes: Math.floor((seconds % hour) / minute),
  seconds: seconds % minute,
})

export type Told<Key extends string> = [key: Key, values: Record<string, string | number>]

/** "5:12"; "1 h 05" from an hour on; "2 d" from two days on. */
export function waitClock(waitSeconds: number): Told<'clock' | 'clockHours' | 'clockDays'> {
  const { days, hours, minutes, seconds } = secondsOf(waitSeconds)
  if (waitSeconds < hour) return ['clock', { minutes, seconds: two(seconds) }]
  return waitSeconds < 2 * day ? ['clockHours', { hours, minutes: two(minutes) }] : ['clockDays', { days }]
}

type SpokenKey = 'spokenSeconds' | 'spokenMinutes' | 'spokenHours' | 'spokenDays'

/** The same for those who hear it: "5 minutes 12 seconds". */
export function waitSpoken(waitSeconds: number): Told<SpokenKey> {
  const { days, hours, minutes, seconds } = secondsOf(waitSeconds)
  if (waitSeconds < minute) return ['spokenSeconds', { seconds }]
  if (waitSeconds < hour) return ['spokenMinutes', { minutes, seconds }]
  return waitSeconds < 2 * day ? ['spokenHours', { hours, minutes }] : ['spokenDays', { days }]
}

type Direction = 'in' | 'late'
type Size = 'Minutes' | 'Hours' | 'Days'

function rounded(direction: Direction, seconds: number): Told<`${Direction}${Size}`> {
  const minutes = Math.ceil(seconds / minute)
  if (minutes < 60) return [`${direction}Minutes`, { minutes }]
  if (minutes < 48 * 60) {
    return [`${direction}Hours`, { hours: Math.floor(minutes / 60), minutes: two(minutes % 60) }]
  }
  return [`${direction}Days`, { days: Math.ceil(minutes / 60 / 24) }]
}

/** A forecast: "9 min", "now" for a minute either side, then "4 min late". */
export function forecast(expectedAt: Date, nowMs: number): Told<'now' | `${Direction}${Size}`> {
  const seconds = Math.round((expectedAt.getTime() - nowMs) / 1000)
  if (seconds >= minute) return rounded('in', seconds)
  return seconds > -minute ? ['now', {}] : rounded('late', -seconds - minute + 1)
}

/** How much of a journey lies behind, 0 to 1: from setting out to the forecast arrival. */
export function progressOf(onTheWayAt: Date, expectedAt: Date, nowMs: number): number {
  const whole = expectedAt.getTime() - onTheWayAt.getTime()
  if (whole <= 0) return 1
  return Math.min(1, Math.max(0, (nowMs - onTheWayAt.getTime()) / whole))
}
