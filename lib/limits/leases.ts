import { deleteIdleBuckets, takeTokens } from '@/lib/limits/data'
import { leaseSizeOf, type Rate, retryAfterSecondsOf } from '@/lib/limits/model'
import { log } from '@/lib/log'
import { Patience } from '@/lib/patience'

// What a process was given and has not used in this time is gone: another may have needed it.
const leaseMs = 5_000
// A phone tells something now and then: the first few that a process ever sees of a caller pass without asking. Of small
// bursts, such as attempts to sign in, none does.
const unaskedAtMost = 3
const heldAtMost = 50_000
const idleMs = 60 * 60_000
const sweepEveryMs = 10 * 60_000

type Lease = {
  left: number
  until: number
  emptyUntil: number
  retryAfterSeconds: number
  /** Requests that wait for what is being asked for. */
  waiting: number
  asking?: Promise<void>
}

const leases = new Map<string, Lease>()
let sweptAt = 0

function sweep(now: number): void {
  if (now - sweptAt < sweepEveryMs) return
  sweptAt = now
  deleteIdleBuckets(new Date(now - idleMs)).catch((error) => log.warn({ err: error.code }, 'idle buckets not swept'))
}

function leaseOf(name: string, rate: Rate, now: number): Lease {
  const known = leases.get(name)
  if (known) {
    if (known.until <= now) known.left = 0
    return known
  }
  const [eldest] = leases.size >= heldAtMost ? leases.keys() : []
  if (eldest !== undefined) leases.delete(eldest)
  const left = Math.min(unaskedAtMost, Math.floor(rate.burst / 10))
  const lease = { left, until: now + leaseMs, emptyUntil: 0, retryAfterSeconds: 1, waiting: 0 }
  leases.set(name, lease)
  return lease
}

async function renew(name: string, lease: Lease, rate: Rate): Promise<void> {
  // A burst is served in one go, not token by token.
  const want = Math.min(rate.burst, Math.max(leaseSizeOf(rate), lease.waiting))
  const { granted, tokens } = await takeTokens(name, Math.max(1, Math.floor(want)), rate)
  const now = Date.now()
  lease.left = granted
  lease.until = now + leaseMs
  if (granted > 0) return
  lease.retryAfterSeconds = retryAfterSecondsOf(rate, tokens)
  // Who has used up everything costs the database nothing until there is some again.
  lease.emptyUntil = now + Math.min(leaseMs, ((1 - tokens) / rate.perSecond) * 1000)
}

/**
 * Takes one request out of a bucket that all servers share: 0 when it may pass, else the seconds after which to come
 * again. Processes hold small leases, so that few requests ask the database; together they pass no more than the rate
 * allows, but for the first three that each sees of a caller.
 */
export async function takeOne(name: string, rate: Rate): Promise<number> {
  for (;;) {
    const now = Date.now()
    sweep(now)
    const lease = leaseOf(name, rate, now)
    if (lease.left > 0) {
      lease.left -= 1
      return 0
    }
    if (lease.emptyUntil > now) return lease.retryAfterSeconds
    // One asks, and the rest of a burst wait for what it is given.
    lease.waiting += 1
    try {
      lease.asking ??= Patience.outside(() => renew(name, lease, rate)).finally(() => {
        lease.asking = undefined
      })
      await Patience.withShared(lease.asking)
    } finally {
      lease.waiting -= 1
    }
  }
}
