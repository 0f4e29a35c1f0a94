import { bulkSql } from '@/lib/db'
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
