import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { messageOf, Refusal } from '../process/refusal.mjs'
import { inRoot } from '../settings/places.mjs'
import { databaseRefusal } from './database-refusal.mjs'

// The lock that Prisma's own CLI takes, so that neither runs while the other does.
const advisoryLock = 72_707_369
const leastVersion = 150_000

// Prisma's own table, to the letter: its CLI can take over at any time.
const history = `
  create table if not exists "_prisma_migrations" (
    "id"                  varchar(36) primary key not null,
    "checksum"            varchar(64) not null,
    "finished_at"         timestamptz,
    "migration_name"      varchar(255) not null,
    "logs"                text,
    "rolled_back_at"      timestamptz,
    "started_at"          timestamptz not null default now(),
    "applied_steps_count" integer not null default 0
  )`

/**
 * Who is bound to the rows of their projects: the role that statements run as, the tables' owner where there can't be one,
 * or nobody yet (migrations of another release).
 * @typedef {'role' | 'owner' | 'none'} Wall
 */

/**
 * Applies what the database lacks of prisma/migrations, in order; of several processes that try at once, one does and
 * the others wait. Each migration is one transaction together with its line in the history: a crash leaves no half.
 * @param {string} databaseUrl
 * @param {string} [folder]
 * @returns {Promise<{ applied: number, changed: string[], wall: Wall }>} changed: applied ones whose file is another by now
 */
export async function migrate(databaseUrl, folder = inRoot('prisma', 'migrations')) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: 'baycall migrations',
  })
  // A connection that breaks fails the statement underway; without a listener it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const version = Number((await client.query('show server_version_num')).rows[0].server_version_num)
    if (version < leastVersion)
      throw new Refusal(
        `DATABASE_URL names a PostgreSQL ${Math.floor(version / 10_000)}: use one of version 15 or newer.`,
      )
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    // A migration is about every project's rows, and the tables' owner is bound by their policies.
    await client.query("select set_config('baycall.projects', '*', false)")
    const done = await applyMissing(client, readMigrations(folder))
    return { ...done, wall: await raiseWall(client) }
  } catch (error) {
    throw error instanceof Refusal ? error : databaseRefusal(databaseUrl, error)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * See the migration of the wall: it stands around what other migrations have made, and in a database that was restored
 * where nobody knew its role.
 * @param {import('pg').Client} client
 * @returns {Promise<Wall>}
 */
async function raiseWall(client) {
  const { rows } = await client.query("select to_regprocedure('raise_wall()') is not null as known")
  if (!rows[0].known) return 'none'
  const raised = await client.query('select raise_wall() as has_role')
  return raised.rows[0].has_role ? 'role' : 'owner'
}

/**
 * @param {string} folder
 * @returns {{ name: string, sql: string, checksum: string }[]}
 */
function readMigrations(folder) {
  return readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, file: path.join(folder, name, 'migration.sql') }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => {
      const sql = readFileSync(file, 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * @param {import('pg').Client} client
 * @param {ReturnType<typeof readMigrations>} migrations
 */
async function applyMissing(client, migrations) {
  await client.query(history)
  const { rows } = await client.query(
    'select migration_name, checksum, finished_at from "_prisma_migrations" where rolled_back_at is null',
  )
  const broken = rows.find((row) => row.finished_at === null)
  if (broken) {
    throw new Refusal(
      `Migration ${broken.migration_name} was begun by another tool and not finished: put the database right, then tell it so with npx prisma migrate resolve.`,
    )
  }
  /** @type {Map<string, string>} */
  const done = new Map(rows.map((row) => [row.migration_name, row.checksum]))
  const missing = migrations.filter(({ name }) => !done.has(name))
  for (const migration of missing) await apply(client, migration)
  const changed = migrations.filter(({ name, checksum }) => done.has(name) && done.get(name) !== checksum)
  return { applied: missing.length, changed: changed.map(({ name }) => name) }
}

/**
 * @param {import('pg').Client} client
 * @param {{ name: string, sql: string, checksum: string }} migration
 */
async function apply(client, { name, sql, checksum }) {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query(
      `insert into "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
       values ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Refusal(`Migration ${name} could not be applied and left nothing behind: ${messageOf(error)}.`)
  }
}
