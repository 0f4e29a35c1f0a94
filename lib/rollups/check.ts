import pg from 'pg'
import { directUrl } from '@/lib/db'
import { standAcrossProjects } from '@/lib/walled-client'

/** The lock that fold_entry_deltas takes: whoever holds it has the sums to itself. */
const foldingLock = 72_707_370

/** Where sums and entries differ: what kind of sum, whose, and what both say. */
export type Difference = {
  sums: 'hours' | 'sources' | 'project' | 'days' | 'months'
  of: string
  found: string
  expected: string
}

const mostNamed = 20

/** Every system together, or each of those that have sums. */
type Systems = { os: string; only: string; kind: string }
const everySystem: Systems = { os: 'null::text', only: '', kind: 's.every_os' }
const eachSystem: Systems = {
  os: 'os',
  only: 'and os in (select y.os from entry_os y where y.project_id = $1)',
  kind: 'not s.every_os',
}

const fromEntries = (type: 'creation' | 'entry', { os, only }: Systems) => `
  select e.zone_id, e.destination_id, e.source, e.os, '${type}'::text as time_type, e.quarter >> 2 as hour,
         count(*) filter (where e.quarter & 3 = 0) as q0, count(*) filter (where e.quarter & 3 = 1) as q1,
         count(*) filter (where e.quarter & 3 = 2) as q2, count(*) filter (where e.quarter & 3 = 3) as q3
  from (select zone_id, destination_id, source, ${os} as os, quarter_of(${type}_time) as quarter
        from entry where project_id = $1 ${only} offset 0) e
  group by 1, 2, 3, 4, 5, 6`

const fromDeltas = (type: 'creation' | 'entry', { os, only }: Systems) => `
  select d.zone_id, d.destination_id, d.source, ${os}, '${type}'::text, d.${type}_quarter >> 2,
         case when d.${type}_quarter & 3 = 0 then d.count else 0 end, case when d.${type}_quarter & 3 = 1 then d.count else 0 end,
         case when d.${type}_quarter & 3 = 2 then d.count else 0 end, case when d.${type}_quarter & 3 = 3 then d.count else 0 end
  from entry_delta d where d.project_id = $1 ${only}`

const hoursAgainstEntries = (systems: Systems) => `
  with expected as (${fromEntries('creation', systems)} union all ${fromEntries('entry', systems)}),
  found as (
    select f.zone_id, f.destination_id, f.source, f.os, f.time_type, f.hour,
           sum(f.q0) as q0, sum(f.q1) as q1, sum(f.q2) as q2, sum(f.q3) as q3
    from (
      select s.zone_id, s.destination_id, s.source, s.os, h.time_type, h.hour, h.q0, h.q1, h.q2, h.q3
      from entry_hour_sum h
      join entry_series s on s.project_id = h.project_id and s.series_id = h.series_id and s.zone_id is not null
        and s.source is not null and ${systems.kind}
      where h.project_id = $1
      union all ${fromDeltas('creation', systems)} union all ${fromDeltas('entry', systems)}
    ) f
    group by 1, 2, 3, 4, 5, 6
  )
  select 'hours' as sums,
         concat_ws(' ', key.time_type, to_timestamp(key.hour * 3600.0), key.source, key.os, key.zone_id,
                   key.destination_id) as of,
         concat_ws(' ', f.q0, f.q1, f.q2, f.q3) as found, concat_ws(' ', e.q0, e.q1, e.q2, e.q3) as expected
  from expected e
  full join found f on f.hour = e.hour and f.zone_id = e.zone_id and f.source = e.source and f.time_type = e.time_type
    and coalesce(f.destination_id, '') = coalesce(e.destination_id, '') and coalesce(f.os, '') = coalesce(e.os, '')
  cross join lateral (
    select coalesce(e.time_type, f.time_type) as time_type, coalesce(e.hour, f.hour) as hour,
           coalesce(e.source, f.source) as source, coalesce(e.zone_id, f.zone_id) as zone_id,
           coalesce(e.destination_id, f.destination_id) as destination_id, coalesce(e.os, f.os) as os
  ) key
  where (coalesce(e.q0, 0), coalesce(e.q1, 0), coalesce(e.q2, 0), coalesce(e.q3, 0))
     <> (coalesce(f.q0, 0), coalesce(f.q1, 0), coalesce(f.q2, 0), coalesce(f.q3, 0))
  limit ${mostNamed}`

