import { type EntryFilter, foundBy, Parameters, type Statement, whereOf } from '@/lib/entries/search-statement'
import { coverOf, type Span, wholeHours } from '@/lib/rollups/model'
import { placeCounts, rankedPlaces } from '@/lib/rollups/places-statement'

const hourMs = 60 * 60_000

/** What the parts of a statement share. */
type Scope = {
  filter: EntryFilter
  parameters: Parameters
  /** Of series and deltas alike: conditions on the columns of an alias. */
  placed: (alias: string) => string[]
  timeType: string
  /** True for a project whose sums are made, and a system that is in them. */
  isSummed: string
  /** Of the prepared statement: the letters of what is narrowed. */
  name: string
}

function scopeOf(filter: EntryFilter): Scope {
  const parameters = new Parameters()
  const { zoneId, destinationIds, source, os } = filter
  const conditions: [string, string][] = [['project_id', `= (select ${parameters.add(filter.projectId)}::uuid)`]]
  let name = filter.timeType === 'entryTime' ? 'e' : 'c'
  let isSummed = 'exists (select from entry_summed y where y.project_id = $1)'
  const use = (letter: string, column: string, condition: string) => {
    name += letter
    conditions.push([column, condition])
  }
  if (zoneId !== undefined) use('z', 'zone_id', `= ${parameters.add(zoneId)}`)
  if (destinationIds) use('d', 'destination_id', `= any (${parameters.add([...new Set(destinationIds)])}::text[])`)
  if (source !== undefined) use('s', 'source', `= ${parameters.add(source)}`)
  if (os !== undefined) {
    const parameter = parameters.add(os)
    use('o', 'os', `= ${parameter}`)
    isSummed += ` and exists (select from entry_os y where y.project_id = $1 and y.os = ${parameter})`
  }
  const placed = (alias: string) => conditions.map(([column, condition]) => `${alias}.${column} ${condition}`)
  return {
    filter,
    parameters,
    placed,
    timeType: filter.timeType === 'entryTime' ? 'entry' : 'creation',
    isSummed,
    name,
  }
}

const isOfProject = ({ zoneId, destinationIds }: EntryFilter) => zoneId === undefined && destinationIds === null

/** The series to be added up. `asWhole`: those of the project itself will do, if nothing is narrowed but the source. Where
 * no source is asked for, those of all sources together; systems have none such. */
function seriesOf({ filter, placed }: Scope, asWhole: boolean): string {
  const kind = asWhole && isOfProject(filter) ? 's.zone_id is null' : 's.zone_id is not null'
  const system = filter.os === undefined ? 's.every_os' : 'not s.every_os'
  const source = filter.os === undefined && filter.source === undefined ? 's.source is null' : 's.source is not null'
  return `select s.series_id, s.zone_id, s.destination_id from entry_series s
          where ${[...placed('s'), kind, system, source].join(' and ')}`
}

/** A sum's rows within a span, of the series of a query named `series`. Relies on the sums' primary keys. */
function sumsWithin(scope: Scope, table: 'hour' | 'day' | 'month', span: Span, columns: string): string {
  const [from, to] = [scope.parameters.add(span.from), scope.parameters.add(span.to)]
  return `select ${columns} from series s
          cross join lateral (
            select h.* from entry_${table}_sum h
            where h.project_id = (select $1::uuid) and h.series_id = s.series_id
              and h.time_type = '${scope.timeType}' and h.${table} >= ${from}::int and h.${table} < ${to}::int
            offset 0
          ) h`
}

/** What is noted and not folded yet. The table is all but empty. */
function deltasWithin({ parameters, placed, timeType }: Scope, span: Span, columns: string): string {
  const [from, to] = [parameters.add(span.from * 4), parameters.add(span.to * 4)]
  const quarter = `d.${timeType}_quarter`
  return `select ${columns.replaceAll('{quarter}', quarter)} from entry_delta d
          where ${[...placed('d'), `${quarter} >= ${from}::int`, `${quarter} < ${to}::int`].join(' and ')}`
}

/** The edges: the entries of a range that lie beside its whole hours. Relies on the indexes of a search. */
function edgesOf(scope: Scope, hours: Span, columns: string): string[] {
  const { filter, parameters } = scope
  const { startTime, endTime } = filter
  const time = filter.timeType === 'entryTime' ? 'e.entry_time' : 'e.creation_time'
  const edge = (range: { startTime: Date; endTime: Date }) => {
    const where = whereOf({ ...filter, ...range }, null, parameters)
    return `select ${columns.replaceAll('{time}', time)} from ${foundBy(where)}`
  }
  return [
    ...(startTime ? [edge({ startTime, endTime: new Date(hours.from * hourMs) })] : []),
    ...(endTime ? [edge({ startTime: new Date(hours.to * hourMs), endTime })] : []),
  ]
}

