import type { ApiKeyCaller } from '@/lib/auth/model'
import { env } from '@/lib/env'
import { type ErrorCode, Refusal } from '@/lib/errors'
import { clientAddressOf, widerNetworkOf } from '@/lib/http/client-address'
import { returnToken, takeTokens } from '@/lib/limits/data'
import { secondsUntilRefilled, takeOne } from '@/lib/limits/leases'
import { type Rate, rateADay } from '@/lib/limits/model'
import { accountsPerAddress, networkShare, take, tooMany, unnamed, widened } from '@/lib/limits/take'

export { limitApiKey, limitNewOrders } from '@/lib/limits/api-keys'
export { countBrought, countKept, countTold, limitBytes, mayArrive, mayKeep, refuseTold } from '@/lib/limits/bytes'
export { limitLinks, limitPinSetting } from '@/lib/limits/members'
export { tooMany } from '@/lib/limits/take'

/** How many somebody has made before this one; `giveBack`: nothing of theirs was checked. */
export type TriesOfLate = { count: number; giveBack: () => Promise<void> }

/**
 * Counts what is tried from one address, and of IPv6 from the network that one provider's subscriber may have. Throws
 * too_many_requests.
 */
export async function limitAddress(
  what: string,
  request: Pick<Request, 'headers'>,
  rate = env().RATE_LIMIT_SIGN_IN,
): Promise<void> {
  const address = clientAddressOf(request)
  const network = widerNetworkOf(address)
  await take(`${what} ${unnamed(address)}`, widened(rate))
  if (network !== address) await take(`${what} network ${unnamed(network)}`, widened(rate, networkShare))
}

/**
 * Counts what somebody without an account asks for: a link for a forgotten password, of whom as well; what a passkey is to sign,
 * which costs nearly nothing and is asked for before anything is shown: ten times as often. For their address and its network.
 * Throws too_many_requests.
 */
export async function limitStrangers(what: 'passkey asked' | 'reset', request: Request, email = ''): Promise<void> {
  const rate = env().RATE_LIMIT_SIGN_IN
  // First what is in memory once it is spent, however many people are named.
  await limitAddress(what, request, what === 'passkey asked' ? widened(rate) : rate)
  if (what === 'reset') await take(`reset ${unnamed(email, clientAddressOf(request))}`, rate)
}

/** Counts that somebody signs in by a passkey that is theirs, for the account as seen from one address. Throws too_many_requests. */
export function limitPasskeySignIn(userId: string, request: Request): Promise<void> {
  return take(`sign-in passkey ${unnamed(userId, clientAddressOf(request))}`, env().RATE_LIMIT_SIGN_IN)
}

const signInFrom = (email: string, request: Request) =>
  `sign-in ${unnamed(email.toLowerCase(), clientAddressOf(request))}`

/**
 * Counts an attempt to sign in, for the account as seen from one address (who guesses elsewhere keeps nobody out), for the
 * address and its network. Throws too_many_requests.
 */
export async function limitSignIn(email: string, request: Request): Promise<void> {
  await take(signInFrom(email, request), env().RATE_LIMIT_SIGN_IN)
  await limitAddress('sign-in', request)
}

const browserOf = (email: string, made: Date) => `sign-in browser ${unnamed(email.toLowerCase(), made.toISOString())}`

const browsersFrom = (email: string, request: Request) =>
  `sign-in browsers ${unnamed(email.toLowerCase(), clientAddressOf(request))}`

/**
 * Refuses an attempt to sign in that limitSignIn is known to refuse, before it waits for anything. `made`: of what a browser
 * that is known to the account shows, for which it may be taken all the same (isBrowserTaken). Throws too_many_requests.
 */
export function refuseSpentSignIn(email: string, request: Request, made: Date | null): void {
  const rate = env().RATE_LIMIT_SIGN_IN
  const isFull = (name: string) => secondsUntilRefilled(name) === 0
  const isBrowsers = made !== null && isFull(browserOf(email, made)) && isFull(browsersFrom(email, request))
  const seconds = rate && !isBrowsers ? secondsUntilRefilled(signInFrom(email, request)) : 0
  if (rate && seconds > 0) throw tooMany(rate, seconds)
}

// A chain's whole store stands behind one address, and what goes on and on from one has soon made as many.
const noticed: Rate = { perSecond: 1 / 60, burst: 16 }

/**
 * How often a stranger's network has tried to sign in of late, on all servers together, up to sixteen times: each minute one of those
 * counts for nothing any more.
 */
export async function countTry(network: string): Promise<TriesOfLate> {
  const name = `sign-in tries ${unnamed(network)}`
  const { retryAfterSeconds, remaining } = await takeOne(name, noticed)
  if (retryAfterSeconds > 0) return { count: noticed.burst, giveBack: async () => {} }
  return { count: noticed.burst - 1 - remaining, giveBack: () => returnToken(name, noticed) }
}

/** Counts a guess at the password of whoever is signed in, from all addresses together. Throws too_many_requests. */
export function limitOwnPassword(userId: string): Promise<void> {
  return take(`own-password ${unnamed(userId)}`, env().RATE_LIMIT_SIGN_IN)
}

