import { type ActsAs, actingAs, stillActing } from '@/lib/actions/still-acting-statement'
import type { AuditActor } from '@/lib/audit/model'
import { auditInsert } from '@/lib/audit/note-statement'
import { boardOrderOf } from '@/lib/board/data'
import type { Act, OpenSection } from '@/lib/board/model'
import type { BoardOrder } from '@/lib/board/schema'
import { sql } from '@/lib/db'
import { type OrderRow, orderColumns } from '@/lib/orders/data'
import type { OrderStatus } from '@/lib/orders/model'

type Doing = Exclude<Act['action'], 'undo'>

const isOpen = `o.status not in ('Completed', 'Cancelled')`

// Who hands over or moves a customer to the kerb has seen them, and counts as the one who acknowledged.
const seenWhen = (isSeen: string) => `
  acknowledged_at = case when ${isSeen} then coalesce(o.acknowledged_at, $5) else o.acknowledged_at end,
  acknowledged_by = case when ${isSeen} then coalesce(o.acknowledged_by, $4) else o.acknowledged_by end`

// What an action sets, and when it is taken. The refusal is in the where clause: of two taps one wins. Moved back, an
// order has never arrived, so that its customer's next arrival rings and waits anew.
const actions: Record<Doing, { event: string; set: string; where: string }> = {
  acknowledge: {
    event: 'acknowledged',
    set: `is_acknowledged = true, acknowledged_at = $5, acknowledged_by = $4`,
    where: `${isOpen} and o.section = 'Arrived' and not o.is_acknowledged`,
  },
  complete: {
    event: 'fulfilled',
    set: `status = 'Completed', section = 'Done', closed_at = $5, closed_by = $4, last_transition_time = $5,
          is_acknowledged = o.is_acknowledged or o.section = 'Arrived', ${seenWhen(`o.section = 'Arrived'`)}`,
    where: isOpen,
  },
  cancel: {
    event: 'cancelled',
    set: `status = 'Cancelled', section = 'Done', closed_at = $5, closed_by = $4, last_transition_time = $5`,
    where: isOpen,
  },
  move: {
    event: 'moved',
    set: `status = $10, section = $9, closed_at = null, closed_by = null,
          last_transition_time = case when o.status = $10 then o.last_transition_time else $5 end,
          expected_at = case when $9 = 'Expected' then null else o.expected_at end,
          on_the_way_at = case when $9 = 'Expected' then null
                               when $9 = 'OnTheWay' then coalesce(o.on_the_way_at, $5) else o.on_the_way_at end,
          arrived_at = case when $9 = 'Arrived' then coalesce(o.arrived_at, $5) end,
          is_acknowledged = $9 = 'Arrived',
          acknowledged_at = case when $9 = 'Arrived' then coalesce(o.acknowledged_at, $5) end,
          acknowledged_by = case when $9 = 'Arrived' then coalesce(o.acknowledged_by, $4) end`,
    where: `o.section <> $9 and (${isOpen} or o.closed_at > $5::timestamptz - interval '24 hours')`,
  },
}

const statusOf: Record<OpenSection, OrderStatus> = { Expected: 'Registered', OnTheWay: 'OnTheWay', Arrived: 'Arrived' }

export type Acting = {
  projectId: string
  serviceId: string
  userId: string
  userName: string
  destinationIds: string[] | null
  /** What they have to be still behind the order's lock. */
  as: ActsAs
  /** The same person for the record: with where from, and on a tablet whom a PIN has named. */
  actor: AuditActor & { by?: string | undefined }
}

/** The line of the record: which order, what was done, and nothing of the customer. `o` is the order. */
const auditLine = (did: string, actor: string, at: string) =>
  auditInsert({
    from: 'o',
    action: 'order.acted',
    subject: { kind: 'order', id: 'o.service_id::text', name: 'null' },
    details: `jsonb_strip_nulls(
      jsonb_build_object('act', ${did}, 'destinationId', o.destination_id, 'by', ${actor}::jsonb ->> 'by'))`,
    actor,
    at,
  })

const nameOf = (action: string, { as }: Acting) => `${actingAs(as)}-${action}`

async function undoRow(version: number, by: Acting, now: Date): Promise<OrderRow | undefined> {
  const [row] = await sql<OrderRow>(
    nameOf('undo', by),
    `with b as (
       select o.* from orders o
       where o.project_id = $1 and o.service_id = $2 and ($3::text[] is null or o.destination_id = any ($3)) for update
     ), living as (${stillActing(by.as, { as: '$9', now: '$7' })}), o as (
       select u.* from living cross join lateral undo_staff_action(living.project_id, $2, $3, $4, $5, $6, $7) u
     ), audited as (${auditLine(`'undo'`, '$8', '$7')})
     select ${orderColumns} from o`,
    [
      ...[by.projectId, by.serviceId, by.destinationIds, version, by.userId, by.userName, now],
      ...[JSON.stringify(by.actor), JSON.stringify(by.as)],
    ],
  )
  return row
}

async function doRow(act: Exclude<Act, { action: 'undo' }>, by: Acting, now: Date): Promise<OrderRow | undefined> {
  const { event, set, where } = actions[act.action]
  const told = act.action === 'cancel' && act.reason ? { reason: act.reason } : {}
  const from = 'from' in act ? act.from : undefined
  const values = [
    ...[by.projectId, by.serviceId, by.userId, by.userName, now, by.destinationIds, JSON.stringify(told)],
    from ?? null,
  ]
  const more = act.action === 'move' ? [act.section, statusOf[act.section]] : []
  const [actor, as] = [1, 2].map((behind) => `$${values.length + more.length + behind}`) as [string, string]
  // The order's lock first, then the change: what the timeline keeps as replaced is what was there, not a moment before.
  const [row] = await sql<OrderRow>(
    nameOf(act.action, by),
    `with b as (
       select o.* from orders o
       where o.project_id = $1 and o.service_id = $2
         and ($6::text[] is null or o.destination_id = any ($6)) and ($8::board_section is null or o.section = $8) and ${where}
       for update
     ), living as (${stillActing(by.as, { as, now: '$5' })}), o as (
       update orders o set ${set}, version = o.version + 1, last_update_time = greatest(o.last_update_time, $5)
       from b, living where o.project_id = $1 and o.service_id = $2 and b.service_id = o.service_id
       returning o.*
     ), noted as (
       insert into order_event (project_id, destination_id, service_id, event_type, status, section, version,
                                actor, actor_id, actor_name, details, replaced, recorded_at)
       select o.project_id, o.destination_id, o.service_id, '${event}', o.status, o.section, o.version,
              'staff', $3, $4,
              $7::jsonb || jsonb_build_object('from', b.section) || case when b.closed_at is null then '{}'
                else claimed_anew(b.project_id, b.order_id, b.destination_id, b.service_id) end,
              replaced_place(to_jsonb(b), to_jsonb(o)), clock_timestamp()
       from o, b
     ), audited as (${auditLine(`'${act.action}'`, actor, '$5')})
     select ${orderColumns} from o`,
    [...values, ...more, JSON.stringify(by.actor), JSON.stringify(by.as)],
  )
  return row
}

/**
 * The order after a staff member's action, its timeline row written with it; null when the action was refused, or they are
 * not what they were any more once the order's lock is theirs.
 */
export async function actOnOrderRow(act: Act, by: Acting, now: Date): Promise<BoardOrder | null> {
  const row = act.action === 'undo' ? await undoRow(act.version, by, now) : await doRow(act, by, now)
  return row ? boardOrderOf(row) : null
}
