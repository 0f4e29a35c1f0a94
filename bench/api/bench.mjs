import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { say, step } from '../../scripts/process/steps.mjs'
import { inRoot } from '../../scripts/settings/places.mjs'
import { buildForProduction } from '../../scripts/setup/build.mjs'
import { prepareCode } from '../../scripts/setup/prepare.mjs'
import { benchFolder, readyForRun, seededDatabase, takeBenchFolder } from '../database.mjs'
import { peakMemoryMbOf } from '../footprint.mjs'
import { readOptions } from '../options.mjs'
import { startServer } from '../servers.mjs'
import { buildReferences, nextFolder, statementsBundle } from './build.mjs'
import { checkAnswers } from './check.mjs'
import { reportOf } from './report.mjs'
import { runLap, runRound } from './rounds.mjs'
import { scenarios } from './scenarios.mjs'
import { tableOf } from './table.mjs'

/**
 * The API under load: the product beside a bare node server and beside Next, which run the same statements.
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function run(args) {
  const options = readOptions(args)
  await takeBenchFolder()
  say('Bench api')
  await prepareCode()
  await step('build', buildForProduction, (done) => (done ? 'built for production' : 'up to date'))
  await step('references', buildReferences, (done) => (done ? 'built' : 'up to date'))

  const secret = randomBytes(32).toString('base64url')
  // The product has more of them: half as many again for what is slow, and one that listens.
  const connections = 3 * options.workers * (2 * options.pool + 2)
  const database = await seededDatabase({ ...options, connections, secret })
  const facts = await readyForRun(database.url, secret)
  const servers = await step(
    'servers',
    () => startServers(database.url, secret, options),
    (started) => `${started.map(({ name }) => name).join(', ')}: ${options.workers} processes each`,
  )
  await step(
    'answers',
    () => checkAnswers(servers, facts),
    () => 'the same from all',
  )

  // The same Next, asked for a constant.
  const asked = servers.flatMap((server) =>
    server.name === 'next' ? [server, { ...server, name: 'constant' }] : server,
  )
  const rounds = await measureRounds(asked, facts, options)
  const memory = servers.map(({ name, workers }) => ({ name, peaksMb: workers.map(peakMemoryMbOf) }))
  const report = reportOf({ rounds, memory, options, postgres: database.version })
  say(tableOf(report))
  const file = path.resolve(options.json ?? path.join(benchFolder, 'api.json'))
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  say(`  As JSON: ${path.relative(process.cwd(), file)}`)
  return 0
}

/**
 * All three are up all the time; only one is under load at a time.
 * @param {string} databaseUrl
 * @param {string} secret
 * @param {{ workers: number, pool: number }} each
 */
async function startServers(databaseUrl, secret, { workers, pool }) {
  const script = inRoot('bench', 'api', 'reference.mjs')
  const shared = { DATABASE_URL: databaseUrl, WORKERS: String(workers) }
  const reference = {
    ...shared,
    DATABASE_POOL: String(pool),
    BENCH_STATEMENTS: statementsBundle,
    BENCH_NEXT: nextFolder,
  }
  return [
    await startServer({
      name: 'baycall',
      script: inRoot('scripts', 'serve.mjs'),
      // It shares them out among its processes.
      env: {
        ...shared,
        DATABASE_POOL: String(pool * workers),
        BAYCALL_SECRET: secret,
        RATE_LIMIT_SECRET_KEY: '1000000:1000000',
      },
    }),
    await startServer({ name: 'bare', script, args: ['bare'], env: reference }),
    await startServer({ name: 'next', script, args: ['next'], env: reference }),
  ]
}

/**
 * @param {import('../servers.mjs').Server[]} servers
 * @param {import('../seed.ts').Facts} facts
 * @param {import('../options.mjs').Options} options
 */
async function measureRounds(servers, facts, options) {
  await step(
    'warm-up',
    () => runLap(servers, facts, options),
    () => 'done',
  )
  const rounds = []
  for (let round = 0; round < options.rounds; round++) {
    rounds.push(
      await step(
        `round ${round + 1}/${options.rounds}`,
        () => runRound(round, servers, facts, options),
        (figures) => scenarios.map(({ name }) => `${name} ${rateOf(figures[name])}`).join(', '),
      ),
    )
  }
  return rounds
}

/** @param {import('./rounds.mjs').Round[string] | undefined} figures */
function rateOf(figures) {
  return `${Math.round(figures?.baycall?.perSecond ?? 0)}/s`
}
