import { bulkSql } from '@/lib/db'
import { boundsStatement, type EntryFilter, Parameters, whereOf } from '@/lib/entries/search-statement'
import type { HourCell } from '@/lib/entry-summary/model'
import { summarizeInSums } from '@/lib/rollups/data'

export type PlaceCount = { zoneId: string; zoneName: string; destinationId: string | null; count: number }

/** A range's counts, all of one moment: hours in order of time, and zones with the stores they were met with. */
export type Counts = { hours: HourCell[]; places: PlaceCount[] }

type Row = { hours: [number, number, number, number, number][]; places: PlaceCount[] }

/**
 * The counts of a filter's entries within a range: from the roll-ups where they know enough, else from the entries
 * themselves.
 */
export async function countByHour(filter: EntryFilter): Promise<Counts> {
  const summed = await summarizeInSums(filter)
  if (!summed) return countRowsByHour(filter)
  const [hours = [], q0 = [], q1 = [], q2 = [], q3 = []] = summed.lists.map((list) => numbersOf(list))
  const cells = hours.map((hour, i): HourCell => {
    return { hour, quarters: [q0[i] ?? 0, q1[i] ?? 0, q2[i] ?? 0, q3[i] ?? 0] }
  })
  return { hours: cells, places: summed.places }
}

// An array of PostgreSQL's as text: some ten thousand numbers are read faster so.
const numbersOf = (list: string | null) => (list === null ? [] : list.slice(1, -1).split(',').map(Number))

// Relies on the indexes of a search: what an install, or less than an hour, finds.
async function countRowsByHour(filter: EntryFilter): Promise<Counts> {
  const parameters = new Parameters()
  const where = whereOf(filter, null, parameters)
  const from = where.stores ? `unnest(${where.stores}::text[]) as s (id), entry e` : 'entry e'
  const time = filter.timeType === 'entryTime' ? 'e.entry_time' : 'e.creation_time'
  const [row] = await bulkSql<Row>(
    `entry-summary-rows-${where.name}`,
    `with found as materialized (
       select e.zone_id, e.destination_id, floor(extract(epoch from ${time}) / 900)::bigint as quarter,
              count(*) as count
       from ${from} where ${where.conditions.join(' and ')}
       group by 1, 2, 3
     ), hours as (
       select quarter / 4 as hour, sum(count) filter (where quarter % 4 = 0) as q0,
              sum(count) filter (where quarter % 4 = 1) as q1, sum(count) filter (where quarter % 4 = 2) as q2,
              sum(count) filter (where quarter % 4 = 3) as q3
       from found group by 1
     ), places as (
       select f.zone_id, f.destination_id, sum(f.count) as count from found f group by 1, 2
     )
     select coalesce((select json_agg(json_build_array(h.hour, coalesce(q0, 0), coalesce(q1, 0), coalesce(q2, 0),
                                                       coalesce(q3, 0)) order by h.hour) from hours h), '[]') as hours,
            coalesce((select json_agg(json_build_object('zoneId', p.zone_id, 'zoneName', coalesce(z.name, p.zone_id),
                                                        'destinationId', p.destination_id, 'count', p.count))
                      from places p left join zone z on z.project_id = $1 and z.zone_id = p.zone_id), '[]') as places`,
    parameters.values,
  )
  if (!row) throw new Error('entry-summary-rows answered no row')
  return { hours: row.hours.map(([hour, ...quarters]) => ({ hour, quarters })), places: row.places }
}

type Bounds = { first: Date | null; last: Date | null }

/** When a filter's first and last entry came; null: there is none. */
export async function findBounds(filter: EntryFilter): Promise<Bounds> {
  const { name, text, values } = boundsStatement(filter)
  const [row] = await bulkSql<Bounds>(name, text, values)
  return row ?? { first: null, last: null }
}
