import { newKey } from '@/lib/auth/api-keys'
import { rightGone } from '@/lib/auth/rights'
import { invalidFields, Refusal } from '@/lib/errors'
import { lastTime } from '@/lib/http/fields'
import { endKey, findKey, insertKey, insertSuccessor, type Making } from '@/lib/keys/data'
import { isInForce, mostKeys } from '@/lib/keys/model'
import type { ApiKey, KeyRotation, MadeKey, NewKey } from '@/lib/keys/schema'

// What the page and the console do alike, each by its own right. All of it is noted in the record.

/** Which key, in which project. */
export type KeyId = { projectId: string; keyId: string }

export const noKey = () => new Refusal('key_not_found', 'There is no such key in this project. Get the list again.')

const full = (advice: string) =>
  new Refusal('keys_full', `This project has ${mostKeys} keys that work, and no more may be. ${advice}`)

function ended(key: ApiKey): Refusal {
  const why = isInForce(key.state) ? 'has been rotated already' : `is ${key.state}`
  return new Refusal('key_not_in_force', `This key ${why}. Get the list again.`)
}

/** Who is taken out, or made something else, while they make one has the right to it no more. */
async function whileTheirs<Done>(making: Promise<Done>): Promise<Done> {
  try {
    return await making
  } catch (error) {
    throw (error as { code?: string }).code === 'P2025' ? rightGone() : error
  }
}

/** Makes a key. Throws right_missing, field_invalid for an end in the past, keys_full. */
export async function makeKey(wanted: NewKey, by: Making, now: Date): Promise<MadeKey> {
  if (wanted.expiresAt && wanted.expiresAt <= now) {
    throw invalidFields([{ path: 'expiresAt', message: 'Expected a time in the future' }])
  }
  const { key, ...kept } = newKey(wanted)
  const apiKey = await whileTheirs(insertKey({ ...wanted, name: wanted.name.trim() }, kept, by, now))
  if (apiKey) return { key, apiKey }
  throw full('Revoke one first.')
}

/**
 * A new key with the same rights; the old one ends after the overlap. Throws right_missing, key_not_found, key_not_in_force; keys_full where
 * both would work for a time and there are as many as may be.
 */
export async function rotateKey(
  old: KeyId,
  { overlapSeconds }: Pick<KeyRotation, 'overlapSeconds'>,
  by: Making,
  now: Date,
): Promise<MadeKey> {
  const { projectId, keyId } = old
  const found = await findKey(projectId, keyId, now)
  if (!found) throw noKey()
  const { key, ...kept } = newKey(found)
  const endsAt = new Date(now.getTime() + overlapSeconds * 1000)
  const apiKey = await whileTheirs(insertSuccessor({ ...old, endsAt, latest: lastTime }, kept, by, now))
  if (apiKey) return { key, apiKey }
  const then = (await findKey(projectId, keyId, now)) ?? found
  if (then.state !== 'active') throw ended(then)
  throw full('Revoke one first, or rotate this one without an overlap: then the old one ends at once.')
}

/** Ends a key, on every server within 5 s. Throws key_not_found, key_not_in_force, right_missing. */
export async function revokeKey({ projectId, keyId }: KeyId, by: Making, now: Date): Promise<ApiKey> {
  const revoked = await endKey(projectId, keyId, by, now)
  if (revoked) return revoked
  const found = await findKey(projectId, keyId, now)
  if (!found) throw noKey()
  throw isInForce(found.state) ? rightGone() : ended(found)
}
