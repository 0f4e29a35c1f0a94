import type { BoardOrder } from '@/lib/board/schema'
import { sql } from '@/lib/db'
import { type OrderRow, orderColumns } from '@/lib/orders/data'

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

/**
 * A store's open orders, arrived ones and those told of (or due) since a time, and the 500 last closed since another.
 * Relies on orders_open and orders_closed.
 */
export async function listBoardOrders(store: StoreKey, closedSince: Date, toldSince: Date): Promise<BoardOrder[]> {
  const rows = await sql<OrderRow>(
    'list-board-orders',
    `(select ${orderColumns} from orders o
      where o.project_id = $1 and o.destination_id = $2 and o.status in ('Registered', 'OnTheWay', 'Arrived')
        and (o.section = 'Arrived' or o.last_update_time > $4 or o.scheduled_time_for_collection > $4))
     union all
     (select ${orderColumns} from orders o
      where o.project_id = $1 and o.destination_id = $2 and o.closed_at > $3
        and o.status in ('Completed', 'Cancelled')
      order by o.closed_at desc limit 500)`,
    [store.projectId, store.destinationId, closedSince, toldSince],
  )
  return rows.map(boardOrderOf)
}

/** A cursor behind which nothing of the store is yet to appear: '0' for a store without news. Uses order_event_feed. */
export async function safeCursor(store: StoreKey): Promise<string> {
  const [row] = await sql<{ sequence: string }>(
    'safe-cursor',
    `select sequence from order_event
     where project_id = $1 and destination_id = $2 and recorded_at < clock_timestamp() - ${overlap}
     order by sequence desc limit 1`,
    [store.projectId, store.destinationId],
  )
  return row?.sequence ?? '0'
}

/** One change: which order, how old, and whether its place in the sequence is settled (no elder row can still appear). */
export type Change = { sequence: bigint; serviceId: string; ageSeconds: number; settled: boolean }

/** A store's changes behind a cursor, oldest first, at most `limit`. Relies on order_event_feed. */
export async function listChanges(store: StoreKey, after: bigint, limit: number): Promise<Change[]> {
  const rows = await sql<{ sequence: string; service_id: string; age_seconds: number; settled: boolean }>(
    'list-changes',
    `select sequence, service_id, extract(epoch from clock_timestamp() - recorded_at)::float8 as age_seconds,
            recorded_at < clock_timestamp() - ${overlap} as settled
     from order_event
     where project_id = $1 and destination_id = $2 and sequence > $3
     order by sequence limit $4`,
    [store.projectId, store.destinationId, after.toString(), limit],
  )
  return rows.map((r) => ({
    sequence: BigInt(r.sequence),
    serviceId: r.service_id,
    ageSeconds: r.age_seconds,
    settled: r.settled,
  }))
}

/** Orders as they stand now. Relies on orders' primary key. */
export async function findBoardOrders(projectId: string, serviceIds: string[]): Promise<BoardOrder[]> {
  const rows = await sql<OrderRow>(
    'find-board-orders',
    `select ${orderColumns} from orders o where o.project_id = $1 and o.service_id = any ($2::uuid[])`,
    [projectId, serviceIds],
  )
  return rows.map(boardOrderOf)
}
