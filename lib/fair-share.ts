import { OutOfPatience } from '@/lib/patience'

type Held = { underway: number; waiting: (() => void)[] }

/**
 * Places of which each holder has so many at most: the next of theirs wait, in their order, however many places are free.
 */
export class FairShare {
  private readonly held = new Map<string, Held>()

  constructor(private readonly most: number) {}

  /** A place, now or when one of theirs comes free. Throws OutOfPatience after so many milliseconds. Give it back once. */
  async take(holder: string, mostMs: number): Promise<void> {
    const held = this.held.get(holder) ?? { underway: 0, waiting: [] }
    this.held.set(holder, held)
    if (held.underway < this.most) {
      held.underway += 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        held.waiting.splice(held.waiting.indexOf(begin), 1)
        reject(new OutOfPatience())
      }, mostMs)
      held.waiting.push(begin)
    })
  }

  /** Of a place that was taken: whoever of theirs has waited the longest has it then. */
  giveBack(holder: string): void {
    const held = this.held.get(holder)
    if (!held) return
    const next = held.waiting.shift()
    if (next) next()
    else held.underway -= 1
    if (held.underway === 0) this.held.delete(holder)
  }
}
