import { AsyncLocalStorage } from 'node:async_hooks'
import { patienceMs } from '@/lib/env'
import { clientAddressOf, widerNetworkOf } from '@/lib/http/client-address'
import { outOfPatience } from '@/lib/out-of-patience'

/** A request, of which a server may make the signal only where it is asked for. */
type Asker = Pick<Request, 'signal'> & Partial<Pick<Request, 'headers'>>

const hasHeaders = (asker: Asker): asker is Asker & Pick<Request, 'headers'> => asker.headers !== undefined

/**
 * What goes with a request, or with other work: its patience, and whose rows it sees (lib/wall.ts; null: not said yet).
 * `countedTo`: the one of several projects whose share of the connections its statements count to. `from`: the network it is
 * done for, where its patience does not know (null: nobody's). `isForKnown`: for people, servers and tablets whose credential is
 * good, or for the server itself: neither strangers nor customers' apps, of whom there may be any number.
 */
export type Going = {
  patience: Patience | undefined
  projects: string | null
  countedTo?: string | undefined
  from?: string | null | undefined
  isForKnown?: boolean | undefined
}

// Next evaluates a module once per bundle.
const held = globalThis as typeof globalThis & { baycallGoing?: AsyncLocalStorage<Going> }
held.baycallGoing ??= new AsyncLocalStorage()

/** What goes on here and now. */
export const going = held.baycallGoing

/**
 * A request's patience with the database, however many statements it takes. What else takes time (a password's hash, a
 * body that is slow to come, a busy machine) is not the database's and does not count.
 */
export class Patience {
  private waiting = 0
  private since = 0
  private isOver = false
  private from: string | undefined

  private constructor(
    private readonly asker: Asker | undefined,
    private leftMs = patienceMs(),
    from?: string,
  ) {
    this.from = from
  }

  /**
   * Runs a request's work; what goes on after it (a stream, a timer) is nobody's patience any more. `asker` absent: it is what
   * several who are known wait for.
   */
  static during<T>(work: () => Promise<T>, asker?: Asker): Promise<T> {
    return Patience.duringFirst(work, (done) => done, asker)
  }

  /**
   * Work beside a request's own, with a patience of its own: what is left of the request's, and so many milliseconds at least.
   * It sees nobody's rows yet (lib/wall.ts).
   */
  static beside<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
    const own = going.getStore()?.patience
    const patience = new Patience(undefined, Math.max(leastMs, own?.leftMs ?? 0), Patience.network() ?? undefined)
    return going.run({ patience, projects: null, isForKnown: going.getStore()?.isForKnown }, work)
  }

  /** The same for work that has a beginning with patience, and goes on without it for as long as it takes. */
  static duringFirst<First, T>(
    first: () => Promise<First>,
    then: (done: First) => T | Promise<T>,
    asker?: Asker,
  ): Promise<T> {
    const patience = new Patience(asker)
    return going.run({ patience, projects: null, isForKnown: asker === undefined }, async () => {
      const done = await first().finally(() => {
        patience.isOver = true
      })
      return then(done)
    })
  }

  /**
   * Runs what several requests wait for, each with its own patience: that of whoever asked first is not theirs, nor their scope.
   * It waits for connections as what strangers ask for does, of whoever asks first; or with those who are known (`isForKnown`).
   */
  static outside<T>(work: () => T, { isForKnown = false } = {}): T {
    return going.run({ patience: undefined, projects: null, from: Patience.network(), isForKnown }, work)
  }

  /** From here on what goes on here is for somebody who is known: an account, a tablet, or a server with its secret key. */
  static askerIsKnown(): void {
    const here = going.getStore()
    if (here) here.isForKnown = true
  }

  /** From here on what goes on here is for whoever sends these headers: of a page nothing else says so. */
  static comesFrom(headers: Headers): void {
    const here = going.getStore()
    if (here) here.from = widerNetworkOf(clientAddressOf({ headers }))
  }

  /** How what goes on here waits for its connection. */
  static row(): { network: string | null; isFamiliar: boolean } {
    return { network: Patience.network(), isFamiliar: going.getStore()?.isForKnown ?? false }
  }

  /** That whoever's request goes on here has hung up: for what is of use to them alone, and changes nothing. */
  static signal(): AbortSignal | undefined {
    return going.getStore()?.patience?.asker?.signal
  }

  /** The network that the request which goes on here comes from; null where that is not known, or nobody asks. */
  static network(): string | null {
    const here = going.getStore()
    if (here?.from !== undefined) return here.from
    const patience = here?.patience
    if (!patience) return null
    const { asker } = patience
    if (asker && hasHeaders(asker)) patience.from ??= widerNetworkOf(clientAddressOf(asker))
    return patience.from ?? null
  }

  /**
   * Waits for a statement of the request that is underway here, which learns how many milliseconds it has. Throws
   * OutOfPatience when there are none left, or NoneFree where the database answers others.
   */
  static async with<T>(statement: (leftMs: number) => Promise<T>): Promise<T> {
    const patience = going.getStore()?.patience
    return patience && !patience.isOver ? patience.wait(statement) : statement(patienceMs())
  }

  /**
   * Waits for what others have begun as well, no longer than this request may. Throws `late()`, as `with` where it is
   * the database that is waited for. `longestMs`: so long for what has a patience of its own with the database, and takes
   * its time beside it; that costs the request none of its own.
   */
  static withShared<T>(shared: Promise<T>, late: () => Error = outOfPatience, longestMs?: number): Promise<T> {
    // Whoever has none left does not listen: where nobody else does, its failure would end the process.
    shared.catch(() => {})
    const waitFor = (mostMs: number) => {
      let timer: NodeJS.Timeout | undefined
      const tooLate = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(late()), mostMs)
      })
      return Promise.race([shared, tooLate]).finally(() => clearTimeout(timer))
    }
    return longestMs === undefined ? Patience.with(waitFor) : waitFor(longestMs)
  }

  // Of statements that run side by side, the time counts once.
  private async wait<T>(statement: (leftMs: number) => Promise<T>): Promise<T> {
    const now = performance.now()
    const leftMs = this.waiting > 0 ? this.leftMs - (now - this.since) : this.leftMs
    if (leftMs < 1) throw outOfPatience()
    if (this.waiting === 0) this.since = now
    this.waiting += 1
    try {
      return await statement(leftMs)
    } finally {
      this.waiting -= 1
      if (this.waiting === 0) this.leftMs -= performance.now() - this.since
    }
  }
}
