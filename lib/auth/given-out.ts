import { findStaffByCookie } from '@/lib/auth/authenticate'
import { staffAuth } from '@/lib/auth/better-auth'
import { cookieAlone, cookieIn } from '@/lib/http/own-cookie'
import { credentialMarking, isMarked } from '@/lib/marked'
import { Patience } from '@/lib/patience'

/** Whether this server has given out a cookie that is sent, as its signature or its mark tells: it may be nobody's any more. */
async function isGivenOut(headers: Headers): Promise<boolean> {
  const alone = cookieAlone(headers, 'session_token')
  if (alone && (await staffAuth().api.readStaffCookie({ headers: alone })).token) return true
  const tablet = cookieIn(headers, 'tablet')
  return tablet !== null && isMarked(tablet, credentialMarking, 'tablet')
}

/**
 * Looks up whose a cookie is, if this server has given it out, before anything is made for it: from here on it is known
 * (lib/limits/credentials.ts). What is made up costs no look. Where it cannot be looked up now it stays unknown, and what is made
 * for it says why.
 */
export async function makeKnown(asker: Pick<Request, 'headers' | 'signal'>): Promise<void> {
  if (!(await isGivenOut(asker.headers))) return
  await Patience.during(() => findStaffByCookie(asker, new Date()), asker).catch(() => null)
}
