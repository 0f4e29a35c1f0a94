import { createHash } from 'node:crypto'
import { Refusal } from '@/lib/errors'
import { sealAsText, unsealText } from '@/lib/sealed'

/** Where a page ended: the sort time of its last row and the row's tie-breaker. */
export type Position = { time: Date; tie: string }

const sealedFor = (digest: string) => ({ purpose: 'page-token', bound: digest })

// The longest that there is, so that a token's length says nothing of the numbers in it.
const positionCharacters = 60

/** A short digest of a query's parts: a token made for one query is refused by another. */
export function queryDigest(parts: Record<string, unknown>): string {
  const sorted = Object.entries(parts)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url').slice(0, 16)
}

/** An opaque, sealed, URL-safe token without time limit, bound to its query. The rows' numbers cannot be read in it. */
export function sealPageToken(digest: string, { time, tie }: Position): string {
  const position = JSON.stringify([time.getTime(), tie]).padEnd(positionCharacters)
  return sealAsText(Buffer.from(position), sealedFor(digest))
}

const refused = () =>
  new Refusal(
    'pagination_token_invalid',
    'Send the paginationToken of the answer before, unaltered, with the very same query; or leave it out to begin anew.',
  )

/** The position in a token. Throws pagination_token_invalid when it was altered or made for another query. */
export function readPageToken(token: string, digest: string): Position {
  const position = unsealText(token, sealedFor(digest))
  if (!position) throw refused()
  const [time, tie] = JSON.parse(position.toString())
  return { time: new Date(time), tie }
}
