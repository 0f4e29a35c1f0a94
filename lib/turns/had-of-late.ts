// After so long half of it counts.
const halfMs = 60_000
const mostNoted = 5_000
const leastMs = 1

/** How much time somebody has had of late, in milliseconds: what is longer ago counts for ever less. */
export class HadOfLate {
  private readonly noted = new Map<string, { ms: number; atMs: number }>()

  of(name: string): number {
    const had = this.noted.get(name)
    return had ? had.ms * 0.5 ** ((performance.now() - had.atMs) / halfMs) : 0
  }

  note(name: string, ms: number): void {
    const sum = this.of(name) + ms
    this.noted.delete(name)
    this.noted.set(name, { ms: sum, atMs: performance.now() })
    if (this.noted.size > mostNoted) this.forget()
  }

  private forget(): void {
    for (const name of this.noted.keys()) if (this.of(name) < leastMs) this.noted.delete(name)
    const [eldest] = this.noted.size > mostNoted ? this.noted.keys() : []
    if (eldest !== undefined) this.noted.delete(eldest)
  }
}
