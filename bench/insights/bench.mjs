import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { say, step } from '../../scripts/process/steps.mjs'
import { inRoot } from '../../scripts/settings/places.mjs'
import { buildForProduction } from '../../scripts/setup/build.mjs'
import { prepareCode } from '../../scripts/setup/prepare.mjs'
import { signIn } from '../api/check.mjs'
import { benchFolder, readyForInsights, seededDatabase, takeBenchFolder } from '../database.mjs'
import { watchMemory } from '../entries/memory.mjs'
import { askTimes } from '../entries/pages.mjs'
import { startServer } from '../servers.mjs'
import { readInsightOptions } from './options.mjs'
import { insightReport, insightTable } from './report.mjs'

const times = 5

/**
 * What the page of insights asks for: a month and a year, of all stores and of one.
 * @param {import('./seed.ts').InsightFacts} facts
 */
function questions({ projectId, destinationId, month, year }) {
  const page = (/** @type {Record<string, string>} */ asked) => ({
    path: `/api/staff/insights?${new URLSearchParams({ projectId, ...asked })}`,
  })
  return {
    'a month of a store': page({ destinationId, ...month }),
    'a month of all stores': page(month),
    'a year of a store': page({ destinationId, ...year }),
    'a year of all stores': page(year),
  }
}

/**
 * How long a manager waits for the page of insights.
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function run(args) {
  const options = readInsightOptions(args)
  await takeBenchFolder()
  say('Bench insights')
  await prepareCode()
  await step('build', buildForProduction, (done) => (done ? 'built for production' : 'up to date'))
  const secret = randomBytes(32).toString('base64url')
  const { quick, orders } = options
  const database = await seededDatabase({ entries: orders, quick, connections: 40, secret, kind: 'insights' })
  const facts = await readyForInsights(database.url, secret)
  const server = await startServer({
    name: 'baycall',
    script: inRoot('scripts', 'serve.mjs'),
    env: { DATABASE_URL: database.url, WORKERS: String(availableParallelism()), BAYCALL_SECRET: secret },
  })
  const memory = watchMemory(server)
  const token = await signIn(server, facts)
  /** @type {import('./report.mjs').InsightRound[]} */
  const rounds = []
  for (let round = 0; round < options.rounds; round++) {
    rounds.push(
      await step(
        `insights ${round + 1}/${options.rounds}`,
        () => measureRound(server, facts, token),
        (found) => `a year ${Math.round(found['a year of all stores']?.p50Ms ?? 0)} ms`,
      ),
    )
  }
  const report = insightReport({ rounds, memory: memory(), options, count: facts.count, postgres: database.version })
  say(insightTable(report))
  const file = path.join(benchFolder, 'insights.json')
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  say(`  As JSON: ${path.relative(process.cwd(), file)}`)
  return 0
}

/**
 * @param {import('../servers.mjs').Server} server
 * @param {import('./seed.ts').InsightFacts} facts
 * @param {string} token
 */
async function measureRound(server, facts, token) {
  /** @type {import('./report.mjs').InsightRound} */
  const found = {}
  for (const [name, question] of Object.entries(questions(facts))) {
    found[name] = await askTimes(server, token, question, times)
  }
  return found
}
