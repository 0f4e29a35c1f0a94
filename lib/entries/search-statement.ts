import { type EntrySource, entrySources, mostPageSize, type TimeType } from '@/lib/entries/model'
import { csvRecord, jsonRecord } from '@/lib/entries/record-text'

/** What a search asks of the database, its project and stores settled. */
export type EntryFilter = {
  projectId: string
  /** The stores that may be seen; null: all of the project. */
  destinationIds: string[] | null
  zoneId?: string
  installRef?: string
  source?: EntrySource
  os?: string
  timeType: TimeType
  startTime?: Date
  endTime?: Date
}

/** Where a page goes on: behind the last entry of the page before. */
export type EntryPosition = { time: Date; tie: string }

export type Statement = { name: string; text: string; values: unknown[] }

/** Collects parameters: a value is never part of a statement's text. */
export class Parameters {
  readonly values: unknown[] = []
  add(value: unknown): string {
    return `$${this.values.push(value)}`
  }
}

/** `stores`: the parameter of several stores, to be joined as `unnest(…) as s (id)`. The entry's alias is `e`. */
type Where = { conditions: string[]; name: string; stores: string | null }

// Each filter has a letter: the letters of those in use are the name of the prepared statement, whose text they settle.
//
// The project is compared with a subquery, in statements over roll-ups too: of a project that came after the statistics PostgreSQL
// believes that it has one row, every index that begins with the project is as good then, and it may take one that reads all of
// it. Of one that it does not know while it plans it believes that it is like the others.
export function whereOf(filter: EntryFilter, after: EntryPosition | null, parameters: Parameters): Where {
  const time = filter.timeType === 'entryTime' ? 'e.entry_time' : 'e.creation_time'
  const conditions = [`e.project_id = (select ${parameters.add(filter.projectId)}::uuid)`]
  let name = filter.timeType === 'entryTime' ? 'e' : 'c'
  const use = (letter: string, condition: string) => {
    name += letter
    conditions.push(condition)
  }
  const stores = filter.destinationIds && [...new Set(filter.destinationIds)]
  let several: string | null = null
  if (filter.zoneId !== undefined) use('z', `e.zone_id = ${parameters.add(filter.zoneId)}`)
  if (stores?.length === 1) use('d', `e.destination_id = ${parameters.add(stores[0])}`)
  else if (stores && filter.zoneId !== undefined) use('f', `e.destination_id = any (${parameters.add(stores)}::text[])`)
  else if (stores) {
    several = parameters.add(stores)
    use('m', 'e.destination_id = s.id')
  }
  if (filter.installRef !== undefined) use('i', `e.install_ref = ${parameters.add(filter.installRef)}`)
  if (filter.source !== undefined) use('s', `e.source = ${parameters.add(filter.source)}`)
  if (filter.os !== undefined) use('o', `e.os = ${parameters.add(filter.os)}`)
  if (filter.startTime) use('a', `${time} >= ${parameters.add(filter.startTime)}::timestamptz`)
  // A position lies before the range's end already. With both PostgreSQL begins at the end, and reads up to the position.
  if (filter.endTime && !after) use('b', `${time} < ${parameters.add(filter.endTime)}::timestamptz`)
  if (after) {
    const position = `(${parameters.add(after.time)}::timestamptz, ${parameters.add(after.tie)}::bigint)`
    use('p', `(${time}, e.sequence) < ${position}`)
  }
  return { conditions, name, stores: several }
}

/** Entries as `e`, in no order. Of several stores each is looked up by itself: `offset 0` leaves no other way. */
export function foundBy({ conditions, stores }: Where): string {
  const all = `entry e where ${conditions.join(' and ')}`
  return stores ? `unnest(${stores}::text[]) as s (id) cross join lateral (select e.* from ${all} offset 0) e` : all
}

/** `as`: how each record is written. `upTo`: a sequence; what was recorded after it is left out. */
export type PageWanted = {
  after: EntryPosition | null
  size: number
  separator: ',' | '\n'
  as?: 'json' | 'csv'
  upTo?: string
}

