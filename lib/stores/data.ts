import { forgottenAfterMs } from '@/lib/board/model'
import { prisma, sql } from '@/lib/db'
import { decided, type Overrides } from '@/lib/settings/model'
import { mostRinging } from '@/lib/stores/model'
import type { StoreSummary } from '@/lib/stores/schema'

type SummaryRow = {
  project_id: string
  project_name: string
  destination_id: string
  name: string
  is_new: boolean
  time_zone: string
  arrived: number
  on_the_way: number
  ringing: number
  longest_since: Date | null
  has_board: boolean
  of_store: Partial<Overrides>
  of_project: Partial<Overrides>
}

/** Which stores: of projects as a whole, and single ones, which are never too many. */
export type SoughtStores = {
  projectIds: string[]
  single: { projectId: string; destinationId: string }[]
  /** In the name, the id or the project's name; empty: any. */
  words: string
  /** Of a project as a whole; besides them mostRinging that ring. */
  most: number
}

/** Of orders o that are on a board: who stands there. */
const counts = `count(*) filter (where o.section = 'Arrived')::int as arrived,
              count(*) filter (where o.section = 'OnTheWay')::int as on_the_way,
              count(*) filter (where o.section = 'Arrived' and not o.is_acknowledged)::int as ringing,
              min(coalesce(o.arrived_at, o.created_at)) filter (where o.section = 'Arrived') as longest_since`

/** Which those are: $2 is when boards forget those on the way (listBoardOrders). */
const onBoards = `o.section in ('OnTheWay', 'Arrived')
         and (o.section = 'Arrived' or o.last_update_time > $2 or o.scheduled_time_for_collection > $2)`

/**
 * Stores by name, with who stands on their boards now: not what those have forgotten (listBoardOrders). Where there are too
 * many, those with customers come first, then those that have a name. One that was removed is there while somebody comes to
 * it. Counts rely on orders_active; they are laid beside stores by grouping, not by a join: when thousands have just come the
 * database believes that it is one, and would compare each with each.
 */
