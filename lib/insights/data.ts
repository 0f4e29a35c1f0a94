import { bulkSql, sql, upkeepSql } from '@/lib/db'
import { batchesOf, type StoreDays } from '@/lib/insights/model'
import { decided, type Overrides } from '@/lib/settings/model'
import { mostNamed } from '@/lib/stores/model'

type StoreRow = {
  destination_id: string
  name: string
  time_zone: string
  of_store: Partial<Overrides>
  of_project: Partial<Overrides>
}

// What is in a store is looked up store by store, in a project that the plan does not know (lib/board/data.ts): `exists` may be
// answered by reading all orders of the project.
export const measuredStores = `select s.destination_id, s.name, s.time_zone, s.settings as of_store, p.settings as of_project
 from store s join project p on p.project_id = s.project_id
 where s.project_id = $1 and ($2::text[] is null or s.destination_id = any ($2))
   and ($2::text[] is not null or (select count(*) <= $3 from store where project_id = $1)
        or (select true from orders o where o.project_id = (select $1::uuid) and o.destination_id = s.destination_id
                                        and o.arrived_at is not null limit 1)
        or (select true from order_day d where d.project_id = $1 and d.destination_id = s.destination_id limit 1))
 order by s.name, s.destination_id`

/**
 * The stores of a project, those of them that are asked for, with the goal that is in force there; by name. Of very many
 * those alone to which somebody has come. Relies on orders_arrived and order_day's primary key.
 */
export async function listMeasuredStores(projectId: string, destinationIds: string[] | null) {
  const rows = await sql<StoreRow>('list-measured-stores', measuredStores, [projectId, destinationIds, mostNamed])
  return rows.map((row) => ({
    destinationId: row.destination_id,
    name: row.name,
    timeZone: row.time_zone,
    goalSeconds: decided(row.of_store, row.of_project).goalSeconds,
  }))
}

// 12 bytes an arrival, as text twice that: at 300 arrivals a day four megabytes at a time, however long the range.
const daysAtATime = 500

const ignored = () => {}

type InTurn = <T>(read: () => Promise<T>) => Promise<T>

/**
 * The packed arrivals of stores (lib/insights/packed.ts), some days at a time: while some are counted the next are read,
 * and no more than those two are held. Days that are packed are read by order_day's primary key; those before the first
 * of them and behind the last, off the orders by orders_arrived. `inTurn`: when each is read.
 */
export async function* readArrivals(projectId: string, stores: StoreDays[], inTurn: InTurn) {
  let reading: ReturnType<typeof readBatch> | undefined
  for (const batch of batchesOf(stores, daysAtATime)) {
    const next = inTurn(() => readBatch(projectId, batch))
    // It is told of when its turn comes, or by nobody if an earlier one failed.
    next.catch(ignored)
    if (reading) yield await reading
    reading = next
  }
  if (reading) yield await reading
}

async function readBatch(projectId: string, stores: StoreDays[]) {
  const rows = await bulkSql<{ destination_id: string; measures: Buffer }>(
    'read-arrivals',
    `select a.destination_id, b.measures || p.measures || l.measures as measures
     from unnest($2::text[], $3::int[], $4::int[]) a (destination_id, first_day, last_day)
     cross join lateral (
       select coalesce((select d.day from order_day d where d.project_id = $1 and d.destination_id = a.destination_id
                        order by d.day limit 1), a.last_day + 1) as first_packed,
              coalesce((select d.day from order_day d where d.project_id = $1 and d.destination_id = a.destination_id
                        order by d.day desc limit 1), a.last_day) as last_packed
     ) k
     cross join lateral (
       select measured_orders($1, a.destination_id, a.first_day, least(a.last_day, k.first_packed - 1)) as measures
     ) b
     cross join lateral (
       select coalesce(string_agg(d.measures, ''), '') as measures from order_day d
       where d.project_id = $1 and d.destination_id = a.destination_id and d.day between a.first_day and a.last_day
     ) p
     cross join lateral (
       select measured_orders($1, a.destination_id, greatest(a.first_day, k.last_packed + 1), a.last_day) as measures
     ) l`,
    [
      projectId,
      stores.map((store) => store.destinationId),
      stores.map((store) => store.firstDay),
      stores.map((store) => store.lastDay),
    ],
  )
  return rows.map((row) => ({ destinationId: row.destination_id, packed: row.measures }))
}

type LongWait = { destinationId: string; minutes: number; waitSeconds: number }

type WaitRow = {
  service_id: string
  destination_id: string
  order_id: string
  arrived_at: Date
  closed_at: Date
  closed_by: string | null
  wait_seconds: number
}

/**
 * What finds the orders of these long waits, the longest first, and of those that waited as long as many in the same minute
 * the first ones: no more than there are waits. Relies on orders_arrived, where the wall lets a time be looked up and nothing
 * that is reckoned from a column: their minutes come as times.
 */
export function longWaitsStatement(projectId: string, waits: LongWait[]) {
  const text = `select o.service_id, o.destination_id, o.order_id, o.arrived_at, o.closed_at, o.closed_by, w.wait_seconds
     from (select distinct * from unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::int[])
       w (destination_id, minute, next_minute, wait_seconds)) w
     cross join lateral (
       select o.* from orders o
       where o.project_id = (select $1::uuid) and o.destination_id = w.destination_id
         and o.arrived_at >= w.minute and o.arrived_at < w.next_minute
         and o.status = 'Completed'
         and least(4194303, floor(date_part('epoch', o.closed_at - o.arrived_at))) = w.wait_seconds
       order by o.arrived_at, o.service_id
       limit $6
     ) o
     order by w.wait_seconds desc, o.arrived_at, o.service_id
     limit $6`
  const minuteOf = (minutes: number) => new Date(minutes * 60_000)
  const values = [
    projectId,
    waits.map((wait) => wait.destinationId),
    waits.map((wait) => minuteOf(wait.minutes)),
    waits.map((wait) => minuteOf(wait.minutes + 1)),
    waits.map((wait) => wait.waitSeconds),
    waits.length,
  ]
  return { text, values }
}

/** Their orders, the longest wait first. */
export async function findLongWaits(projectId: string, waits: LongWait[]) {
  if (waits.length === 0) return []
  const { text, values } = longWaitsStatement(projectId, waits)
  const rows = await sql<WaitRow>('find-long-waits', text, values)
  return rows.map((row) => ({
    serviceId: row.service_id,
    destinationId: row.destination_id,
    orderId: row.order_id,
    arrivedAt: row.arrived_at,
    handedOverAt: row.closed_at,
    handedOverBy: row.closed_by,
    waitSeconds: row.wait_seconds,
  }))
}

/** Packs days that are over, at most so many: how many (see the migration). */
export async function packOrderDays(limit: number): Promise<number> {
  const [row] = await upkeepSql<{ packed: number }>('pack-order-days', 'select pack_order_days($1) as packed', [limit])
  return row?.packed ?? 0
}
