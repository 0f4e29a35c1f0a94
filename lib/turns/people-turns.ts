import { findMembership, projectsInOrder, type StaffCaller } from '@/lib/auth/model'
import { type Circle, circleOf } from '@/lib/people/model'
import { FairShare } from '@/lib/turns/fair-share'
import { HadOfLate } from '@/lib/turns/had-of-late'
import type { How } from '@/lib/turns/places'
import { howOf, type Wait, type Work } from '@/lib/turns/turns'

/**
 * `halfMs`: HadOfLate; `mostHadMs`: so much counts of what somebody has had of late; `makesUpFor`: so many seconds of waiting make up
 * for one of it. `unknownMs`: that their next counts as well, as much as their last, or so much where that is not known; they have turns
 * beside those for whom it is smaller or larger then (How.sizeOf).
 */
type Credit = { halfMs: number; mostHadMs: number; makesUpFor: number; unknownMs?: number }

// Each four times the one before.
const sizesMs = [10, 40, 160]

// Whoever has had more waits for no longer behind others: they come again, and would never have caught up.
const usualCredit: Credit = { halfMs: 60_000, mostHadMs: 5_000, makesUpFor: 1 }

/** For how many milliseconds of a turn something counts that has been made: by its size, since on a busy machine all takes long. */
export type CostOf<T> = (made: T) => number

/** Somebody of a project, and with whom they wait for a turn (circleOf). */
export type Person = { projectId: string; userId: string; kind: Circle['kind']; circle: string }

export function personIn(caller: StaffCaller, projectId: string): Person {
  const { userId } = caller
  const membership = findMembership(caller, projectId)
  if (!membership) return { projectId, userId, kind: 'store', circle: `person ${userId}` }
  const { kind, store } = circleOf(membership)
  return { projectId, userId, kind, circle: `${kind} ${store}` }
}

/** Somebody in each of their projects, in their order. */
export const personsOf = (caller: StaffCaller): Person[] => projectsInOrder(caller).map((id) => personIn(caller, id))

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
  private readonly had: HadOfLate
  private readonly refusal: How['refusal']

  /** `ofCircle`: so many places a circle has at most. Of either row `mostWaiting` is the bound. */
  constructor({ ofCircle, credit = usualCredit, ...work }: Work & { ofCircle?: number; credit?: Credit }) {
    this.refusal = howOf(work).refusal
    this.circles = new FairShare(howOf({ ...work, atOnce: ofCircle ?? work.atOnce }))
    const { halfMs, mostHadMs, makesUpFor, unknownMs } = credit
    this.had = new HadOfLate(halfMs)
    const nextOf = (holder: string) => (unknownMs === undefined ? 0 : (this.had.last(holder) ?? unknownMs))
    const sizeOf = (holder: string) => sizesMs.filter((ms) => nextOf(holder) >= ms).length
    const hadBy = (holder: string) => makesUpFor * Math.min(mostHadMs, this.had.of(holder) + nextOf(holder))
    this.projects = new FairShare({ ...howOf({ ...work, alternates: true }), hadBy, sizeOf })
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

  /** `heldMs`: for how long it was theirs, or counts as that. */
  giveBack(person: Person, heldMs: number): void {
    const circle = holderOf(person)
    this.had.note(circle, heldMs)
    this.projects.giveBack(person.projectId)
    this.circles.giveBack(circle)
  }

  /**
   * `costOf`: for how many milliseconds it counts; absent: for as long as it took. Throws unavailable (Busy) where too many wait or
   * no turn has come in time, and HungUp to who has gone.
   */
  async run<T>(person: Person, { mostMs, signal }: Wait, work: () => Promise<T>, costOf?: CostOf<T>): Promise<T> {
    const until = performance.now() + mostMs
    await this.take(person, () => ({ mostMs: Math.max(0, until - performance.now()), signal }))
    const since = performance.now()
    let costMs: number | undefined
    try {
      const made = await work()
      costMs = costOf?.(made)
      return made
    } finally {
      this.giveBack(person, costMs ?? performance.now() - since)
    }
  }
}
