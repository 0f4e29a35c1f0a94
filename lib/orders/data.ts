import { sql } from '@/lib/db'
import type { Details, DetailsPatch } from '@/lib/orders/details'
import type { BoardSection, OrderStatus } from '@/lib/orders/model'

/** An order as the database has it. Times are text when the row came out of a function as jsonb. */
export type OrderRow = {
  project_id: string
  service_id: string
  destination_id: string
  order_id: string
  user_token: string
  status: OrderStatus
  section: BoardSection
  customer_name: string
  hs_fields: Details
  is_acknowledged: boolean
  version: number
  scheduled_time_for_collection: Date | string | null
  partner_pickup_time: Date | string | null
  expected_at: Date | string | null
  on_the_way_at: Date | string | null
  arrived_at: Date | string | null
  acknowledged_at: Date | string | null
  acknowledged_by: string | null
  closed_at: Date | string | null
  closed_by: string | null
  created_at: Date | string
  last_update_time: Date | string
  last_transition_time: Date | string
}

/** The columns of OrderRow: never the whole row, whose customEventMetaData is nobody's to see here. */
export const orderColumns = `o.project_id, o.service_id, o.destination_id, o.order_id, o.user_token, o.status, o.section,
  o.customer_name, o.hs_fields, o.is_acknowledged, o.version, o.scheduled_time_for_collection, o.partner_pickup_time,
  o.expected_at, o.on_the_way_at, o.arrived_at, o.acknowledged_at, o.acknowledged_by, o.closed_at, o.closed_by,
  o.created_at, o.last_update_time, o.last_transition_time`

/** Who holds an idempotency key, and for which request. */
export type Idempotency = { scope: string; key: string; digest: Buffer } | undefined

/** What an event tells, whether it makes an order or changes one. */
type Told = {
  projectId: string
  orderId: string
  customerName: string | null
  eventType: string
  section: BoardSection | null
  scheduledTimeForCollection: Date | null
  partnerPickupTime: Date | null
  expectedAt: Date | null
  eventTime: Date | null
  keyId: string
  idempotency: Idempotency
}

export type NewOrder = Told & {
  destinationId: string
  serviceId: string
  userToken: string
  hsFields: Details
  customEventMetaData: Details
  force: boolean
}

export type CreateOutcome =
  | { outcome: 'created'; order: OrderRow }
  | { outcome: 'replayed'; order: OrderRow }
  /** `isOpen`: free but for an order that is open, which keeps it from apps. `isOfApp`: made with a publishable key. */
  | { outcome: 'order_exists'; createdAt: string; freeAt: string; isOpen: boolean; isOfApp: boolean }
  | { outcome: 'destination_unknown' }
  | { outcome: 'stores_full'; freeAt: string }
  | { outcome: 'idempotency_key_reused' }

// What the timeline keeps of a request: what was told, a detail's removal (null) included.
function detailsOf(told: Told, hsFields: DetailsPatch): string {
  const { customerName, scheduledTimeForCollection, partnerPickupTime, expectedAt } = told
  const known = Object.entries({ customerName, scheduledTimeForCollection, partnerPickupTime, expectedAt, hsFields })
  return JSON.stringify(Object.fromEntries(known.filter(([, value]) => value !== null)))
}

/** Claim, order, timeline row and, for an arrival, entry event: one function, one transaction (see its migration). */
export async function insertOrder(o: NewOrder, now: Date): Promise<CreateOutcome> {
  const [row] = await sql<{ answer: CreateOutcome }>(
    'create-order',
    `select create_order($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
     as answer`,
    [
      o.projectId,
      o.destinationId,
      o.orderId,
      o.serviceId,
      o.userToken,
      o.customerName ?? '',
      JSON.stringify(o.hsFields),
      JSON.stringify(o.customEventMetaData),
      o.eventType,
      o.section ?? 'Expected',
      o.scheduledTimeForCollection,
      o.partnerPickupTime,
      o.expectedAt,
      o.eventTime,
      o.force,
      detailsOf(o, o.hsFields),
      o.keyId,
      o.idempotency?.scope,
      o.idempotency?.key,
      o.idempotency?.digest,
      now,
    ],
  )
  if (!row) throw new Error('create_order answered no row')
  return row.answer
}

export type OrderPatch = Told & {
  destinationId: string | null
  destinationIds: string[] | null
  userToken: string | null
  ifMatch: string[] | null
  status: OrderStatus | null
  hsFields: DetailsPatch
  customEventMetaData: DetailsPatch
}

export type UpdateOutcome =
  | { outcome: 'updated'; order: OrderRow }
  | { outcome: 'replayed'; order: OrderRow }
  | { outcome: 'order_closed' | 'version_mismatch'; order: OrderRow }
  | {
      outcome: 'order_not_found' | 'order_ambiguous' | 'order_full' | 'user_token_mismatch' | 'idempotency_key_reused'
      order?: OrderRow | null
    }
  | { outcome: 'too_many_details'; field: string; order: OrderRow }

// What is told to nobody is not brought here either: of what may be 200 KB its size is enough.
const unseen = `'{order,custom_event_meta_data}'`

/**
 * Merge, move, timeline row and, for an arrival, entry event: one function, one transaction (see its migration). `unseenBytes`:
 * of the order's customEventMetaData as text, where an order is answered.
 */
