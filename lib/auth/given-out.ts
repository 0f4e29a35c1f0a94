import { staffAuth } from '@/lib/auth/better-auth'
import { cookieAlone, cookieIn } from '@/lib/http/own-cookie'
import { credentialIn } from '@/lib/limits/credentials'
import { credentialMarking, isMarked } from '@/lib/marked'

/**
 * The name (credentialIn) of the session's or the tablet's cookie that is sent, if this server has given it out: its signature
 * or its mark tells. Whose it is, and whether it lives, is not looked up.
 */
export async function givenOutIn(headers: Headers): Promise<string | null> {
  const alone = cookieAlone(headers, 'session_token')
  if (alone && (await staffAuth().api.readStaffCookie({ headers: alone })).token) return credentialIn(alone, 'session')
  const tablet = cookieIn(headers, 'tablet')
  return tablet && isMarked(tablet, credentialMarking, 'tablet') ? credentialIn(headers, 'tablet') : null
}
