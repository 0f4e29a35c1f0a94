import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { env } from '@/lib/env'
import { PrismaClient } from '@/lib/generated/prisma/client'
import { log } from '@/lib/log'

type Database = { pool: pg.Pool; prisma: PrismaClient }

// Next evaluates a module once per bundle: the one pool of the process hangs on globalThis.
const held = globalThis as typeof globalThis & { baycallDatabase?: Database }

function open(): Database {
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: env().DATABASE_POOL,
    // Bounds the wait for a free connection too: a burst waits its turn, and is not told that the database is away.
    connectionTimeoutMillis: 8_000,
    idleTimeoutMillis: 30_000,
    // No writer's transaction outlives this: the feed's overlap is longer (lib/board/data.ts).
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 5_000,
    application_name: 'baycall',
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error.message }, 'idle database connection lost'))
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }) }
}

function database(): Database {
  held.baycallDatabase ??= open()
  return held.baycallDatabase
}

/** Prisma, for what is not hot. */
export function prisma(): PrismaClient {
  return database().prisma
}

/** The pool itself, for what needs a connection of its own. */
export function pool(): pg.Pool {
  return database().pool
}

/**
 * One hot statement on the same pool as Prisma's. `name` makes it a prepared statement, planned once a connection.
 * Throws pg's DatabaseError.
 */
export async function sql<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const result = await pool().query<Row>({ name, text, values })
  return result.rows
}

/** Ends the pool, for tests and commands. */
export async function closeDatabase(): Promise<void> {
  const open = held.baycallDatabase
  held.baycallDatabase = undefined
  await open?.prisma.$disconnect()
  await open?.pool.end().catch(() => undefined)
}
