import { Refusal } from '@/lib/errors'
import { clientAddressOf, widerNetworkOf } from '@/lib/http/client-address'
import { returnToken, takeTokens } from '@/lib/limits/data'
import { type Rate, rateADay, retryAfterSecondsOf } from '@/lib/limits/model'
import { take, tooMany, unnamed } from '@/lib/limits/take'

// A code has six digits, and who is asked for one has shown the password: ten, then one a minute, from wherever.
const codes: Rate = { perSecond: 1 / 60, burst: 10 }
// Of a million codes three are good at a time.
const wrongADay: Rate = rateADay(60)

/** Who sends a code: an account's, from a browser that it knows (since when), or from anywhere else. */
export type CodeSender = { userId: string; browser: Date | null }

/** A code of the authenticator app, or the first of one that is being set up. */
export type CodeKind = 'app' | 'setUp'

// Each browser that the account knows by itself: whoever guesses elsewhere keeps nobody out there.
const nameOf = (what: string, { userId, browser }: CodeSender) =>
  `${what} ${browser ? unnamed(userId, browser.toISOString()) : unnamed(userId)}`

/**
 * Counts a recovery code, from one address: of fifty bits nobody guesses one, from however many, and no guesses keep its owner
 * from using theirs. Throws too_many_requests.
 */
export async function limitRecovery(userId: string, request: Request): Promise<void> {
  await take(`second-step recovery ${unnamed(userId, widerNetworkOf(clientAddressOf(request)))}`, codes)
}

/**
 * Counts a code of an account's second step, from all addresses together, each kind by itself: who is in already and sets
 * one up keeps nobody from signing in. Throws
 * too_many_requests.
 */
export async function limitCodes(kind: CodeKind, sender: CodeSender): Promise<void> {
  await take(nameOf(`second-step ${kind}`, sender), codes)
}

const saidOfTheDay =
  'Too many wrong codes for this account today. Use a recovery code, or a browser in which you have signed in before.'

function spent(seconds: number): Refusal {
  const { detail, extras } = tooMany(wrongADay, seconds, saidOfTheDay)
  return new Refusal('too_many_requests', detail, { ...extras, members: { interval: seconds } })
}

/**
 * Counts an app's code that is about to be looked at as a wrong one of the day, so that of many tried at once each counts
 * before it is known. Asked for one by one: processes that hold some would let more pass. Throws too_many_requests, with
 * `interval`, when the next is looked at, in seconds.
 */
export async function countCode(sender: CodeSender): Promise<void> {
  const { granted, tokens } = await takeTokens(nameOf('day code', sender), 1, wrongADay)
  if (granted === 0) throw spent(retryAfterSecondsOf(wrongADay, tokens))
}

/** The code was right: it counts for nothing, and no wrong one is forgiven for it. */
export async function forgiveCode(sender: CodeSender): Promise<void> {
  await returnToken(nameOf('day code', sender), wrongADay)
}
