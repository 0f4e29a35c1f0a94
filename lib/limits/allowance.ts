import type { Rate } from '@/lib/limits/model'

const mostHeld = 10_000

/**
 * How much each holder may ask for before others come first: nothing is refused here, and nobody but this process counts. Of
 * very many holders who have asked lately the one that was heard of first starts anew.
 */
export class Allowance {
  private readonly held = new Map<string, { left: number; atMs: number }>()

  /** `clock`: in milliseconds, from wherever. */
  constructor(
    private readonly rate: Rate,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /**
   * Counts one, or what it costs: true while the holder has asked for no more than they may. What is beyond counts for nothing.
   */
  take(holder: string, cost = 1): boolean {
    const left = this.leftOf(holder)
    const isWithin = left >= cost
    this.held.delete(holder)
    this.held.set(holder, { left: isWithin ? left - cost : left, atMs: this.clock() })
    const [eldest] = this.held.size > mostHeld ? this.held.keys() : []
    if (eldest !== undefined) this.held.delete(eldest)
    return isWithin
  }

  /** For what was refused elsewhere all the same: the holder has asked for nothing. */
  giveBack(holder: string): void {
    const held = this.held.get(holder)
    if (held) held.left = Math.min(this.rate.burst, held.left + 1)
  }

  private leftOf(holder: string): number {
    const { perSecond, burst } = this.rate
    const held = this.held.get(holder)
    return held ? Math.min(burst, held.left + ((this.clock() - held.atMs) / 1000) * perSecond) : burst
  }
}
