import type { StaffCaller } from '@/lib/auth/model'
import { scopeOf } from '@/lib/entries/service'
import type { EntryHour, EntryHours, EntryHoursQuery } from '@/lib/entry-hours/schema'
import { hoursOnWall } from '@/lib/entry-hours/stretches'
import { countByHour } from '@/lib/entry-summary/data'
import { readHours } from '@/lib/entry-summary/hours-text'
import { installAsked } from '@/lib/installs/sealed-install'
import { sumInTurn } from '@/lib/turns/reading'

// One a week for a hundred years: more come of made-up times alone.
const mostHours = 5_000

/** Behind a cell of the hours of the week: each such hour that has entries, the busiest first. Throws as scopeOf and installAsked do. */
export async function listEntryHours(caller: StaffCaller, query: EntryHoursQuery): Promise<EntryHours> {
  const { timeZone, weekday, hour, destinationId, sealedInstall, ...asked } = query
  const { projectId, destinationIds } = await scopeOf(caller, query)
  const range = { startMs: query.startTime.getTime(), endMs: query.endTime.getTime() }
  const filter = { ...asked, installRef: installAsked(projectId, sealedInstall), projectId, destinationIds }
  const busiestFirst = (a: EntryHour, b: EntryHour) => b.count - a.count || Number(b.startTime) - Number(a.startTime)
  const found = await sumInTurn(caller, projectId, async () =>
    hoursOnWall(await readHours(await countByHour(filter)), range, { weekday, hour, timeZone }),
  )
  return { hours: found.sort(busiestFirst).slice(0, mostHours) }
}