/**
 * Counts an attempt to sign in to an account from where it was never signed in to, wherever that is: who guesses from many
 * addresses. Throws too_many_requests.
 */
export async function limitStrangersTo(email: string): Promise<void> {
  const rate = env().RATE_LIMIT_SIGN_IN
  const all = rate && { perSecond: rate.perSecond / 6, burst: rate.burst * accountsPerAddress }
  await take(`sign-in account ${unnamed(email.toLowerCase())}`, all)
}

/**
 * Counts an attempt to sign in by what a browser that is known to the account shows for it, wherever it is shown: false once
 * there are too many, and then it counts for nothing, since it may be a copy. `made`: when, which tells it from others.
 */
export async function isBrowserTaken(email: string, made: Date): Promise<boolean> {
  const rate = env().RATE_LIMIT_SIGN_IN
  return !rate || (await takeOne(browserOf(email, made), rate)).retryAfterSeconds === 0
}

/**
 * The same of all browsers at an address that are known to the account still: each sign-in makes one, and whoever signs in on
 * and on would have as many as they like.
 */
export async function areBrowsersTaken(email: string, request: Request): Promise<boolean> {
  const rate = env().RATE_LIMIT_SIGN_IN
  return !rate || (await takeOne(browsersFrom(email, request), rate)).retryAfterSeconds === 0
}

const warned = rateADay(1)
const triedToWarn: Rate = { perSecond: 1 / 600, burst: 1 }

const warnedOf = (userId: string) => `warned ${unnamed(userId)}`

/**
 * Lets a mail be sent once a day for an account, on all servers together, that tells its owner that somebody guesses its codes: one
 * that could not be sent (false) does not count, and is tried again behind ten minutes.
 */
export async function warnOnceADay(userId: string, send: () => Promise<boolean>): Promise<void> {
  // One by one: what is given back is there for every process at once.
  const isLeft = async (name: string, rate: Rate) => (await takeTokens(name, 1, rate)).granted > 0
  if (!(await isLeft(`warning ${unnamed(userId)}`, triedToWarn)) || !(await isLeft(warnedOf(userId), warned))) return
  if (!(await send())) await returnToken(warnedOf(userId), warned)
}

const noted: Rate = { perSecond: 1 / 60, burst: 1 }

/** True once a minute for an account, on all servers together: for what anybody can bring about, and the record keeps. */
export async function isWorthNoting(userId: string): Promise<boolean> {
  return (await takeOne(`noted ${unnamed(userId)}`, noted)).retryAfterSeconds === 0
}

// Whose mailbox it is finds one of three, and anybody may ask, from anywhere.
const mailed: Rate = { perSecond: 1 / 600, burst: 3 }

/** True while an account may be mailed another link for a new password, on all servers together. */
export async function isWorthMailing(userId: string): Promise<boolean> {
  return (await takeOne(`mailed ${unnamed(userId)}`, mailed)).retryAfterSeconds === 0
}

/** Counts a tablet that asks for a code to show, for its address and that one's network. Throws too_many_requests. */
export function limitPairing(request: Request): Promise<void> {
  return limitAddress('pair', request)
}

/**
 * Counts a guess at a code or a PIN, for the account that guesses, for its address and that one's network. Throws
 * too_many_requests.
 */
export async function limitGuess(what: 'code' | 'pin', userId: string, request: Request): Promise<void> {
  await take(`guess ${what} ${unnamed(userId)}`, env().RATE_LIMIT_SIGN_IN)
  await limitAddress(`guess ${what}`, request)
}

const ordersPerAddress = 10
const guesses: ErrorCode[] = ['user_token_mismatch', 'idempotency_key_reused']

/**
 * Does what needs an order's userToken, and counts the wrong ones that come with a publishable key, and requests that are not
 * those of their idempotency key, which tell what an order was made with: for the order as seen from one address and for the
 * address. A right one costs nothing and is never refused, for a customer stands behind one
 * address with whoever guesses there. What ends guessing is that a token has 128 random bits and a key 20 requests a second:
 * who has guessed too often is told to wait, and would be told a right one in more years than there are. Throws
 * too_many_requests in place of user_token_mismatch and idempotency_key_reused.
 */
export async function limitGuesses<T>(
  { keyKind, projectId }: ApiKeyCaller,
  orderId: string,
  request: Request,
  work: () => Promise<T>,
): Promise<T> {
  const rate = env().RATE_LIMIT_USER_TOKEN
  if (!rate || keyKind === 'secret') return work()
  const address = clientAddressOf(request)
  const wide = { perSecond: rate.perSecond * ordersPerAddress, burst: rate.burst * ordersPerAddress }
  const buckets: [string, Rate][] = [
    [`user-token ${unnamed(projectId, orderId, address)}`, rate],
    [`user-token ${unnamed(projectId, address)}`, wide],
  ]
  try {
    return await work()
  } catch (error) {
    const isGuess = error instanceof Refusal && guesses.includes(error.code)
    if (isGuess) for (const [name, of] of buckets) await take(name, of)
    throw error
  }
}
