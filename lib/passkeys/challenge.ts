import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { secretFor } from '@/lib/env'

/** How long somebody may take to touch the sensor, in milliseconds. */
export const challengeLifeMs = 5 * 60_000

const macOf = (payload: string) => createHmac('sha256', secretFor('passkey')).update(payload).digest()

/**
 * What a passkey is to sign: for whom it was made (an account that adds one; null: whoever signs in) and when. It needs no
 * row and no cookie: no one but this server makes one, and a passkey's own row takes each once.
 */
export function makeChallenge(userId: string | null, now: Date): Uint8Array<ArrayBuffer> {
  const payload = JSON.stringify([userId, now.getTime(), randomBytes(16).toString('base64url')])
  return new Uint8Array(Buffer.concat([macOf(payload), Buffer.from(payload)]))
}

/** When the challenge that an answer names was made; null for one that is not ours, another's or too old. */
export function readChallenge(challenge: string, userId: string | null, now: Date): Date | null {
  const bytes = Buffer.from(challenge, 'base64url')
  const [mac, payload] = [bytes.subarray(0, 32), bytes.subarray(32).toString()]
  if (mac.length !== 32 || !timingSafeEqual(mac, macOf(payload))) return null
  const [madeFor, madeMs] = JSON.parse(payload) as [string | null, number]
  if (madeFor !== userId || madeMs + challengeLifeMs < now.getTime()) return null
  return new Date(madeMs)
}
