import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { Deadline, patienceMs, TooLate } from '@/lib/deadline'
import { env } from '@/lib/env'
import { PrismaClient } from '@/lib/generated/prisma/client'
import { log } from '@/lib/log'
import { watchStatement } from '@/lib/watch/statement'

/**
 * Two pools, so that what takes its time (an import, a count) never makes a customer's phone wait: `hot` for whatever
 * is over in milliseconds, `bulk` for the rest.
 */
type Database = { hot: pg.Pool; bulk: pg.Pool; prisma: PrismaClient }

/** No statement, and so no writer's transaction, lives longer on the server: the feed's overlap relies on it. */
export const longestStatementMs = 10_000

// Next evaluates a module once per bundle: the pools of the process hang on globalThis.
const held = globalThis as typeof globalThis & { baycallDatabase?: Database }

// Through a pooler in transaction mode a connection has no memory: neither settings nor prepared statements last.
function isPooled(): boolean {
  return env().DATABASE_DIRECT_URL !== undefined
}

function openPool(max: number, statementMs: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max,
    // Bounds the wait for a free connection too: a burst waits its turn, but not for ever.
    connectionTimeoutMillis: patienceMs,
    query_timeout: statementMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'baycall',
    ...(!isPooled() && { statement_timeout: statementMs, idle_in_transaction_session_timeout: 5_000 }),
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error.message }, 'idle database connection lost'))
  return pool
}

function open(): Database {
  const { DATABASE_POOL: max } = env()
  const hot = openPool(max, patienceMs)
  const bulk = openPool(Math.max(1, Math.ceil(max / 4)), longestStatementMs)
  return { hot, bulk, prisma: new PrismaClient({ adapter: new PrismaPg(hot) }) }
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
export function pools(): Pick<Database, 'hot' | 'bulk'> {
  return database()
}

/** The database itself, past any pooler: for what needs a connection of its own (LISTEN). */
export function directUrl(): string {
  return env().DATABASE_DIRECT_URL ?? env().DATABASE_URL
}

type Statement = { name: string; text: string; values: unknown[] }

// The statement underway learns of it by itself.
const ignored = () => {}

async function runOn<Row extends pg.QueryResultRow>(pool: pg.Pool, statement: Statement, isBulk: boolean) {
  const deadline = Deadline.current
  const startedAt = performance.now()
  deadline?.remainingMs(patienceMs)
  const client = await pool.connect()
  // Lent out, it has no listener of the pool's: one that breaks in the middle would end the process.
  client.on('error', ignored)
  // A statement that was given up is still underway on its connection: that one is not used again.
  let failure: Error | undefined
  try {
    if (isBulk) deadline?.extend(longestStatementMs)
    const mostMs = isBulk ? longestStatementMs : Math.max(100, patienceMs - (performance.now() - startedAt))
    const leftMs = deadline?.remainingMs(mostMs) ?? mostMs
    const { name, ...unnamed } = statement
    const query = { ...(isPooled() ? unnamed : { name, ...unnamed }), query_timeout: leftMs }
    return (await client.query<Row>(query)).rows
  } catch (error) {
    const isWhole = error instanceof pg.DatabaseError || error instanceof TooLate
    if (!isWhole) failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.off('error', ignored)
    client.release(failure)
  }
}

/**
 * One hot statement on the same pool as Prisma's, over within 2 s one way or the other, and within what is left of its
 * request's time. `name` makes it a prepared statement, planned once a connection. Throws pg's DatabaseError, TooLate.
 */
export function sql<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]> {
  return watchStatement(name, () => runOn<Row>(database().hot, { name, text, values }, false))
}

/**
 * One statement that may take its time, up to 10 s once it has its connection, and its request with it, on connections
 * of its own. Throws pg's DatabaseError, TooLate.
 */
export function bulkSql<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]> {
  return watchStatement(name, () => runOn<Row>(database().bulk, { name, text, values }, true))
}

/** Ends the pools, for tests and commands. */
export async function closeDatabase(): Promise<void> {
  const open = held.baycallDatabase
  held.baycallDatabase = undefined
  await open?.prisma.$disconnect()
  await Promise.all([open?.hot.end(), open?.bulk.end()]).catch(() => undefined)
}
