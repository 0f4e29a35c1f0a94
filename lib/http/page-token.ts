import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { secretFor } from '@/lib/env'
import { Refusal } from '@/lib/errors'

/** Where a page ended: the sort time of its last row and the row's tie-breaker. */
export type Position = { time: Date; tie: string }

const macBytes = 16

// Compared as text: base64url has spare bits, and a token that was altered in those was altered.
function macOf(payload: string): Buffer {
  const mac = createHmac('sha256', secretFor('pagination-token')).update(payload).digest().subarray(0, macBytes)
  return Buffer.from(mac.toString('base64url'))
}

/** A short digest of a query's parts: a token made for one query is refused by another. */
export function queryDigest(parts: Record<string, unknown>): string {
  const sorted = Object.entries(parts)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url').slice(0, 16)
}

/** An opaque, signed, URL-safe token without time limit, bound to its query. */
export function signPageToken(digest: string, position: Position): string {
  const payload = Buffer.from(JSON.stringify([1, digest, position.time.getTime(), position.tie])).toString('base64url')
  return `${payload}.${macOf(payload)}`
}

const refused = () =>
  new Refusal(
    'pagination_token_invalid',
    'Send the paginationToken of the answer before, unaltered, with the very same query; or leave it out to begin anew.',
  )

/** The position in a token. Throws pagination_token_invalid when it was altered or made for another query. */
export function readPageToken(token: string, digest: string): Position {
  const [payload, mac, ...rest] = token.split('.')
  if (!payload || !mac || rest.length > 0) throw refused()
  const given = Buffer.from(mac)
  const made = macOf(payload)
  if (given.length !== made.length || !timingSafeEqual(given, made)) throw refused()
  const [version, madeFor, time, tie] = JSON.parse(Buffer.from(payload, 'base64url').toString())
  if (version !== 1 || madeFor !== digest) throw refused()
  return { time: new Date(time), tie }
}
