import { createHmac, timingSafeEqual } from 'node:crypto'
import { secretFor } from '@/lib/env'

/** One hour, in seconds. */
export const accessTokenLifeS = 3600

function macOf(payload: string): Buffer {
  return Buffer.from(createHmac('sha256', secretFor('access-token')).update(payload).digest('base64url'))
}

/** A token that names a session for an hour. It is worth nothing once the session is revoked. */
export function signAccessToken(sessionId: string, now: Date): string {
  const expiresS = Math.floor(now.getTime() / 1000) + accessTokenLifeS
  const payload = Buffer.from(JSON.stringify([sessionId, expiresS])).toString('base64url')
  return `${payload}.${macOf(payload)}`
}

/** The session that a token names, and until when it does; null when it was altered or has expired. */
export function readAccessToken(token: string, now: Date): { sessionId: string; until: Date } | null {
  const [payload, mac, ...rest] = token.split('.')
  if (!payload || !mac || rest.length > 0) return null
  const given = Buffer.from(mac)
  const made = macOf(payload)
  if (given.length !== made.length || !timingSafeEqual(given, made)) return null
  const [sessionId, expiresS] = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const until = new Date(expiresS * 1000)
  return until > now ? { sessionId, until } : null
}
