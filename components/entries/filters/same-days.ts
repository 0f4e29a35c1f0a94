import { dayOf, presetOf, presetRange, startOfDay, type TimeRange } from '@/lib/time/model'

/**
 * A range for stores of another zone: "today" stays today where the day begins at another hour, and whole days stay those
 * days. What begins or ends within a day stays as it is.
 */
export function sameDays(range: TimeRange, now: Date, zone: string, nextZone: string): TimeRange {
  if (zone === nextZone) return range
  const preset = presetOf(range, now, zone)
  if (preset) return presetRange(preset, now, nextZone)
  const ends = [range.from, range.to]
  const areDays = ends.every((end) => !end || startOfDay(dayOf(end, zone), zone).getTime() === end.getTime())
  const [from = null, to = null] = areDays ? ends.map((end) => end && startOfDay(dayOf(end, zone), nextZone)) : ends
  return { from, to }
}
