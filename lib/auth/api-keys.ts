import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { findApiKey, insertApiKey, touchApiKey } from '@/lib/auth/data'
import type { ApiKeyCaller } from '@/lib/auth/model'
import { log } from '@/lib/log'

// Revoking must work within 5 s on every instance, so no instance may believe what it read for longer than this.
const believedMs = 3_000
const touchEveryMs = 60_000
const heldAtMost = 10_000

type Held = { caller: ApiKeyCaller | null; until: number }
const held = new Map<string, Held>()
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

// Of a burst with a key that is not held, one asks the database and the rest wait for its answer.
const asked = new Map<string, Promise<ApiKeyCaller | null>>()

async function ask(name: string, digest: Buffer, now: Date): Promise<ApiKeyCaller | null> {
  try {
    const caller = await findApiKey(digest, now)
    if (held.size >= heldAtMost) held.clear()
    held.set(name, { caller, until: now.getTime() + believedMs })
    if (caller) noteUse(caller, now)
    return caller
  } finally {
    asked.delete(name)
  }
}

/** Who an API key is, or null when it is unknown, revoked or expired. Believes an answer for 3 s. */
export async function findApiKeyCaller(key: string, now: Date): Promise<ApiKeyCaller | null> {
  const digest = digestOf(key)
  const name = digest.toString('base64')
  const known = held.get(name)
  if (known && known.until > now.getTime()) return known.caller
  const asking = asked.get(name) ?? ask(name, digest, now)
  asked.set(name, asking)
  return asking
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
