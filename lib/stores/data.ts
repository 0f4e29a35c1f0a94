import { prisma, sql } from '@/lib/db'
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
}

/** The stores of an account by name, with who is there now. Counts rely on orders_open. */
export async function listStoresOf(userId: string): Promise<StoreSummary[]> {
  const rows = await sql<SummaryRow>(
    'list-stores-of',
    `select s.project_id, p.name as project_name, s.destination_id, s.name, s.is_new, s.time_zone,
            c.arrived, c.on_the_way
     from membership m
     join project p on p.project_id = m.project_id
     join store s on s.project_id = m.project_id
       and (m.destination_ids is null or m.destination_ids ? s.destination_id)
     cross join lateral (
       select count(*) filter (where o.section = 'Arrived')::int as arrived,
              count(*) filter (where o.section = 'OnTheWay')::int as on_the_way
       from orders o
       where o.project_id = s.project_id and o.destination_id = s.destination_id
         and o.status in ('Registered', 'OnTheWay', 'Arrived')
     ) c
     where m.user_id = $1
     order by p.name, s.name, s.destination_id`,
    [userId],
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
