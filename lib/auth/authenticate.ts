import { readAccessToken } from '@/lib/auth/access-token'
import { findApiKeyCaller } from '@/lib/auth/api-keys'
import { staffAuth } from '@/lib/auth/better-auth'
import { findSessionByToken, findStaffBySession } from '@/lib/auth/data'
import { unlessEnded } from '@/lib/auth/ended-sessions'
import { findApiKeyAgain } from '@/lib/auth/keys-again'
import { type ApiKeyCaller, type Caller, projectToCountTo, type StaffCaller } from '@/lib/auth/model'
import { moveOn, noteUse } from '@/lib/auth/session-use'
import { env } from '@/lib/env'
import { Refusal } from '@/lib/errors'
import { cookieAlone } from '@/lib/http/own-cookie'
import { limitApiKey } from '@/lib/limits/api-keys'
import { noteKnown } from '@/lib/limits/credentials'
import { Patience } from '@/lib/patience'
import { findStaffAgain, findTabletByCookie } from '@/lib/tablets/credential'
import { personsOf } from '@/lib/turns/people-turns'
import { seeProjects } from '@/lib/wall'

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

const withTestKey = new WeakSet<Request>()

/** Whether a request has come with a test key that is good, whatever it is refused for. */
export const cameWithTestKey = (request: Request): boolean => withTestKey.has(request)

