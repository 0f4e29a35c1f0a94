import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEnd, end, runCommand } from '../process/ending.mjs'
import { watchNpm } from '../process/parent-watch.mjs'
import { report } from '../process/refusal.mjs'
import { runQuietly } from '../process/run-quietly.mjs'
import { inWords, say, step } from '../process/steps.mjs'
import { inRoot, root } from '../settings/places.mjs'
import { buildForProduction } from '../setup/build.mjs'
import { prepareCode } from '../setup/prepare.mjs'
import { ensureBrowser } from './browser.mjs'
import { choose, suites } from './suites.mjs'
import { testServer } from './test-databases.mjs'
import { sum, totalsOf } from './totals.mjs'

/**
 * @typedef {import('./suites.mjs').Need} Need
 * @typedef {import('./suites.mjs').SuiteName} SuiteName
 */

/**
 * Prepares what the suites need and runs one after the other, each even if another failed. The last line that it
 * prints is `N passed, N failed`.
 * @param {string[]} words suites and filters
 */
export function runSuites(words) {
  return runCommand(async () => {
    watchNpm(() => end(1))
    const { chosen, filters } = choose(words)
    const reports = mkdtempSync(path.join(tmpdir(), 'baycall-test-'))
    beforeEnd(() => rmSync(reports, { recursive: true, force: true }))
    const { env, missing } = await prepare(new Set(chosen.flatMap((name) => suites[name].needs)))
    const results = []
    for (const name of chosen) results.push(await runSuite(name, filters, { reports, env, missing }))
    return summarise(results)
  })
}

/**
 * @param {Set<Need>} needs
 * @returns {Promise<{ env: NodeJS.ProcessEnv, missing: Set<Need> }>} missing: what could not be had, and was said so
 */
async function prepare(needs) {
  const env = withoutSettings()
  /** @type {Set<Need>} */
  const missing = new Set()
  const attempt = async (/** @type {Need} */ need, /** @type {() => Promise<void>} */ work) => {
    if (!needs.has(need)) return
    await work().catch((error) => {
      report(error)
      missing.add(need)
    })
  }
  await attempt('code', async () => {
    await prepareCode()
    await step('route types', makeRouteTypes, () => 'made')
  })
  if (missing.has('code')) return { env, missing }
  await Promise.all([
    attempt('build', async () => {
      await step('build', buildForProduction, (done) => (done ? 'built for production' : 'up to date'))
    }),
    attempt('database', async () => {
      const server = await step('database', testServer, () => 'ready')
      beforeEnd(() => server.stop())
      env.TEST_DATABASE_URL = server.adminUrl
    }),
    attempt('browser', async () => {
      env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH = await step('browser', ensureBrowser, (file) => file)
    }),
  ])
  return { env, missing }
}

/** The environment without what would make the tests another product than the one that everybody has. */
function withoutSettings() {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  for (const name of Object.keys(env)) {
    if (
      /^(BAYCALL_|DATABASE_|OTEL_|METRICS_TOKEN$|RATE_LIMIT_|TRUSTED_PROXIES$|WORKERS$|PORT$|HOST$|LOG_LEVEL$|NODE_ENV$)/.test(
        name,
      )
    )
      Reflect.deleteProperty(env, name)
  }
  return /** @type {NodeJS.ProcessEnv} */ (env)
}

function makeRouteTypes() {
  return runQuietly(process.execPath, [inRoot('node_modules', 'next', 'dist', 'bin', 'next'), 'typegen'], {
    advice: 'The types of the routes could not be made: see above',
  })
}

/**
 * @param {SuiteName} name
 * @param {string[]} filters
 * @param {{ reports: string, env: NodeJS.ProcessEnv, missing: Set<Need> }} how
 */
async function runSuite(name, filters, { reports, env, missing }) {
  const suite = suites[name]
  const startedAt = performance.now()
  const lacks = suite.needs.filter((need) => missing.has(need) || missing.has('code'))
  if (lacks.length > 0) {
    return { name, passed: 0, failed: 1, note: `not run: no ${lacks.join(', no ')}, see above`, ms: 0 }
  }
  say(`\n── ${name}`)
  const file = path.join(reports, `${name}.json`)
  const child = spawn(process.execPath, [suite.program, ...suite.args(file, filters)], {
    cwd: root,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const gone = beforeEnd(() => child.kill('SIGTERM'))
  const exitCode = await new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', resolve)
  })
  gone()
  return { name, ...totalsOf(suite.report, file, exitCode === 0), note: '', ms: performance.now() - startedAt }
}

/** @param {{ name: string, passed: number, failed: number, note: string, ms: number }[]} results */
function summarise(results) {
  say('')
  for (const { name, passed, failed, note, ms } of results) {
    say(`  ${name.padEnd(14)}${note || `${passed} passed, ${failed} failed  ·  ${inWords(ms)}`}`)
  }
  const { passed, failed } = sum(results)
  say(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}
