import { FairShare } from '@/lib/turns/fair-share'
import { howOf } from '@/lib/turns/turns'

const make = () => new FairShare(howOf({ atOnce: 1, mostWaiting: 64, what: 'copies of this link are sent' }))

// Next evaluates a module once per bundle: all copies of a process wait in one row.
const held = globalThis as typeof globalThis & { baycallLinks?: FairShare }

// Longer than a password waits to be hashed (lib/auth/hashing.ts).
const longestWaitMs = 10_000

/**
 * Does what a link of this digest is for. Of several who send the same one each has its turn, and looks at it once that has
 * come: the first has used it by then, and nothing is hashed for the others. Throws unavailable (Busy) where too many wait, or a
 * turn has not come in time; who has hung up meanwhile is not worked for (HungUp).
 */
export function linkInTurn<T>(digest: Uint8Array, { signal }: Request, work: () => Promise<T>): Promise<T> {
  held.baycallLinks ??= make()
  return held.baycallLinks.run(Buffer.from(digest).toString('base64'), { mostMs: longestWaitMs, signal }, work)
}
