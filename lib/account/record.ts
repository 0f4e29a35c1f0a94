import { listProjectIdsOf } from '@/lib/account/data'
import { noteAll } from '@/lib/audit/data'
import type { AuditAction, AuditActor, AuditNote } from '@/lib/audit/model'
import { clientAddressOf } from '@/lib/http/client-address'
import { acrossProjects } from '@/lib/wall'

type Owner = { userId: string; name: string }
/** `isUnproven`: who did it is not known. */
type Told = { action: AuditAction; details?: Record<string, unknown>; isUnproven?: true }

/** Somebody who has something of an account's: who they are is not known. */
export function unproven(request: Request): AuditActor {
  return { kind: 'staff', id: null, name: null, address: clientAddressOf(request) }
}

/** What happened to an account, as a line for each project that it belongs to. */
export async function notesOfAccount({ userId, name }: Owner, told: Told, request: Request): Promise<AuditNote[]> {
  const projectIds = await acrossProjects(async () => await listProjectIdsOf(userId))
  const actor = { ...unproven(request), ...(!told.isUnproven && { id: userId, name }) }
  const subject = { kind: 'account' as const, id: userId, name }
  const { action, details = {} } = told
  return projectIds.map((projectId) => ({ projectId, actor, action, subject, details }))
}

/** Keeps such lines by themselves, for what better-auth does. */
export async function noteAccount(owner: Owner, told: Told, request: Request, now: Date): Promise<void> {
  const notes = await notesOfAccount(owner, told, request)
  if (notes.length > 0) await acrossProjects(async () => await noteAll(notes, now))
}
