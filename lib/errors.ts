/** Every code a caller may meet. Stable: clients switch on them. */
export type ErrorCode =
  | 'request_malformed'
  | 'body_malformed'
  | 'field_invalid'
  | 'pagination_token_invalid'
  | 'zone_ambiguous'
  | 'credential_missing'
  | 'credential_invalid'
  | 'sign_in_failed'
  | 'right_missing'
  | 'origin_refused'
  | 'user_token_required'
  | 'user_token_mismatch'
  | 'route_not_found'
  | 'project_not_found'
  | 'store_not_found'
  | 'zone_not_found'
  | 'order_not_found'
  | 'destination_unknown'
  | 'method_not_allowed'
  | 'view_not_found'
  | 'view_name_taken'
  | 'views_full'
  | 'order_exists'
  | 'order_closed'
  | 'order_ambiguous'
  | 'idempotency_key_reused'
  | 'action_conflict'
  | 'request_too_slow'
  | 'version_mismatch'
  | 'body_too_large'
  | 'body_not_json'
  | 'too_many_requests'
  | 'headers_too_large'
  | 'unavailable'
  | 'internal'

/** One bad field: `path` is dotted (`hsFields.Parking Bay`), or empty for the whole body. */
export type FieldError = { path: string; message: string }

/** What a refusal carries beside its code: bad fields, further members of the problem, headers of the answer. */
type Extras = { errors?: FieldError[]; members?: Record<string, unknown>; headers?: Record<string, string> }

/**
 * A refusal with a reason for a person. The domain throws it; the edge turns it into a problem document once.
 * `detail` says what to do next.
 */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly extras: Extras = {},
  ) {
    super(`${code}: ${detail}`)
    this.name = 'Refusal'
  }
}

/** A refusal because of fields: 400, every bad field named. */
export function invalidFields(errors: FieldError[]): Refusal {
  const named = errors.map((e) => e.path || 'body').join(', ')
  return new Refusal('field_invalid', `Correct these and send the request again: ${named}.`, { errors })
}
