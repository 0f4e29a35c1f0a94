import { actorOf } from '@/lib/audit/actor'
import type { StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import * as data from '@/lib/keys/data'
import * as deeds from '@/lib/keys/deeds'
import type { ApiKey, KeyRotation, MadeKey, NewKey } from '@/lib/keys/schema'
import { limitChanges } from '@/lib/limits/record'
import { giverOf } from '@/lib/people/still-statement'
import { pageInTurn } from '@/lib/turns/reading'

/** The keys of a project: those that work first, the newest first. Throws project_not_found, right_missing, unavailable. */
export async function listKeys(caller: StaffCaller, projectId: string, now: Date): Promise<ApiKey[]> {
  requireRight(caller, projectId, 'keys')
  return pageInTurn(caller, projectId, () => data.listKeys(projectId, now))
}

/** One key, with all its stores. Throws project_not_found, right_missing, key_not_found, unavailable. */
export async function getKey(caller: StaffCaller, { projectId, keyId }: deeds.KeyId, now: Date): Promise<ApiKey> {
  requireRight(caller, projectId, 'keys')
  return pageInTurn(caller, projectId, async () => {
    const key = await data.findKey(projectId, keyId, now)
    if (!key) throw deeds.noKey()
    return key
  })
}

/** Makes a key, which is told this once. Throws also field_invalid, keys_full. */
export async function makeKey(caller: StaffCaller, wanted: NewKey, request: Request, now: Date): Promise<MadeKey> {
  const by = requireRight(caller, wanted.projectId, 'keys')
  await limitChanges(caller.userId)
  const maker = giverOf(caller, by)
  return deeds.makeKey(wanted, { actor: actorOf(caller, request), maker }, now)
}

type Rotating = deeds.KeyId & Pick<KeyRotation, 'overlapSeconds'>

/** Makes the successor of a key, which goes on working for the overlap. Throws also key_not_found, key_not_in_force, keys_full. */
export async function rotateKey(caller: StaffCaller, old: Rotating, request: Request, now: Date): Promise<MadeKey> {
  const by = requireRight(caller, old.projectId, 'keys')
  await limitChanges(caller.userId)
  const maker = giverOf(caller, by)
  return deeds.rotateKey(old, old, { actor: actorOf(caller, request), maker }, now)
}

/**
 * Ends a key, on every server within 5 s. Throws also key_not_found, key_not_in_force; right_missing also where the caller is
 * not what they were any more by the time that it would end.
 */
export async function revokeKey(caller: StaffCaller, key: deeds.KeyId, request: Request, now: Date): Promise<ApiKey> {
  const by = requireRight(caller, key.projectId, 'keys')
  return deeds.revokeKey(key, { actor: actorOf(caller, request), maker: giverOf(caller, by) }, now)
}
