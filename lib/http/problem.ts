import type { ErrorCode } from '@/lib/errors'
import { Refusal } from '@/lib/errors'
import { log } from '@/lib/log'
import { causeOf } from '@/lib/watch/cause'
import { metrics } from '@/lib/watch/metrics'
import type { RequestIds } from '@/lib/watch/request'

/** The one table from code to HTTP status: a code without a line does not compile. */
export const statusOf = {
  request_malformed: 400,
  body_malformed: 400,
  field_invalid: 400,
  pagination_token_invalid: 400,
  zone_ambiguous: 400,
  credential_missing: 401,
  credential_invalid: 401,
  sign_in_failed: 401,
  right_missing: 403,
  origin_refused: 403,
  user_token_required: 403,
  user_token_mismatch: 403,
  route_not_found: 404,
  project_not_found: 404,
  store_not_found: 404,
  zone_not_found: 404,
  order_not_found: 404,
  destination_unknown: 404,
  view_not_found: 404,
  method_not_allowed: 405,
  request_too_slow: 408,
  view_name_taken: 409,
  views_full: 409,
  order_exists: 409,
  order_closed: 409,
  order_ambiguous: 409,
  idempotency_key_reused: 409,
  action_conflict: 409,
  version_mismatch: 412,
  body_too_large: 413,
  body_not_json: 415,
  too_many_requests: 429,
  headers_too_large: 431,
  unavailable: 503,
  internal: 500,
} satisfies Record<ErrorCode, number>

const titles: Record<number, string> = {
  400: 'The request is not valid',
  401: 'A valid credential is needed',
  403: 'The credential lacks the right',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'The request took too long',
  409: 'Conflict',
  412: 'Changed since',
  413: 'The body is too large',
  415: 'The body must be JSON',
  429: 'Too many requests',
  431: 'The headers are too large',
  500: 'Something went wrong here',
  503: 'Not available right now',
}

/** A problem's title, which is its status' alone. */
export function titleOf(status: number): string {
  return titles[status] ?? 'Not possible'
}

// What the database or the way to it says when it is away: connection refused, reset, timed out, shutting down, too many.
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
  '08003',
  '57014',
  // The same, in Prisma's words.
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2037',
])

const awayWords =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|unsupported startup parameter/

function databaseIsAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, cause } = error as Error & { code?: unknown }
  if (typeof code === 'string' && awayCodes.has(code)) return true
  if (awayWords.test(error.message)) return true
  return cause !== undefined && databaseIsAway(cause)
}

/** The refusal that an error means to a caller: itself, "unavailable", or a 500 whose cause only the log learns. */
function refusalFrom(error: unknown, ids: RequestIds): Refusal {
  if (error instanceof Refusal) return error
  if (databaseIsAway(error)) {
    const isPooler = /unsupported startup parameter/.test(String(error))
    const hint = isPooler && { hint: 'behind a pooler, set DATABASE_DIRECT_URL' }
    log.error({ ...ids, err: causeOf(error), ...hint }, 'database away')
    return new Refusal('unavailable', 'The service has lost its database for a moment. Send the request again.', {
      headers: { 'retry-after': '2' },
    })
  }
  log.error({ ...ids, err: causeOf(error) }, 'request failed')
  return new Refusal(
    'internal',
    `Send the request again; if it fails again, report it with the request id ${ids.requestId}.`,
  )
}

const challenge = 'Bearer realm="baycall", ApiKey realm="baycall"'

/** Any thrown thing as an `application/problem+json` answer (RFC 9457). */
export function problemFrom(error: unknown, ids: RequestIds): Response {
  const { code, detail, extras } = refusalFrom(error, ids)
  if (code === 'unavailable') metrics().databaseAway.inc()
  if (code === 'order_exists') metrics().claimConflicts.inc()
  const { requestId } = ids
  const status = statusOf[code]
  const problem = {
    type: `/docs#${code}`,
    title: titleOf(status),
    status,
    detail,
    code,
    requestId,
    ...(extras.errors && { errors: extras.errors }),
    ...extras.members,
  }
  return new Response(JSON.stringify(problem), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...(status === 401 && { 'www-authenticate': challenge }),
      ...extras.headers,
    },
  })
}
