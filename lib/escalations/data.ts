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
  is_at_least: boolean
  is_behind: boolean
}

/** `behind`: the projects where more may be due than one look has written. */
type Escalated = { stores: RingingStore[]; behind: string[] }

function ringingStoreOf(row: RingingRow): RingingStore {
  const { reason, escalated_since: since } = row
  return {
    projectId: row.project_id,
    destinationId: row.destination_id,
    name: row.name,
    ringing: row.ringing,
    isAtLeast: row.is_at_least,
    since: row.since,
    escalation: reason && since ? { reason, count: row.escalated, since, waiting: row.waiting } : null,
  }
}

// From project to project: each is one row of the index orders_ringing, however many ring there.
export const ringingProjects = `with recursive project as (
  (select project_id from orders where section = 'Arrived' and not is_acknowledged order by project_id limit 1)
  union all
  select (select o.project_id from orders o
          where o.project_id > p.project_id and o.section = 'Arrived' and not o.is_acknowledged
          order by o.project_id limit 1)
  from project p
  where p.project_id is not null
)
select project_id from project where project_id is not null`

/** Every project where somebody rings. */
export async function listRingingProjects(): Promise<string[]> {
  const rows = await sql<{ project_id: string }>('list-ringing-projects', ringingProjects, [])
  return rows.map((row) => row.project_id)
}

/**
 * Escalates what is due in these projects, each once (see its migration); who rings there, by store. That a store has no
 * board is found by a process that has looked for long enough alone (`isSteady`).
 */
export async function escalateRinging(projectIds: string[], isSteady: boolean): Promise<Escalated> {
  const rows = await sql<RingingRow>('escalate-ringing', 'select * from escalate_ringing($1, $2, $3)', [
    projectIds,
    productSettings.acknowledgeWithinSeconds,
    isSteady,
  ])
  const behind = rows.filter((row) => row.is_behind).map((row) => row.project_id)
  return { stores: rows.map(ringingStoreOf), behind: [...new Set(behind)] }
}
