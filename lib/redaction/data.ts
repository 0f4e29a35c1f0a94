import { sql, upkeepSql } from '@/lib/db'
import { foundFields, redactedAfterMs } from '@/lib/redaction/model'

/** An order that is due, as it was when it was found so; `until`: up to where its timeline is done, null: all of it. */
export type Due = { projectId: string; serviceId: string; version: number; until: string | null }

type DueRow = { project_id: string; service_id: string; version: number; done_until: string | null }

/** How much at a time: orders, and lines of each timeline; `aside`: orders that are left out. */
type Portion = { orders: number; events: number; aside: string[] }

/**
 * Redacts some orders that have been closed, or left open, for long enough, the oldest first, and some lines of each: which
 * (see the migration). With no lines none is done.
 */
export async function redactOrders(now: Date, { orders, events, aside }: Portion): Promise<Due[]> {
  const rows = await upkeepSql<DueRow>('redact-orders', 'select * from redact_orders($1, $2, $3, $4, $5, $6)', [
    new Date(now.getTime() - redactedAfterMs),
    now,
    foundFields,
    orders,
    events,
    aside,
  ])
  return rows.map((row) => ({
    projectId: row.project_id,
    serviceId: row.service_id,
    version: row.version,
    until: row.done_until,
  }))
}

/** The next lines of one: up to where; null: it is done, or is no longer due. */
export async function redactOrder(due: Due, events: number, now: Date): Promise<string | null> {
  const [row] = await upkeepSql<{ until: string | null }>(
    'redact-order',
    'select redact_order($1, $2, $3, $4, $5, $6, $7) as until',
    [due.projectId, due.serviceId, due.version, due.until, events, foundFields, now],
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
