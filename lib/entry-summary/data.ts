import { bulkSql } from '@/lib/db'
import { boundsStatement, type EntryFilter, foundBy, Parameters, whereOf } from '@/lib/entries/search-statement'
import { summarizeInSums } from '@/lib/rollups/data'
import { type PlaceCounts, placeCounts, rankedPlaces } from '@/lib/rollups/places-statement'

type Row = { hours: string | null; places: PlaceCounts | null }

/** A range's counts, all of one moment: hours (one may come in parts) as a text that readHours reads, and places. */
export type Counts = { hours: string; places: PlaceCounts }

/** The hours of a filter's entries within a range, as countByHourAndPlace has them. */
export async function countByHour(filter: EntryFilter): Promise<string> {
  const row = await countWanted(filter, { places: false })
  return row.hours ?? ''
}

/** The counts of a filter's entries within a range. */
export async function countByHourAndPlace(filter: EntryFilter): Promise<Counts> {
  const { hours, places } = await countWanted(filter, { places: true })
  if (!places) throw new Error('entry-summary answered no places')
  return { hours: hours ?? '', places }
}

// From the roll-ups where they know enough, else from the entries themselves.
async function countWanted(filter: EntryFilter, wanted: { places: boolean }): Promise<Row> {
  return (await summarizeInSums(filter, wanted)) ?? countRowsByHour(filter, wanted)
}

// Relies on the indexes of a search: what an install, or less than an hour, finds.
async function countRowsByHour(filter: EntryFilter, wanted: { places: boolean }): Promise<Row> {
  const parameters = new Parameters()
  const where = whereOf(filter, null, parameters)
  const time = filter.timeType === 'entryTime' ? 'e.entry_time' : 'e.creation_time'
  const [row] = await bulkSql<Row>(
    `entry-${wanted.places ? 'summary' : 'hours'}-rows-${where.name}`,
    `with found as materialized (
       select e.zone_id, e.destination_id, floor(extract(epoch from ${time}) / 900)::bigint as quarter,
              count(*) as count
       from ${foundBy(where)}
       group by 1, 2, 3
     ), hours as (
       select quarter / 4 as hour, sum(count) filter (where quarter % 4 = 0) as q0,
              sum(count) filter (where quarter % 4 = 1) as q1, sum(count) filter (where quarter % 4 = 2) as q2,
              sum(count) filter (where quarter % 4 = 3) as q3
       from found group by 1
     ), places as materialized (
       select f.zone_id, f.destination_id, sum(f.count) as count from found f group by 1, 2
     )${wanted.places ? `, ${rankedPlaces}` : ''}
     select (select array_agg(array[h.hour, coalesce(q0, 0), coalesce(q1, 0), coalesce(q2, 0), coalesce(q3, 0)])::text
             from hours h) as hours,
            ${wanted.places ? placeCounts : 'null::json'} as places`,
    parameters.values,
  )
  if (!row) throw new Error('entry-summary-rows answered no row')
  return row
}

type Bounds = { first: Date | null; last: Date | null }

/** When a filter's first and last entry came; null: there is none. */
export async function findBounds(filter: EntryFilter): Promise<Bounds> {
  const { name, text, values } = boundsStatement(filter)
  const [row] = await bulkSql<Bounds>(name, text, values)
  return row ?? { first: null, last: null }
}
