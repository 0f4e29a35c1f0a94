import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Credential } from '@/lib/credentials/data'
import { secretFor } from '@/lib/env'

/** How long somebody may take to touch the sensor, in milliseconds. */
export const challengeLifeMs = 5 * 60_000

/** An account that adds a passkey, with its password as it was when it asked for that; null: whoever signs in. */
type For = Pick<Credential, 'userId' | 'hash' | 'changedAt'> | null

function macOf(payload: string, madeFor: For): Buffer {
  const said = madeFor && [madeFor.userId, madeFor.hash, madeFor.changedAt.getTime()]
  return createHmac('sha256', secretFor('passkey'))
    .update(JSON.stringify([payload, said]))
    .digest()
}

/**
 * What a passkey is to sign: for whom it was made, and when. It needs no row and no cookie: no one but this server makes one,
 * a passkey's own row takes each once, and what was made for an account is worth nothing once its password, or what is done by
 * it, has changed: also what has been used to add a passkey. `now`: of the database (challengeTime), as of whoever reads it.
 */
export function makeChallenge(madeFor: For, now: Date): Uint8Array<ArrayBuffer> {
  const payload = JSON.stringify([now.getTime(), randomBytes(16).toString('base64url')])
  return new Uint8Array(Buffer.concat([macOf(payload, madeFor), Buffer.from(payload)]))
}

/** When the challenge that an answer names was made; null for one that is not ours, another's, too old or used up. */
export function readChallenge(challenge: string, madeFor: For, now: Date): Date | null {
  const bytes = Buffer.from(challenge, 'base64url')
  const [mac, payload] = [bytes.subarray(0, 32), bytes.subarray(32).toString()]
  if (mac.length !== 32 || !timingSafeEqual(mac, macOf(payload, madeFor))) return null
  const [madeMs] = JSON.parse(payload) as [number]
  return madeMs + challengeLifeMs < now.getTime() ? null : new Date(madeMs)
}
