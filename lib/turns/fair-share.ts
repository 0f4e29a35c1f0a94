import { stepAside } from '@/lib/turns/page-place'
import { type How, Places, type Waiting } from '@/lib/turns/places'

/**
 * Places of which each holder has so many at most: the next of theirs wait, in their row, however many places are free.
 */
export class FairShare {
  private readonly held = new Map<string, Places>()

  /** `how`: of each holder. */
  constructor(private readonly how: How) {}

  /** A place, as Places.take. Given back once. */
  take(holder: string, who: Waiting): Promise<void> | undefined {
    let places = this.held.get(holder)
    if (!places) {
      places = new Places(this.how)
      this.held.set(holder, places)
    }
    const waiting = places.take(who)
    if (places.isIdle) this.held.delete(holder)
    if (waiting) stepAside()
    return waiting
  }

  /** Of a place that was taken: the first of the holder's row has it then. */
  giveBack(holder: string): void {
    const places = this.held.get(holder)
    places?.giveBack()
    if (places?.isIdle) this.held.delete(holder)
  }

  /** Work that has a place for as long as it takes. */
  async run<T>(holder: string, who: Waiting, work: () => Promise<T>): Promise<T> {
    const waiting = this.take(holder, who)
    if (waiting) await waiting
    try {
      return await work()
    } finally {
      this.giveBack(holder)
    }
  }
}
