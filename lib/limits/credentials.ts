import { createHash } from 'node:crypto'
import { cookieIn } from '@/lib/http/own-cookie'

// However it is written, and without what signs it.
function sessionTokenIn(headers: Headers): string | undefined {
  const sent = cookieIn(headers, 'session_token') ?? ''
  try {
    return /[\w-]+/.exec(decodeURIComponent(sent))?.[0]
  } catch {
    return undefined
  }
}

/** What a credential is known by: its SHA-256 in base64. */
export const nameOfCredential = (credential: string): string => createHash('sha256').update(credential).digest('base64')

/**
 * The names of all that somebody may be known by: what an access token says, a session's token, a tablet's. A page reads no
 * access token, and a tablet may send a session's cookie as well.
 */
export function credentialsIn(headers: Headers): string[] {
  const accessToken = /^Bearer +([^\s.]+)/i.exec(headers.get('authorization') ?? '')?.[1]
  const sent = [accessToken, sessionTokenIn(headers), cookieIn(headers, 'tablet')]
  return sent.flatMap((one) => (one ? [nameOfCredential(one)] : []))
}
