import { createHash, randomUUID } from 'node:crypto'
import { Believed } from '@/lib/auth/believed'
import { findApiKey, insertApiKey, touchApiKey } from '@/lib/auth/data'
import type { ApiKeyCaller } from '@/lib/auth/model'
import { limitUnknown } from '@/lib/limits/unknown'
import { log } from '@/lib/log'
import { credentialMarking, isMarked, makeMarked } from '@/lib/marked'

const touchEveryMs = 60_000
const touched = new Map<string, number>()

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

function noteUse(caller: ApiKeyCaller, now: Date): void {
  if (now.getTime() - (touched.get(caller.keyId) ?? 0) < touchEveryMs) return
  touched.set(caller.keyId, now.getTime())
  touchApiKey(caller.projectId, caller.keyId, now).catch((error) => log.warn({ err: error }, 'key use not noted'))
}

const callers = new Believed(async (digest: string, now: Date) => {
  const caller = await findApiKey(Buffer.from(digest, 'base64'), now)
  if (caller) noteUse(caller, now)
  return caller
}, 'key')

/**
 * Who an API key is, or null when it is unknown, revoked or expired. Believes an answer for 2 s. Whoever tries keys that
 * nobody has is counted by address, and stopped before the database hears of the next: a key that was good when last looked
 * up is not. Throws too_many_requests.
 */
export async function findApiKeyCaller(key: string, request: Request, now: Date): Promise<ApiKeyCaller | null> {
  const name = digestOf(key).toString('base64')
  const known = callers.believed(name, now)
  if (known !== undefined) return known
  const [, beginning = '', rest = ''] = /^([sp]k_(?:test_)?)([\w-]{43})$/.exec(key) ?? []
  const isMade = isMarked(rest, credentialMarking, beginning)
  return limitUnknown(`key ${name}`, request, () => callers.get(name, now), {
    isMade,
    projectOf: ({ projectId }) => projectId,
  })
}

/** A key that nobody has yet, and what is kept of it: `key` itself is told once and kept nowhere. */
export function newKey({ kind, isTest }: { kind: ApiKeyCaller['keyKind']; isTest: boolean }) {
  const beginning = `${kind === 'secret' ? 'sk' : 'pk'}_${isTest ? 'test_' : ''}`
  const key = `${beginning}${makeMarked(credentialMarking, beginning)}`
  return { key, keyId: randomUUID(), prefix: key.slice(0, beginning.length + 7), digest: digestOf(key) }
}

export type ApiKeyRequest = {
  projectId: string
  kind: ApiKeyCaller['keyKind']
  name: string
  isTest?: boolean
  destinationIds?: string[] | null
  expiresAt?: Date | null
}

/** Makes a key for the demo or a test, which is nobody's deed; lib/keys makes those of people. */
export async function createApiKey(request: ApiKeyRequest, now: Date): Promise<{ key: string; keyId: string }> {
  const { isTest = false, destinationIds = null, expiresAt = null } = request
  const { key, ...kept } = newKey({ kind: request.kind, isTest })
  await insertApiKey({ ...request, ...kept, isTest, destinationIds, expiresAt }, now)
  return { key, keyId: kept.keyId }
}
