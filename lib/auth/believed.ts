import { wasSomebodys } from '@/lib/limits/somebody'
import { Patience } from '@/lib/patience'

// Revoking must work within 5 s on every instance: what is believed, the second for which a body may come (authenticate.ts),
// and the two that a request may wait for the database, are that together (DATABASE_PATIENCE_MS: with more it takes as much longer).
const believedMs = 2_000
const heldAtMost = 10_000

/**
 * Who a credential is, asked of the database at most once in 2 s and process. Of a burst with a credential that is not
 * held, one asks and the rest wait for its answer; that somebody is unknown is believed too. Nobody is behind their end.
 */
export class Believed<Caller extends { until?: Date }> {
  private readonly held = new Map<string, { caller: Caller | null; until: number }>()
  private readonly asked = new Map<string, Promise<Caller | null>>()

  /** `kind`: of credential, by which it is named where it is noted whose was somebody's (lib/limits/somebody.ts). */
  constructor(
    private readonly kind: string,
    private readonly find: (name: string, now: Date) => Promise<Caller | null>,
  ) {}

  /** Who a credential is believed to be; undefined where that would have to be asked. */
  believed(name: string, now: Date): Caller | null | undefined {
    const known = this.held.get(name)
    return known && known.until > now.getTime() ? known.caller : undefined
  }

  async get(name: string, now: Date): Promise<Caller | null> {
    const known = this.believed(name, now)
    if (known !== undefined) return known
    // Whose was somebody's when it was looked up last waits for the database with those who are known.
    const isForKnown = Patience.row().isFamiliar || wasSomebodys(`${this.kind} ${name}`)
    const asking = this.asked.get(name) ?? Patience.outside(() => this.ask(name, now), { isForKnown })
    this.asked.set(name, asking)
    return Patience.withShared(asking)
  }

  private async ask(name: string, now: Date): Promise<Caller | null> {
    try {
      const caller = await this.find(name, now)
      this.held.delete(name)
      this.forget(now)
      const end = caller?.until?.getTime() ?? Number.POSITIVE_INFINITY
      this.held.set(name, { caller, until: Math.min(now.getTime() + believedMs, end) })
      return caller
    } finally {
      this.asked.delete(name)
    }
  }

  // What is believed no more and, of too many, the eldest: who guesses keys must not make everybody else's be asked for.
  private forget(now: Date): void {
    for (const [name, { until }] of this.held) {
      if (until > now.getTime() && this.held.size < heldAtMost) return
      this.held.delete(name)
    }
  }
}
