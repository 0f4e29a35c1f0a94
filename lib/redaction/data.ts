import { bulkSql, sql } from '@/lib/db'
import { foundFields, redactedAfterMs } from '@/lib/redaction/model'

/** Redacts some orders that have been closed for long enough, the oldest first: how many (see the migration). */
export async function redactOrders(now: Date, limit: number): Promise<number> {
  const [row] = await bulkSql<{ redacted: number }>(
    'redact-orders',
    'select redact_orders($1, $2, $3, $4) as redacted',
    [new Date(now.getTime() - redactedAfterMs), now, foundFields, limit],
  )
  return row?.redacted ?? 0
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
