/** The value below which a share of the values lies (nearest rank); 0 of none. `sorted` ascends. */
export function percentile(sorted: number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

// As many durations of one kind of call as are kept: a long run must not grow without end.
const keptAtMost = 100_000

type Kind = { answers: number; durationsMs: number[]; statuses: Map<string, number> }

/** What a run did: how often, how it was answered, how long each answer took. */
export class Tally {
  private readonly kinds = new Map<string, Kind>()
  private readonly events = new Map<string, number>()
  private readonly unexpected = new Map<string, number>()

  /** One answered call. */
  answered(kind: string, status: number | 'no answer', durationMs: number): void {
    const known = this.kinds.get(kind) ?? { answers: 0, durationsMs: [], statuses: new Map() }
    this.kinds.set(kind, known)
    const at = known.answers < keptAtMost ? known.answers : Math.floor(Math.random() * known.answers)
    if (at < keptAtMost) known.durationsMs[at] = durationMs
    known.answers += 1
    const name = String(status)
    known.statuses.set(name, (known.statuses.get(name) ?? 0) + 1)
  }

  /** Something that happened, by its name for people. */
  count(event: string): void {
    this.events.set(event, (this.events.get(event) ?? 0) + 1)
  }

  /** An answer that should not have come: a fault of the server, or of the simulator. */
  wonder(what: string): void {
    this.unexpected.set(what, (this.unexpected.get(what) ?? 0) + 1)
  }

  hasUnexpected(): boolean {
    return this.unexpected.size > 0
  }

  /** The summing up, as lines for a terminal. */
  lines(): string[] {
    const events = [...this.events].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, n]) => `${n} ${name}`)
    const head = `${'call'.padEnd(24)}${['answers', 'p50', 'p95', 'p99', 'most'].map((h) => h.padStart(9)).join('')}  statuses`
    const rows = [...this.kinds].map(([kind, { answers, durationsMs, statuses }]) => {
      const sorted = durationsMs.toSorted((a, b) => a - b)
      const ms = [0.5, 0.95, 0.99, 1].map((share) => `${percentile(sorted, share).toFixed(1)} ms`.padStart(9))
      const said = [...statuses].map(([status, n]) => `${status} × ${n}`).join(', ')
      return `${kind.padEnd(24)}${String(answers).padStart(9)}${ms.join('')}  ${said}`
    })
    const wonders = [...this.unexpected].map(([what, n]) => `  ${n} × ${what}`)
    return [
      events.join(' · ') || 'nothing happened',
      '',
      head,
      ...rows,
      '',
      wonders.length > 0 ? 'Unexpected answers:' : 'Unexpected answers: none',
      ...wonders,
    ]
  }
}
