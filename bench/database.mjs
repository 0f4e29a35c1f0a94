import path from 'node:path'
import { databaseRefusal } from '../scripts/postgres/database-refusal.mjs'
import { migrate } from '../scripts/postgres/migrate.mjs'
import { beforeEnd } from '../scripts/process/ending.mjs'
import { takeLock } from '../scripts/process/lock.mjs'
import { Refusal } from '../scripts/process/refusal.mjs'
import { runQuietly } from '../scripts/process/run-quietly.mjs'
import { step } from '../scripts/process/steps.mjs'
import { inRoot, makePrivateFolder, root } from '../scripts/settings/places.mjs'
import { readJson } from '../scripts/settings/private-file.mjs'
import { filesBelow, fingerprint } from '../scripts/setup/fingerprint.mjs'
import { lockFile, openDatabase } from '../scripts/setup/prepare.mjs'

/** Where the benches keep what they make: apart from what people work with. */
export const benchFolder = inRoot('.data', 'bench')

/** Whose data: its database and what makes it. */
const kinds = {
  api: { name: 'baycall_bench', seed: 'bench/seed.ts', rows: 'entries' },
  entries: { name: 'baycall_bench_entries', seed: 'bench/entries/seed.ts', rows: 'entries' },
  insights: { name: 'baycall_bench_insights', seed: 'bench/insights/seed.ts', rows: 'orders' },
}

/** The bench folder for this process alone: two benches at once would measure each other. */
export async function takeBenchFolder() {
  makePrivateFolder(benchFolder)
  const { lock, holder } = await takeLock(lockFile(benchFolder), 'A bench')
  if (!lock) throw new Refusal(`Another bench is running (process ${holder.pid}): wait until it is done, or stop it.`)
  beforeEnd(() => lock.release())
}

/**
 * A migrated database with that many entries (of the bench of insights: orders), made anew unless it is there already: of the PostgreSQL server that is
 * given (BENCH_DATABASE_URL), else of one of our own with the settings that `npm start` gives it.
 * @param {{ entries: number, quick: boolean, connections: number, secret: string, kind?: keyof typeof kinds }} wanted
 *   connections: that all servers together open at most
 * @returns {Promise<{ url: string, version: string }>}
 */
export async function seededDatabase({ entries, quick, connections, secret, kind = 'api' }) {
  const given = process.env.BENCH_DATABASE_URL || null
  const extra = { max_connections: String(Math.max(100, connections + 20)) }
  const { adminUrl } = await openDatabase(given, benchFolder, { extra })
  // A quick look does not cost the large one.
  const name = `${kinds[kind].name}${quick ? '_quick' : ''}`
  const url = databaseAt(adminUrl, name)
  const mark = markOf(entries, kinds[kind].seed)
  await step(
    'data',
    () => seedUnlessThere(adminUrl, name, { entries, mark, secret, seed: kinds[kind].seed }),
    (made) => `${entries.toLocaleString('en')} ${kinds[kind].rows} in ${name}: ${made ? 'made' : 'there'}`,
  )
  const [row] = await query(adminUrl, 'show server_version')
  return { url, version: String(row?.server_version ?? '') }
}

/**
 * @param {string} adminUrl
 * @param {string} name
 * @param {{ entries: number, mark: string, secret: string, seed: string }} wanted
 * @returns {Promise<boolean>} whether it had to be made
 */
async function seedUnlessThere(adminUrl, name, { entries, mark, secret, seed }) {
  const url = databaseAt(adminUrl, name)
  const found = await query(
    adminUrl,
    `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = '${name}'`,
  )
  if (found[0]?.mark === mark) return false
  await query(adminUrl, `drop database if exists ${name} with (force)`)
  await query(adminUrl, `create database ${name}`)
  await migrate(url)
  await runSeed(url, secret, [seed, 'entries', String(entries)])
  await query(url, 'vacuum (analyze)')
  // Said last: what broke off is made anew.
  await query(adminUrl, `comment on database ${name} is '${mark}'`)
  return true
}

/**
 * What a run works with: orders made anew, fresh credentials.
 * @param {string} url
 * @param {string} secret
 * @returns {Promise<import('./seed.ts').Facts>}
 */
export async function readyForRun(url, secret) {
  const file = path.join(benchFolder, 'facts.json')
  return step(
    'orders',
    async () => {
      await query(url, 'truncate orders, order_claim, order_event, idempotency_key')
      await runSeed(url, secret, [kinds.api.seed, 'run', file])
      await query(url, 'vacuum (analyze) orders, order_claim, order_event')
      // Else what was just written goes to disk while something is measured. Not everybody may ask for it.
      await query(url, 'checkpoint').catch(() => {})
      return /** @type {import('./seed.ts').Facts} */ (readJson(file))
    },
    ({ orderIds }) => `${orderIds.length.toLocaleString('en')} open`,
  )
}

/**
 * What a run over entries works with: fresh credentials, and where pages begin.
 * @param {string} url
 * @param {string} secret
 * @returns {Promise<import('./entries/seed.ts').EntryFacts>}
 */
export async function readyForEntries(url, secret) {
  const file = path.join(benchFolder, 'entry-facts.json')
  return step(
    'places',
    async () => {
      await runSeed(url, secret, [kinds.entries.seed, 'run', file])
      await query(url, 'checkpoint').catch(() => {})
      return /** @type {import('./entries/seed.ts').EntryFacts} */ (readJson(file))
    },
    ({ count }) => `in ${count.toLocaleString('en')} entries`,
  )
}

/**
 * What a run over insights works with: fresh credentials, and which days there are.
 * @param {string} url
 * @param {string} secret
 * @returns {Promise<import('./insights/seed.ts').InsightFacts>}
 */
export async function readyForInsights(url, secret) {
  const file = path.join(benchFolder, 'insight-facts.json')
  await runSeed(url, secret, [kinds.insights.seed, 'run', file])
  return /** @type {import('./insights/seed.ts').InsightFacts} */ (readJson(file))
}

/**
 * @param {string} url
 * @param {string} secret
 * @param {string[]} command a script of the benches and its arguments
 */
function runSeed(url, secret, [script = '', ...args]) {
  return runQuietly(process.execPath, ['--import', 'tsx', inRoot(script), ...args], {
    env: { ...process.env, DATABASE_URL: url, BAYCALL_SECRET: secret, LOG_LEVEL: 'warn' },
    advice: 'The data for the bench could not be made: see above',
  })
}

/**
 * What a seeded database depends on.
 * @param {number} entries
 * @param {string} seed
 */
function markOf(entries, seed) {
  const made = filesBelow(inRoot('prisma'), (file) => /^(migrations|factories)\//.test(file))
  const print = fingerprint(root, [...made.map((file) => `prisma/${file}`), seed])
  return `${entries} entries, made by ${print.slice(0, 12)}`
}

/**
 * @param {string} adminUrl
 * @param {string} name
 */
function databaseAt(adminUrl, name) {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

/**
 * @param {string} url
 * @param {string} text
 * @returns {Promise<Record<string, unknown>[]>}
 */
async function query(url, text) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rows
  } catch (error) {
    throw databaseRefusal(url, error)
  } finally {
    await client.end().catch(() => {})
  }
}
