/** A place for work that takes its time. `take` throws where none comes; `heldMs`: for how long it was taken. */
type Place = { take: () => Promise<void> | undefined; giveBack: (heldMs: number) => void }

// Shorter than most of what others wait for meanwhile.
const longestHeldMs = 1_000

/**
 * The parts of one piece of work, one after another however many are asked for at a time. Those that follow within a second
 * share a place, which they keep for as long as that: of many short parts each would wait behind something long of somebody
 * else's.
 */
export class Parts {
  private last: Promise<unknown> = Promise.resolve()
  private heldSince: number | undefined
  private failure: Error | undefined

  constructor(private readonly place: Place) {}

  /** Work whose parts are done in turn. Throws as the work, its parts and `place.take` do: behind the first failure no part is begun. */
  static async of<T>(place: Place, work: (inTurn: Parts['run']) => Promise<T>): Promise<T> {
    const parts = new Parts(place)
    try {
      return await work((part) => parts.run(part))
    } finally {
      parts.end()
    }
  }

  private run<T>(part: () => Promise<T>): Promise<T> {
    const done = this.last.then(() => this.begin(part))
    this.last = done.catch((failure) => {
      this.failure ??= failure
    })
    return done
  }

  private async begin<T>(part: () => Promise<T>): Promise<T> {
    if (this.failure) throw this.failure
    if (this.heldSince === undefined) {
      await this.place.take()
      this.heldSince = performance.now()
    }
    try {
      if (this.failure) throw this.failure
      return await part()
    } finally {
      if (performance.now() - this.heldSince >= longestHeldMs) this.giveBack()
    }
  }

  private giveBack(): void {
    if (this.heldSince === undefined) return
    const heldMs = performance.now() - this.heldSince
    this.heldSince = undefined
    this.place.giveBack(heldMs)
  }

  // What is asked for and not begun yet is of use to nobody.
  private end(): void {
    this.failure ??= new Error('this work is over')
    void this.last.then(() => this.giveBack())
  }
}
