import { AsyncLocalStorage } from 'node:async_hooks'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { FairShare } from '@/lib/turns/fair-share'
import type { Waiting } from '@/lib/turns/places'
import { howOf, Turns } from '@/lib/turns/turns'

/** Who waits, and of the familiar in whose row first: their project's, or '' of all who are in none; null for strangers. */
type Asking = Omit<Waiting, 'isFamiliar'> & { familiarOf: string | null }

// Half of the threads that Node has for such work: the others go on opening connections to the database, which needs
// them. Of those that wait the last has its turn within some eight seconds.
const passwords = { atOnce: 2, mostWaiting: 64, what: 'passwords wait to be checked' }

const make = () => ({
  turns: new Turns(passwords),
  shares: new FairShare(howOf(passwords)),
  asking: new AsyncLocalStorage<Asking>(),
})

// Next evaluates a module once per bundle: all of a process wait in one row.
const held = globalThis as typeof globalThis & { baycallHashing?: ReturnType<typeof make> }
held.baycallHashing ??= make()
const { turns, shares, asking } = held.baycallHashing

// One row of all who are familiar nowhere, in it a network behind the other: many of a project would keep them waiting for ever.
const strangers = 'strangers'

// However many accounts, addresses and links somebody makes for themselves, their project has one place in each round.
function inTurn<T>(hashed: () => Promise<T>): Promise<T> {
  const who = asking.getStore()
  // Of commands and the server itself.
  if (!who) return turns.run(hashed, { isFamiliar: true, network: null })
  const { familiarOf, ...waiting } = who
  const holder = familiarOf ?? strangers
  const ofHolder = { isFamiliar: true, network: `of ${holder}`, signal: who.signal }
  return shares.run(holder, waiting, () => turns.run(hashed, ofHolder))
}

/** Whose passwords are hashed and checked in `work`. */
export function hashingFor<T>(who: Asking, work: () => Promise<T>): Promise<T> {
  return asking.run(who, work)
}

/**
 * The same for whoever has a session or a link that is good: in the row of their project, the first of theirs, their own wait one
 * behind the other.
 */
export function hashingForProven<T>(
  [projectId]: string[],
  userId: string,
  { signal }: Request,
  work: () => Promise<T>,
): Promise<T> {
  return hashingFor({ familiarOf: projectId ?? '', network: `proven ${userId}`, signal }, work)
}

/**
 * Passwords are hashed and checked two at a time in each process, whoever asks for how many: each takes 0.1 s of a core.
 * Throws unavailable where too many wait.
 */
export const hashing = {
  hash: (password: string): Promise<string> => inTurn(() => hashPassword(password)),
  verify: (given: { hash: string; password: string }): Promise<boolean> => inTurn(() => verifyPassword(given)),
}
