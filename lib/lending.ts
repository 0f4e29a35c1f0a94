import pg from 'pg'
import { isAnswering, type LastAnswer, NoneFree, OutOfPatience } from '@/lib/out-of-patience'

/**
 * The connections of a pool as they are lent out, to tell a crowd from a database that is away: certain is a crowd where as
 * many as there are stand, with somebody's work on each, and the database has just answered one.
 */
export class Lending {
  private lent = 0

  /** `clock`: in milliseconds, from wherever. */
  constructor(
    pool: Pick<pg.Pool, 'on'>,
    private readonly answer: LastAnswer,
    private readonly clock: () => number = () => performance.now(),
  ) {
    pool.on('acquire', () => {
      this.lent += 1
    })
    pool.on('release', (error) => {
      this.lent -= 1
      if (!error) this.answer.at = this.clock()
    })
  }

  /** Whether the database has just answered somebody. */
  isAnswering(): boolean {
    return isAnswering(this.answer, this.clock())
  }

  /** What is thrown to who has waited in vain for one of so many connections. */
  refusal(many: number): NoneFree | OutOfPatience {
    const isCrowd = this.lent >= many && this.isAnswering()
    return isCrowd ? new NoneFree() : new OutOfPatience()
  }
}

// What pg's pool says of who has waited in vain.
const poolsWords = 'timeout exceeded when trying to connect'

/** A pool that tells who has waited in vain why. `answer`: of all pools of the same database. */
export class LendingPool extends pg.Pool {
  private readonly lending: Lending

  constructor(answer: LastAnswer, options: pg.PoolConfig) {
    super(options)
    this.lending = new Lending(this, answer)
  }

  /** For who has waited in vain for one of its connections, or of as many as are theirs to have. */
  refusal(many = this.options.max ?? 1): Error {
    return this.lending.refusal(many)
  }

  /** Whether the database has just answered somebody, on whichever of its pools. */
  isAnswering(): boolean {
    return this.lending.isAnswering()
  }

  // A transaction of Prisma's waits here, for as long as the pool lets it.
  override connect(...asked: []): Promise<pg.PoolClient>
  override connect(...asked: unknown[]): never
  override connect(...asked: unknown[]): unknown {
    const connecting = Reflect.apply(super.connect, this, asked) as Promise<pg.PoolClient> | undefined
    return connecting?.catch((error) => {
      throw error.message === poolsWords ? this.refusal() : error
    })
  }
}
