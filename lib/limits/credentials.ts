import { createHash } from 'node:crypto'
import { cookieIn } from '@/lib/http/own-cookie'

/** What shows who somebody is: an access token, or the cookie of a session or of a tablet. */
type Credential = 'accessToken' | 'session' | 'tablet'

function unlessUnreadable(read: () => unknown): string | null {
  try {
    const value = read()
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

// However they are written, and without what signs them; of access tokens the session, which may have many.
const sent: Record<Credential, (headers: Headers) => string | null> = {
  accessToken: (headers) => {
    const payload = /^Bearer +([^\s.]+)/i.exec(headers.get('authorization') ?? '')?.[1]
    return unlessUnreadable(() => payload && JSON.parse(Buffer.from(payload, 'base64url').toString())[0])
  },
  session: (headers) => {
    const cookie = cookieIn(headers, 'session_token')
    return unlessUnreadable(() => cookie && /[\w-]+/.exec(decodeURIComponent(cookie))?.[0])
  },
  tablet: (headers) => cookieIn(headers, 'tablet'),
}

/** A name for a credential, which tells nothing of it; null where none is sent. That it is somebody's is not looked at. */
export function credentialIn(headers: Headers, kind: Credential): string | null {
  const value = sent[kind](headers)
  return value ? `${kind} ${createHash('sha256').update(value).digest('base64')}` : null
}

const kinds: Credential[] = ['accessToken', 'session', 'tablet']

/** The names of all that are sent. */
export const credentialsIn = (headers: Headers): string[] => kinds.flatMap((kind) => credentialIn(headers, kind) ?? [])

const heldAtMost = 20_000

// Next evaluates a module once per bundle: what a page has looked up the front knows.
const held = globalThis as typeof globalThis & { baycallKnownCredentials?: Set<string> }
held.baycallKnownCredentials ??= new Set()
const known = held.baycallKnownCredentials

/** Notes whether a cookie was somebody's when it was looked up. */
export function noteKnown(headers: Headers, kind: 'session' | 'tablet', isSomebodys: boolean): void {
  const name = credentialIn(headers, kind)
  if (name === null) return
  known.delete(name)
  if (!isSomebodys) return
  const [eldest] = known.size >= heldAtMost ? known : []
  if (eldest !== undefined) known.delete(eldest)
  known.add(name)
}

/** Whether it was somebody's when this process looked it up last. */
export const isKnown = (credential: string): boolean => known.has(credential)
