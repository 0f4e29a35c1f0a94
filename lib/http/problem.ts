import type { ErrorCode } from '@/lib/errors'
import { Busy, HungUp, Refusal } from '@/lib/errors'
import { databaseIsAway, databaseIsBusy, databaseTookTooLong } from '@/lib/failed-statement'
import { log } from '@/lib/log'
import { causeOf } from '@/lib/watch/cause'
import { metrics } from '@/lib/watch/metrics'
import type { RequestIds } from '@/lib/watch/request'
import { logSeldom } from '@/lib/watch/seldom'
import { statementOf } from '@/lib/watch/statement'

/** The one table from code to HTTP status: a code without a line does not compile. */
export const statusOf = {
  request_malformed: 400,
  body_malformed: 400,
  field_invalid: 400,
  pagination_token_invalid: 400,
  zone_ambiguous: 400,
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  access_denied: 400,
  invalid_grant: 400,
  credential_missing: 401,
  credential_invalid: 401,
  sign_in_failed: 401,
  second_step_required: 401,
  second_step_failed: 401,
  right_missing: 403,
  origin_refused: 403,
  pin_required: 403,
  pin_wrong: 403,
  user_token_required: 403,
  user_token_mismatch: 403,
  route_not_found: 404,
  project_not_found: 404,
  store_not_found: 404,
  zone_not_found: 404,
  order_not_found: 404,
  destination_unknown: 404,
  view_not_found: 404,
  key_not_found: 404,
  person_not_found: 404,
  invitation_not_found: 404,
  session_not_found: 404,
  passkey_not_found: 404,
  pairing_not_found: 404,
  tablet_not_found: 404,
  method_not_allowed: 405,
  request_too_slow: 408,
  view_name_taken: 409,
  views_full: 409,
  tablets_full: 409,
  pins_full: 409,
  passkeys_full: 409,
  invitations_full: 409,
  key_not_in_force: 409,
  keys_full: 409,
  store_in_use: 409,
  pin_taken: 409,
  order_exists: 409,
  order_closed: 409,
  order_full: 409,
  order_ambiguous: 409,
  idempotency_key_reused: 409,
  action_conflict: 409,
  second_step_on: 409,
  second_step_off: 409,
  last_owner: 409,
  already_member: 409,
  link_invalid: 410,
  version_mismatch: 412,
  body_too_large: 413,
  body_not_json: 415,
  too_many_requests: 429,
  stores_full: 429,
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
  410: 'Gone',
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

const retryAfterSeconds = 2
const tooLong = 'This took longer than it may. Ask for less at a time, or send the request again.'

/**
 * The refusal that an error means to a caller: itself, or "unavailable" where the database is busy or away, which the log is
 * told; null for any other. `ids`: of a page there are none.
 */
export function knownRefusal(error: unknown, ids: RequestIds | Record<string, never>): Refusal | null {
  if (error instanceof Refusal) return error
  if (databaseIsBusy(error)) {
    logSeldom('warn', 'no connection free', '', () => ids)
    return new Busy('More is asked for than can be done at once. Send the request again.', retryAfterSeconds)
  }
  if (databaseTookTooLong(error)) {
    const statement = statementOf(error)
    logSeldom('warn', 'statement took too long', statement ?? '', () => ({ ...ids, statement, err: error }))
    return new Busy(tooLong, retryAfterSeconds)
  }
  if (databaseIsAway(error)) {
    const isPooler = /unsupported startup parameter/.test(String(error))
    const hint = isPooler && { hint: 'behind a pooler, set DATABASE_DIRECT_URL' }
    const { code, message, name } = causeOf(error)
    metrics().databaseAway.inc()
    logSeldom('error', 'database away', code ?? message ?? name, () => ({ ...ids, err: error, ...hint }))
    return new Refusal('unavailable', 'The service has lost its database for a moment. Send the request again.', {
      headers: { 'retry-after': String(retryAfterSeconds) },
    })
  }
  return null
}

/** The same of any error: a 500 whose cause only the log learns. */
function refusalFrom(error: unknown, ids: RequestIds): Refusal {
  const known = knownRefusal(error, ids)
  if (known) return known
  log.error({ ...ids, err: error }, 'request failed')
  return new Refusal(
    'internal',
    `Send the request again; if it fails again, report it with the request id ${ids.requestId}.`,
  )
}

// As proxies have it in their logs: nothing is wrong here, and nobody reads the answer.
const hungUpStatus = 499

const challenge = 'Bearer realm="baycall", ApiKey realm="baycall"'

/** Any thrown thing as an `application/problem+json` answer (RFC 9457), with headers that its request earned before. */
export function problemFrom(error: unknown, ids: RequestIds, earned?: Record<string, string>): Response {
  const refusal = refusalFrom(error, ids)
  const { code, detail, extras } = refusal
  if (code === 'order_exists') metrics().claimConflicts.inc()
  const { requestId } = ids
  const status = error instanceof HungUp ? hungUpStatus : statusOf[code]
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
      ...earned,
      ...extras.headers,
    },
  })
}
