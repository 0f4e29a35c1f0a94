import { noteOfAccount } from '@/lib/audit/data'
import type { AccountNote, AuditAction, AuditActor } from '@/lib/audit/model'
import { clientAddressOf } from '@/lib/http/client-address'
import { acrossProjects } from '@/lib/wall'

type Owner = { userId: string; name: string }
/** `isUnproven`: who did it is not known. */
type Told = { action: AuditAction; details?: Record<string, unknown>; isUnproven?: true }

/** Somebody who has something of an account's: who they are is not known. */
export function unproven(request: Request): AuditActor {
  return { kind: 'staff', id: null, name: null, address: clientAddressOf(request) }
}

/** What happened to an account, done by its owner but where that is unproven. */
export function noteBy({ userId, name }: Owner, { isUnproven, ...told }: Told, request: Request): AccountNote {
  const actor = { ...unproven(request), ...(!isUnproven && { id: userId, name }) }
  return { ...told, account: { userId, name }, actor }
}

/** Keeps such lines by themselves, for what better-auth does. */
export async function noteAccount(owner: Owner, told: Told, request: Request, now: Date): Promise<void> {
  const note = noteBy(owner, told, request)
  await acrossProjects(async () => await noteOfAccount(note, now))
}
