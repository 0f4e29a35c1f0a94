import { createHmac } from 'node:crypto'
import { secretFor } from '@/lib/env'
import { cookieIn, cookieOf } from '@/lib/http/own-cookie'
import { isSameSecret } from '@/lib/http/same-secret'

// By a code or a recovery code somebody has shown there that the account is theirs, and not by its password or a link alone.
type Proof = { isProven: boolean }

const macOf = (email: string, madeMs: number, { isProven }: Proof) =>
  createHmac('sha256', secretFor('known-device'))
    .update(JSON.stringify([email.toLowerCase(), madeMs, ...(isProven ? ['proven'] : [])]))
    .digest('base64url')

// As long as browsers keep one.
const lifeS = 400 * 24 * 60 * 60

/**
 * The cookie of a browser in which an account has signed in: it opens nothing, and says so, and when it was made, when it
 * signs in again; and whether a code of the second step was shown there.
 */
export function deviceCookieOf(email: string, now: Date, proof: Proof): string {
  const value = `${now.getTime()}${proof.isProven ? 'p' : ''}.${macOf(email, now.getTime(), proof)}`
  return cookieOf('device', value, lifeS, '/api/staff')
}

/**
 * When the browser that asks was told that the account of an address has signed in there; null for one that was not, or too
 * long ago. What the account has withdrawn since (staff_user.devices_since) is not looked at here.
 */
export function knownDevice(email: string, headers: Headers, now: Date): ({ since: Date } & Proof) | null {
  const [, made = '', kind, mac = ''] = /^(\d{1,15})(p?)\.([\w-]+)$/.exec(cookieIn(headers, 'device') ?? '') ?? []
  const [madeMs, proof] = [Number(made), { isProven: kind === 'p' }]
  if (mac === '' || !isSameSecret(macOf(email, madeMs, proof), mac)) return null
  return madeMs + lifeS * 1000 > now.getTime() ? { since: new Date(madeMs), ...proof } : null
}
