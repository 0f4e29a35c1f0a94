import { bulkSql } from '@/lib/db'
import { type EntryFilter, Parameters, whereOf } from '@/lib/entries/search-statement'
import type { EntryHour } from '@/lib/entry-hours/schema'

type Stretch = Pick<EntryHour, 'startTime' | 'endTime'>

/** How many entries a filter finds in each of some stretches of time, in their order. Relies on a search's indexes. */
export async function countStretches(filter: EntryFilter, stretches: Stretch[]): Promise<number[]> {
  const parameters = new Parameters()
  const where = whereOf(filter, null, parameters)
  const [starts, ends] = [
    parameters.add(stretches.map(({ startTime }) => startTime)),
    parameters.add(stretches.map(({ endTime }) => endTime)),
  ]
  const from = where.stores ? `unnest(${where.stores}::text[]) as s (id), entry e` : 'entry e'
  const time = filter.timeType === 'entryTime' ? 'e.entry_time' : 'e.creation_time'
  const rows = await bulkSql<{ count: number }>(
    `entry-stretches-${where.name}`,
    `select c.count
     from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) with ordinality as r (starts, ends, place)
     cross join lateral (
       select count(*)::float8 as count from ${from}
       where ${where.conditions.join(' and ')} and ${time} >= r.starts and ${time} < r.ends
     ) c
     order by r.place`,
    parameters.values,
  )
  return rows.map(({ count }) => count)
}
