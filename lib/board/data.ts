import type { KnownPosition } from '@/lib/board/model'
import type { BoardOrder } from '@/lib/board/schema'
import { sql } from '@/lib/db'
import { type OrderRow, orderColumns } from '@/lib/orders/data'
import type { BoardSection, OrderStatus } from '@/lib/orders/model'

/**
 * Longer than any writer's transaction may last (lib/db.ts, 10 s). Rows commit out of sequence: one that is older than
 * this has no elder that is yet to appear, and may be a cursor.
 */
const overlap = `interval '15 seconds'`

const timeOf = (value: Date | string | null) => (value === null ? null : new Date(value))

/** A row as the board shows it. */
export function boardOrderOf(row: OrderRow): BoardOrder {
  return {
    projectId: row.project_id,
    destinationId: row.destination_id,
    serviceId: row.service_id,
    orderId: row.order_id,
    version: row.version,
    status: row.status,
    section: row.section,
    customerName: row.customer_name,
    hsFields: row.hs_fields,
    isAcknowledged: row.is_acknowledged,
    acknowledgedAt: timeOf(row.acknowledged_at),
    acknowledgedBy: row.acknowledged_by,
    scheduledTimeForCollection: timeOf(row.scheduled_time_for_collection),
    partnerPickupTime: timeOf(row.partner_pickup_time),
    expectedAt: timeOf(row.expected_at),
    onTheWayAt: timeOf(row.on_the_way_at),
    arrivedAt: timeOf(row.arrived_at),
    closedAt: timeOf(row.closed_at),
    closedBy: row.closed_by,
    createdAt: new Date(row.created_at),
    lastUpdateTime: new Date(row.last_update_time),
  }
}

type StoreKey = { projectId: string; destinationId: string }

/** So many details are left, and characters of each, where an order's are shortened (`shortened_details` in the database). */
export const shortenedTo = { details: 8, characters: 40 }

const shownColumns = orderColumns.replace(
  'o.hs_fields',
  'case when b.is_short then shortened_details(o.hs_fields, $5) else o.hs_fields end as hs_fields',
)

// Each order is looked up by itself (`offset 0` leaves no other way), in a project that the plan does not know: of one that came
// after the statistics PostgreSQL believes that it has a row or two, and would read all of it.
export const boardOrders = `select ${shownColumns}, b.left_out, b.is_short
 from board_orders($1, $2, $3, $4) b
 left join lateral (
   select o.* from orders o where o.project_id = (select $1::uuid) and o.service_id = b.service_id offset 0
 ) o on true`

/**
 * A store's open orders, arrived ones and those told of (or due) since a time, and the last closed since another: no more
 * than a board can bear, but for arrivals (see board_orders). `leftOut`: how many on the way or expected are not among them;
 * `shortened`: the serviceIds of those that have the beginnings of some of their details alone, first of those called as in
 * `ranksOnRow` (lib/board/ticket-face.ts).
 */
export async function listBoardOrders(
  store: StoreKey,
  closedSince: Date,
  toldSince: Date,
  ranksOnRow: Map<string, number>,
): Promise<{ orders: BoardOrder[]; leftOut: number; shortened: Set<string> }> {
  const rows = await sql<OrderRow & { left_out: number | null; is_short: boolean | null }>(
    'list-board-orders',
    boardOrders,
    [store.projectId, store.destinationId, closedSince, toldSince, JSON.stringify(Object.fromEntries(ranksOnRow))],
  )
  const isOrder = ({ left_out }: { left_out: number | null }) => left_out === null
  return {
    orders: rows.filter(isOrder).map(boardOrderOf),
    leftOut: rows.find((row) => !isOrder(row))?.left_out ?? 0,
    shortened: new Set(rows.filter((row) => row.is_short).map((row) => row.service_id)),
  }
}

