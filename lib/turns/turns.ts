import { Busy, HungUp } from '@/lib/errors'
import { FairShare } from '@/lib/turns/fair-share'
import { type How, Places, type Waiting, type Why } from '@/lib/turns/places'

/** `what`: of what there are too many where somebody is refused, for who is told so. */
export type Work = Pick<How, 'atOnce' | 'alternates'> & { mostWaiting: number; what: string }

/** How long somebody waits, in milliseconds; `signal`: that they have hung up. */
export type Wait = Required<Pick<Waiting, 'mostMs'>> & Pick<Waiting, 'signal'>

const retryAfterSeconds = 5

/** How there are places for such work. */
export function howOf({ what, ...how }: Work): How {
  const detail = `Too many ${what}. Send this again in ${retryAfterSeconds} s.`
  const refusal = (why: Why) => new (why === 'gone' ? HungUp : Busy)(detail, retryAfterSeconds)
  return { ...how, refusal }
}

/**
 * Work of which a few are done at a time, and of which a few more may wait (Places). Beyond that the last is told to come
 * again.
 */
export class Turns {
  private readonly places: Places

  constructor(work: Work) {
    this.places = new Places(howOf(work))
  }

  /** Throws unavailable (Busy) where too many wait; who has hung up meanwhile is not worked for (HungUp). */
  run<T>(work: () => Promise<T>, who: Waiting): Promise<T> {
    return this.places.run(who, work)
  }
}

/** The same for each project by itself: whoever sends much waits for themselves, and of one key for one after the other. */
export class ProjectTurns {
  private readonly share: FairShare

  constructor(work: Work) {
    this.share = new FairShare(howOf(work))
  }

  /** Throws as Turns.run, and unavailable (Busy) where a turn has not come in time. */
  run<T>({ projectId, keyId }: { projectId: string; keyId: string }, wait: Wait, work: () => Promise<T>): Promise<T> {
    return this.share.run(projectId, { network: keyId, ...wait }, work)
  }
}
