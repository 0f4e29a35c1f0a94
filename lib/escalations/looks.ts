import { Patience } from '@/lib/patience'
import { acrossProjects } from '@/lib/wall'

// Whoever joins is told soon; many that join in one breath (a restart) cost one look.
const joinedMs = 50

// After a look there is none for who has just joined for so many times as long as it took.
const restAfter = 4

/** `nextMs`: how long from now until the next look that is due by itself. What has failed is tried again by that one alone. */
export type Looked = { nextMs: number; hasFailed: boolean }

/**
 * When a process looks for all who watch something through it: again and again, one look after the other, and soon for
 * whoever joins. However many keep joining, none of the looks is put off, and those for the joined take a fifth of the time
 * at most.
 */
export class Looks {
  private timer: NodeJS.Timeout | undefined
  private isLooking = false
  private hasJoined = false
  private dueMs = Number.POSITIVE_INFINITY
  private restsUntilMs = Number.NEGATIVE_INFINITY
  /** When the next is due by itself: that one is for the joined too, and waits for no rest. */
  private nextMs = Number.NEGATIVE_INFINITY

  /** `look`: one look, across all projects. It does not throw. */
  constructor(private readonly look: () => Promise<Looked>) {}

  /** Has one look soon for who has just joined; of one that is underway they are no part. */
  join(): void {
    this.hasJoined = true
    this.within(Math.max(joinedMs, Math.min(this.restsUntilMs, this.nextMs) - performance.now()))
  }

  /** Has one look in so many milliseconds, or sooner. */
  within(ms: number): void {
    const dueMs = performance.now() + ms
    // No later than is meant already: many may come, one after the other.
    if (this.isLooking || this.dueMs <= dueMs) return
    clearTimeout(this.timer)
    this.dueMs = dueMs
    // Whoever watches keeps the process alive by their stream; nobody else does.
    // For everybody: in nobody's row of those that take turns, nor as part of whoever has just joined.
    const look = () => Patience.outside(() => acrossProjects(() => this.lookNow()), { isForKnown: true })
    this.timer = setTimeout(() => void look(), ms).unref()
  }

  private async lookNow(): Promise<void> {
    const begunMs = performance.now()
    this.isLooking = true
    this.hasJoined = false
    this.dueMs = Number.POSITIVE_INFINITY
    const { nextMs, hasFailed } = await this.look()
    this.isLooking = false
    const nowMs = performance.now()
    this.nextMs = nowMs + nextMs
    this.restsUntilMs = hasFailed ? this.nextMs : nowMs + restAfter * (nowMs - begunMs)
    if (nextMs < Number.POSITIVE_INFINITY) this.within(nextMs)
    if (this.hasJoined) this.join()
  }
}
