import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { env, patienceMs } from '@/lib/env'
import { HungUp } from '@/lib/errors'
import { databaseIsBusy, TookTooLong } from '@/lib/failed-statement'
import { PrismaClient } from '@/lib/generated/prisma/client'
import { LendingPool } from '@/lib/lending'
import { log } from '@/lib/log'
import { type LastAnswer, lastAnswer } from '@/lib/out-of-patience'
import { Patience } from '@/lib/patience'
import { FairShare } from '@/lib/turns/fair-share'
import type { Why } from '@/lib/turns/places'
import { currentShare, NoScope } from '@/lib/wall'
import { endPoolersReader, onlyReads, standBehindWall, WalledClient } from '@/lib/walled-client'
import { keepScopes } from '@/lib/walled-prisma'
import { watchStatement } from '@/lib/watch/statement'

/**
 * Pools, so that what takes its time (an import, a count) never makes a customer's phone wait: `hot` for whatever
 * is over in milliseconds, `bulk` for the rest. A connection of its own has what is due by itself (`upkeep`): nobody who asks
 * for much keeps it from its turn.
 */
type Database = { hot: SharedPool; bulk: SharedPool; upkeep: SharedPool; prisma: PrismaClient }

/**
 * `share`: of its connections, by the project that a statement counts to (currentShare). Whoever asks so much for one project
 * that all of them would wait (for one order's lock, for long lists, for files and counts) leaves one to everybody else.
 * Absent: there is but one.
 */
type SharedPool = LendingPool & { share?: FairShare }

/** No statement, and so no writer's transaction, lives longer on the server: the feed's overlap relies on it. */
export const longestStatementMs = 10_000

// So much sooner than we stop waiting the database ends a statement itself, and says so: else it might be away.
const tellingMs = 100

// For the connection of what is due by itself: one statement stands in front at most, and may take its time.
const longestUpkeepWaitMs = () => longestStatementMs + patienceMs()

// For a bulk connection, behind what else is asked of it for the same project: one that waits for others has patienceMs() alone.
const longestShareMs = 5_000

// Next evaluates a module once per bundle: the pools of the process hang on globalThis.
const held = globalThis as typeof globalThis & { baycallDatabase?: Database }

// Through a pooler in transaction mode a connection has no memory: neither settings nor prepared statements last.
function isPooled(): boolean {
  return env().DATABASE_DIRECT_URL !== undefined
}

// Bounds the wait for a free connection too: a burst waits its turn, but not for ever.
function openPool(max: number, statementMs: number, answer: LastAnswer, waitMs = patienceMs()): SharedPool {
  const pool: SharedPool = new PatientPool(answer, {
    connectionString: env().DATABASE_URL,
    max,
    connectionTimeoutMillis: waitMs,
    query_timeout: statementMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'baycall',
    Client: WalledClient,
    onConnect: (client) => standBehindWall(client as WalledClient, { isPooled: isPooled() }),
    ...(!isPooled() && { statement_timeout: statementMs - tellingMs, idle_in_transaction_session_timeout: 5_000 }),
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  return pool
}

// How many of a pool's connections one project may have at a time.
function shareOf(pool: pg.Pool): number {
  return Math.max(1, (pool.options.max ?? 1) - 1)
}

const hungUp = () => new HungUp('Whoever asked for this has hung up.', 1)

function open(): Database {
  const { DATABASE_POOL: max } = env()
  lastAnswer.at = Number.NEGATIVE_INFINITY
  const hot = openPool(max, patienceMs(), lastAnswer)
  // Three at least: of one project what is counted, what it sends and takes away beside that, and everybody else.
  const bulk = openPool(Math.max(3, Math.ceil(max / 4)), longestStatementMs, lastAnswer)
  for (const pool of [hot, bulk]) {
    const atOnce = shareOf(pool)
    const refusal = (why: Why) => (why === 'gone' ? hungUp() : pool.refusal(atOnce))
    pool.share = new FairShare({ atOnce, refusal, alternates: true })
  }
  return {
    hot,
    bulk,
    upkeep: openPool(1, longestStatementMs, lastAnswer, longestUpkeepWaitMs()),
    prisma: keepScopes(new PrismaClient({ adapter: new PrismaPg(hot) })),
  }
}

function database(): Database {
  held.baycallDatabase ??= open()
  return held.baycallDatabase
}

/** Prisma, for what is not hot. */
export function prisma(): PrismaClient {
  return database().prisma
}

/** The pools themselves, for those who watch them. */
export function pools(): Pick<Database, 'hot' | 'bulk' | 'upkeep'> {
  return database()
}

/** How many of the connections for what takes its time (bulkSql) one project may have at a time. */
export function bulkShare(): number {
  return shareOf(database().bulk)
}

/** The database itself, past any pooler: for what needs a connection of its own (LISTEN). */
export function directUrl(): string {
  return env().DATABASE_DIRECT_URL ?? env().DATABASE_URL
}

type Statement = { name: string; text: string; values: unknown[] }

// The statement underway learns of it by itself.
const ignored = () => {}

// A connection within so many milliseconds; one that comes later, or when who asks has gone, goes back unused.
async function connect(pool: LendingPool, leftMs: number, gone?: AbortSignal): Promise<pg.PoolClient> {
  if (pool.idleCount > 0) return pool.connect()
  const connecting = pool.connect()
  let timer: NodeJS.Timeout | undefined
  let leave = ignored
  const left = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(pool.refusal()), leftMs)
    leave = () => reject(hungUp())
    gone?.addEventListener('abort', leave)
  })
  try {
    return await Promise.race([connecting, left])
  } catch (error) {
    // Whoever has thrown: the pool may be another bundle's, and so are its errors.
    connecting.then((client) => client.release(), ignored)
    throw error
  } finally {
    clearTimeout(timer)
    gone?.removeEventListener('abort', leave)
  }
}

