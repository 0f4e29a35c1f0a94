import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import path from 'node:path'
import { say, step } from '../../scripts/process/steps.mjs'
import { inRoot } from '../../scripts/settings/places.mjs'
import { buildForProduction } from '../../scripts/setup/build.mjs'
import { prepareCode } from '../../scripts/setup/prepare.mjs'
import { benchFolder, readyForRun, seededDatabase, takeBenchFolder } from '../database.mjs'
import { startServer } from '../servers.mjs'
import { measureOneBoard } from './one-board.mjs'
import { readBoardOptions } from './options.mjs'
import { boardTable, oneBoardTable } from './report.mjs'
import { runScenario } from './scenario.mjs'

const entries = 20_000

/**
 * From a phone's "I'm here" to the row on the board: one board, many boards, many boards of one store.
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function run(args) {
  const options = readBoardOptions(args)
  await takeBenchFolder()
  say('Bench board')
  await prepareCode()
  await step('build', buildForProduction, (done) => (done ? 'built for production' : 'up to date'))
  const secret = randomBytes(32).toString('base64url')
  const workers = availableParallelism()
  const database = await seededDatabase({ entries, quick: true, connections: 100, secret })
  const facts = await readyForRun(database.url, secret)
  const server = await startServer({
    name: 'baycall',
    script: inRoot('scripts', 'serve.mjs'),
    // One account signs in for many boards.
    env: {
      DATABASE_URL: database.url,
      WORKERS: String(workers),
      BAYCALL_SECRET: secret,
      RATE_LIMIT_SIGN_IN: 'off',
      RATE_LIMIT_STAFF: 'off',
    },
  })
  const { boards, stores } = options
  const scenarios = [
    { name: '1 board', boards: 0, stores: 1 },
    { name: `${boards} boards of ${stores} stores`, boards: boards - 1, stores },
    { name: `${boards} boards of 1 store`, boards: boards - 1, stores: 1 },
  ]
  // Uncounted: whoever comes first pays for what is compiled and cached.
  await step(
    'warm-up',
    () => runScenario(server, facts, { ...options, boards: 2, stores: 1, seconds: 3 }),
    () => 'done',
  )
  const figures = []
  for (const { name, ...scenario } of scenarios) {
    const found = await step(
      name,
      () => runScenario(server, facts, { ...options, ...scenario }),
      ({ painted, answered }) =>
        `painted p95 ${Math.round(painted.p95)} ms, answered p95 ${Math.round(answered.p95)} ms`,
    )
    figures.push({ name, ...found })
  }
  const oneBoard = await step(
    'a thousand orders',
    () => measureOneBoard(server, facts),
    ({ scriptKb, still }) => `${scriptKb.toFixed(1)} KB of JavaScript, ${Math.round(still.fps)} frames a second`,
  )
  const machine = { processor: cpus()[0]?.model ?? '', cores: cpus().length, node: process.versions.node }
  say(boardTable({ machine, workers, options, figures }))
  say(oneBoardTable(oneBoard))
  const file = path.join(benchFolder, 'board.json')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(
    file,
    `${JSON.stringify({ bench: 'board', at: new Date(), machine, options, figures, oneBoard }, null, 2)}\n`,
  )
  say(`  As JSON: ${path.relative(process.cwd(), file)}`)
  return 0
}