/** Where nothing of the store is yet to appear before: sequence 0 for a store without news. Uses order_event_feed. */
export async function safePosition(store: StoreKey): Promise<KnownPosition> {
  const [row] = await sql<{ history: string; sequence: string | null }>(
    'safe-position',
    `select database_history() as history, (
       select sequence from order_event
       where project_id = $1 and destination_id = $2 and recorded_at < clock_timestamp() - ${overlap}
       order by sequence desc limit 1
     ) as sequence`,
    [store.projectId, store.destinationId],
  )
  return { history: BigInt(row?.history ?? 0), sequence: BigInt(row?.sequence ?? 0) }
}

/**
 * One change: which order, how old, whether its place in the sequence is settled (no elder row can still appear), where the
 * order was then, what it was told by, and whether that came by the API.
 */
export type Change = {
  sequence: bigint
  serviceId: string
  ageSeconds: number
  settled: boolean
  status: OrderStatus
  section: BoardSection
  eventType: string
  isByApi: boolean
}

type ChangeRow = Pick<Change, 'status' | 'section' | 'settled'> & {
  sequence: string
  service_id: string
  event_type: string
  age_seconds: number
  by_api: boolean
}
type NoChange = { [Column in keyof ChangeRow]: null }

/**
 * A store's changes behind a sequence, oldest first, at most `limit`, and of which history they are: behind a sequence of
 * another one they say nothing. Relies on order_event_feed.
 */
export async function listChanges(
  store: StoreKey,
  after: bigint,
  limit: number,
): Promise<{ history: bigint; changes: Change[] }> {
  const rows = await sql<{ history: string } & (ChangeRow | NoChange)>(
    'list-changes',
    `select h.history, c.* from (select database_history() as history) h
     left join lateral (
       select sequence, service_id, event_type, status, section, actor = 'api' as by_api,
              extract(epoch from clock_timestamp() - recorded_at)::float8 as age_seconds,
              recorded_at < clock_timestamp() - ${overlap} as settled
       from order_event
       where project_id = $1 and destination_id = $2 and sequence > $3
       order by sequence limit $4
     ) c on true
     order by c.sequence`,
    [store.projectId, store.destinationId, after.toString(), limit],
  )
  const changes = rows.flatMap((r) =>
    r.sequence === null
      ? []
      : {
          sequence: BigInt(r.sequence),
          serviceId: r.service_id,
          ageSeconds: r.age_seconds,
          settled: r.settled,
          status: r.status,
          section: r.section,
          eventType: r.event_type,
          isByApi: r.by_api,
        },
  )
  return { history: BigInt(rows[0]?.history ?? 0), changes }
}

// As boardOrders.
export const foundOrders = `select ${orderColumns}
 from (select distinct id from unnest($2::uuid[]) i (id)) i
 cross join lateral (
   select o.* from orders o where o.project_id = (select $1::uuid) and o.service_id = i.id offset 0
 ) o`

/** Orders as they stand now. Relies on orders' primary key. */
export async function findBoardOrders(projectId: string, serviceIds: string[]): Promise<BoardOrder[]> {
  const rows = await sql<OrderRow>('find-board-orders', foundOrders, [projectId, serviceIds])
  return rows.map(boardOrderOf)
}

// As boardOrders.
export const arrivedOrders = `select i.id from unnest($2::uuid[]) i (id)
 cross join lateral (
   select o.section, o.arrived_at,
          cardinality($2::uuid[]) <= 2000 and octet_length(o.hs_fields::text) > 4000 as is_large
   from orders o
   where o.project_id = (select $1::uuid) and o.service_id = i.id offset 0
 ) o
 where o.section = 'Arrived'
 order by o.is_large, o.arrived_at desc nulls last`

/**
 * Those of some orders that have arrived, and wait: who came last first, but for those with more than 4 KB of details, which are
 * looked at of two thousand at most. Relies on orders' primary key.
 */
export async function listArrived(projectId: string, serviceIds: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }>('list-arrived', arrivedOrders, [projectId, serviceIds])
  return rows.map(({ id }) => id)
}
