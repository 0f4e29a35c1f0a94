/**
 * Who asks for a place. `isFamiliar`: from where an account has signed in before, or somebody who has proven who they are.
 * `network`: what they share with others who may be the same somebody; null where nobody knows. `mostMs`: how long they wait;
 * absent: as long as it takes. `signal`: that they have hung up. `hadMs`: as `hadBy` of their network (How), where it is known of
 * themselves.
 */
export type Waiting = {
  isFamiliar?: boolean
  network?: string | null
  mostMs?: number
  signal?: AbortSignal | undefined
  hadMs?: number
}

/** Why somebody gets no place: too many wait, theirs has not come in time, or they have hung up. */
export type Why = 'full' | 'late' | 'gone'

/**
 * `mostWaiting` absent: however many. `refusal`: what is thrown to who gets none. `alternates`: where both wait, the familiar have
 * every second place; absent: they have each. `hadBy`: how long a network would have to wait to make up for what it has had of
 * late, in ms; of those who are familiar alike the one is next then that has least to make up for, whatever the round. `sizeOf`: how
 * large what it asks for is, each size four times the one before: where several wait, each has one turn while that before has four, so
 * that neither keeps the other out.
 */
export type How = {
  atOnce: number
  mostWaiting?: number
  refusal: (why: Why) => Error
  alternates?: boolean
  hadBy?: (network: string) => number
  sizeOf?: (network: string) => number
}

/** `round`: each network has one waiter in each. */
type Waiter = {
  isFamiliar: boolean
  network: string
  round: number
  sinceMs: number
  hadMs?: number | undefined
  begin: () => void
  leave: (why: Why) => void
}

const rowOf = (isFamiliar: boolean) => (isFamiliar ? 'familiar' : 'others')

const mostNoted = 5_000

// So many of those in a round whose network nobody knows: else whoever's has had the round waits for as long as any of them come.
const unknownOfRound = 8

// So many who come in the middle of a round have their turn in it, and as many as waited when it began: where ever more come
// from ever other networks it would last for ever, and whoever has had it would wait as long.
const leastRoom = 16

const comesBefore = (one: Waiter, other: Waiter) =>
  one.isFamiliar === other.isFamiliar ? one.round < other.round : one.isFamiliar

/**
 * So many places, and a row of those who wait for one: the familiar first, and in rounds, one of each network, so that who
 * asks for many waits for themselves, and whoever comes again for the next round, which comes however many others do; else in
 * their order. Nobody is passed by who comes later of the same network, but for the familiar.
 */
export class Places {
  private taken = 0
  private readonly row: Waiter[] = []
  // The round of whoever began last, of the familiar and of the others: who comes now is in no earlier one.
  private readonly begun = { familiar: 0, others: 0 }
  // For how many more there is room in that round.
  private readonly room = { familiar: leastRoom, others: leastRoom }
  // In which round each network has begun: in that one it has no other, or a few who come again at once would make it last for ever.
  private readonly had = new Map<string, number>()

  // Of the familiar and of the others, when the next turn of each size is: one of its turns takes as long as four of the size before.
  private readonly due = { familiar: new Map<number, number>(), others: new Map<number, number>() }
  private readonly at = { familiar: 0, others: 0 }

  private unknown = 0
  private wasFamiliar = false

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
    const next = this.next()
    if (!next) {
      this.taken -= 1
      if (this.isIdle) this.had.clear()
      return
    }
    this.begin(next)
    this.note(next.isFamiliar, next.network, next.round)
    next.begin()
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

  private next(): Waiter | undefined {
    const isOthersTurn = this.how.alternates === true && this.wasFamiliar
    const firstOfOthers = isOthersTurn ? this.row.findIndex(({ isFamiliar }) => !isFamiliar) : 0
    const [next] = this.row.splice(this.leastFrom(Math.max(0, firstOfOthers)), 1)
    this.wasFamiliar = next?.isFamiliar ?? false
    return next
  }

