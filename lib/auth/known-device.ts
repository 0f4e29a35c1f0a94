import { createHmac } from 'node:crypto'
import { secretFor } from '@/lib/env'
import { cookieIn, cookieOf } from '@/lib/http/own-cookie'
import { isSameSecret } from '@/lib/http/same-secret'

const macOf = (email: string, madeMs: number) =>
  createHmac('sha256', secretFor('known-device'))
    .update(JSON.stringify([email.toLowerCase(), madeMs]))
    .digest('base64url')

// As long as browsers keep one.
const lifeS = 400 * 24 * 60 * 60

/**
 * The cookie of a browser in which an account has signed in: it opens nothing, and says so, and when it was made, when it
 * signs in again.
 */
export function deviceCookieOf(email: string, now: Date): string {
  const value = `${now.getTime()}.${macOf(email, now.getTime())}`
  return cookieOf('device', value, lifeS, '/api/staff')
}

/**
 * When the browser that asks was told that the account of an address has signed in there; null for one that was not, or too
 * long ago. What the account has withdrawn since (staff_user.devices_since) is not looked at here.
 */
export function deviceKnownSince(email: string, headers: Headers, now: Date): Date | null {
  const [, made = '', mac = ''] = /^(\d{1,15})\.([\w-]+)$/.exec(cookieIn(headers, 'device') ?? '') ?? []
  const madeMs = Number(made)
  if (mac === '' || !isSameSecret(macOf(email, madeMs), mac)) return null
  return madeMs + lifeS * 1000 > now.getTime() ? new Date(madeMs) : null
}
