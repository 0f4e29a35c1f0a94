import { forgottenAfterMs } from '@/lib/board/model'
import { prisma, sql } from '@/lib/db'
import { decided, type Overrides } from '@/lib/settings/model'
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

/**
 * The stores of these projects by name, with who stands on their boards now: not what those have forgotten
 * (listBoardOrders). Counts rely on orders_active.
 */
export async function listStoreSummaries(projectIds: string[], now: Date): Promise<StoreSummary[]> {
  const rows = await sql<SummaryRow>(
    'list-store-summaries',
    `select s.project_id, p.name as project_name, s.destination_id, s.name, s.is_new, s.time_zone,
            coalesce(c.arrived, 0) as arrived, coalesce(c.on_the_way, 0) as on_the_way,
            coalesce(c.ringing, 0) as ringing, c.longest_since,
            coalesce(b.seen_at > clock_timestamp() - interval '15 seconds', false) as has_board,
            s.settings as of_store, p.settings as of_project
     from project p
     join store s on s.project_id = p.project_id
     left join (
       select o.project_id, o.destination_id,
              count(*) filter (where o.section = 'Arrived')::int as arrived,
              count(*) filter (where o.section = 'OnTheWay')::int as on_the_way,
              count(*) filter (where o.section = 'Arrived' and not o.is_acknowledged)::int as ringing,
              min(coalesce(o.arrived_at, o.created_at)) filter (where o.section = 'Arrived') as longest_since
       from orders o
       where o.project_id = any ($1::uuid[]) and o.section in ('OnTheWay', 'Arrived')
         and (o.section = 'Arrived' or o.last_update_time > $2 or o.scheduled_time_for_collection > $2)
       group by o.project_id, o.destination_id
     ) c on c.project_id = s.project_id and c.destination_id = s.destination_id
     left join board_presence b on b.project_id = s.project_id and b.destination_id = s.destination_id
     where p.project_id = any ($1::uuid[])
     order by p.name, p.project_id, s.name, s.destination_id`,
    [projectIds, new Date(now.getTime() - forgottenAfterMs)],
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
