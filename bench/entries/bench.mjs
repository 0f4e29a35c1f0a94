import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { say, step } from '../../scripts/process/steps.mjs'
import { inRoot } from '../../scripts/settings/places.mjs'
import { buildForProduction } from '../../scripts/setup/build.mjs'
import { prepareCode } from '../../scripts/setup/prepare.mjs'
import { bundleStatements, statementsBundle } from '../api/build.mjs'
import { signIn } from '../api/check.mjs'
import { benchFolder, readyForEntries, seededDatabase, takeBenchFolder } from '../database.mjs'
import { startServer } from '../servers.mjs'
import { measureCharts } from './charts.mjs'
import { measureExport } from './export.mjs'
import { copyRows, sendLines } from './ingest.mjs'
import { watchMemory } from './memory.mjs'
import { readEntryOptions } from './options.mjs'
import { measurePages, offsetTimes } from './pages.mjs'
import { entryReport } from './report.mjs'
import { entryTable } from './table.mjs'

/**
 * Search, charts, ingest and export over millions of entries, beside the bare SQL of each.
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function run(args) {
  const options = readEntryOptions(args)
  await takeBenchFolder()
  say('Bench entries')
  await prepareCode()
  await step('build', buildForProduction, (done) => (done ? 'built for production' : 'up to date'))
  await bundleStatements()
  const secret = randomBytes(32).toString('base64url')
  const database = await seededDatabase({ ...options, connections: 80, secret, kind: 'entries' })
  const facts = await readyForEntries(database.url, secret)
  const servers = await startServers(database.url, secret)
  const [product] = servers
  const memory = watchMemory(product)
  const client = await connect(database.url)
  const rounds = []
  for (let round = 0; round < options.rounds; round++) {
    rounds.push(await measureRound(servers, facts, { options, client, round }))
  }
  const report = entryReport({ rounds, memory: memory(), options, postgres: database.version })
  await step(
    'tidying up',
    () => client.query('delete from entry where project_id = $1', [facts.receiver.projectId]),
    () => 'what was sent is gone',
  )
  await client.end()
  say(entryTable(report))
  const file = path.join(benchFolder, 'entries.json')
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  say(`  As JSON: ${path.relative(process.cwd(), file)}`)
  return 0
}

/**
 * @param {string} url
 * @param {string} secret
 * @returns {Promise<[import('../servers.mjs').Server, import('../servers.mjs').Server]>}
 */
async function startServers(url, secret) {
  const workers = String(availableParallelism())
  const shared = { DATABASE_URL: url, WORKERS: workers }
  const product = await startServer({
    name: 'baycall',
    script: inRoot('scripts', 'serve.mjs'),
    env: { ...shared, BAYCALL_SECRET: secret, RATE_LIMIT_SECRET_KEY: '1000000:1000000', RATE_LIMIT_STAFF: 'off' },
  })
  const bare = await startServer({
    name: 'bare',
    script: inRoot('bench', 'api', 'reference.mjs'),
    args: ['bare'],
    env: { ...shared, DATABASE_POOL: '5', BENCH_STATEMENTS: statementsBundle },
  })
  return [product, bare]
}

/** @param {string} url */
async function connect(url) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/**
 * @param {[import('../servers.mjs').Server, import('../servers.mjs').Server]} servers
 * @param {import('./seed.ts').EntryFacts} facts
 * @param {{ options: import('./options.mjs').EntryOptions, client: import('pg').Client, round: number }} how
 * @returns {Promise<import('./report.mjs').EntryRound>}
 */
async function measureRound(servers, facts, { options, client, round }) {
  const [product] = servers
  const token = await signIn(product, facts)
  const of = `${round + 1}/${options.rounds}`
  const pages = await step(
    `pages ${of}`,
    () => measurePages(servers, facts, { token, seconds: options.seconds }),
    ({ end }) => `end ${Math.round(end?.baycall?.perSecond ?? 0)}/s`,
  )
  const offset = await step(
    `OFFSET ${of}`,
    () => offsetTimes(client, facts),
    ({ end }) => `end ${Math.round(end ?? 0)} ms`,
  )
  const charts = await step(
    `charts ${of}`,
    () => measureCharts(product, facts, token),
    (found) => `a year ${Math.round(found['charts of a project']?.p50Ms ?? 0)} ms`,
  )
  const run = `${Date.now().toString(36)}-${round}`
  const ingest = await step(
    `ingest ${of}`,
    async () => ({
      sent: await sendLines(product, facts, options.sent, run),
      copied: await copyRows(client, facts, options.sent, run),
    }),
    ({ sent, copied }) => `${Math.round(sent)}/s, COPY ${Math.round(copied)}/s`,
  )
  const exports = await step(
    `export ${of}`,
    async () => ({
      ndjson: await measureExport(product, facts, { token, days: options.days, format: 'ndjson' }),
      csv: await measureExport(product, facts, { token, days: options.days, format: 'csv' }),
    }),
    ({ ndjson }) => (ndjson ? `${Math.round(ndjson.perSecond)} rows/s` : 'not there'),
  )
  return { pages, offset, charts, ingest, exports }
}