async function byApiKey(request: Request, now: Date, sending = inHeader(request)): Promise<ApiKeyCaller> {
  const { key, missing, challenge } = sending
  const extras = challenge ? { headers: { 'www-authenticate': challenge } } : {}
  if (!key) throw new Refusal('credential_missing', missing, extras)
  const caller = await findApiKeyCaller(key, request, now)
  if (!caller) {
    const detail = 'This API key is unknown, revoked or expired. Make a new one.'
    throw new Refusal('credential_invalid', detail, extras)
  }
  if (caller.isTest) withTestKey.add(request)
  // What is asked to count it counts to its own project's share of the connections.
  seeProjects(projectsOf(caller))
  // A publishable key is in every customer's app.
  if (caller.keyKind === 'secret') Patience.askerIsKnown()
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

// No page can set `Host`, and a name that somebody points at this server has none of our cookies; so besides the address
// that the server is told is its own, the one that it was asked at counts. Of the former no plain-text twin does.
function isOurs(origin: string, host: string | null): boolean {
  const own = URL.canParse(env().BAYCALL_URL ?? '') ? new URL(env().BAYCALL_URL ?? '') : null
  const from = URL.canParse(origin) ? new URL(origin) : null
  if (!from) return false
  return from.host === own?.host ? from.protocol === own.protocol : from.host === host
}

/** A browser attaches its cookie to whatever any page sends, so a change must come from a page of ours. */
export function refuseForeignOrigin(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const ours = origin ? isOurs(origin, request.headers.get('host')) : site === 'same-origin' || site === 'none'
  if (!ours)
    throw new Refusal('origin_refused', 'Changes with a session cookie are taken from pages of this server only.')
}

/**
 * What leaves a line in somebody's name is not asked for by a link that another site has them follow, be it of the same
 * domain. Throws origin_refused.
 */
export function refuseForeignLink(request: Request): void {
  const { headers } = request
  if (headers.get('authorization')) return
  const [origin, site] = [headers.get('origin'), headers.get('sec-fetch-site') ?? 'none']
  const isOwn = site === 'same-origin' || site === 'none'
  if (isOwn && (!origin || isOurs(origin, headers.get('host')))) return
  throw new Refusal('origin_refused', 'This leaves a line in the record: open it from a page of this server.')
}

async function byBearer(authorization: string, now: Date): Promise<StaffCaller> {
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  const named = token ? readAccessToken(token, now) : null
  // Nothing is believed here, nor by cookie: who has lost a right makes no key with it in the seconds behind.
  const find = (sessionId: string) => findStaffBySession(sessionId, now, Patience.signal())
  const caller = named && (await unlessEnded(named.sessionId, find, projectToCountTo))
  if (!caller) {
    throw new Refusal('credential_invalid', 'This access token is unknown or expired. Refresh it or sign in again.')
  }
  noteUse(caller, now)
  return { ...caller, until: named.until }
}

const hasOwnCookie = ({ headers }: Pick<Request, 'headers'>) => headers.get('cookie')?.includes('baycall.') ?? false

/** The staff account of a browser's cookie, else the paired tablet that the browser is, or null. Throws too_many_requests. */
export async function findStaffByCookie(request: Pick<Request, 'headers'>, now: Date): Promise<StaffCaller | null> {
  const { headers } = request
  if (!hasOwnCookie(request)) return null
  const alone = cookieAlone(headers, 'session_token')
  const token = alone && (await staffAuth().api.readStaffCookie({ headers: alone })).token
  // Nothing is begun yet: whoever has hung up does not wait in front of others.
  const find = (token: string) => findSessionByToken(token, now, Patience.signal())
  const session = token ? await unlessEnded(token, find, (found) => projectToCountTo(found.caller)) : null
  if (alone) noteKnown(headers, 'session', session ? personsOf(session.caller) : [])
  if (!token || !session) return findTabletByCookie(request, now)
  noteUse(session.caller, now)
  moveOn(token, session.expiresAt, now)
  return session.caller
}

/** The person whose session a browser's cookie shows, if it lives: where it is to be replaced, so it is no use of it. */
export async function findShownSession({ headers }: Pick<Request, 'headers'>, now: Date): Promise<StaffCaller | null> {
  const alone = cookieAlone(headers, 'session_token')
  const token = alone && (await staffAuth().api.readStaffCookie({ headers: alone })).token
  return (token && (await findSessionByToken(token, now))?.caller) || null
}

/** What does not say that it is for tablets too is not. Throws right_missing. */
export function refuseTablet(caller: ApiKeyCaller | StaffCaller | undefined): void {
  if (caller?.kind !== 'staff' || !caller.tablet) return
  throw new Refusal('right_missing', 'A paired tablet has the board of its store alone. Sign in as a person for this.')
}

async function byStaff(request: Request, now: Date): Promise<StaffCaller> {
  const authorization = request.headers.get('authorization')
  if (authorization) return byBearer(authorization, now)
  // Before it is asked whose it is: what is refused so costs nothing, for it counts for nobody.
  if (hasOwnCookie(request)) refuseForeignOrigin(request)
  const caller = await findStaffByCookie(request, now)
  if (!caller)
    throw new Refusal('credential_missing', 'Sign in, or send the header authorization: Bearer <accessToken>.')
  return caller
}

/** The projects whose rows a caller may see: from here on the database shows the request no others. */
export function projectsOf(caller: ApiKeyCaller | StaffCaller): string[] {
  return caller.kind === 'apiKey' ? [caller.projectId] : caller.memberships.map(({ projectId }) => projectId)
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
  const caller: ApiKeyCaller | StaffCaller | undefined = await by[kind](request, now)
  if (caller) seeProjects(projectsOf(caller))
  if (caller?.kind === 'staff') Patience.askerIsKnown()
  return caller as CallerOf<A>
}

// What a program or a tablet sends at once costs no second look: theirs is believed for longer.
const lateMs = 1_000

/**
 * Who a caller is by the time that all they send is there, and what the time is. Where that took a while, it is asked of
 * the database, whatever was believed before: whose request waits for its body may have lost the right to it meanwhile. Of
 * a person it is asked behind every body (`isBodied`): who holds the last byte back until they are refused makes no key
 * with it. What it answers throws credential_invalid for who is nobody any more.
 */
export function whoIsHere<C extends Caller | undefined>(caller: C) {
  // By the clock as well, which goes on where a machine sleeps; and not by it alone, for it may be put right meanwhile.
  const times = () => [Date.now(), performance.now()] as const
  let asked = times()
  return async ({ isBodied = false } = {}): Promise<{ caller: C; now: Date }> => {
    const now = new Date()
    const isPerson = caller?.kind === 'staff' && !caller.tablet
    const isLate = times().some((ms, at) => Math.abs(ms - (asked[at] ?? 0)) >= lateMs)
    const isDue = (isBodied && isPerson) || isLate
    if (!caller || !isDue) return { caller, now }
    const found = await (caller.kind === 'apiKey' ? findApiKeyAgain(caller) : findStaffAgain(caller, now))
    if (!found) throw new Refusal('credential_invalid', 'What you sent came late: your credential is good no more.')
    asked = times()
    seeProjects(projectsOf(found))
    return { caller: found as C, now }
  }
}
