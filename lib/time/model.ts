/**
 * A wall time is what the clock on a store's wall shows: `2026-11-20T17:42`, no zone. A day is its date: `2026-11-20`. An
 * instant is a `Date`. A range of instants is half-open: from inclusive, to exclusive, null where it is open.
 */
export type TimeRange = { from: Date | null; to: Date | null }

/** The first and the last time that the API knows, and so much of it as every wall can show. */
export const firstInstant = new Date(0)
export const lastInstant = new Date('9999-12-31T00:00:00Z')
export const wallBounds = { min: '1970-01-02T00:00', max: '9999-12-30T00:00' }

const dayMs = 24 * 60 * 60 * 1000

const heldAtMost = 500
const formatters = new Map<string, Intl.DateTimeFormat>()
// One zone's name is taken in any mix of capitals.
const zones = new Map<string, string>()

function once<Made>(kept: Map<string, Made>, name: string, make: () => Made): Made {
  if (kept.size > heldAtMost) kept.clear()
  const made = kept.get(name) ?? make()
  kept.set(name, made)
  return made
}

const zoneOf = (name: string): string =>
  once(zones, name, () => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)

/**
 * Formatters are dear to make and are made once for a zone, however it is written. English of Great Britain, 24 hours.
 * Throws RangeError for a zone that this machine has never heard of.
 */
export function formatterOf(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const zone = zoneOf(timeZone)
  const all = { timeZone: zone, hourCycle: 'h23', ...options } as const
  return once(formatters, JSON.stringify(all), () => new Intl.DateTimeFormat('en-GB', all))
}

/** True for a time zone that this machine has heard of. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(zoneOf(timeZone))
  } catch {
    return false
  }
}

/** The zone, or UTC where this machine has never heard of it. */
export function knownTimeZone(timeZone: string): string {
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}

const wallParts: Intl.DateTimeFormatOptions = {
  calendar: 'gregory',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
}

/** The wall time at an instant, to the second, as if the wall stood in UTC. */
function wallMs(instantMs: number, timeZone: string): number {
  const parts = formatterOf(timeZone, wallParts).formatToParts(instantMs)
  const part = (type: string) => parts.find((p) => p.type === type)?.value.padStart(2, '0')
  // Written with six digits, as years after 9999 are.
  const day = `+${part('year')?.padStart(6, '0')}-${part('month')}-${part('day')}`
  return Date.parse(`${day}T${part('hour')}:${part('minute')}:${part('second')}Z`)
}

/** How far a zone's wall is ahead of UTC at an instant, both in ms. */
export function offsetMs(instantMs: number, timeZone: string): number {
  const wholeSecondMs = Math.floor(instantMs / 1000) * 1000
  return wallMs(wholeSecondMs, timeZone) - wholeSecondMs
}

/** `2026-11-20T17:42`: what the wall shows at an instant. */
export function wallTimeOf(instant: Date, timeZone: string): string {
  return new Date(wallMs(instant.getTime(), timeZone)).toISOString().slice(0, -8)
}

/**
 * The instant at which the wall shows a time: of two the earlier (clocks go back); the time after the gap where there is
 * none (clocks go forward). Null when it is no wall time.
 */
export function instantOf(wallTime: string, timeZone: string): Date | null {
  const asUtcMs = Date.parse(`${wallTime}Z`)
  if (Number.isNaN(asUtcMs)) return null
  const offsetBeforeMs = offsetMs(asUtcMs - dayMs, timeZone)
  const candidates = [asUtcMs - offsetBeforeMs, asUtcMs - offsetMs(asUtcMs + dayMs, timeZone)]
  const shown = candidates.filter((candidateMs) => candidateMs + offsetMs(candidateMs, timeZone) === asUtcMs)
  return new Date(shown.length > 0 ? Math.min(...shown) : asUtcMs - offsetBeforeMs)
}

export function dayOf(instant: Date, timeZone: string): string {
  return wallTimeOf(instant, timeZone).slice(0, -6)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * dayMs).toISOString().slice(0, -14)
}

/** How many days later `day` is than `other`. */
export function daysBetween(other: string, day: string): number {
  return Math.round((Date.parse(`${day}T00:00Z`) - Date.parse(`${other}T00:00Z`)) / dayMs)
}

/** The first instant of a day, which is not midnight everywhere. */
export function startOfDay(day: string, timeZone: string): Date {
  return instantOf(`${day}T00:00`, timeZone) ?? new Date(Number.NaN)
}

/** Reads the days of many instants, quickly where neighbours share one. */
export function dayReader(timeZone: string): (instant: Date) => string {
  let day = ''
  let startMs = Number.POSITIVE_INFINITY
  let endMs = Number.NEGATIVE_INFINITY
  return (instant) => {
    const instantMs = instant.getTime()
    if (instantMs < startMs || instantMs >= endMs) {
      day = dayOf(instant, timeZone)
      startMs = startOfDay(day, timeZone).getTime()
      endMs = startOfDay(addDays(day, 1), timeZone).getTime()
    }
    return day
  }
}

/** Ranges that a person asks for by name. */
export const rangePresets = ['today', 'yesterday', 'last7Days', 'last30Days', 'allTime'] as const
export type RangePreset = (typeof rangePresets)[number]

// From so many days ago, up to the end of so many days ago: whole days, today's among them.
const presetDays: Record<Exclude<RangePreset, 'allTime'>, [number, number]> = {
  today: [0, 0],
  yesterday: [1, 1],
  last7Days: [6, 0],
  last30Days: [29, 0],
}

/** A preset's range of whole days on the store's wall. */
export function presetRange(preset: RangePreset, now: Date, timeZone: string): TimeRange {
  if (preset === 'allTime') return { from: null, to: null }
  const [first, last] = presetDays[preset]
  const today = dayOf(now, timeZone)
  return {
    from: startOfDay(addDays(today, -first), timeZone),
    to: startOfDay(addDays(today, 1 - last), timeZone),
  }
}

/** The name of a range, if it has one today. */
export function presetOf(range: TimeRange, now: Date, timeZone: string): RangePreset | null {
  const found = rangePresets.find((preset) => {
    const { from, to } = presetRange(preset, now, timeZone)
    return from?.getTime() === range.from?.getTime() && to?.getTime() === range.to?.getTime()
  })
  return found ?? null
}

/** True for a range that ends before it begins. */
export function isReversed({ from, to }: TimeRange): boolean {
  return from !== null && to !== null && from > to
}

/** The instant of a wall time, or null for none that the API knows. */
export function knownInstantOf(wallTime: string, timeZone: string): Date | null {
  const instant = instantOf(wallTime, timeZone)
  return instant && instant >= firstInstant && instant <= lastInstant ? instant : null
}
