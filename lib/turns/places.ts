/**
 * Who asks for a place. `isFamiliar`: from where an account has signed in before, or somebody who has proven who they are.
 * `network`: what they share with others who may be the same somebody; null for nobody. `mostMs`: how long they wait;
 * absent: as long as it takes. `signal`: that they have hung up.
 */
export type Waiting = {
  isFamiliar?: boolean
  network?: string | null
  mostMs?: number
  signal?: AbortSignal | undefined
}

/** Why somebody gets no place: too many wait, theirs has not come in time, or they have hung up. */
export type Why = 'full' | 'late' | 'gone'

/** `mostWaiting` absent: however many. `refusal`: what is thrown to who gets none. */
export type How = { atOnce: number; mostWaiting?: number; refusal: (why: Why) => Error }

/** `ahead`: how many of the same network waited already. */
type Waiter = {
  isFamiliar: boolean
  network: string | null
  ahead: number
  begin: () => void
  leave: (why: Why) => void
}

const comesBefore = (one: Waiter, other: Waiter) =>
  one.isFamiliar === other.isFamiliar ? one.ahead < other.ahead : one.isFamiliar

/**
 * So many places, and a row of those who wait for one: the familiar first, and of each network one after the other, so that
 * who asks for many waits for themselves; else in their order.
 */
export class Places {
  private taken = 0
  private readonly row: Waiter[] = []

  constructor(private readonly how: How) {}

  get isIdle(): boolean {
    return this.taken === 0
  }

  /** A place: where one is free they have it, and nothing is answered; else once it is theirs. To be given back once. */
  take(who: Waiting): Promise<void> | undefined {
    if (who.signal?.aborted) return Promise.reject(this.how.refusal('gone'))
    if (this.taken >= this.how.atOnce) return this.wait(who)
    this.taken += 1
  }

  /** Whoever is the first of the row has it then. */
  giveBack(): void {
    const next = this.row.shift()
    if (next) next.begin()
    else this.taken -= 1
  }

  /** Work that has a place for as long as it takes. */
  async run<T>(who: Waiting, work: () => Promise<T>): Promise<T> {
    const waiting = this.take(who)
    if (waiting) await waiting
    try {
      return await work()
    } finally {
      this.giveBack()
    }
  }

  private wait({ isFamiliar = false, network = null, mostMs, signal }: Waiting): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = () => waiter.leave('late')
      const gone = () => waiter.leave('gone')
      const timer = mostMs === undefined ? undefined : setTimeout(late, Math.ceil(mostMs))
      signal?.addEventListener('abort', gone)
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', gone)
      }
      const waiter: Waiter = {
        isFamiliar,
        network,
        ahead: network === null ? 0 : this.row.filter((other) => other.network === network).length,
        begin: () => {
          end()
          resolve()
        },
        leave: (why) => {
          end()
          this.row.splice(this.row.indexOf(waiter), 1)
          reject(this.how.refusal(why))
        },
      }
      this.row.splice(this.row.findLastIndex((other) => !comesBefore(waiter, other)) + 1, 0, waiter)
      if (this.row.length > (this.how.mostWaiting ?? Number.POSITIVE_INFINITY)) this.row.at(-1)?.leave('full')
    })
  }
}
