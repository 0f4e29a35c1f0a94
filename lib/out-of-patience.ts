// Longer than a statement of a request takes where there is a crowd, and short beside a request's patience.
const recentMs = 500

/** When a database last answered, on whichever of its pools, by the clock of who notes it. */
export type LastAnswer = { at: number }

// Next evaluates a module once per bundle.
const held = globalThis as typeof globalThis & { baycallLastAnswer?: LastAnswer }
held.baycallLastAnswer ??= { at: Number.NEGATIVE_INFINITY }

/** When the process's database last answered, as performance.now(). */
export const lastAnswer = held.baycallLastAnswer

/** Whether a database has just answered somebody; `now` by the clock by which that was noted. */
export const isAnswering = (answer = lastAnswer, now = performance.now()): boolean => now - answer.at < recentMs

/** A request has waited for the database for as long as it may. */
export class OutOfPatience extends Error {
  readonly code = 'ETIMEDOUT'
  override readonly name = 'OutOfPatience'

  constructor() {
    super('the request has waited long enough')
  }
}

/** What NoneFree says, whatever it is wrapped in. Nothing of a caller's is in it. */
export const noneFree = 'timeout: no connection became free in time'

/** Who asks was given up because all connections were in use in vain for them, while the database answered others. */
export class NoneFree extends Error {
  override readonly name = 'NoneFree'

  constructor() {
    super(noneFree)
  }
}

/** For a request that has waited for as long as it may: it has met a crowd, or a database that is away. */
export const outOfPatience = (): NoneFree | OutOfPatience => (isAnswering() ? new NoneFree() : new OutOfPatience())