// The indexes have the source before the time, but for those of a whole project and of an install: who names none reads
// each source's newest, merged. The limit stands in the text, so that a plan made for any values knows how little is read.
export function newestOf(filter: EntryFilter, conditions: string[], newest: string): string {
  const scan = `select e.* from entry e where ${conditions.join(' and ')}`
  const isNarrowed = filter.destinationIds !== null || filter.zoneId !== undefined || filter.os !== undefined
  if (!isNarrowed || filter.source !== undefined || filter.installRef !== undefined) return `${scan} ${newest}`
  // Each in order by itself: only then does PostgreSQL merge them instead of sorting them all.
  const branches = entrySources.map((source) => `(${scan} and e.source = '${source}' ${newest})`)
  return `select e.* from (${branches.join(' union all ')}) e ${newest}`
}

// What one page tells of what apps send along: an entry by itself may hold 80 KB of it, and a page a thousand entries.
const mostPageBytes = 2_000_000
/** Over a window, newest first, it says which entries have room on a page: `place` and `bytes` in `hasRoom`. */
export const bytesSoFar = `bytes_until(e.custom_event_meta_data, ${mostPageBytes})`
export const hasRoom = `(e.place = 1 or e.bytes <= ${mostPageBytes})`

/**
 * A page of entries, newest first, as one text whose records `separator` parts; `more` and the last one's place say
 * whether and where it goes on. Each combination of filters has an index of entry that is read backwards from the
 * position (docs/decisions/0015), so a page costs the same at any depth. Of several stores each gives its newest, and
 * the newest of these are taken. Zones are named when the page is found.
 */
export function pageStatement(filter: EntryFilter, page: PageWanted): Statement {
  const parameters = new Parameters()
  const size = parameters.add(page.size)
  const separator = parameters.add(page.separator)
  const where = whereOf(filter, page.after, parameters)
  let name = `entries-page-${where.name}`
  if (page.upTo !== undefined) {
    name += 'u'
    where.conditions.push(`e.sequence <= ${parameters.add(page.upTo)}::bigint`)
  }
  if (page.as === 'csv') name += '-csv'
  const time = filter.timeType === 'entryTime' ? 'entry_time' : 'creation_time'
  const order = `order by e.${time} desc, e.sequence desc`
  const most = Math.max(mostPageSize, page.size)
  if (most > mostPageSize) name += `-${most}`
  const scan = newestOf(filter, where.conditions, `${order} limit ${most + 1}`)
  const each = `select e.* from (${scan}) e ${order} limit ${size}::int + 1`
  const found = where.stores
    ? `select e.* from unnest(${where.stores}::text[]) as s (id) cross join lateral (${each}) e
       ${order} limit ${size}::int + 1`
    : each
  const text = `
    select string_agg(p.record, ${separator} order by p.time desc, p.sequence desc) as records,
           coalesce(bool_and(p.has_next), false) as more,
           min(p.time) as last_time,
           (array_agg(p.sequence order by p.time desc, p.sequence desc))[count(*)]::text as last_sequence
    from (
      select e.${time} as time, e.sequence, e.has_next, ${page.as === 'csv' ? csvRecord : jsonRecord} as record
      from (
        select e.*, lead(true, 1, false) over newest as has_next, row_number() over newest as place,
               ${bytesSoFar} over newest as bytes
        from (${found}) e
        window newest as (${order} rows between unbounded preceding and current row)
      ) e
      left join zone z on z.project_id = e.project_id and z.zone_id = e.zone_id
      where e.place <= ${size} and ${hasRoom}
    ) p`
  return { name, text, values: parameters.values }
}

/** When the first and the last entry that a filter finds came. By the same indexes, from either end. */
export function boundsStatement(filter: EntryFilter): Statement {
  const parameters = new Parameters()
  const where = whereOf(filter, null, parameters)
  const time = filter.timeType === 'entryTime' ? 'entry_time' : 'creation_time'
  const end = (direction: 'asc' | 'desc') => {
    const one = `order by e.${time} ${direction}, e.sequence ${direction} limit 1`
    const scan = newestOf(filter, where.conditions, one)
    const found = where.stores
      ? `select e.* from unnest(${where.stores}::text[]) as s (id) cross join lateral (${scan}) e ${one}`
      : scan
    return `(select e.${time} from (${found}) e)`
  }
  const text = `select ${end('asc')} as first, ${end('desc')} as last`
  return { name: `entries-bounds-${where.name}`, text, values: parameters.values }
}

/** How many entries a filter finds. */
export function countStatement(filter: EntryFilter): Statement {
  const parameters = new Parameters()
  const where = whereOf(filter, null, parameters)
  const text = `select count(*)::float8 as count from ${foundBy(where)}`
  return { name: `entries-count-${where.name}`, text, values: parameters.values }
}
