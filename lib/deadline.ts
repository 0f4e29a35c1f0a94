import { AsyncLocalStorage } from 'node:async_hooks'

/** How long whoever asks is kept waiting for a slow or absent database, in milliseconds: then it is "unavailable". */
export const patienceMs = 1_900

/** A request's time is up while its database is slow or away. */
export class TooLate extends Error {
  readonly code = 'ETIMEDOUT'
  override readonly name = 'TooLate'
  override readonly message = 'the request ran out of time'
}

// For as long after its deadline no statement of a request begins. Whatever it has left behind that lives on (a feed
// that others have joined) is then no longer its work.
const abandonedForMs = 10_000

// Next evaluates a module once per bundle.
const held = globalThis as typeof globalThis & { baycallDeadlines?: AsyncLocalStorage<Deadline> }
held.baycallDeadlines ??= new AsyncLocalStorage()
const deadlines = held.baycallDeadlines

/**
 * How long whoever asks is kept waiting in all, in milliseconds, however many statements a request takes. What a client
 * takes for sending its body lies between two parts, and does not count.
 */
export class Deadline {
  private endsAt = Number.POSITIVE_INFINITY

  constructor(private leftMs: number) {}

  /** Of the request that is underway here. */
  static get current(): Deadline | undefined {
    return deadlines.getStore()
  }

  /**
   * Runs a part of the request, and throws TooLate when its time is up, whatever it waits for. It is not broken off, but
   * no further statement of it begins; a result that comes too late is given to `discard`.
   */
  async within<T>(part: () => Promise<T>, discard?: (late: T) => void): Promise<T> {
    this.endsAt = performance.now() + this.leftMs
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      const look = () => {
        const leftMs = this.endsAt - performance.now()
        if (leftMs <= 0) reject(new TooLate())
        else timer = setTimeout(look, leftMs)
      }
      timer = setTimeout(look, this.leftMs)
    })
    const running = deadlines.run(this, part)
    try {
      const result = await Promise.race([running, late])
      this.leftMs = this.endsAt - performance.now()
      // What goes on after the answer (a stream, a timer) is bounded by itself.
      this.endsAt = Number.POSITIVE_INFINITY
      return result
    } catch (error) {
      if (discard) running.then(discard, () => {})
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** What is left for a statement that may take so long at most. Throws TooLate when nothing is. */
  remainingMs(mostMs: number): number {
    const leftMs = this.endsAt - performance.now()
    if (leftMs > 0) return Math.min(mostMs, leftMs)
    if (leftMs < -abandonedForMs) return mostMs
    throw new TooLate()
  }

  /** Gives the request so much from now on, for a statement that may take its time. */
  extend(ms: number): void {
    if (this.remainingMs(ms) < ms) this.endsAt = performance.now() + ms
  }
}
