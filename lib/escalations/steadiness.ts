/** How long a process must have looked without a gap before it may say that a store has no board, in milliseconds. */
export const steadyAfterMs = 20_000

/** Longer than this between two looks, and the word of other servers may have grown old (15 s) unseen. */
const longestGapMs = 12_500

/**
 * Whether this process has looked well for long enough to miss a board. After a start or an outage of the database
 * nobody's word is fresh, and that says nothing of the boards: those have 20 s to be noted again. Times are those of one
 * steady clock, in milliseconds.
 */
export class Steadiness {
  private since: number | undefined
  private last = 0

  /** A look has ended well. */
  succeed(at: number): void {
    if (this.since === undefined || at - this.last > longestGapMs) this.since = at
    this.last = at
  }

  /** A look has failed. */
  fail(): void {
    this.since = undefined
  }

  /** Whether a look that begins now may miss a board. */
  isSteady(at: number): boolean {
    return this.since !== undefined && at - this.last <= longestGapMs && at - this.since >= steadyAfterMs
  }
}
