import { Busy } from '@/lib/errors'

/**
 * Who waits for a turn. `isFamiliar`: from where an account has signed in before, or somebody who has proven who they are.
 * `network`: what they share with others who may be the same somebody; null for nobody.
 */
export type Waiting = { isFamiliar: boolean; network: string | null; signal?: AbortSignal }

/** `ahead`: how many of the same network waited already. */
type Waiter = Waiting & { ahead: number; begin: () => void; refuse: () => void }

const retryAfterSeconds = 5

const comesBefore = (one: Waiter, other: Waiter) =>
  one.isFamiliar === other.isFamiliar ? one.ahead < other.ahead : one.isFamiliar

/**
 * Work of which a few are done at a time, and of which a few more may wait: the familiar first, and of each network one
 * after the other, so that who sends many waits for themselves. Beyond that the last is told to come again.
 */
export class Turns {
  private underway = 0
  private readonly waiting: Waiter[] = []

  /** `what`: of what there are too many then, for who is told so. */
  constructor(private readonly how: { atOnce: number; mostWaiting: number; what: string }) {}

  get isIdle(): boolean {
    return this.underway === 0
  }

  /** Throws unavailable (Busy) where too many wait; who has hung up meanwhile is not worked for. */
  async run<T>(work: () => Promise<T>, who: Waiting): Promise<T> {
    await this.take(who)
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next) next.begin()
      else this.underway -= 1
    }
  }

  private async take(who: Waiting): Promise<void> {
    if (who.signal?.aborted) throw this.tooMany()
    if (this.underway < this.how.atOnce) {
      this.underway += 1
      return
    }
    await new Promise<void>((begin, reject) =>
      this.wait({ ...who, ahead: this.aheadOf(who), begin, refuse: () => reject(this.tooMany()) }),
    )
  }

  private aheadOf({ network }: Waiting): number {
    return network === null ? 0 : this.waiting.filter((other) => other.network === network).length
  }

  private wait(waiter: Waiter): void {
    waiter.signal?.addEventListener('abort', () => this.forget(waiter), { once: true })
    this.waiting.splice(this.waiting.findLastIndex((other) => !comesBefore(waiter, other)) + 1, 0, waiter)
    if (this.waiting.length > this.how.mostWaiting) this.waiting.pop()?.refuse()
  }

  private forget(waiter: Waiter): void {
    const at = this.waiting.indexOf(waiter)
    if (at < 0) return
    this.waiting.splice(at, 1)
    waiter.refuse()
  }

  private tooMany(): Busy {
    return new Busy(`Too many ${this.how.what}. Send this again in ${retryAfterSeconds} s.`, retryAfterSeconds)
  }
}

/** The same for each project by itself: whoever sends much waits for themselves, and of one key for one after the other. */
export class ProjectTurns {
  private readonly turns = new Map<string, Turns>()

  constructor(private readonly how: ConstructorParameters<typeof Turns>[0]) {}

  /** Throws unavailable (Busy) where too many wait, or a turn has not come within `mostMs`. */
  async run<T>(of: { projectId: string; keyId: string }, mostMs: number, work: () => Promise<T>): Promise<T> {
    const turns = this.turns.get(of.projectId) ?? new Turns(this.how)
    this.turns.set(of.projectId, turns)
    try {
      return await turns.run(work, {
        isFamiliar: true,
        network: of.keyId,
        signal: AbortSignal.timeout(Math.ceil(mostMs)),
      })
    } finally {
      if (turns.isIdle) this.turns.delete(of.projectId)
    }
  }
}
