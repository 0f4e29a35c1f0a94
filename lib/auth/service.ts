import type * as z from 'zod'
import { actorOf } from '@/lib/audit/actor'
import { accessTokenLifeS, signAccessToken } from '@/lib/auth/access-token'
import {
  findStaffByCookie as findByCookie,
  findShownSession,
  projectsOf,
  refuseForeignOrigin,
} from '@/lib/auth/authenticate'
import { sessionLifeS, staffAuth } from '@/lib/auth/better-auth'
import { extendSession, findStaffBySession } from '@/lib/auth/data'
import { deviceCookieOf } from '@/lib/auth/known-device'
import { has, type Membership, type Right, type StaffCaller } from '@/lib/auth/model'
import { provenSince } from '@/lib/auth/proven-browser'
import { readRefreshToken, signRefreshToken } from '@/lib/auth/refresh-token'
import type { AccessTokens, Credentials, StaffAccount } from '@/lib/auth/schema'
import { enter, isByCode, type Proven, proveAccount, signInFailed } from '@/lib/auth/sign-in'
import { signOutSession } from '@/lib/credentials/data'
import { env } from '@/lib/env'
import { Refusal } from '@/lib/errors'
import { wakeReader } from '@/lib/feed/wake'
import { orRefusePage } from '@/lib/http/page-answer'
import { type AskedFor, limitStaff } from '@/lib/limits/staff'
import { take, unnamed, widened } from '@/lib/limits/take'
import { Patience } from '@/lib/patience'
import { acrossProjects, beginScope } from '@/lib/wall'

type Tokens = z.output<typeof AccessTokens>

function tokensOf(sessionId: string, refreshToken: string, now: Date): Tokens {
  const accessToken = signAccessToken(sessionId, now)
  return { accessToken, tokenType: 'Bearer', expiresIn: accessTokenLifeS, refreshToken }
}

/**
 * Signs a program in: tokens for the search (contract, "Access token"). Throws sign_in_failed, second_step_required,
 * second_step_failed, too_many_requests.
 */
export async function openSession(
  credentials: z.output<typeof Credentials>,
  request: Request,
  now: Date,
): Promise<Tokens> {
  const proven = await proveAccount(credentials, request, now)
  const { sessionId, token } = await enter(proven, request, now)
  return tokensOf(sessionId, signRefreshToken(token), now)
}

/**
 * A new access token for a session that lives, whose life it extends. Throws credential_invalid; too_many_requests where that
 * is asked for by it far more often than any program needs.
 */
export async function refreshSession(refreshToken: string, now: Date): Promise<Tokens> {
  const token = readRefreshToken(refreshToken)
  if (token) await take(`refresh ${unnamed(token)}`, widened(env().RATE_LIMIT_SIGN_IN))
  const session = token && (await extendSession(token, new Date(now.getTime() + sessionLifeS * 1000), now))
  if (!session) throw new Refusal('credential_invalid', 'This refresh token is unknown or expired. Sign in again.')
  return tokensOf(session.id, refreshToken, now)
}

export type SignedIn = { account: StaffAccount; cookies: string[] }

/**
 * Signs a browser in: its account and the cookies to set. Throws sign_in_failed, second_step_required, second_step_failed,
 * origin_refused, too_many_requests.
 */
export async function signInBrowser(
  credentials: z.output<typeof Credentials>,
  request: Request,
  now: Date,
): Promise<SignedIn> {
  refuseForeignOrigin(request)
  return enterBrowser(await proveAccount(credentials, request, now), request, now)
}

async function endSession(caller: StaffCaller, request: Request, now: Date): Promise<void> {
  await acrossProjects(async () => await signOutSession(caller, actorOf(caller, request), now))
  wakeReader(caller.userId)
}

/**
 * The same for who has proven the account already. Whoever was signed in there before is signed out: nobody has the cookie of
 * their session any more, and a board that stands open by it shows its customers to somebody else. Throws sign_in_failed where
 * the account is gone.
 */
export async function enterBrowser(proven: Proven, request: Request, now: Date): Promise<SignedIn> {
  const before = await findShownSession(request, now)
  if (before) await endSession(before, request, now)
  const { sessionId, cookies } = await enter(proven, request, now)
  const caller = await acrossProjects(async () => await findStaffBySession(sessionId, now))
  if (!caller) throw signInFailed()
  // A passkey, which whoever holds a session may remove, proves nothing here, and takes no proof away.
  const isProven = isByCode(proven.by) || (await provenSince(caller, request.headers, now)) !== null
  const device = deviceCookieOf(caller.email, now, { isProven })
  return { account: accountOf(caller), cookies: [...cookies, device] }
}

/** Ends the session of whoever asks: the cookies to clear, of a browser's. */
export async function signOut(caller: StaffCaller, request: Request, now: Date): Promise<string[]> {
  await endSession(caller, request, now)
  // Who came by a token has none of it, whatever is sent beside.
  if (request.headers.get('authorization')) return []
  // They are not shown here: what stands in them is over.
  const sent = new Headers(request.headers)
  sent.delete('cookie')
  const { headers } = await acrossProjects(() => staffAuth().api.signOut({ headers: sent, returnHeaders: true }))
  return headers.getSetCookie()
}

/**
 * The staff account of a browser's cookie, else the paired tablet that the browser is, or null: for a page, which is
 * answered 429 where too many cookies were tried from its address. Throws too_many_requests.
 */
export function findStaffByCookie(request: Pick<Request, 'headers'>, now: Date): Promise<StaffCaller | null> {
  return orRefusePage(() => findByCookie(request, now))
}

/**
 * The staff account of a browser's cookie, as findStaffByCookie; the page that awaits this sees their projects' rows. Whoever
 * asks for too much is answered 429 as well.
 */
export async function openPage(
  headers: Promise<Headers>,
  now: Date,
  asked: AskedFor = 'page',
): Promise<StaffCaller | null> {
  // Before anything is awaited: see beginScope.
  const see = beginScope()
  const sent = await headers
  Patience.comesFrom(sent)
  const caller = await findStaffByCookie({ headers: sent }, now)
  if (caller) {
    see(projectsOf(caller))
    Patience.askerIsKnown()
    await orRefusePage(() => limitStaff(caller, asked, sent))
  }
  return caller
}

/** What a signed-in person may know of their own account. */
export function accountOf(caller: StaffCaller): StaffAccount {
  const { name, email, memberships, tablet } = caller
  return { name, email, memberships, ...(tablet && { isTablet: true }) }
}

/** The memberships by which an account has a right. */
export function projectsWith({ memberships }: StaffCaller, right: Right): Membership[] {
  return memberships.filter((membership) => has(membership, right))
}

export type { Membership, Right, StaffCaller } from '@/lib/auth/model'
