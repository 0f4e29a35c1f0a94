import { findMembership, type StaffCaller } from '@/lib/auth/model'
import { type Circle, circleOf } from '@/lib/people/model'
import { FairShare } from '@/lib/turns/fair-share'
import { howOf, type Wait, type Work } from '@/lib/turns/turns'

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
 * like: the circles of a project have their turns one after the other, those who have all of its stores every second, and within
 * a circle its people.
 */
export class PeopleTurns {
  private readonly circles: FairShare
  private readonly projects: FairShare

  /** `ofCircle`: so many places a circle has at most. Of either row `mostWaiting` is the bound. */
  constructor({ ofCircle, ...work }: Work & { ofCircle?: number }) {
    this.circles = new FairShare(howOf({ ...work, atOnce: ofCircle ?? work.atOnce }))
    this.projects = new FairShare(howOf({ ...work, alternates: true }))
  }

  /** A place, to be given back once; `wait`: for how long from now. Throws as `run` where none comes. */
  async take(person: Person, wait: () => Wait): Promise<void> {
    const { projectId, userId, kind, circle } = person
    await this.circles.take(holderOf(person), { network: userId, ...wait() })
    try {
      await this.projects.take(projectId, { network: circle, isFamiliar: kind !== 'store', ...wait() })
    } catch (error) {
      this.circles.giveBack(holderOf(person))
      throw error
    }
  }

  giveBack(person: Person): void {
    this.projects.giveBack(person.projectId)
    this.circles.giveBack(holderOf(person))
  }

  /** Throws unavailable (Busy) where too many wait or no turn has come in time, and HungUp to who has gone. */
  async run<T>(person: Person, { mostMs, signal }: Wait, work: () => Promise<T>): Promise<T> {
    const until = performance.now() + mostMs
    await this.take(person, () => ({ mostMs: Math.max(0, until - performance.now()), signal }))
    try {
      return await work()
    } finally {
      this.giveBack(person)
    }
  }
}
