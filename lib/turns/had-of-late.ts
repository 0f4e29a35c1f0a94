const mostNoted = 5_000
const leastMs = 1

/** How much time somebody has had of late, in milliseconds: what is longer ago counts for ever less, after `halfMs` the half. */
export class HadOfLate {
  private readonly noted = new Map<string, { ms: number; lastMs: number; atMs: number }>()

  constructor(private readonly halfMs: number) {}

  of(name: string): number {
    const had = this.noted.get(name)
    return had ? had.ms * 0.5 ** ((performance.now() - had.atMs) / this.halfMs) : 0
  }

  /** What they have had last of all; undefined where it is not known. */
  last(name: string): number | undefined {
    return this.noted.get(name)?.lastMs
  }

  note(name: string, ms: number): void {
    const sum = this.of(name) + ms
    this.noted.delete(name)
    this.noted.set(name, { ms: sum, lastMs: ms, atMs: performance.now() })
    if (this.noted.size > mostNoted) this.forget()
  }

  private forget(): void {
    for (const name of this.noted.keys()) if (this.of(name) < leastMs) this.noted.delete(name)
    const [eldest] = this.noted.size > mostNoted ? this.noted.keys() : []
    if (eldest !== undefined) this.noted.delete(eldest)
  }
}
