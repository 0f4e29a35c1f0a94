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
  | 'second_step_required'
  | 'second_step_failed'
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
  | 'stores_full'
  | 'method_not_allowed'
  | 'view_not_found'
  | 'view_name_taken'
  | 'person_not_found'
  | 'invitation_not_found'
  | 'session_not_found'
  | 'passkey_not_found'
  | 'second_step_on'
  | 'second_step_off'
  | 'last_owner'
  | 'already_member'
  | 'link_invalid'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'access_denied'
  | 'invalid_grant'
  | 'pairing_not_found'
  | 'tablet_not_found'
  | 'pin_required'
  | 'pin_wrong'
  | 'pin_taken'
  | 'views_full'
  | 'tablets_full'
  | 'pins_full'
  | 'passkeys_full'
  | 'invitations_full'
  | 'key_not_found'
  | 'key_not_in_force'
  | 'keys_full'
  | 'store_in_use'
  | 'order_exists'
  | 'order_closed'
  | 'order_full'
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

// Next evaluates a module once per bundle, and what all of a process share (lib/turns) throws its own bundle's: so a mark says
// what is a refusal, and of which kind.
const kinds = Symbol.for('baycall.refusal')

function isOf(kind: string, thrown: unknown): boolean {
  const known: unknown = Reflect.get(Object(thrown), kinds)
  return Array.isArray(known) && known.includes(kind)
}

/**
 * A refusal with a reason for a person. The domain throws it; the edge turns it into a problem document once.
 * `detail` says what to do next.
 */
export class Refusal extends Error {
  readonly [kinds]: string[] = ['refusal']

  static override [Symbol.hasInstance](thrown: unknown): boolean {
    return isOf('refusal', thrown)
  }

  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly extras: Extras = {},
  ) {
    super(`${code}: ${detail}`)
    this.name = 'Refusal'
  }
}

/** More is asked for than can be done now, though nothing is broken: 503, and when to come again. */
export class Busy extends Refusal {
  override readonly [kinds] = ['refusal', 'busy']

  static override [Symbol.hasInstance](thrown: unknown): boolean {
    return isOf('busy', thrown)
  }

  constructor(detail: string, retryAfterSeconds: number) {
    super('unavailable', detail, { headers: { 'retry-after': String(retryAfterSeconds) } })
  }
}

/** The same, where who asked has hung up: nobody hears of it. */
export class HungUp extends Busy {
  override readonly [kinds] = ['refusal', 'busy', 'hungUp']

  static override [Symbol.hasInstance](thrown: unknown): boolean {
    return isOf('hungUp', thrown)
  }
}

/** A refusal because of fields: 400, every bad field named. */
export function invalidFields(errors: FieldError[]): Refusal {
  const named = errors.map((e) => e.path || 'body').join(', ')
  return new Refusal('field_invalid', `Correct these and send the request again: ${named}.`, { errors })
}
