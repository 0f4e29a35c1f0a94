import { readAccessToken } from '@/lib/auth/access-token'
import { findApiKeyCaller } from '@/lib/auth/api-keys'
import { Believed } from '@/lib/auth/believed'
import { staffAuth } from '@/lib/auth/better-auth'
import { findStaffBySession } from '@/lib/auth/data'
import type { ApiKeyCaller, StaffCaller } from '@/lib/auth/model'
import { env } from '@/lib/env'
import { Refusal } from '@/lib/errors'
import { limitApiKey } from '@/lib/limits/service'

/**
 * Who a route is for: anybody, any API key, a secret key, a secret key that may also come as the password of Basic
 * authorization (from senders that can set no header of ours), a staff account by access token or by cookie.
 */
export type Authentication = 'none' | 'apiKey' | 'secretKey' | 'receiverKey' | 'staff'

export type CallerOf<A extends Authentication> = A extends 'none'
  ? undefined
  : A extends 'staff'
    ? StaffCaller
    : ApiKeyCaller

const headerKey = (request: Request) => request.headers.get('x-service-api-key')

/** How a key is sent, for those whose request has none that is good. `challenge`: in place of the usual one. */
type Sending = { key: string | null; missing: string; challenge?: string }

const inHeader = (request: Request): Sending => ({
  key: headerKey(request),
  missing: 'Send your API key in the header x-service-api-key.',
})

async function byApiKey(request: Request, now: Date, sending = inHeader(request)): Promise<ApiKeyCaller> {
  const { key, missing, challenge } = sending
  const extras = challenge ? { headers: { 'www-authenticate': challenge } } : {}
  if (!key) throw new Refusal('credential_missing', missing, extras)
  const caller = await findApiKeyCaller(key, now)
  if (!caller) {
    const detail = 'This API key is unknown, revoked or expired. Make a new one.'
    throw new Refusal('credential_invalid', detail, extras)
  }
  await limitApiKey(caller, request)
  return caller
}

async function bySecretKey(request: Request, now: Date, sending = inHeader(request)): Promise<ApiKeyCaller> {
  const caller = await byApiKey(request, now, sending)
  if (caller.keyKind !== 'secret') {
    throw new Refusal('right_missing', 'This needs a secret key (sk_…), kept on a server; a publishable key may not.')
  }
  return caller
}

// The user name is the sender's own: OwnTracks tells by it whose phone it is.
function passwordOf(request: Request): string | null {
  const encoded = /^Basic +([\w+/=-]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const pair = Buffer.from(encoded ?? '', 'base64').toString()
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : null
}

function byReceiverKey(request: Request, now: Date): Promise<ApiKeyCaller> {
  return bySecretKey(request, now, {
    key: headerKey(request) ?? passwordOf(request),
    missing: 'Send a secret key in the header x-service-api-key, or as the password of Basic authorization.',
    // Some senders give the password of an address only when they are asked for it.
    challenge: 'Basic realm="baycall", ApiKey realm="baycall"',
  })
}

/** A browser attaches its cookie to whatever any page sends, so a change must come from a page of ours. */
export function refuseForeignOrigin(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const hosts = [request.headers.get('host'), env().BAYCALL_URL && new URL(env().BAYCALL_URL ?? '').host]
  const ours = origin
    ? URL.canParse(origin) && hosts.includes(new URL(origin).host)
    : site === 'same-origin' || site === 'none'
  if (!ours)
    throw new Refusal('origin_refused', 'Changes with a session cookie are taken from pages of this server only.')
}

// A program walks its pages with one token: its session is asked for now and then, not for each page.
const sessions = new Believed(findStaffBySession)

async function byBearer(authorization: string, now: Date): Promise<StaffCaller> {
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  const sessionId = token && readAccessToken(token, now)
  const caller = sessionId && (await sessions.get(sessionId, now))
  if (!caller) {
    throw new Refusal('credential_invalid', 'This access token is unknown or expired. Refresh it or sign in again.')
  }
  return caller
}

/** The staff account of a browser's cookie, or null. */
export async function findStaffByCookie(headers: Headers, now: Date): Promise<StaffCaller | null> {
  if (!headers.get('cookie')?.includes('baycall.')) return null
  const found = await staffAuth().api.getSession({ headers })
  return found && findStaffBySession(found.session.id, now)
}

async function byStaff(request: Request, now: Date): Promise<StaffCaller> {
  const authorization = request.headers.get('authorization')
  if (authorization) return byBearer(authorization, now)
  const caller = await findStaffByCookie(request.headers, now)
  if (!caller)
    throw new Refusal('credential_missing', 'Sign in, or send the header authorization: Bearer <accessToken>.')
  refuseForeignOrigin(request)
  return caller
}

/** Who asks. Throws credential_missing, credential_invalid, right_missing, origin_refused or too_many_requests. */
export async function authenticate<A extends Authentication>(
  kind: A,
  request: Request,
  now: Date,
): Promise<CallerOf<A>> {
  const by = {
    none: () => undefined,
    apiKey: byApiKey,
    secretKey: bySecretKey,
    receiverKey: byReceiverKey,
    staff: byStaff,
  }
  return (await by[kind](request, now)) as CallerOf<A>
}
