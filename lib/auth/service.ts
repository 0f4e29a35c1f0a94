import type * as z from 'zod'
import { accessTokenLifeS, signAccessToken } from '@/lib/auth/access-token'
import { findStaffByCookie, refuseForeignOrigin } from '@/lib/auth/authenticate'
import { sessionLifeS, staffAuth } from '@/lib/auth/better-auth'
import { extendSession, findSessionId, findStaffBySession } from '@/lib/auth/data'
import type { StaffCaller } from '@/lib/auth/model'
import type { AccessTokens, Credentials, StaffAccount } from '@/lib/auth/schema'
import { Refusal } from '@/lib/errors'
import { limitSignIn } from '@/lib/limits/service'

type Tokens = z.output<typeof AccessTokens>

// One sentence for an unknown address and a wrong password: which of the two it was is nobody's business.
const signInFailed = () => new Refusal('sign_in_failed', 'This e-mail address and password do not belong together.')

// By its name: pages and the API's front each have better-auth's classes of their own, and share what they make.
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'APIError' && Number(Reflect.get(error, 'statusCode')) < 500
}

async function signIn(credentials: z.output<typeof Credentials>, request: Request) {
  await limitSignIn(credentials.email, request)
  try {
    return await staffAuth().api.signInEmail({ body: credentials, headers: request.headers, returnHeaders: true })
  } catch (error) {
    if (isRefusal(error)) throw signInFailed()
    throw error
  }
}

function tokensOf(sessionId: string, refreshToken: string, now: Date): Tokens {
  const accessToken = signAccessToken(sessionId, now)
  return { accessToken, tokenType: 'Bearer', expiresIn: accessTokenLifeS, refreshToken }
}

/** Signs a program in: tokens for the search (contract, "Access token"). Throws sign_in_failed, too_many_requests. */
export async function openSession(
  credentials: z.output<typeof Credentials>,
  request: Request,
  now: Date,
): Promise<Tokens> {
  const { response } = await signIn(credentials, request)
  const sessionId = await findSessionId(response.token)
  if (!sessionId) throw signInFailed()
  return tokensOf(sessionId, response.token, now)
}

/** A new access token for a session that lives, whose life it extends. Throws credential_invalid. */
export async function refreshSession(refreshToken: string, now: Date): Promise<Tokens> {
  const session = await extendSession(refreshToken, new Date(now.getTime() + sessionLifeS * 1000), now)
  if (!session) throw new Refusal('credential_invalid', 'This refresh token is unknown or expired. Sign in again.')
  return tokensOf(session.id, refreshToken, now)
}

// As long as browsers keep one (400 days): the session's own row, which each use extends, says when it is over. A tablet
// that is used every day must not be signed out in the middle of a shift.
function lastingCookie(cookie: string): string {
  return cookie.startsWith('baycall.session_token=') || cookie.startsWith('__Secure-baycall.session_token=')
    ? cookie.replace(/Max-Age=\d+/i, `Max-Age=${400 * 24 * 60 * 60}`)
    : cookie
}

export type SignedIn = { account: StaffAccount; cookies: string[] }

/** Signs a browser in: its account and the cookies to set. Throws sign_in_failed, origin_refused, too_many_requests. */
export async function signInBrowser(
  credentials: z.output<typeof Credentials>,
  request: Request,
  now: Date,
): Promise<SignedIn> {
  refuseForeignOrigin(request)
  const { response, headers } = await signIn(credentials, request)
  const sessionId = await findSessionId(response.token)
  const caller = sessionId && (await findStaffBySession(sessionId, now))
  if (!caller) throw signInFailed()
  return { account: accountOf(caller), cookies: headers.getSetCookie().map(lastingCookie) }
}

/** Ends a browser's session: the cookies to clear. */
export async function signOutBrowser(headers: Headers): Promise<string[]> {
  const { headers: answered } = await staffAuth().api.signOut({ headers, returnHeaders: true })
  return answered.getSetCookie()
}

/** What a signed-in person may know of their own account. */
export function accountOf(caller: StaffCaller): StaffAccount {
  return { name: caller.name, email: caller.email, memberships: caller.memberships }
}

export type { StaffCaller } from '@/lib/auth/model'
export { findStaffByCookie }
