import { createHmac } from 'node:crypto'
import { secretFor } from '@/lib/env'
import { Refusal } from '@/lib/errors'
import { takeOne } from '@/lib/limits/leases'
import type { Rate } from '@/lib/limits/model'
import { tellQuota } from '@/lib/limits/quota'

/** What tells addresses and people apart, and only to who has the secret: they themselves are in no table. */
export const unnamed = (...parts: string[]) =>
  createHmac('sha256', secretFor('limits')).update(JSON.stringify(parts)).digest('base64url').slice(0, 22)

/** The refusal that says when to come again. */
export function tooMany(rate: Rate, seconds: number, detail = `Send this again in ${seconds} s, and fewer at a time.`) {
  return new Refusal('too_many_requests', detail, {
    headers: {
      'retry-after': String(seconds),
      'ratelimit-limit': String(rate.burst),
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(Math.ceil(rate.burst / rate.perSecond)),
    },
  })
}

/** Takes one out of a bucket. `request`: one whose answer tells how much is left. Throws too_many_requests. */
export async function take(name: string, rate: Rate | null, request?: Request): Promise<void> {
  if (!rate) return
  const { retryAfterSeconds, remaining } = await takeOne(name, rate)
  if (retryAfterSeconds > 0) throw tooMany(rate, retryAfterSeconds)
  if (request) tellQuota(request, rate, remaining)
}

/** A store's tablets sign in from one address, and one that tries accounts in turn is stopped all the same. */
export const accountsPerAddress = 10

/** An IPv6 network of one subscriber has as much as two such addresses, though it has 65,536 of them. */
export const networkShare = 2 * accountsPerAddress

/** A bucket for so many accounts or addresses together. */
export function widened(rate: Rate | null, times = accountsPerAddress): Rate | null {
  return rate && { perSecond: rate.perSecond * times, burst: rate.burst * times }
}
