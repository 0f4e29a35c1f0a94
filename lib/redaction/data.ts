import { sql, upkeepSql } from '@/lib/db'
import type { Declared } from '@/lib/privacy/model'
import { foundFields } from '@/lib/redaction/model'

/** An order that is due, as it was when it was found so; `until`: up to where its timeline is done, null: all of it. */
export type Due = { projectId: string; serviceId: string; version: number; until: string | null }

/** Details that are to go: of each, its values, or the detail with its name, as the database has them (empty_order). */
export type Gone = Record<string, true | 'name'>

type DueRow = { project_id: string; service_id: string; version: number }

const dueOf = (row: DueRow, until: string | null): Due => ({
  projectId: row.project_id,
  serviceId: row.service_id,
  version: row.version,
  until,
})

/**
 * What an order was told: its customer's names, and its details with what they tell, each but once and what was told first at
 * first; null where that is more letters than were asked for. `declared`: by its project; `until`: where its timeline goes on,
 * null: nowhere.
 */
export type Told = {
  until: string | null
  declared: Declared
  names: string[]
  details: [key: string, value: string][] | null
}

/** So much of each order is read: lines of its timeline, and letters of its details. */
export type Most = { lines: number; letters: number }

/**
 * What some orders and the next lines of their timelines tell, by their serviceId. None of a project that has its own list of
 * what goes. Relies on order_event_timeline.
 */
export async function listTold(due: Due[], { lines, letters }: Most): Promise<Map<string, Told>> {
  const rows = await upkeepSql<Told & { service_id: string }>(
    'list-told-of-due',
    `select d."serviceId" as service_id, coalesce(p.settings -> 'personalFields', '{}') as declared,
            of.until, of.names, of.details
     from jsonb_to_recordset($1::jsonb) d ("projectId" uuid, "serviceId" uuid, until bigint)
     join project p on p.project_id = d."projectId"
     cross join lateral (
       with told as materialized (
         select 0 as at, o.customer_name as name, f.details
         from orders o cross join lateral (values (o.hs_fields), (o.custom_event_meta_data)) f (details)
         where o.project_id = d."projectId" and o.service_id = d."serviceId"
         union all
         (select e.sequence, e.details ->> 'customerName',
                 case when jsonb_typeof(e.details -> 'hsFields') = 'object' then e.details -> 'hsFields' else '{}' end
          from order_event e
          where e.project_id = d."projectId" and e.service_id = d."serviceId" and e.sequence > d.until
          order by e.sequence limit $2)
       ), detail as materialized (
         select v.key, coalesce(v.value, '') as value, min(t.at) as at
         from told t cross join lateral jsonb_each_text(t.details) v group by v.key, coalesce(v.value, '')
       )
       select (select case when count(*) = $2 then max(t.at)::text end from told t where t.at > 0) as until,
         array(select t.name from told t where t.name <> '' group by t.name order by min(t.at)) as names,
         case when (select coalesce(sum(char_length(v.key || v.value)), 0) from detail v) <= $3 then (
           select coalesce(jsonb_agg(jsonb_build_array(v.key, v.value) order by v.at), '[]') from detail v
         ) end as details
     ) of
     where jsonb_typeof(p.settings -> 'redactedFields') is distinct from 'array'`,
    [JSON.stringify(due), lines, letters],
  )
  return new Map(rows.map(({ service_id, ...told }) => [service_id, told]))
}

type DoneRow = DueRow & { done_until: string | null }

/** Redacts some orders, and some lines of each, with further details of each: those that it has come to (see the migration). */
export async function redactOrders(due: (Due & { names: Gone })[], events: number, now: Date): Promise<Due[]> {
  const rows = await upkeepSql<DoneRow>('redact-orders', 'select * from redact_orders($1, $2, $3, $4)', [
    JSON.stringify(due),
    foundFields,
    events,
    now,
  ])
  return rows.map((row) => dueOf(row, row.done_until))
}

/**
 * Takes such details out of an order and its timeline's next lines, up to `last` (null: its end). Nothing, where it is not as it
 * was found due any more.
 */
export async function dropDetails(due: Due, last: string | null, gone: Gone): Promise<void> {
  await upkeepSql(
    'drop-details',
    `with o as materialized (
       select o.project_id, o.service_id from orders o
       where o.project_id = $1 and o.service_id = $2 and o.version = $3 and o.redacted_at is null for update
     ), dropped as (
       update orders set hs_fields = emptied_details(orders.hs_fields, $6),
         custom_event_meta_data = emptied_details(orders.custom_event_meta_data, $6)
       from o where orders.project_id = o.project_id and orders.service_id = o.service_id
         and (orders.hs_fields ?| $7 or orders.custom_event_meta_data ?| $7)
     )
     update order_event e
     set details = e.details || jsonb_build_object('hsFields', emptied_details(e.details -> 'hsFields', $6))
     from o where e.project_id = o.project_id and e.service_id = o.service_id and e.sequence > $4
       and ($5::bigint is null or e.sequence <= $5) and jsonb_typeof(e.details -> 'hsFields') = 'object'
       and e.details -> 'hsFields' ?| $7`,
    [due.projectId, due.serviceId, due.version, due.until, last, JSON.stringify(gone), Object.keys(gone)],
  )
}

/** The next lines of one: up to where; null: it is done, or is no longer due. */
export async function redactOrder(due: Due, events: number, now: Date): Promise<string | null> {
  const [row] = await upkeepSql<{ until: string | null }>(
    'redact-order',
    'select redact_order($1, $2, $3, $4, $5, $6, $7, $8) as until',
    [due.projectId, due.serviceId, due.version, due.until, events, foundFields, '{}', now],
  )
  return row?.until ?? null
}

/** When an order's details were taken out; null where they are still there. By primary key. */
export async function findRedactedAt(projectId: string, serviceId: string): Promise<Date | null> {
  const [row] = await sql<{ redacted_at: Date | null }>(
    'find-redacted-at',
    'select redacted_at from orders where project_id = $1 and service_id = $2',
    [projectId, serviceId],
  )
  return row?.redacted_at ?? null
}
