import { createHash } from 'node:crypto'
import { cookieIn } from '@/lib/http/own-cookie'

// Whoever asks for too much is looked at again once a second: what lies between costs nothing but this.
const longestMs = 1_000
const heldAtMost = 20_000

// Next evaluates a module once per bundle: what pages have refused the API knows, and the front.
const held = globalThis as typeof globalThis & { baycallSpent?: Map<string, { since: number; until: number }> }
held.baycallSpent ??= new Map()
const spent = held.baycallSpent

/** What somebody is known by, as a digest; null for who sends no credential. */
function nameOf(headers: Headers): string | null {
  const sent = headers.get('authorization') ?? cookieIn(headers, 'session_token') ?? cookieIn(headers, 'tablet')
  return sent ? createHash('sha256').update(sent).digest('base64') : null
}

/** Notes that whoever sent these has been refused for so many seconds: until then, and for a second, without being looked at. */
export function noteSpent(headers: Headers, seconds: number): void {
  const name = nameOf(headers)
  if (!name) return
  const now = Date.now()
  spent.delete(name)
  const [eldest] = spent.size >= heldAtMost ? spent.keys() : []
  if (eldest !== undefined) spent.delete(eldest)
  spent.set(name, { since: now, until: now + seconds * 1000 })
}

/** The seconds after which to come again, for whoever has just been refused; else 0. */
export function secondsSpent(headers: Headers): number {
  if (spent.size === 0) return 0
  const name = nameOf(headers)
  const known = name === null ? undefined : spent.get(name)
  if (!known) return 0
  const now = Date.now()
  if (now < Math.min(known.until, known.since + longestMs)) return Math.max(1, Math.ceil((known.until - now) / 1000))
  spent.delete(name ?? '')
  return 0
}
