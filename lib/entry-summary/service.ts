import type { StaffCaller } from '@/lib/auth/model'
import type { EntryFilter } from '@/lib/entries/search-statement'
import { scopeOf } from '@/lib/entries/service'
import { countByHour, findBounds, type PlaceCount } from '@/lib/entry-summary/data'
import type { EntrySummary, EntrySummaryQuery } from '@/lib/entry-summary/schema'
import { spread, stepOf, stepStarts } from '@/lib/entry-summary/steps'
import { startFolding } from '@/lib/rollups/folding'

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

/** The counts of a key, most first; equal ones by name, so that a list does not change its order by itself. */
function byMost(places: PlaceCount[], keyOf: (place: PlaceCount) => string | null): [string | null, number][] {
  const counts = new Map<string | null, number>()
  for (const place of places) counts.set(keyOf(place), (counts.get(keyOf(place)) ?? 0) + place.count)
  return [...counts].sort(([a, m], [b, n]) => n - m || ((a ?? '') < (b ?? '') ? -1 : 1))
}

/** Counts entries as a search with the same filters would find them. Throws as scopeOf does. */
export async function summarizeEntries(
  caller: StaffCaller,
  query: EntrySummaryQuery,
  now: Date,
): Promise<EntrySummary> {
  // Where nothing of ours runs at the start of a process (npm run dev), whoever looks at charts begins it.
  startFolding()
  const { timeZone, destinationId, ...asked } = query
  const { projectId, destinationIds } = await scopeOf(caller, query)
  const filter: EntryFilter = { ...asked, projectId, destinationIds }
  const range = await rangeOf(filter, now)
  const { hours, places } = await countByHour({ ...filter, ...range })
  const [startMs, endMs] = [range.startTime.getTime(), range.endTime.getTime()]
  const step = stepOf(startMs, endMs)
  const starts = stepStarts(startMs, endMs, step, timeZone)
  const { steps, week } = spread(hours, starts, timeZone)
  const names = new Map(places.map(({ zoneId, zoneName }) => [zoneId, zoneName]))
  return {
    ...range,
    timeZone,
    step,
    total: places.reduce((sum, { count }) => sum + count, 0),
    overTime: starts.map((ms, index) => ({ startTime: new Date(ms), count: steps[index] ?? 0 })),
    byHour: week,
    byStore: byMost(places, (place) => place.destinationId).map(([id, count]) => ({ destinationId: id, count })),
    byZone: byMost(places, (place) => place.zoneId).flatMap(([zoneId, count]) =>
      zoneId === null ? [] : [{ zoneId, zoneName: names.get(zoneId) ?? zoneId, count }],
    ),
  }
}
