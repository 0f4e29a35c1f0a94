import { createHash } from 'node:crypto'
import { readAccessToken } from '@/lib/auth/access-token'
import { cookieIn } from '@/lib/http/own-cookie'
import type { Person } from '@/lib/turns/people-turns'

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

// However they are written: of cookies without what signs them, and of access tokens, which name it openly, the session that a
// good one names.
const sent: Record<Credential, (headers: Headers) => string | null> = {
  accessToken: (headers) => {
    const token = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
    return unlessUnreadable(() => token && readAccessToken(token, new Date())?.sessionId)
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
// A board that stood open for longer begins as one does that this process has never seen.
const knownForMs = 60 * 60 * 1000
const mostProjects = 8

/** `at`: when it was looked up last, as performance.now(). */
type Known = { persons: Person[]; at: number }

// Next evaluates a module once per bundle: what a page has looked up the front knows.
const held = globalThis as typeof globalThis & { baycallKnownCredentials?: Map<string, Known> }
held.baycallKnownCredentials ??= new Map()
const known = held.baycallKnownCredentials

/** Notes whose a cookie was in each project when it was looked up just now; of none, or nobody's, it is not known. */
export function noteKnown(headers: Headers, kind: 'session' | 'tablet', persons: Person[]): void {
  const name = credentialIn(headers, kind)
  if (name === null) return
  known.delete(name)
  if (persons.length === 0) return
  const [eldest] = known.size >= heldAtMost ? known.keys() : []
  if (eldest !== undefined) known.delete(eldest)
  known.set(name, { persons: persons.slice(0, mostProjects), at: performance.now() })
}

function knownIn(headers: Headers): (Known & { name: string }) | undefined {
  const earliest = performance.now() - knownForMs
  for (const name of credentialsIn(headers)) {
    const one = known.get(name)
    if (one && one.at > earliest) return { name, ...one }
  }
}

/** Whose the first of what is sent was in each project, of that which this process has looked up within an hour. */
export const knownPersonsOf = (headers: Headers): Person[] => knownIn(headers)?.persons ?? []

/** Forgets the one by which knownPersonsOf answers, unless it was looked up after `since` (performance.now()). */
export function forgetUnlessSeen(headers: Headers, since: number): void {
  const one = knownIn(headers)
  if (one && one.at < since) known.delete(one.name)
}
