import { findMembership, type StaffCaller } from '@/lib/auth/model'
import { type Circle, circleOf } from '@/lib/people/model'
import { FairShare } from '@/lib/turns/fair-share'
import { HadOfLate } from '@/lib/turns/had-of-late'
import type { How } from '@/lib/turns/places'
import { howOf, type Wait, type Work } from '@/lib/turns/turns'

/**
 * `mostHadMs`: so much counts of what somebody has had of late; `makesUpFor`: so many seconds of waiting make up for one of it.
 */
type Credit = { mostHadMs: number; makesUpFor: number }

// Whoever has had more waits for no longer behind others: they come again, and would never have caught up.
const usualCredit: Credit = { mostHadMs: 5_000, makesUpFor: 1 }

/** Somebody of a project, and with whom they wait for a turn (circleOf). */
export type Person = { projectId: string; userId: string; kind: Circle['kind']; circle: string }

export function personIn(caller: StaffCaller, projectId: string): Person {
  const { userId } = caller
  const membership = findMembership(caller, projectId)
  if (!membership) return { projectId, userId, kind: 'store', circle: `person ${userId}` }
  const { kind, store } = circleOf(membership)
  return { projectId, userId, kind, circle: `${kind} ${store}` }
}

/** Whoever of a project reads something together with others. */
export const everybodyOf = (projectId: string): Person => ({ projectId, userId: '', kind: 'all', circle: 'everybody' })

const holderOf = ({ projectId, circle }: Person) => `${projectId} ${circle}`

/**
 * Turns of a project's people, for each project by itself. Whoever may invite others has as many accounts to ask with as they
 * like: of the circles of a project the one that has had least of late is next, but that waiting makes up for it; those who have
 * all of its stores have every second turn, and within a circle its people go one after the other.
 */
export class PeopleTurns {
  private readonly circles: FairShare
  private readonly projects: FairShare
  private readonly had = new HadOfLate()
  private readonly refusal: How['refusal']

  /** `ofCircle`: so many places a circle has at most. Of either row `mostWaiting` is the bound. */
  constructor({ ofCircle, credit = usualCredit, ...work }: Work & { ofCircle?: number; credit?: Credit }) {
    this.refusal = howOf(work).refusal
    this.circles = new FairShare(howOf({ ...work, atOnce: ofCircle ?? work.atOnce }))
    const hadBy = (holder: string) => credit.makesUpFor * Math.min(credit.mostHadMs, this.had.of(holder))
    this.projects = new FairShare({ ...howOf({ ...work, alternates: true }), hadBy })
  }

  /** What is thrown to who waits for what others have asked for, and that stands in its row still. */
  late(): Error {
    return this.refusal('late')
  }

  /** A place, to be given back once; `wait`: for how long from now. Throws as `run` where none comes. */
  async take(person: Person, wait: () => Wait): Promise<void> {
    const { projectId, userId, kind } = person
    const circle = holderOf(person)
    await this.circles.take(circle, { network: userId, ...wait() })
    try {
      await this.projects.take(projectId, { network: circle, isFamiliar: kind !== 'store', ...wait() })
    } catch (error) {
      this.circles.giveBack(circle)
      throw error
    }
  }

  /** `heldMs`: for how long it was theirs. */
  giveBack(person: Person, heldMs: number): void {
    const circle = holderOf(person)
    this.had.note(circle, heldMs)
    this.projects.giveBack(person.projectId)
    this.circles.giveBack(circle)
  }

  /** Throws unavailable (Busy) where too many wait or no turn has come in time, and HungUp to who has gone. */
  async run<T>(person: Person, { mostMs, signal }: Wait, work: () => Promise<T>): Promise<T> {
    const until = performance.now() + mostMs
    await this.take(person, () => ({ mostMs: Math.max(0, until - performance.now()), signal }))
    const since = performance.now()
    try {
      return await work()
    } finally {
      this.giveBack(person, performance.now() - since)
    }
  }
}
