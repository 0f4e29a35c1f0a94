import { csvRecord, jsonRecord } from '@/lib/entries/record-text'
import {
  bytesSoFar,
  type EntryFilter,
  type EntryPosition,
  hasRoom,
  newestOf,
  Parameters,
  type Statement,
  whereOf,
} from '@/lib/entries/search-statement'

/** How many entries of each store a batch before held. */
export type Shares = Record<string, number>

export type BatchWanted = {
  after: EntryPosition | null
  size: number
  as: 'json' | 'csv'
  upTo: string
  /** Null: of the first batch, where nobody knows yet. */
  shares: Shares | null
}

/** True where each store is read by itself: an account that is narrowed to several of them. */
export function isOfSeveralStores({ destinationIds, zoneId }: EntryFilter): boolean {
  return destinationIds !== null && new Set(destinationIds).size > 1 && zoneId === undefined
}

const leastOfStore = 10

/**
 * How many rows to read of each store: what it should have of a batch, going by the last one, and what chance may add.
 * Together that is seldom more than two batches, however many stores there are.
 */
export function roomOf(stores: string[], size: number, shares: Shares | null): number[] {
  const held = Object.values(shares ?? {}).reduce((sum, count) => sum + count, 0)
  const shareOf = (store: string) => (shares && Object.hasOwn(shares, store) ? (shares[store] ?? 0) : 0)
  return stores.map((store) => {
    const expected = size * (held > 0 ? shareOf(store) / held : 1 / stores.length)
    return Math.min(size, Math.ceil(expected + 3 * Math.sqrt(expected)) + leastOfStore)
  })
}

/**
 * The next entries of several stores, newest first, at most `size` and seldom none. Of each store so many are read as
 * it may have of them; where one has more, the batch ends with the last that was read of it, and the next batch gives
 * it the room. So a batch reads some two batches' rows, where a page (search-statement.ts)
 * reads a whole one of every store.
 * Reads each store by the same indexes as a page.
 */
export function batchStatement(filter: EntryFilter, batch: BatchWanted): Statement {
  const parameters = new Parameters()
  const size = parameters.add(batch.size)
  const { conditions, name, stores } = whereOf(filter, batch.after, parameters)
  if (!stores) throw new Error('a batch of several stores needs several')
  const room = parameters.add(roomOf([...new Set(filter.destinationIds)], batch.size, batch.shares))
  conditions.push(`e.sequence <= ${parameters.add(batch.upTo)}::bigint`)
  const time = filter.timeType === 'entryTime' ? 'entry_time' : 'creation_time'
  const newest = `order by e.${time} desc, e.sequence desc`
  const scan = newestOf(filter, conditions, `${newest} limit ${batch.size}`)
  const text = `
    with read as materialized (
      select e.*, row_number() over (partition by s.id ${newest}) = s.room as is_full
      from unnest(${stores}::text[], ${room}::int[]) as s (id, room)
      cross join lateral (select e.* from (${scan}) e ${newest} limit s.room) e
    ),
    -- The newest of those with which a store's room ended: what is older may have gaps.
    edge as materialized (select e.${time}, e.sequence from read e where e.is_full ${newest} limit 1),
    batch as materialized (
      select * from (
        select e.*, row_number() over newest as place, ${bytesSoFar} over newest as bytes
        from read e
        where not exists (select from edge) or (e.${time}, e.sequence) >= (select g.${time}, g.sequence from edge g)
        window newest as (${newest} rows between unbounded preceding and current row)
      ) e
      where e.place <= ${size}::int and ${hasRoom}
    )
    select (select string_agg(${batch.as === 'csv' ? csvRecord : jsonRecord}, E'\\n' ${newest})
            from batch e left join zone z on z.project_id = e.project_id and z.zone_id = e.zone_id) as records,
           (exists (select from edge) or (select count(*) from read) > (select count(*) from batch)) as more,
           l.${time} as last_time, l.sequence::text as last_sequence,
           (select json_object_agg(c.destination_id, c.count)
            from (select e.destination_id, count(*)::int as count from batch e group by 1) c) as shares
    from (select 1) o left join (select * from batch e order by e.place desc limit 1) l on true`
  return {
    name: `entries-batch-${name}${batch.as === 'csv' ? '-csv' : ''}-${batch.size}`,
    text,
    values: parameters.values,
  }
}
