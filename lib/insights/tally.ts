import { leastNoticeSeconds } from '@/lib/board/model'
import { Durations, type Spread } from '@/lib/insights/model'
import type { Arrival } from '@/lib/insights/packed'

/** What arrivals amount to (model.ts says what counts). */
export type Figures = {
  arrivals: number
  handedOver: number
  cancelled: number
  open: number
  wait: Spread
  acknowledge: Spread
  handOver: Spread
  underGoal: number
  underGoalShare: number | null
  withoutNotice: { arrivals: number; wait: Spread }
}

/** Counts arrivals. */
export class Tally {
  readonly wait = new Durations()
  private readonly acknowledge = new Durations()
  private readonly handOver = new Durations()
  private readonly unannouncedWait = new Durations()
  private arrivals = 0
  private unannounced = 0
  private handedOver = 0
  private cancelled = 0
  private underGoal = 0

  add(arrival: Arrival, goalSeconds: number): void {
    const { isHandedOver, waitSeconds } = arrival
    this.arrivals++
    if (isHandedOver) this.handedOver++
    else if (arrival.isCancelled) this.cancelled++
    if (arrival.noticeSeconds < leastNoticeSeconds) {
      this.unannounced++
      if (isHandedOver) this.unannouncedWait.add(waitSeconds)
      return
    }
    if (isHandedOver) {
      this.wait.add(waitSeconds)
      if (waitSeconds < goalSeconds) this.underGoal++
    }
    if (arrival.acknowledgeSeconds >= 0) this.acknowledge.add(arrival.acknowledgeSeconds)
    if (arrival.handOverSeconds >= 0) this.handOver.add(arrival.handOverSeconds)
  }

  merge(other: Tally): void {
    this.wait.merge(other.wait)
    this.acknowledge.merge(other.acknowledge)
    this.handOver.merge(other.handOver)
    this.unannouncedWait.merge(other.unannouncedWait)
    this.arrivals += other.arrivals
    this.unannounced += other.unannounced
    this.handedOver += other.handedOver
    this.cancelled += other.cancelled
    this.underGoal += other.underGoal
  }

  figures(): Figures {
    const { arrivals, handedOver, cancelled, wait, underGoal } = this
    return {
      arrivals,
      handedOver,
      cancelled,
      open: arrivals - handedOver - cancelled,
      wait: wait.spread(),
      acknowledge: this.acknowledge.spread(),
      handOver: this.handOver.spread(),
      underGoal,
      underGoalShare: wait.count === 0 ? null : underGoal / wait.count,
      withoutNotice: { arrivals: this.unannounced, wait: this.unannouncedWait.spread() },
    }
  }
}

/** All tallies of these as one. */
export function together(tallies: Iterable<Tally>): Tally {
  const whole = new Tally()
  for (const tally of tallies) whole.merge(tally)
  return whole
}
