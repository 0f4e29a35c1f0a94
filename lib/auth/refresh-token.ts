import { createHmac } from 'node:crypto'
import { secretFor } from '@/lib/env'
import { isSameSecret } from '@/lib/http/same-secret'

const macOf = (token: string) => createHmac('sha256', secretFor('refresh-token')).update(token).digest('base64url')

/**
 * What a program refreshes its session by: the session's token and a signature, which only sessions that were opened for
 * programs have ever got. Neither a copy of the database nor a browser's cookie makes one.
 */
export function signRefreshToken(sessionToken: string): string {
  return `${sessionToken}.${macOf(sessionToken)}`
}

/** The session's token; null where it was altered, or is the token alone. */
export function readRefreshToken(given: string): string | null {
  const [token, mac, ...rest] = given.split('.')
  if (!token || !mac || rest.length > 0) return null
  return isSameSecret(macOf(token), mac) ? token : null
}