export async function listStoreSummaries(sought: SoughtStores, now: Date): Promise<StoreSummary[]> {
  const { projectIds, single, words, most } = sought
  const rows = await sql<SummaryRow>(
    'list-store-summaries',
    `with asked as materialized (
       select s.project_id, s.destination_id
       from unnest($3::uuid[], $4::text[]) x (project_id, destination_id)
       join store s on s.project_id = x.project_id and s.destination_id = x.destination_id
       join project p on p.project_id = s.project_id
       where $5 = '' or strpos(lower(s.name || ' ' || s.destination_id || ' ' || p.name), lower($5)) > 0
     ), c as materialized (
       select o.project_id, o.destination_id,
              ${counts}
       from orders o
       where o.project_id = any ($1::uuid[]) and ${onBoards}
       group by o.project_id, o.destination_id
       union all
       select a.project_id, a.destination_id, n.arrived, n.on_the_way, n.ringing, n.longest_since
       from asked a cross join lateral (
         select ${counts}
         from orders o
         where o.project_id = a.project_id and o.destination_id = a.destination_id and ${onBoards}
         having count(*) > 0
       ) n
       where a.project_id <> all ($1::uuid[])
     ), listed as (
       select l.project_id, l.destination_id
       from unnest($1::uuid[]) w (project_id)
       join project p on p.project_id = w.project_id
       cross join lateral (
         select u.project_id, u.destination_id
         from (
           select s.project_id, s.destination_id, s.name, s.is_new, s.removed_at is null as is_kept, null::int as arrived
           from store s
           where s.project_id = w.project_id
             and ($5 = '' or strpos(lower(s.name || ' ' || s.destination_id || ' ' || p.name), lower($5)) > 0)
           union all
           select c.project_id, c.destination_id, null, null, null, c.arrived from c where c.project_id = w.project_id
         ) u
         group by u.project_id, u.destination_id
         having bool_or(u.is_kept) or (count(u.is_kept) > 0 and max(u.arrived) is not null)
         order by max(u.arrived) > 0 desc nulls last, max(u.arrived) is null, bool_or(u.is_new), max(u.name) collate "C",
                  u.destination_id
         limit $6
       ) l
       union select r.project_id, r.destination_id from (
         select c.project_id, c.destination_id,
                row_number() over (partition by c.project_id order by c.longest_since, c.destination_id) as place
         from c where c.ringing > 0 and c.project_id = any ($1::uuid[])
       ) r where r.place <= $7
       union select a.project_id, a.destination_id from asked a
     ), told as (
       select u.project_id, u.destination_id, max(u.arrived) as arrived, max(u.on_the_way) as on_the_way,
              max(u.ringing) as ringing, max(u.longest_since) as longest_since
       from (
         select l.project_id, l.destination_id, true as is_listed, null::int as arrived, null::int as on_the_way,
                null::int as ringing, null::timestamptz as longest_since
         from listed l
         union all
         select c.project_id, c.destination_id, null, c.arrived, c.on_the_way, c.ringing, c.longest_since from c
       ) u
       group by u.project_id, u.destination_id
       having bool_or(u.is_listed)
     )
     select s.project_id, p.name as project_name, s.destination_id, s.name, s.is_new, s.time_zone,
            coalesce(t.arrived, 0) as arrived, coalesce(t.on_the_way, 0) as on_the_way,
            coalesce(t.ringing, 0) as ringing, t.longest_since,
            coalesce(b.seen_at > clock_timestamp() - interval '15 seconds', false) as has_board,
            s.settings as of_store, p.settings as of_project
     from told t
     join project p on p.project_id = t.project_id
     join store s on s.project_id = t.project_id and s.destination_id = t.destination_id
     left join board_presence b on b.project_id = s.project_id and b.destination_id = s.destination_id
     where (s.removed_at is null or t.arrived is not null)
       and ($5 = '' or strpos(lower(s.name || ' ' || s.destination_id || ' ' || p.name), lower($5)) > 0)
     order by p.name, p.project_id, s.name, s.destination_id`,
    [
      projectIds,
      new Date(now.getTime() - forgottenAfterMs),
      single.map(({ projectId }) => projectId),
      single.map(({ destinationId }) => destinationId),
      words.trim(),
      most,
      mostRinging,
    ],
  )
  return rows.map((row) => ({
    projectId: row.project_id,
    projectName: row.project_name,
    destinationId: row.destination_id,
    name: row.name,
    isNew: row.is_new,
    timeZone: row.time_zone,
    arrived: row.arrived,
    onTheWay: row.on_the_way,
    ringing: row.ringing,
    longestSince: row.longest_since,
    hasBoard: row.has_board,
    waits: decided(row.of_store, row.of_project).waits,
  }))
}

/** Which of these ids are stores' that nobody removed. By primary keys. */
export async function findStoreIds(projectId: string, destinationIds: string[]): Promise<Set<string>> {
  const rows = await sql<{ destination_id: string }>(
    'find-store-ids',
    `select destination_id from store
     where project_id = $1 and destination_id = any ($2::text[]) and removed_at is null`,
    [projectId, destinationIds],
  )
  return new Set(rows.map((row) => row.destination_id))
}

export type NewStore = {
  projectId: string
  destinationId: string
  name: string
  timeZone: string
  zoneIds: string[]
  zoneNames: string[]
}

/** A named store with its zones, the first of which is its default; there already: nothing changes. */
export async function insertStore(store: NewStore, now: Date): Promise<void> {
  await sql(
    'insert-store',
    `with made as (
       insert into store (project_id, destination_id, name, is_new, time_zone, default_zone_id, created_at)
       values ($1, $2, $3, false, $4, ($5::text[])[1], $7)
       on conflict (project_id, destination_id) do nothing returning project_id
     ), zones as (
       insert into zone (project_id, zone_id, name, destination_id, created_at)
       select $1, z.id, z.name, $2, $7 from made, unnest($5::text[], $6::text[]) as z (id, name)
       on conflict (project_id, zone_id) do nothing
     )
     insert into zone_lookup (zone_id, project_id)
     select z.id, $1 from made, unnest($5::text[]) as z (id) on conflict do nothing`,
    [store.projectId, store.destinationId, store.name, store.timeZone, store.zoneIds, store.zoneNames, now],
  )
}

export async function insertProject(projectId: string, name: string, strict: boolean, now: Date): Promise<void> {
  await prisma().project.create({ data: { projectId, name, strictDestinations: strict, createdAt: now } })
}
