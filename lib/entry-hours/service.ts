import type { StaffCaller } from '@/lib/auth/model'
import { scopeOf } from '@/lib/entries/service'
import { countStretches } from '@/lib/entry-hours/data'
import type { EntryHour, EntryHours, EntryHoursQuery } from '@/lib/entry-hours/schema'
import { stepStarts } from '@/lib/entry-summary/steps'
import { offsetReader } from '@/lib/time/model'

const hourMs = 60 * 60_000

/** The stretches of a range in which a wall shows an hour of a weekday (0 is Monday); twice a day where clocks go back. */
export function hoursOnWall(
  range: { startMs: number; endMs: number },
  at: { weekday: number; hour: number; timeZone: string },
) {
  const { startMs, endMs } = range
  const offsetAt = offsetReader(at.timeZone)
  const starts = stepStarts(startMs, endMs, 'hour', at.timeZone)
  return starts.flatMap((ms, place) => {
    const wallHour = Math.floor((ms + offsetAt(ms)) / hourMs)
    // 1970 began on a Thursday.
    const isAsked = wallHour % 24 === at.hour && (Math.floor(wallHour / 24) + 3) % 7 === at.weekday
    return isAsked ? [{ startTime: new Date(ms), endTime: new Date(starts[place + 1] ?? endMs) }] : []
  })
}

/** Behind a cell of the hours of the week: each such hour that has entries, the busiest first. Throws as scopeOf does. */
export async function listEntryHours(caller: StaffCaller, query: EntryHoursQuery): Promise<EntryHours> {
  const { timeZone, weekday, hour, destinationId, ...asked } = query
  const { projectId, destinationIds } = await scopeOf(caller, query)
  const range = { startMs: query.startTime.getTime(), endMs: query.endTime.getTime() }
  const stretches = hoursOnWall(range, { weekday, hour, timeZone })
  const counts = await countStretches({ ...asked, projectId, destinationIds }, stretches)
  const hours = stretches.map((stretch, place): EntryHour => ({ ...stretch, count: counts[place] ?? 0 }))
  return {
    hours: hours.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count || +b.startTime - +a.startTime),
  }
}
