import type { StaffCaller } from '@/lib/auth/model'
import { scopeOf } from '@/lib/entries/service'
import type { EntryHour, EntryHours, EntryHoursQuery } from '@/lib/entry-hours/schema'
import { countByHour } from '@/lib/entry-summary/data'
import type { HourCell } from '@/lib/entry-summary/model'
import { stepStarts } from '@/lib/entry-summary/steps'
import { offsetReader } from '@/lib/time/model'

const quarterMs = 15 * 60_000
const hourMs = 4 * quarterMs

type Range = { startMs: number; endMs: number }
type OnWall = { weekday: number; hour: number; timeZone: string }

/** The stretches of a range in which a wall shows an hour of a weekday (0 is Monday); twice a day where clocks go back. */
function hoursOnWall({ startMs, endMs }: Range, { weekday, hour, timeZone }: OnWall): EntryHour[] {
  const offsetAt = offsetReader(timeZone)
  const starts = stepStarts(startMs, endMs, 'hour', timeZone)
  return starts.flatMap((ms, place) => {
    const wallHour = Math.floor((ms + offsetAt(ms)) / hourMs)
    // 1970 began on a Thursday.
    const isAsked = wallHour % 24 === hour && (Math.floor(wallHour / 24) + 3) % 7 === weekday
    return isAsked ? [{ startTime: new Date(ms), endTime: new Date(starts[place + 1] ?? endMs), count: 0 }] : []
  })
}

/** Counts into stretches, both in order of time. */
function countInto(stretches: EntryHour[], cells: HourCell[], { startMs }: Range): void {
  let place = 0
  for (const { hour, quarters } of cells) {
    for (const [index, count] of quarters.entries()) {
      // The range may begin within a quarter.
      const ms = Math.max(startMs, hour * hourMs + index * quarterMs)
      while (place < stretches.length && Number(stretches[place]?.endTime) <= ms) place++
      const stretch = stretches[place]
      if (stretch && Number(stretch.startTime) <= ms) stretch.count += count
    }
  }
}

/** Behind a cell of the hours of the week: each such hour that has entries, the busiest first. Throws as scopeOf does. */
export async function listEntryHours(caller: StaffCaller, query: EntryHoursQuery): Promise<EntryHours> {
  const { timeZone, weekday, hour, destinationId, ...asked } = query
  const { projectId, destinationIds } = await scopeOf(caller, query)
  const range = { startMs: query.startTime.getTime(), endMs: query.endTime.getTime() }
  const stretches = hoursOnWall(range, { weekday, hour, timeZone })
  const { hours } = await countByHour({ ...asked, projectId, destinationIds })
  countInto(stretches, hours, range)
  const busiestFirst = (a: EntryHour, b: EntryHour) => b.count - a.count || Number(b.startTime) - Number(a.startTime)
  return { hours: stretches.filter(({ count }) => count > 0).sort(busiestFirst) }
}
