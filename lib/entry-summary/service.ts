import type { StaffCaller } from '@/lib/auth/model'
import type { EntryFilter } from '@/lib/entries/search-statement'
import { scopeOf } from '@/lib/entries/service'
import { countByHourAndPlace, findBounds } from '@/lib/entry-summary/data'
import { readHours } from '@/lib/entry-summary/hours-text'
import type { EntrySummary, EntrySummaryQuery } from '@/lib/entry-summary/schema'
import { spread, stepOf, stepStarts } from '@/lib/entry-summary/steps'
import { installAsked } from '@/lib/installs/sealed-install'
import { startFolding } from '@/lib/rollups/folding'
import { sumInTurn } from '@/lib/turns/reading'

type Range = { startTime: Date; endTime: Date }

// What a query leaves open ends at the first and the last entry; where there is none, at the other end or now.
async function rangeOf(filter: EntryFilter, now: Date): Promise<Range> {
  const { startTime, endTime } = filter
  if (startTime && endTime) return { startTime, endTime }
  const { first, last } = await findBounds(filter)
  const start = startTime ?? first ?? endTime ?? now
  const end = endTime ?? (last ? new Date(last.getTime() + 1) : start)
  return { startTime: start, endTime: end }
}

/** Counts entries as a search with the same filters would find them, in turn. Throws as scopeOf, installAsked and sumInTurn do. */
export async function summarizeEntries(
  caller: StaffCaller,
  query: EntrySummaryQuery,
  now: Date,
): Promise<EntrySummary> {
  // Where nothing of ours runs at the start of a process (npm run dev), whoever looks at charts begins it.
  startFolding()
  const { timeZone, destinationId, sealedInstall, ...asked } = query
  const { projectId, destinationIds } = await scopeOf(caller, query)
  const installRef = installAsked(projectId, sealedInstall)
  const filter: EntryFilter = { ...asked, installRef, projectId, destinationIds }
  // What is made of it within the turn too: there may be as many hours as somebody makes up.
  const { range, step, overTime, week, places } = await sumInTurn(caller, projectId, async () => {
    const range = await rangeOf(filter, now)
    const { hours, places } = await countByHourAndPlace({ ...filter, ...range })
    const [startMs, endMs] = [range.startTime.getTime(), range.endTime.getTime()]
    const step = stepOf(startMs, endMs)
    const starts = stepStarts(startMs, endMs, step, timeZone)
    const { steps, week } = await spread(await readHours(hours), starts, timeZone)
    const overTime = starts.map((ms, index) => ({ startTime: new Date(ms), count: steps[index] ?? 0 }))
    return { range, step, overTime, week, places }
  })
  const { total, byStore, byZone, otherStores, otherZones } = places
  return {
    ...range,
    timeZone,
    step,
    total,
    overTime,
    byHour: week,
    byStore,
    byZone,
    ...(otherStores && { otherStores }),
    ...(otherZones && { otherZones }),
  }
}
