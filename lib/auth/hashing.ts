import { AsyncLocalStorage } from 'node:async_hooks'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { Waiting } from '@/lib/turns/places'
import { Turns } from '@/lib/turns/turns'

const make = () => ({
  // Half of the threads that Node has for such work: the others go on opening connections to the database, which needs
  // them. Of those that wait the last has its turn within some eight seconds.
  turns: new Turns({ atOnce: 2, mostWaiting: 64, what: 'passwords wait to be checked' }),
  asking: new AsyncLocalStorage<Waiting>(),
})

// Next evaluates a module once per bundle: all of a process wait in one row.
const held = globalThis as typeof globalThis & { baycallHashing?: ReturnType<typeof make> }
held.baycallHashing ??= make()
const { turns, asking } = held.baycallHashing

// Of commands and the server itself.
const nobody: Waiting = { isFamiliar: true, network: null }

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return turns.run(work, asking.getStore() ?? nobody)
}

/** Whose passwords are hashed and checked in `work`. */
export function hashingFor<T>(who: Waiting, work: () => Promise<T>): Promise<T> {
  return asking.run(who, work)
}

/**
 * The same for whoever has a session or a link that is good. However often they send it, their own wait one behind the other:
 * `id` is the account's or the link's.
 */
export function hashingForProven<T>(id: string, { signal }: Request, work: () => Promise<T>): Promise<T> {
  return hashingFor({ isFamiliar: true, network: `proven ${id}`, signal }, work)
}

/**
 * Passwords are hashed and checked two at a time in each process, whoever asks for how many: each takes 0.1 s of a core.
 * Throws unavailable where too many wait.
 */
export const hashing = {
  hash: (password: string): Promise<string> => inTurn(() => hashPassword(password)),
  verify: (given: { hash: string; password: string }): Promise<boolean> => inTurn(() => verifyPassword(given)),
}
