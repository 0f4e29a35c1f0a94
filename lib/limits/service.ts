import { createHmac } from 'node:crypto'
import type { ApiKeyCaller } from '@/lib/auth/model'
import { env, secretFor } from '@/lib/env'
import { Refusal } from '@/lib/errors'
import { clientAddressOf } from '@/lib/http/client-address'
import { takeOne } from '@/lib/limits/leases'
import type { Rate } from '@/lib/limits/model'

// Addresses of people are in no table: what tells them apart is, and only to who has the secret.
const unnamed = (...parts: string[]) =>
  createHmac('sha256', secretFor('limits')).update(JSON.stringify(parts)).digest('base64url').slice(0, 22)

async function take(name: string, rate: Rate | null): Promise<void> {
  const retryAfterSeconds = rate ? await takeOne(name, rate) : 0
  if (!rate || retryAfterSeconds === 0) return
  throw new Refusal('too_many_requests', `Send this again in ${retryAfterSeconds} s, and fewer at a time.`, {
    headers: {
      'retry-after': String(retryAfterSeconds),
      'ratelimit-limit': String(rate.burst),
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(retryAfterSeconds),
    },
  })
}

/**
 * Counts a request of an API key: a secret one as a whole, since it may serve a chain of stores; a publishable one for
 * each address, since it is in everybody's phone. Throws too_many_requests.
 */
export function limitApiKey({ keyKind, keyId }: ApiKeyCaller, request: Request): Promise<void> {
  if (keyKind === 'secret') return take(`key ${keyId}`, env().RATE_LIMIT_SECRET_KEY)
  return take(`key ${keyId} ${unnamed(clientAddressOf(request))}`, env().RATE_LIMIT_PUBLISHABLE_KEY)
}

// A store's tablets sign in from one address, and one that tries accounts in turn is stopped all the same.
const accountsPerAddress = 10

/**
 * Counts an attempt to sign in, for the account as seen from one address (who guesses elsewhere keeps nobody out) and for
 * the address. Throws too_many_requests.
 */
export async function limitSignIn(email: string, request: Request): Promise<void> {
  const rate = env().RATE_LIMIT_SIGN_IN
  const address = clientAddressOf(request)
  await take(`sign-in ${unnamed(email.toLowerCase(), address)}`, rate)
  const wide = rate && { perSecond: rate.perSecond * accountsPerAddress, burst: rate.burst * accountsPerAddress }
  await take(`sign-in ${unnamed(address)}`, wide)
}
