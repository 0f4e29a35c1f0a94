import { AsyncLocalStorage } from 'node:async_hooks'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { Busy, HungUp } from '@/lib/errors'
import { Allowance } from '@/lib/limits/allowance'
import type { TriesOfLate } from '@/lib/limits/service'
import { log } from '@/lib/log'
import { FairShare } from '@/lib/turns/fair-share'
import type { Waiting } from '@/lib/turns/places'
import { howOf, Turns } from '@/lib/turns/turns'

/**
 * Who waits, and of the familiar in whose row first: their project's, or '' of all who are in none; null for strangers. `tries`: of a
 * stranger's network, as all processes together know; absent: none.
 */
type Asking = Omit<Waiting, 'isFamiliar' | 'hadMs'> & { familiarOf: string | null; tries?: TriesOfLate }

// One a process, of which there are as many as cores: two would take twice as long each. Of those that wait the last has its
// turn within some eight seconds.
const passwords = { atOnce: 1, mostWaiting: 64, what: 'passwords wait to be checked' }

// What a row asks for beyond this waits for what the others leave: of a flood, and of a chain whose people all come at nine.
const easily = { perSecond: 1, burst: 30 }

// Who has asked for none in a quarter of an hour comes before who has: a hundred accounts that send wrong passwords on and on keep
// their colleagues waiting for the first of each, and no longer.
const seldom = { perSecond: 1 / 900, burst: 1 }

// Of strangers whoever's network has tried less of late comes before who came so much earlier, for each try, which is longer than any
// row lasts: a flood goes on and on, and from however many networks it comes, whoever signs in twice waits for two of each.
const aheadMs = 60_000

// A stranger who was refused because too many waited has waited since then, where they come again within a minute: ever new networks,
// each of which sends one password, come behind them.
const comesAgainMs = 60_000
const mostRefused = 10_000

const make = () => ({
  firsts: new Allowance(seldom),
  /** When a stranger's network was first refused. */
  refused: new Map<string, number>(),
  turns: new Turns(passwords),
  // The next of a row waits among the others while one of it has its turn.
  shares: new FairShare(howOf({ ...passwords, atOnce: 2 })),
  ofStrangers: new FairShare({ ...howOf({ ...passwords, atOnce: 2 }), hadBy: () => 0 }),
  allowance: new Allowance(easily),
  asking: new AsyncLocalStorage<Asking>(),
})

// Next evaluates a module once per bundle: all of a process wait in one row.
const held = globalThis as typeof globalThis & { baycallHashing?: ReturnType<typeof make> }
held.baycallHashing ??= make()
const { turns, shares, ofStrangers, allowance, firsts, refused, asking } = held.baycallHashing

// One row of all who are familiar nowhere, in it a network behind the other: many of a project would keep them waiting for ever.
const strangers = 'strangers'

/** For how long whoever was refused has waited, in milliseconds. */
function waitedSinceRefused(network: string): number {
  const ms = performance.now() - (refused.get(network) ?? Number.NEGATIVE_INFINITY)
  return ms < comesAgainMs ? ms : 0
}

function noteRefused(network: string): void {
  if (waitedSinceRefused(network) > 0) return
  refused.delete(network)
  refused.set(network, performance.now())
  const [eldest] = refused.size > mostRefused ? refused.keys() : []
  if (eldest !== undefined) refused.delete(eldest)
}

// However many accounts, addresses and links somebody makes for themselves, their project has one place in each round, and
// once it has had many those of the others come first.
function inTurn<T>(hashed: () => Promise<T>): Promise<T> {
  const who = asking.getStore()
  // Of commands and the server itself.
  if (!who) return turns.run(hashed, { isFamiliar: true, network: null })
  const { familiarOf, tries, ...waiting } = who
  const network = waiting.network ?? null
  const isStranger = familiarOf === null
  const holder = familiarOf ?? strangers
  const isFirst = !isStranger && network !== null && firsts.take(`${holder} ${network}`)
  const waitedMs = network === null ? 0 : waitedSinceRefused(network)
  const standing = isStranger ? { hadMs: (tries?.count ?? 0) * aheadMs - waitedMs } : { isFamiliar: isFirst }
  const waited = (isStranger ? ofStrangers : shares).run(holder, { ...waiting, ...standing }, () => {
    if (isStranger && network !== null) refused.delete(network)
    const isFamiliar = allowance.take(holder)
    return turns.run(hashed, { isFamiliar, network: `of ${holder}`, signal: who.signal })
  })
  return waited.catch((error) => {
    if (error instanceof Busy) {
      // Nothing of theirs was checked; whoever hangs up gives up waiting, and comes again.
      if (isFirst) firsts.giveBack(`${holder} ${network}`)
      tries?.giveBack().catch((failure) => log.warn({ err: failure }, 'a try to sign in not given back'))
      if (isStranger && network !== null && !(error instanceof HungUp)) noteRefused(network)
    }
    throw error
  })
}

/** Whose passwords are hashed and checked in `work`. */
export function hashingFor<T>(who: Asking, work: () => Promise<T>): Promise<T> {
  return asking.run(who, work)
}

/**
 * The same for whoever has a session or a link that is good: in the row of their project, the first of theirs, their own wait one
 * behind the other. `whose`: an account, or all who come by the links that one has made.
 */
export function hashingForProven<T>(
  [projectId]: string[],
  whose: string,
  { signal }: Request,
  work: () => Promise<T>,
): Promise<T> {
  return hashingFor({ familiarOf: projectId ?? '', network: `proven ${whose}`, signal }, work)
}

/**
 * Passwords are hashed and checked one at a time in each process, whoever asks for how many: each takes 0.1 s of a core.
 * Throws unavailable where too many wait.
 */
export const hashing = {
  hash: (password: string): Promise<string> => inTurn(() => hashPassword(password)),
  verify: (given: { hash: string; password: string }): Promise<boolean> => inTurn(() => verifyPassword(given)),
}
