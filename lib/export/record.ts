import { actorOf } from '@/lib/audit/actor'
import { noteAudit } from '@/lib/audit/data'
import type { StaffCaller } from '@/lib/auth/model'

// What narrows nothing down.
const everywhere = new Set(['projectId', 'timeType', 'format', 'count', 'pageSize', 'paginationToken'])

type Taken = { projectId: string; query: { format: string }; request: Request }

/** Notes that somebody takes entries away as a file: in which format and by which filters, these by their names alone. */
export async function noteExport(caller: StaffCaller, { projectId, query, request }: Taken, now: Date): Promise<void> {
  const named = Object.entries(query).filter(([name, value]) => !everywhere.has(name) && value !== undefined)
  const subject = { kind: 'entries', id: null, name: null } as const
  const details = { format: query.format, filters: named.map(([name]) => name) }
  await noteAudit({ projectId, actor: actorOf(caller, request), action: 'entries.exported', subject, details }, now)
}
