import { tookTooLong } from '@/lib/failed-statement'

/** How much one statement does at a time: at most so much, and a tenth of it where it takes too long, down to one. */
export class Portions {
  private size: number

  constructor(private readonly most: number) {
    this.size = most
  }

  /** Does a portion: its answer. Throws what fails for another reason than its size, and what one alone takes too long for. */
  async next<Done>(work: (size: number) => Promise<Done>): Promise<Done> {
    for (;;) {
      try {
        return await work(this.size)
      } catch (error) {
        if (!tookTooLong(error) || this.size === 1) throw error
        this.size = Math.ceil(this.size / 10)
      }
    }
  }

  /** Twice as much at a time from now on, for whoever goes on for good: what was slow for a while need not stay so. */
  grow(): void {
    this.size = Math.min(this.most, 2 * this.size)
  }
}
