import { deleteFullBuckets, takeTokens } from '@/lib/limits/data'
import { leaseSizeOf, type Rate, retryAfterSecondsOf } from '@/lib/limits/model'
import { log } from '@/lib/log'
import { Patience } from '@/lib/patience'
import { acrossForSeveral, acrossProjects } from '@/lib/wall'

// What a process was given and has not used in this time is gone: another may have needed it.
const leaseMs = 5_000
// A phone tells something now and then: the first few that a process ever sees of a caller pass without asking. Of small
// bursts, such as attempts to sign in, none does.
const unaskedAtMost = 3
const smallBurst = 30
const heldAtMost = 50_000
// Whatever this server's clock says.
const fullForMs = 60 * 60_000
const sweepEveryMs = 10 * 60_000

/** Times are this process's own, in milliseconds: no clock that is set makes anybody wait. */
type Lease = {
  left: number
  /** What was left for all processes when this one last asked. */
  tokens: number
  askedAt: number
  until: number
  emptyUntil: number
  retryAfterSeconds: number
  /** Requests that wait for what is being asked for. */
  waiting: number
  asking?: Promise<void>
}

const leases = new Map<string, Lease>()
let sweptAt = Number.NEGATIVE_INFINITY

function sweep(now: number): void {
  if (now - sweptAt < sweepEveryMs) return
  sweptAt = now
  acrossProjects(() => deleteFullBuckets(new Date(Date.now() - fullForMs))).catch((error) =>
    log.warn({ err: error }, 'full buckets not swept'),
  )
}

function leaseOf(name: string, rate: Rate, now: number): Lease {
  const known = leases.get(name)
  if (known) {
    if (known.until <= now) known.left = 0
    return known
  }
  const [eldest] = leases.size >= heldAtMost ? leases.keys() : []
  if (eldest !== undefined) leases.delete(eldest)
  const left = rate.burst < smallBurst ? 0 : unaskedAtMost
  const shared = { tokens: rate.burst - left, askedAt: now }
  const lease = {
    left,
    ...shared,
    until: now + leaseMs,
    emptyUntil: Number.NEGATIVE_INFINITY,
    retryAfterSeconds: 1,
    waiting: 0,
  }
  leases.set(name, lease)
  return lease
}

async function renew(name: string, lease: Lease, rate: Rate): Promise<void> {
  // A burst is served in one go, not token by token.
  const want = Math.min(rate.burst, Math.max(leaseSizeOf(rate), lease.waiting))
  const { granted, tokens } = await takeTokens(name, Math.max(1, Math.floor(want)), rate)
  const now = performance.now()
  lease.left = granted
  lease.tokens = tokens
  lease.askedAt = now
  lease.until = now + leaseMs
  if (granted > 0) return
  lease.retryAfterSeconds = retryAfterSecondsOf(rate, tokens)
  // Who has used up everything costs the database nothing until there is some again.
  lease.emptyUntil = now + Math.min(leaseMs, ((1 - tokens) / rate.perSecond) * 1000)
}

/** 0 seconds: it may pass. `remaining`: how many more would pass now, as far as this process knows. */
export type Taken = { retryAfterSeconds: number; remaining: number }

function remainingOf(lease: Lease, { perSecond, burst }: Rate, now: number): number {
  const refilled = lease.tokens + ((now - lease.askedAt) / 1000) * perSecond
  return Math.max(0, Math.min(burst, Math.floor(refilled) + lease.left))
}

/** The seconds after which to come again to a bucket that this process knows to be empty; else 0. Asks nobody. */
export function secondsUntilRefilled(name: string): number {
  const lease = leases.get(name)
  return lease && lease.left <= 0 && lease.emptyUntil > performance.now() ? lease.retryAfterSeconds : 0
}

/** Whether this process has found a bucket empty within the last seconds. Asks nobody. */
export function wasEmpty(name: string): boolean {
  const lease = leases.get(name)
  return lease !== undefined && lease.emptyUntil > performance.now() - leaseMs
}

/**
 * Takes one request out of a bucket that all servers share: 0 seconds when it may pass, else those after which to come
 * again. Processes hold small leases, so that few requests ask the database; together they pass no more than the rate
 * allows, but for the first three that each sees of a caller whose burst is thirty or more.
 */
export async function takeOne(name: string, rate: Rate): Promise<Taken> {
  for (;;) {
    const now = performance.now()
    sweep(now)
    const lease = leaseOf(name, rate, now)
    if (lease.left > 0) {
      lease.left -= 1
      return { retryAfterSeconds: 0, remaining: remainingOf(lease, rate, now) }
    }
    if (lease.emptyUntil > now) return { retryAfterSeconds: lease.retryAfterSeconds, remaining: 0 }
    // One asks, and the rest of a burst wait for what it is given.
    lease.waiting += 1
    try {
      lease.asking ??= acrossForSeveral('limits', () => renew(name, lease, rate)).finally(() => {
        lease.asking = undefined
      })
      await Patience.withShared(lease.asking)
    } finally {
      lease.waiting -= 1
    }
  }
}
