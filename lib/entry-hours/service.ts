import type { StaffCaller } from '@/lib/auth/model'
import { scopeOf } from '@/lib/entries/service'
import type { EntryHour, EntryHours, EntryHoursQuery } from '@/lib/entry-hours/schema'
import { hoursOnWall } from '@/lib/entry-hours/stretches'
import { countByHour } from '@/lib/entry-summary/data'

/** Behind a cell of the hours of the week: each such hour that has entries, the busiest first. Throws as scopeOf does. */
export async function listEntryHours(caller: StaffCaller, query: EntryHoursQuery): Promise<EntryHours> {
  const { timeZone, weekday, hour, destinationId, ...asked } = query
  const { projectId, destinationIds } = await scopeOf(caller, query)
  const range = { startMs: query.startTime.getTime(), endMs: query.endTime.getTime() }
  const { hours } = await countByHour({ ...asked, projectId, destinationIds })
  const busiestFirst = (a: EntryHour, b: EntryHour) => b.count - a.count || Number(b.startTime) - Number(a.startTime)
  return { hours: hoursOnWall(hours, range, { weekday, hour, timeZone }).sort(busiestFirst) }
}