export async function updateOrderRow(o: OrderPatch, now: Date): Promise<UpdateOutcome & { unseenBytes?: number }> {
  const [row] = await sql<{ answer: UpdateOutcome; unseen_bytes: number | null }>(
    'update-order',
    `select u.answer #- ${unseen} as answer, octet_length(u.answer #>> ${unseen}) as unseen_bytes
     from update_order($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
                       $21, $22) u (answer)`,
    [
      o.projectId,
      o.destinationId,
      o.orderId,
      o.destinationIds,
      o.userToken,
      o.ifMatch,
      o.customerName,
      JSON.stringify(o.hsFields),
      JSON.stringify(o.customEventMetaData),
      o.eventType,
      o.section,
      o.status,
      o.scheduledTimeForCollection,
      o.partnerPickupTime,
      o.expectedAt,
      o.eventTime,
      detailsOf(o, o.hsFields),
      o.keyId,
      o.idempotency?.scope,
      o.idempotency?.key,
      o.idempotency?.digest,
      now,
    ],
  )
  if (!row) throw new Error('update_order answered no row')
  return { ...row.answer, unseenBytes: row.unseen_bytes ?? 0 }
}

type Sought = {
  projectId: string
  orderId: string
  destinationId: string | null
  destinationIds: string[] | null
  userToken: string | null
}

type FoundRow = (OrderRow | Record<keyof OrderRow, null>) & { ambiguous: boolean }

/**
 * The order that an id means now, the open one that a userToken belongs to first, and whether two stores have it open; `row`
 * null where the token is not that order's: of what may be 200 KB nothing is read for who guesses. Relies on order_claim's and
 * orders' primary keys, with a token on orders_open_of_id.
 */
export async function findOrder(q: Sought): Promise<{ row: OrderRow | null; ambiguous: boolean } | null> {
  const [found] = await sql<FoundRow>(
    'find-order',
    `select ${orderColumns}, f.ambiguous
     from find_order($1, $2, $3, $4, $5) f
     left join orders o on o.project_id = $1 and o.service_id = f.service_id and ($5::text is null or o.user_token = $5)`,
    [q.projectId, q.orderId, q.destinationId, q.destinationIds, q.userToken],
  )
  return found ? { row: found.service_id === null ? null : found, ambiguous: found.ambiguous } : null
}

type Listed = {
  projectId: string
  destinationIds: string[] | null
  status: OrderStatus | null
  after: { time: Date; tie: string } | null
  limit: number
}

// What one page tells of details; an order by itself may hold 200 KB of them.
const mostPageBytes = 2_000_000

/**
 * Orders newest first, behind a position: no more than `limit`, and as many as have room on a page, one at least. Of one store
 * through orders_newest_of_store, else through orders_newest. What has no room is not unpacked (`bytes_until`).
 */
export async function listOrderRows(q: Listed): Promise<{ rows: OrderRow[]; more: boolean }> {
  const store = q.destinationIds?.length === 1 ? q.destinationIds[0] : q.destinationIds
  // A clause is there or not: a plan kept for later pages must not carry the first page's "or is null".
  const clauses = {
    all: '$2::text[] is null',
    stores: 'o.destination_id = any ($2::text[])',
    store: 'o.destination_id = $2',
    behind: '(o.created_at, o.service_id) < ($4, $5)',
    first: '$4::timestamptz is null and $5::uuid is null',
  }
  const used = [typeof store === 'string' ? 'store' : store ? 'stores' : 'all', q.after ? 'behind' : 'first'] as const
  // One of five words of ours, written out: the planner then knows that open orders are few (orders_open).
  const status = q.status ? `and o.status = '${q.status}'` : ''
  const newest = 'order by o.created_at desc, o.service_id desc'
  const found = await sql<OrderRow & { place: number; found: number }>(
    `list-orders:${used.join(',')},${q.status ?? 'any'}`,
    `select * from (
       select o.*, count(*) over ()::int as found, row_number() over page::int as place,
              bytes_until(o.hs_fields, ${mostPageBytes}) over page as bytes
       from (
         select ${orderColumns}
         from orders o
         where o.project_id = $1 and ${used.map((name) => clauses[name]).join(' and ')} ${status}
         ${newest}
         limit $3
       ) o
       window page as (${newest} rows between unbounded preceding and current row)
     ) o
     where o.place = 1 or o.bytes <= ${mostPageBytes}
     ${newest}`,
    [q.projectId, store, q.limit + 1, q.after?.time ?? null, q.after?.tie ?? null],
  )
  const rows = found.slice(0, q.limit)
  return { rows, more: (found[0]?.found ?? 0) > rows.length }
}

/** Whether some request holds this key still. By primary key. */
export async function isKeyHeld(
  projectId: string,
  { scope, key }: { scope: string; key: string },
  now: Date,
): Promise<boolean> {
  const rows = await sql(
    'is-key-held',
    'select 1 from idempotency_key where project_id = $1 and scope = $2 and key = $3 and free_at > $4',
    [projectId, scope, key, now],
  )
  return rows.length > 0
}

/** Deletes some idempotency keys that are free. How many. Relies on idempotency_key_free. */
export async function deleteFreeIdempotencyKeys(now: Date, limit: number): Promise<number> {
  const rows = await sql(
    'delete-free-idempotency-keys',
    `delete from idempotency_key k
     using (select project_id, scope, key from idempotency_key where free_at <= $1
            order by free_at limit $2 for update skip locked) f
     where k.project_id = f.project_id and k.scope = f.scope and k.key = f.key
     returning 1`,
    [now, limit],
  )
  return rows.length
}
