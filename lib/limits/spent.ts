import { credentialsIn } from '@/lib/limits/credentials'

// Whoever asks for too much is looked at again once a second: what they send in between costs nothing but this.
const lookedAtEveryMs = 1_000
const heldAtMost = 20_000

// By the process's own time, which no clock that is set moves. Next evaluates a module once per bundle: what pages have refused the API knows, and the front.
const held = globalThis as typeof globalThis & { baycallSpent?: Map<string, { since: number; until: number }> }
held.baycallSpent ??= new Map()
const spent = held.baycallSpent

/** Notes that who showed this (credentialIn) has been refused for so many seconds: until then they are looked at once a second. */
export function noteSpent(credential: string, seconds: number): void {
  const now = performance.now()
  spent.delete(credential)
  const [eldest] = spent.size >= heldAtMost ? spent.keys() : []
  if (eldest !== undefined) spent.delete(eldest)
  spent.set(credential, { since: now, until: now + seconds * 1000 })
}

/** That they are so no longer. */
export function forgetSpent(credentialOf: () => string): void {
  if (spent.size > 0) spent.delete(credentialOf())
}

/**
 * The seconds after which to come again, for whoever sends what was just refused; else 0, as for the one in a second by which
 * they are looked at.
 */
export function secondsSpent(headers: Headers): number {
  if (spent.size === 0) return 0
  const now = performance.now()
  const refused = credentialsIn(headers).flatMap((credential) => {
    const one = spent.get(credential)
    if (one && one.until <= now) spent.delete(credential)
    return one && one.until > now ? [one] : []
  })
  const until = Math.max(0, ...refused.map((one) => one.until))
  if (refused.some(({ since }) => now < since + lookedAtEveryMs)) return Math.max(1, Math.ceil((until - now) / 1000))
  for (const one of refused) one.since = now
  return 0
}
