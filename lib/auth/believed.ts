import { projectOfSomebody } from '@/lib/limits/somebody'
import { Patience } from '@/lib/patience'
import { lookUpAgain } from '@/lib/wall'

// Revoking must work within 5 s on every instance: what is believed, the second for which a body may come (authenticate.ts),
// and the two that a request may wait for the database, are that together (DATABASE_PATIENCE_MS: with more it takes as much longer).
const believedMs = 2_000
const heldAtMost = 10_000

/**
 * Who a credential is, asked of the database at most once in 2 s and process. Of a burst with a credential that is not
 * held, one asks and the rest wait for its answer; that somebody is unknown is believed too. Nobody is behind their end.
 */
export class Believed<Caller extends { until?: Date }> {
  // Until when by the process's own time: a clock that is set back must not make anything be believed for longer.
  private readonly held = new Map<string, { caller: Caller | null; until: number }>()
  private readonly asked = new Map<string, Promise<Caller | null>>()

  /**
   * `kind`: of credential, by which it is named where it is noted whose was somebody's (lib/limits/somebody.ts). Absent: who
   * asks is known.
   */
  constructor(
    private readonly find: (name: string, now: Date) => Promise<Caller | null>,
    private readonly kind?: string,
  ) {}

  /** Who a credential is believed to be; undefined where that would have to be asked. */
  believed(name: string, now: Date): Caller | null | undefined {
    const known = this.held.get(name)
    if (!known || known.until <= performance.now()) return undefined
    return known.caller?.until && known.caller.until <= now ? undefined : known.caller
  }

  async get(name: string, now: Date): Promise<Caller | null> {
    const known = this.believed(name, now)
    if (known !== undefined) return known
    // Whose was somebody's when it was looked up last waits for the database with those who are known.
    const projectId = this.kind && projectOfSomebody(`${this.kind} ${name}`)
    const ask = () => this.ask(name, now)
    const look = projectId === undefined ? ask : () => lookUpAgain(projectId, ask)
    const asking = this.asked.get(name) ?? Patience.outside(look, { isForKnown: this.kind === undefined })
    this.asked.set(name, asking)
    return Patience.withShared(asking)
  }

  private async ask(name: string, now: Date): Promise<Caller | null> {
    const askedAt = performance.now()
    try {
      const caller = await this.find(name, now)
      this.held.delete(name)
      this.forget(askedAt)
      this.held.set(name, { caller, until: askedAt + believedMs })
      return caller
    } finally {
      this.asked.delete(name)
    }
  }

  // What is believed no more and, of too many, the eldest: who guesses keys must not make everybody else's be asked for.
  private forget(now: number): void {
    for (const [name, { until }] of this.held) {
      if (until > now && this.held.size < heldAtMost) return
      this.held.delete(name)
    }
  }
}
