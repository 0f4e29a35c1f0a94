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

export type WaitFigures = Pick<Figures, 'wait' | 'underGoal' | 'underGoalShare'>

/** Counts the waits of those who gave notice, and nothing else of them. */
export class Waits {
  readonly wait = new Durations()
  private underGoal = 0

  add({ isHandedOver, noticeSeconds, waitSeconds }: Arrival, goalSeconds: number): void {
    if (!isHandedOver || noticeSeconds < leastNoticeSeconds) return
    this.wait.add(waitSeconds)
    if (waitSeconds < goalSeconds) this.underGoal++
  }

  merge(other: Waits): void {
    this.wait.merge(other.wait)
    this.underGoal += other.underGoal
  }

  figures(): WaitFigures {
    const { wait, underGoal } = this
    return { wait: wait.spread(), underGoal, underGoalShare: wait.count === 0 ? null : underGoal / wait.count }
  }
}

/** Counts arrivals. */
export class Tally {
  private readonly waits = new Waits()
  private readonly acknowledge = new Durations()
  private readonly handOver = new Durations()
  private readonly unannouncedWait = new Durations()
  private arrivals = 0
  private unannounced = 0
  private handedOver = 0
  private cancelled = 0

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
    this.waits.add(arrival, goalSeconds)
    if (arrival.acknowledgeSeconds >= 0) this.acknowledge.add(arrival.acknowledgeSeconds)
    if (arrival.handOverSeconds >= 0) this.handOver.add(arrival.handOverSeconds)
  }

  get wait(): Durations {
    return this.waits.wait
  }

  merge(other: Tally): void {
    this.waits.merge(other.waits)
    this.acknowledge.merge(other.acknowledge)
    this.handOver.merge(other.handOver)
    this.unannouncedWait.merge(other.unannouncedWait)
    this.arrivals += other.arrivals
    this.unannounced += other.unannounced
    this.handedOver += other.handedOver
    this.cancelled += other.cancelled
  }

  figures(): Figures {
    const { arrivals, handedOver, cancelled } = this
    return {
      arrivals,
      handedOver,
      cancelled,
      open: arrivals - handedOver - cancelled,
      ...this.waits.figures(),
      acknowledge: this.acknowledge.spread(),
      handOver: this.handOver.spread(),
      withoutNotice: { arrivals: this.unannounced, wait: this.unannouncedWait.spread() },
    }
  }
}

/** All of these as one: `whole`, an empty one of their kind. */
export function together<Kind extends { merge: (other: Kind) => void }>(parts: Iterable<Kind>, whole: Kind): Kind {
  for (const part of parts) whole.merge(part)
  return whole
}
