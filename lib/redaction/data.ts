import { sql, upkeepSql } from '@/lib/db'
import type { Declared } from '@/lib/privacy/model'
import { foundFields, foundKinds, redactedAfterMs } from '@/lib/redaction/model'

/** An order that is due, as it was when it was found so; `until`: up to where its timeline is done, null: all of it. */
export type Due = { projectId: string; serviceId: string; version: number; until: string | null }

// By which of them a customer is known in the names of other details.
const tellingKinds = [foundKinds.name, foundKinds.phone, foundKinds.plate].join('|')

/** Details that are to go with their names, as the database has them (empty_order). */
export type Names = Record<string, 'name'>

type DueRow = { project_id: string; service_id: string; version: number }

const dueOf = (row: DueRow, until: string | null): Due => ({
  projectId: row.project_id,
  serviceId: row.service_id,
  version: row.version,
  until,
})

/** Some orders that have been closed, or left open, for long enough, the oldest first; `aside` are left out. */
export async function listDue(now: Date, { orders, aside }: { orders: number; aside: string[] }): Promise<Due[]> {
  const rows = await upkeepSql<DueRow>('list-due', 'select * from due_orders($1, $2, $3, $4)', [
    new Date(now.getTime() - redactedAfterMs),
    now,
    orders,
    aside,
  ])
  return rows.map((row) => dueOf(row, '0'))
}

/**
 * What an order was told: the names of its details, its customer's names, and values of details that may be somebody's name,
 * phone or plate, each with that detail's; what was told first comes first. `declared`: by its project; `until`: where its
 * timeline goes on, null: nowhere.
 */
export type Told = {
  until: string | null
  declared: Declared
  keys: string[]
  names: string[]
  said: [key: string, value: string][]
}

/**
 * The names of the details of some orders and of the next lines of their timelines, with who is named in those, by their
 * serviceId. None of a project that has its own list of what goes. Relies on order_event_timeline.
 */
export async function listTold(due: Due[], events: number): Promise<Map<string, Told>> {
  const rows = await upkeepSql<Told & { service_id: string }>(
    'list-told-of-due',
    `with due as materialized (
       select d.*, coalesce(p.settings -> 'personalFields', '{}') as declared
       from jsonb_to_recordset($1::jsonb) d ("projectId" uuid, "serviceId" uuid, until bigint)
       join project p on p.project_id = d."projectId"
       where jsonb_typeof(p.settings -> 'redactedFields') is distinct from 'array'
     ), told as materialized (
       select d."projectId", d."serviceId", 0 as at, o.customer_name as name, o.hs_fields || o.custom_event_meta_data as details
       from due d join orders o on o.project_id = d."projectId" and o.service_id = d."serviceId"
       union all
       select d."projectId", d."serviceId", e.sequence, e.details ->> 'customerName',
              case when jsonb_typeof(e.details -> 'hsFields') = 'object' then e.details -> 'hsFields' else '{}' end
       from due d cross join lateral (
         select e.sequence, e.details from order_event e
         where e.project_id = d."projectId" and e.service_id = d."serviceId" and e.sequence > d.until
         order by e.sequence limit $2) e
     ), key as materialized (
       select distinct t."projectId", t."serviceId", k.key from told t cross join lateral jsonb_object_keys(t.details) k (key)
     ), called as materialized (
       -- Each name is looked at once, not for each order.
       select k."projectId", k.key from (select distinct "projectId", key from key) k
       where is_personal(k.key, (select d.declared from due d where d."projectId" = k."projectId" limit 1), $3)
     ), value as materialized (
       select t."serviceId", v.key, v.value, min(t.at) as at
       from told t cross join lateral jsonb_each_text(t.details) v
       join called c on c."projectId" = t."projectId" and c.key = v.key
       where char_length(v.value) between 1 and 300
       group by t."serviceId", v.key, v.value
     )
     select d."serviceId" as service_id, d.declared,
       (select case when count(*) = $2 then max(t.at)::text end
        from told t where t."serviceId" = d."serviceId" and t.at > 0) as until,
       array(select k.key from key k where k."serviceId" = d."serviceId") as keys,
       array(
         select t.name from told t where t."serviceId" = d."serviceId" and t.name <> '' group by t.name order by min(t.at)
       ) as names,
       array(
         select jsonb_build_array(v.key, v.value) from value v where v."serviceId" = d."serviceId" order by v.at
       ) as said
     from due d`,
    [JSON.stringify(due), events, tellingKinds],
  )
  return new Map(rows.map(({ service_id, ...told }) => [service_id, told]))
}

type DoneRow = DueRow & { done_until: string | null }

/** Redacts some orders, and some lines of each, with details of these names: those that it has come to (see the migration). */
export async function redactOrders(due: (Due & { names: Names })[], events: number, now: Date): Promise<Due[]> {
  const rows = await upkeepSql<DoneRow>('redact-orders', 'select * from redact_orders($1, $2, $3, $4)', [
    JSON.stringify(due),
    foundFields,
    events,
    now,
  ])
  return rows.map((row) => dueOf(row, row.done_until))
}

/**
 * Takes details of these names out of an order and its timeline's next lines, up to `last` (null: its end). Nothing, where it
 * is not as it was found due any more.
 */
export async function dropDetails(due: Due, last: string | null, names: string[]): Promise<void> {
  await upkeepSql(
    'drop-details',
    `with o as materialized (
       select o.project_id, o.service_id from orders o
       where o.project_id = $1 and o.service_id = $2 and o.version = $3 and o.redacted_at is null for update
     ), dropped as (
       update orders set hs_fields = orders.hs_fields - $6::text[],
         custom_event_meta_data = orders.custom_event_meta_data - $6::text[]
       from o where orders.project_id = o.project_id and orders.service_id = o.service_id
         and (orders.hs_fields ?| $6 or orders.custom_event_meta_data ?| $6)
     )
     update order_event e set details = e.details || jsonb_build_object('hsFields', (e.details -> 'hsFields') - $6::text[])
     from o where e.project_id = o.project_id and e.service_id = o.service_id and e.sequence > $4
       and ($5::bigint is null or e.sequence <= $5) and jsonb_typeof(e.details -> 'hsFields') = 'object'
       and e.details -> 'hsFields' ?| $6`,
    [due.projectId, due.serviceId, due.version, due.until, last, names],
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
