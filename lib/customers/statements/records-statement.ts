import { isMore, ofIds, type Page, type PageRead, paged, pages } from '@/lib/customers/statements/pages-statement'
import { bulkSql } from '@/lib/db'

/** An order in brief. */
export type OrderHead = {
  serviceId: string
  orderId: string
  destinationId: string
  customerName: string
  createdAt: Date
}

/** Orders in brief; fewer where some are gone. */
export function listOrderHeads(projectId: string, serviceIds: string[]): Promise<OrderHead[]> {
  return bulkSql<OrderHead>(
    'list-order-heads',
    `select o.service_id as "serviceId", o.order_id as "orderId", o.destination_id as "destinationId",
       o.customer_name as "customerName", o.created_at as "createdAt"
     from orders o where o.project_id = $1 and o.service_id = any ($2::uuid[])`,
    [projectId, serviceIds],
  )
}

/**
 * Who had an id, from when to when it was closed, in milliseconds. `isNamed`: of whom nothing is told any more, nobody is
 * known by that order.
 */
export type Holder = {
  serviceId: string
  orderId: string
  destinationId: string
  createdAt: number
  closedAt: number | null
  isNamed: boolean
}

/** The orders that ever had one of these ids (of many: any), the oldest first. Reads through orders_newest. */
export function scanHolders(projectId: string, orderIds: string[]): AsyncGenerator<PageRead<Holder, [string, string]>> {
  const ofOrders = ofIds('p.order_id', orderIds, '$4')
  return pages(async (after: [string, string] | null, { rows, suffix }) => {
    const [row] = await bulkSql<Page<Holder, [string, string]>>(
      `scan-holders${suffix}${ofOrders.suffix}`,
      `with page as materialized (
         select o.service_id, o.order_id, o.destination_id, o.created_at, o.closed_at, o.redacted_at,
           o.customer_name <> '' as has_name
         from orders o where o.project_id = $1 and (o.created_at, o.service_id) > ($2::timestamptz, $3::uuid)
         order by o.created_at, o.service_id limit ${rows})
       select case when (select count(*) from page) = ${rows} then (
           select jsonb_build_array(created_at, service_id) from page
           order by created_at desc, service_id desc limit 1) end as at,
         coalesce((select jsonb_agg(jsonb_build_object('serviceId', p.service_id, 'orderId', p.order_id,
             'destinationId', p.destination_id, 'createdAt', extract(epoch from p.created_at) * 1000,
             'closedAt', extract(epoch from p.closed_at) * 1000,
             'isNamed', p.has_name or p.redacted_at is null and not exists (
               select from order_event e
               where e.project_id = $1 and e.service_id = p.service_id and e.event_type = 'erased'))
             order by p.created_at, p.service_id)
           from page p where ${ofOrders.text}), '[]') as found`,
      [projectId, after?.[0] ?? '-infinity', after?.[1] ?? '00000000-0000-0000-0000-000000000000', ofOrders.sent],
    )
    return row ?? { found: [], at: null }
  })
}

type Kept = Record<string, unknown>

/** Orders as they are kept, but for their tokens, the oldest first. */
export async function listOrderRecords(projectId: string, serviceIds: string[]): Promise<Kept[]> {
  const rows = await bulkSql<{ record: Kept }>(
    'list-order-records',
    `select to_jsonb(o) - 'user_token' as record from orders o
     where o.project_id = $1 and o.service_id = any ($2::uuid[]) order by o.created_at, o.service_id`,
    [projectId, serviceIds],
  )
  return rows.map(({ record }) => record)
}

/** An order's timeline as it is kept, the oldest line first. Relies on order_event_timeline. */
export function scanTimeline(projectId: string, serviceId: string): AsyncGenerator<PageRead<Kept, string>> {
  return pages(async (after: string | null, { rows, suffix }) => {
    const [row] = await bulkSql<Page<Kept, string>>(
      `scan-timeline${suffix}`,
      `${paged(
        `select e.sequence, e.recorded_at, e.event_type, e.status, e.details from order_event e
         where e.project_id = $1 and e.service_id = $2 and e.sequence > $3`,
        'sequence',
        rows,
        'details',
      )}
       select case when ${isMore(rows)} then (select max(sequence)::text from page) end as at,
         coalesce((select jsonb_agg(jsonb_build_object('recordedAt', p.recorded_at, 'what', p.event_type,
             'status', p.status, 'details', p.details) order by p.sequence) from page p), '[]') as found`,
      [projectId, serviceId, after ?? '0'],
    )
    return row ?? { found: [], at: null }
  })
}

/** Entries as they are kept, the oldest first. */
export async function listEntryRecords(projectId: string, entryIds: string[]): Promise<Kept[]> {
  const rows = await bulkSql<{ record: Kept }>(
    'list-entry-records',
    `select to_jsonb(e) - 'sequence' as record from entry e
     where e.project_id = $1 and e.entry_id = any ($2) order by e.creation_time, e.sequence`,
    [projectId, entryIds],
  )
  return rows.map(({ record }) => record)
}