/** Several stores are told from one by the edges' text. */
function nameOf({ filter, name }: Scope): string {
  const { destinationIds, startTime, endTime } = filter
  const several = destinationIds && new Set(destinationIds).size !== 1 ? 'm' : ''
  return `${name}${several}${startTime ? 'a' : ''}${endTime ? 'b' : ''}`
}

/**
 * How many entries a filter finds: sums, what is noted beside them, and the edges, all of one moment; its count is null
 * where the project's sums are not made yet, or the system asked for is in none. Null where sums are no help: an install
 * is asked for, or less than an hour.
 */
export function countBySums(filter: EntryFilter): Statement | null {
  const hours = wholeHours(filter)
  if (filter.installRef !== undefined || hours.from >= hours.to) return null
  const scope = scopeOf(filter)
  const cover = coverOf(hours)
  const parts = [
    ...cover.hours.map((span) => sumsWithin(scope, 'hour', span, 'h.q0 + h.q1 + h.q2 + h.q3 as count')),
    ...cover.days.map((span) => sumsWithin(scope, 'day', span, 'h.count')),
    sumsWithin(scope, 'month', cover.months, 'h.count'),
    deltasWithin(scope, hours, 'd.count'),
    ...edgesOf(scope, hours, 'count(*)::int'),
  ]
  const text = `with series as materialized (${seriesOf(scope, true)})
    select case when ${scope.isSummed} then coalesce(sum(p.count), 0)::float8 end as count from (${parts.join(' union all ')}) p`
  return { name: `entry-count-${nameOf(scope)}`, text, values: scope.parameters.values }
}

/** A range's places with their counts, of which some may come in parts; `rest` is what is in no sum. */
function placesOf(scope: Scope, hours: Span): string {
  const cover = coverOf(hours)
  const byPlace = 's.zone_id, s.destination_id, '
  const parts = [
    ...cover.hours.map((span) => sumsWithin(scope, 'hour', span, `${byPlace} h.q0 + h.q1 + h.q2 + h.q3 as count`)),
    ...cover.days.map((span) => sumsWithin(scope, 'day', span, `${byPlace} h.count`)),
    sumsWithin(scope, 'month', cover.months, `${byPlace} h.count`),
    'select r.zone_id, r.destination_id, r.count from rest r',
  ]
  return `series as materialized (${seriesOf(scope, false)}),
    places as materialized (
      select p.zone_id, p.destination_id, sum(p.count) as count from (${parts.join(' union all ')}) p
      group by 1, 2 having sum(p.count) <> 0
    ),
    ${rankedPlaces},`
}

/**
 * A range's counts as one row: its hours, in no order and some more than once, each with its quarters, as an array in
 * text; and, where they are wanted, its places (places-statement.ts). Sums, what is noted beside them, and the edges, all of
 * one moment. No row where countBySums' count is null; null as countBySums is.
 */
export function summaryBySums(filter: EntryFilter, wanted: { places: boolean }): Statement | null {
  const hours = wholeHours(filter)
  if (filter.installRef !== undefined || hours.from >= hours.to) return null
  const scope = scopeOf(filter)
  const rest = [
    deltasWithin(scope, hours, 'd.zone_id, d.destination_id, {quarter} as quarter, d.count'),
    ...edgesOf(scope, hours, 'e.zone_id, e.destination_id, quarter_of({time}), count(*)::int').map(
      (edge) => `(${edge} group by 1, 2, 3)`,
    ),
  ]
  const quarters = [0, 1, 2, 3].map((q) => `coalesce(sum(r.count) filter (where r.quarter & 3 = ${q}), 0)::int`)
  const wholes = sumsWithin(scope, 'hour', hours, 'h.hour, h.q0, h.q1, h.q2, h.q3').replace('series s', 'timed s')
  const everyHour = `${wholes} union all select r.quarter >> 2, ${quarters.join(', ')} from rest r group by 1`
  // A project's own series are one or few: adding its hours up would take longer than reading them.
  const added = `select h.hour, ${[0, 1, 2, 3].map((q) => `sum(h.q${q}) as q${q}`).join(', ')}`
  const text = `
    with timed as materialized (${seriesOf(scope, true)}),
    rest as materialized (${rest.join(' union all ')}),
    ${wanted.places ? placesOf(scope, hours) : ''}
    hours as materialized (${isOfProject(filter) ? everyHour : `${added} from (${everyHour}) h group by 1`})
    select (select array_agg(array[h.hour, h.q0, h.q1, h.q2, h.q3])::text from hours h) as hours,
           ${wanted.places ? placeCounts : 'null::json'} as places
    where ${scope.isSummed}`
  return {
    name: `entry-${wanted.places ? 'summary' : 'hours'}-${nameOf(scope)}`,
    text,
    values: scope.parameters.values,
  }
}
