import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Believed } from '@/lib/auth/believed'
import { findApiKey, insertApiKey, touchApiKey } from '@/lib/auth/data'
import type { ApiKeyCaller } from '@/lib/auth/model'
import { log } from '@/lib/log'

const touchEveryMs = 60_000
const touched = new Map<string, number>()

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

function noteUse(caller: ApiKeyCaller, now: Date): void {
  if (now.getTime() - (touched.get(caller.keyId) ?? 0) < touchEveryMs) return
  touched.set(caller.keyId, now.getTime())
  touchApiKey(caller.projectId, caller.keyId, now).catch((error) =>
    log.warn({ err: String(error) }, 'key use not noted'),
  )
}

const callers = new Believed(async (digest: string, now: Date) => {
  const caller = await findApiKey(Buffer.from(digest, 'base64'), now)
  if (caller) noteUse(caller, now)
  return caller
})

/** Who an API key is, or null when it is unknown, revoked or expired. Believes an answer for 3 s. */
export function findApiKeyCaller(key: string, now: Date): Promise<ApiKeyCaller | null> {
  return callers.get(digestOf(key).toString('base64'), now)
}

export type ApiKeyRequest = {
  projectId: string
  kind: ApiKeyCaller['keyKind']
  name: string
  destinationIds?: string[] | null
  expiresAt?: Date | null
}

/** Makes a key. `key` is shown this once: only its digest is kept. */
export async function createApiKey(request: ApiKeyRequest, now: Date): Promise<{ key: string; keyId: string }> {
  const key = `${request.kind === 'secret' ? 'sk' : 'pk'}_${randomBytes(32).toString('base64url')}`
  const keyId = randomUUID()
  await insertApiKey(
    {
      projectId: request.projectId,
      kind: request.kind,
      name: request.name,
      destinationIds: request.destinationIds ?? null,
      expiresAt: request.expiresAt ?? null,
      keyId,
      prefix: key.slice(0, 10),
      digest: digestOf(key),
    },
    now,
  )
  return { key, keyId }
}
