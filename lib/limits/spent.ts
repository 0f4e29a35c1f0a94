import { credentialsIn } from '@/lib/limits/credentials'

// Whoever asks for too much is looked at again once a second: what lies between costs nothing but this.
const longestMs = 1_000
const heldAtMost = 20_000

// Next evaluates a module once per bundle: what pages have refused the API knows, and the front.
const held = globalThis as typeof globalThis & { baycallSpent?: Map<string, { since: number; until: number }> }
held.baycallSpent ??= new Map()
const spent = held.baycallSpent

/** Notes that whoever sent these has been refused for so many seconds: until then they are looked at once a second. */
export function noteSpent(headers: Headers, seconds: number): void {
  const now = Date.now()
  for (const name of credentialsIn(headers)) {
    spent.delete(name)
    const [eldest] = spent.size >= heldAtMost ? spent.keys() : []
    if (eldest !== undefined) spent.delete(eldest)
    spent.set(name, { since: now, until: now + seconds * 1000 })
  }
}

/** That they are so no longer. */
export function forgetSpent(headers: Headers): void {
  if (spent.size === 0) return
  for (const name of credentialsIn(headers)) spent.delete(name)
}

/**
 * The seconds after which to come again, for whoever was just refused; else 0, as for the one in a second by which they are
 * looked at.
 */
export function secondsSpent(headers: Headers): number {
  if (spent.size === 0) return 0
  const now = Date.now()
  const known = credentialsIn(headers).flatMap((name) => {
    const known = spent.get(name)
    if (known && known.until <= now) spent.delete(name)
    return known && known.until > now ? [known] : []
  })
  const until = Math.max(0, ...known.map((one) => one.until))
  if (known.some(({ since }) => now < since + longestMs)) return Math.max(1, Math.ceil((until - now) / 1000))
  for (const one of known) one.since = now
  return 0
}
