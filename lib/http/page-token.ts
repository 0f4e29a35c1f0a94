import { createHash } from 'node:crypto'
import { Refusal } from '@/lib/errors'
import { sealAsText, unsealText } from '@/lib/sealed'

/** Where a page ended: the sort time of its last row and the row's tie-breaker. */
export type Position = { time: Date; tie: string }

const sealedFor = (digest: string) => ({ purpose: 'page-token', bound: digest })

// The longest that there is of numbers, so that a token's length says nothing of those in it.
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
  return seal(digest, [time.getTime(), tie])
}

/** The same where the last row stands by the words that its list is in the order of. */
export function sealWordsToken(digest: string, words: string[]): string {
  return seal(digest, words)
}

function seal(digest: string, place: (string | number)[]): string {
  const { length } = Buffer.from(JSON.stringify(place))
  const room = Math.ceil(length / positionCharacters) * positionCharacters
  return sealAsText(Buffer.from(JSON.stringify(place) + ' '.repeat(room - length)), sealedFor(digest))
}

const refused = () =>
  new Refusal(
    'pagination_token_invalid',
    'Send the paginationToken of the answer before, unaltered, with the very same query; or leave it out to begin anew.',
  )

/** The position in a token. Throws pagination_token_invalid when it was altered or made for another query. */
export function readPageToken(token: string, digest: string): Position {
  const [time, tie] = unseal(token, digest)
  return { time: new Date(time), tie }
}

/** The words in one that sealWordsToken made. Throws as readPageToken does. */
export function readWordsToken(token: string, digest: string): string[] {
  return unseal(token, digest)
}

function unseal(token: string, digest: string) {
  const place = unsealText(token, sealedFor(digest))
  if (!place) throw refused()
  return JSON.parse(place.toString())
}