/** A larger sum against those that it is made of, both as queries of (key, count). */
const against = (sums: Difference['sums'], found: string, expected: string) => `
  select '${sums}' as sums, concat_ws(' ', k.*) as of, f.count::text as found, e.count::text as expected
  from (${found}) f full join (${expected}) e using (a, b, c)
  cross join lateral (select a, b, c) k
  where coalesce(f.count, 0) <> coalesce(e.count, 0)
  limit ${mostNamed}`

const ofHours = 'sum(h.q0 + h.q1 + h.q2 + h.q3)'
const projectHours = (isWhole: boolean) => `
  select concat_ws(' ', s.source, s.os, case when s.every_os then 'all' end) as a, h.time_type as b, h.hour as c, ${ofHours} as count
  from entry_hour_sum h join entry_series s on s.project_id = h.project_id and s.series_id = h.series_id
  where h.project_id = $1 and s.zone_id is ${isWhole ? 'null' : 'not null'} group by 1, 2, 3`

const sourceHours = (isWhole: boolean) => `
  select concat_ws(' ', s.zone_id, s.destination_id) as a, h.time_type as b, h.hour as c, ${ofHours} as count
  from entry_hour_sum h join entry_series s on s.project_id = h.project_id and s.series_id = h.series_id
  where h.project_id = $1 and s.every_os and s.source is ${isWhole ? 'null' : 'not null'} group by 1, 2, 3`

const days = `select d.series_id as a, d.time_type as b, d.day as c, d.count from entry_day_sum d where d.project_id = $1`
const daysOfHours = `select h.series_id as a, h.time_type as b, floor(h.hour / 24.0)::int as c, ${ofHours} as count
  from entry_hour_sum h where h.project_id = $1 group by 1, 2, 3`
const months = `select m.series_id as a, m.time_type as b, m.month as c, m.count from entry_month_sum m where m.project_id = $1`
const monthsOfDays = `select d.series_id as a, d.time_type as b, month_of_day(d.day) as c, sum(d.count) as count
  from entry_day_sum d where d.project_id = $1 group by 1, 2, 3`

const comparisons = [
  hoursAgainstEntries(everySystem),
  hoursAgainstEntries(eachSystem),
  against('sources', sourceHours(true), sourceHours(false)),
  against('project', projectHours(true), projectHours(false)),
  against('days', days, daysOfHours),
  against('months', months, monthsOfDays),
]

/** Work on a connection of its own: it may take minutes, and no pool is for that. */
async function onConnection<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: directUrl(), application_name: 'baycall rollups' })
  // A connection that breaks fails the statement underway; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await standAcrossProjects(client)
    await client.query('set statement_timeout = 0')
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs on one snapshot; a lock must have been taken before it. */
async function onSnapshot<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read')
  const result = await work()
  await client.query('commit')
  return result
}

/** Where a project's sums differ from its entries, beside live traffic: the first of each kind. None: all is right. */
export function verifySums(projectId: string): Promise<Difference[]> {
  return onConnection((client) =>
    onSnapshot(client, async () => {
      const differences: Difference[] = []
      for (const text of comparisons) differences.push(...(await client.query<Difference>(text, [projectId])).rows)
      return differences
    }),
  )
}

/**
 * Makes a project's sums anew from its entries, beside live traffic. Until it is done readers see the old sums, or count
 * the entries where there were none; what comes meanwhile is noted, and added afterwards.
 */
export function rebuildSums(projectId: string): Promise<void> {
  return onConnection(async (client) => {
    await client.query('select pg_advisory_lock($1)', [foldingLock])
    await onSnapshot(client, () => client.query('select rebuild_entry_sums($1)', [projectId]))
  })
}

const nextUnsummed = `select p.project_id from project p
  where not exists (select from entry_summed y where y.project_id = p.project_id) order by 1 limit 1`

/** Makes the sums of projects that have none yet (after an update), as rebuildSums does; of several servers one does. */
export function makeMissingSums(): Promise<void> {
  return onConnection(async (client) => {
    for (let isMore = true; isMore; ) {
      const { rows } = await client.query('select pg_try_advisory_lock($1) as ours', [foldingLock])
      if (!rows[0].ours) return
      isMore = await onSnapshot(client, async () => {
        const [project] = (await client.query<{ project_id: string }>(nextUnsummed)).rows
        if (project) await client.query('select rebuild_entry_sums($1)', [project.project_id])
        return project !== undefined
      })
      // In between, what has been noted is folded.
      await client.query('select pg_advisory_unlock($1)', [foldingLock])
    }
  })
}
