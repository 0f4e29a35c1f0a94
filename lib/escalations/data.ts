import { sql } from '@/lib/db'
import type { EscalationReason } from '@/lib/escalations/model'
import type { RingingStore } from '@/lib/escalations/schema'
import { productSettings } from '@/lib/settings/model'

type StoreKey = { projectId: string; destinationId: string }

/** Notes that these stores have a board now. In the order of their keys, so that servers wait for each other in turn. */
export async function notePresence(stores: StoreKey[]): Promise<void> {
  await sql(
    'note-presence',
    `insert into board_presence as b (project_id, destination_id, seen_at)
     select distinct s.project_id, s.destination_id, clock_timestamp()
     from unnest($1::uuid[], $2::text[]) as s (project_id, destination_id)
     order by 1, 2
     on conflict (project_id, destination_id) do update set seen_at = greatest(b.seen_at, excluded.seen_at)`,
    [stores.map(({ projectId }) => projectId), stores.map(({ destinationId }) => destinationId)],
  )
}

type RingingRow = {
  project_id: string
  destination_id: string
  name: string
  ringing: number
  since: Date
  escalated: number
  escalated_since: Date | null
  reason: EscalationReason | null
  waiting: { serviceId: string; orderId: string; customerName: string }[]
}

function ringingStoreOf(row: RingingRow): RingingStore {
  const { reason, escalated_since: since } = row
  return {
    projectId: row.project_id,
    destinationId: row.destination_id,
    name: row.name,
    ringing: row.ringing,
    since: row.since,
    escalation: reason && since ? { reason, count: row.escalated, since, waiting: row.waiting } : null,
  }
}

/** Every project where somebody rings. Reads the index orders_ringing alone. */
export async function listRingingProjects(): Promise<string[]> {
  const rows = await sql<{ project_id: string }>(
    'list-ringing-projects',
    `select distinct project_id from orders where section = 'Arrived' and not is_acknowledged`,
    [],
  )
  return rows.map((row) => row.project_id)
}

/**
 * Escalates what is due in these projects, each once (see its migration); who rings there, by store. That a store has no
 * board is found by a process that has looked for long enough alone (`isSteady`).
 */
export async function escalateRinging(projectIds: string[], isSteady: boolean): Promise<RingingStore[]> {
  const rows = await sql<RingingRow>('escalate-ringing', 'select * from escalate_ringing($1, $2, $3)', [
    projectIds,
    productSettings.acknowledgeWithinSeconds,
    isSteady,
  ])
  return rows.map(ringingStoreOf)
}