  /** Whoever in the row is familiar as this one is, or is not, with what each has to make up for still, in ms. */
  private alike(first: number): { at: number; size: number; toMakeUp: number }[] {
    const { hadBy = () => 0, sizeOf = () => 0 } = this.how
    const now = performance.now()
    return this.row.flatMap(({ isFamiliar, network, sinceMs, hadMs = hadBy(network) }, at) => {
      const isAlike = isFamiliar === this.row[first]?.isFamiliar
      return isAlike ? [{ at, size: sizeOf(network), toMakeUp: hadMs - (now - sinceMs) }] : []
    })
  }

  /** Of these sizes, the one whose turn it is. Who comes anew is due at once, and makes up for no turn in which nobody came. */
  private sizeDue(row: 'familiar' | 'others', sizes: Iterable<number>): number {
    const due = this.due[row]
    const dueOf = (size: number) => Math.max(this.at[row], due.get(size) ?? 0)
    const [size = 0] = [...new Set(sizes)].toSorted((one, other) => dueOf(one) - dueOf(other) || one - other)
    this.at[row] = dueOf(size)
    due.set(size, this.at[row] + 4 ** size)
    return size
  }

  private leastFrom(first: number): number {
    if (!this.how.hadBy || this.row.length < 2) return first
    const alike = this.alike(first)
    const row = rowOf(this.row[first]?.isFamiliar ?? false)
    const size = this.sizeDue(
      row,
      alike.map((one) => one.size),
    )
    const [least] = alike.filter((one) => one.size === size).toSorted((one, other) => one.toMakeUp - other.toMakeUp)
    return least?.at ?? first
  }

  // Whoever comes to a full row is not kept out by all who have had more, nor by however many who ask for what is of another size.
  private mostOfLast(): number {
    const last = this.row.length - 1
    if (!this.how.hadBy) return last
    const alike = this.alike(last)
    const many = (size: number) => alike.filter((one) => one.size === size).length
    const [size] = [...new Set(alike.map((one) => one.size))].toSorted((one, other) => many(other) - many(one))
    const [most] = alike.filter((one) => one.size === size).toSorted((one, other) => other.toMakeUp - one.toMakeUp)
    return most?.at ?? last
  }

  private begin({ isFamiliar, round }: Waiter): void {
    const name = rowOf(isFamiliar)
    if (round === this.begun[name]) return
    this.begun[name] = round
    const waiting = this.row.filter((other) => other.isFamiliar === isFamiliar && other.round === round)
    this.room[name] = Math.max(leastRoom, waiting.length)
  }

  private networkOf(network: string | null): string {
    if (network !== null) return network
    this.unknown = (this.unknown + 1) % unknownOfRound
    return `unknown ${this.unknown}`
  }

  private note(isFamiliar: boolean, network: string, round: number): void {
    const name = `${rowOf(isFamiliar)} ${network}`
    this.had.delete(name)
    this.had.set(name, round)
    if (this.had.size > mostNoted) this.forgetPast()
  }

  // What was had in rounds that are over counts for nothing.
  private forgetPast(): void {
    for (const [name, round] of this.had) {
      const begun = name.startsWith('familiar ') ? this.begun.familiar : this.begun.others
      if (round < begun) this.had.delete(name)
    }
    const [eldest] = this.had.size > mostNoted ? this.had.keys() : []
    if (eldest !== undefined) this.had.delete(eldest)
  }

  private roundOf(isFamiliar: boolean, network: string): number {
    const name = rowOf(isFamiliar)
    const begun = this.begun[name]
    const waits = this.row.findLast((other) => other.isFamiliar === isFamiliar && other.network === network)
    const last = waits?.round ?? this.had.get(`${name} ${network}`) ?? begun - 1
    if (last >= begun) return last + 1
    if (this.room[name] === 0) return begun + 1
    this.room[name] -= 1
    return begun
  }

  private wait({ isFamiliar = false, network: from = null, mostMs, signal, hadMs }: Waiting): Promise<void> {
    const network = this.networkOf(from)
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
        round: this.roundOf(isFamiliar, network),
        sinceMs: performance.now(),
        hadMs,
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
      if (this.row.length > (this.how.mostWaiting ?? Number.POSITIVE_INFINITY))
        this.row[this.mostOfLast()]?.leave('full')
    })
  }
}