type Query = Omit<Statement, 'name'> & { name?: string }
type Waits = { ownMs?: number; gone?: AbortSignal | undefined }

/**
 * Runs a statement on a connection of a pool, once its project has fewer than it may: `leftMs` for all of it, unless the
 * statement has a time of its own (`ownMs`); then for the connection. Throws NoScope where nobody has said whose rows it may
 * see, HungUp where who asks has gone (`gone`) before it was begun.
 */
async function runOn<Row extends pg.QueryResultRow>(pool: SharedPool, query: Query, leftMs: number, how: Waits = {}) {
  const { ownMs, gone } = how
  const holder = currentShare()
  if (holder === null) throw new NoScope()
  const startedAt = performance.now()
  const { share } = pool
  const mostMs = ownMs === undefined ? leftMs : longestShareMs
  // Before it is known who asks all are in one row, and of a project all its people and phones: a network behind the other, and
  // those who are known in turn with the others.
  const waiting = share?.take(holder, { ...Patience.row(), mostMs, signal: gone })
  if (waiting) await waiting
  try {
    const waitedMs = ownMs === undefined ? performance.now() - startedAt : 0
    return await runBy<Row>(pool, query, leftMs - waitedMs, how)
  } finally {
    share?.giveBack(holder)
  }
}

// By their codes: what PostgreSQL says of how bad it is comes in its own language.
const endsConnection = ({ code = '' }: pg.DatabaseError) => /^(08|25P0[34]|57P)/.test(code)

// What pg says of a statement that it has waited for in vain.
const driversTimeout = 'Query read timeout'

// A statement that is given up takes its connection along, and each new one costs those who wait: in a crowd, where many
// have but little left, it would last by itself.
const leastMs = 200

function notWorthBeginning(pool: LendingPool): Error {
  const refusal = pool.refusal()
  return databaseIsBusy(refusal) || !pool.isAnswering() ? refusal : new TookTooLong()
}

async function runBy<Row extends pg.QueryResultRow>(pool: LendingPool, query: Query, leftMs: number, how: Waits) {
  const { ownMs, gone } = how
  const startedAt = performance.now()
  const client = await connect(pool, leftMs, gone)
  const restMs = leftMs - (performance.now() - startedAt)
  if (ownMs === undefined && restMs < leastMs) {
    const error = notWorthBeginning(pool)
    client.release()
    throw error
  }
  // Lent out, it has no listener of the pool's: one that breaks in the middle would end the process.
  client.on('error', ignored)
  // A statement that was given up is still underway on its connection, and one that was ended takes its connection along,
  // which the pool learns a moment later: neither is used again.
  let failure: Error | undefined
  try {
    const timed = { ...query, query_timeout: ownMs ?? restMs }
    return await client.query<Row>(timed)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || endsConnection(error)) failure = error as Error
    else if (isPooled() && error.code === onlyReads) {
      failure = error
      await endPoolersReader(client as unknown as WalledClient)
    }
    throw failure?.message === driversTimeout && pool.isAnswering() ? new TookTooLong() : error
  } finally {
    client.off('error', ignored)
    client.release(failure)
  }
}

/** What Prisma asks of the pool counts as well: it passes no callback, and its statements have no name. */
class PatientPool extends LendingPool {
  override query(...asked: unknown[]): never {
    const [query, values] = asked
    if (asked.length > 2) return Reflect.apply(super.query, this, asked) as never
    const asObject = typeof query === 'string' ? { text: query } : Object(query)
    const whole = { ...asObject, ...(values !== undefined && { values }) } as Query
    return Patience.with((leftMs) => runOn(this, whole, leftMs)) as never
  }
}

/**
 * One hot statement on the same pool as Prisma's, within what is left of its request's patience: 2 s at most. `name`
 * makes it a prepared statement, planned once a connection. `gone`: that whoever it is of use to has, of one with which
 * nothing is broken off. Throws pg's DatabaseError, OutOfPatience, HungUp.
 */
export function sql<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
  gone?: AbortSignal,
): Promise<Row[]> {
  const query = isPooled() ? { text, values } : { name, text, values }
  return watchStatement(name, async () => {
    const { rows } = await Patience.with((leftMs) => runOn<Row>(database().hot, query, leftMs, { gone }))
    return rows
  })
}

/**
 * One statement that may take its time, up to 10 s once it has its connection, on connections of its own. Throws pg's
 * DatabaseError, OutOfPatience.
 */
export function bulkSql<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]> {
  return longSql(database().bulk, { name, text, values }, patienceMs())
}

/**
 * The same for what is done without being asked for, one at a time, on a connection that nobody's requests use: what comes
 * meanwhile waits for it for longer than a statement may take.
 */
export function upkeepSql<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  return longSql(database().upkeep, { name, text, values }, longestUpkeepWaitMs())
}

function longSql<Row extends pg.QueryResultRow>(pool: SharedPool, { name, text, values }: Statement, waitMs: number) {
  const query = isPooled() ? { text, values } : { name, text, values }
  return watchStatement(name, async () => {
    const { rows } = await runOn<Row>(pool, query, waitMs, { ownMs: longestStatementMs })
    return rows
  })
}

/** Ends the pools, for tests and commands. */
export async function closeDatabase(): Promise<void> {
  const open = held.baycallDatabase
  held.baycallDatabase = undefined
  await open?.prisma.$disconnect()
  await Promise.all([open?.hot.end(), open?.bulk.end(), open?.upkeep.end()]).catch(() => undefined)
}
