import { upkeepSql } from '@/lib/db'
import type { Due } from '@/lib/redaction/data'
import { redactedAfterMs } from '@/lib/redaction/model'

/** An order that is due and set aside for who takes it; `attempts`: with this one. */
export type Taken = Due & { attempts: number }

type TakenRow = { project_id: string; service_id: string; version: number; attempts: number }

/** How many at most; `aside`: not these; `holder`: the process that takes them. */
type Taking = { orders: number; aside: string[]; holder: string }

/**
 * Some orders that have been closed, or left open, for long enough, the oldest first, or one that was tried before. They are
 * set aside first: whatever becomes of who takes them, others come before them in the next turn. None while another
 * process has some.
 */
export async function takeDue(now: Date, { orders, aside, holder }: Taking): Promise<Taken[]> {
  const rows = await upkeepSql<TakenRow>('take-due', 'select * from take_due_orders($1, $2, $3, $4, $5)', [
    new Date(now.getTime() - redactedAfterMs),
    now,
    orders,
    aside,
    holder,
  ])
  return rows.map(({ project_id: projectId, service_id: serviceId, version, attempts }) => {
    return { projectId, serviceId, version, until: '0', attempts }
  })
}

/** Those that a process has taken are done, or as they were, but for some, which stay set aside. */
export async function settleDue(holder: string, kept: string[], now: Date): Promise<void> {
  await upkeepSql('settle-due', 'select settle_due_orders($1, $2, $3)', [holder, kept, now])
}

/** How many are set aside while nobody is at them. */
export async function countSetAside(): Promise<number> {
  const [row] = await upkeepSql<{ count: number }>(
    'count-set-aside',
    'select count(*)::int as count from redaction_attempt where coalesce(held_until, now()) <= now()',
    [],
  )
  return row?.count ?? 0
}
