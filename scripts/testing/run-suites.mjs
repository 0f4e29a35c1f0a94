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
import { ensurePrograms, networkPrograms } from './system-programs.mjs'
import { testServer } from './test-databases.mjs'
import { sum, totalsOf } from './totals.mjs'

/**
 * @typedef {import('./suites.mjs').Need} Need
 * @typedef {import('./suites.mjs').SuiteName} SuiteName
 */

/**
 * @typedef {{ env: NodeJS.ProcessEnv, missing: Set<Need>, reports: string, filters: string[] }} Prepared
 *   missing: what could not be had, and was said so
 * @typedef {{ name: SuiteName, passed: number, failed: string[], again: string[], note: string, ms: number }} Result
 */

/**
 * Prepares what the suites need and runs them, each even if another failed: most one after the other, some of them before
 * or while the rest is being prepared, or beside another (suites.mjs). What failed, or passed at its second try alone, is named
 * again at the end; the last line is `N passed, N failed`.
 * @param {string[]} words suites and filters
 */
export function runSuites(words) {
  return runCommand(async () => {
    watchNpm(() => end(1))
    const { chosen, filters } = choose(words)
    const reports = mkdtempSync(path.join(tmpdir(), 'baycall-test-'))
    beforeEnd(() => rmSync(reports, { recursive: true, force: true }))
    const prepared = { env: withoutSettings(), missing: new Set(), reports, filters }
    await prepareSources(prepared)
    const needs = new Set(chosen.flatMap((name) => suites[name].needs))
    /** @type {Result[]} */
    const results = []
    const run = async (/** @type {import('./suites.mjs').Suite['when']} */ when) => {
      const output = when === 'meanwhile' || when === 'beside' ? 'pipe' : 'inherit'
      for (const name of chosen.filter((name) => suites[name].when === when)) {
        results.push(await runSuite(name, prepared, output))
      }
    }
    await run('first')
    await Promise.all([run('meanwhile'), prepare(needs, prepared)])
    await Promise.all([run('beside'), run('prepared')])
    const order = Object.keys(suites)
    return summarise(results.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name)))
  })
}

/**
 * Tries to have something; what can't be had is said, and what needs it isn't run.
 * @param {Prepared} prepared
 * @param {Need} need
 * @param {() => Promise<void>} work
 */
async function attempt({ missing }, need, work) {
  await work().catch((error) => {
    report(error)
    missing.add(need)
  })
}

/** @param {Prepared} prepared */
function prepareSources(prepared) {
  return attempt(prepared, 'code', async () => {
    await prepareCode()
    await step('route types', makeRouteTypes, () => 'made')
  })
}

/**
 * @param {Set<Need>} needs
 * @param {Prepared} prepared
 */
async function prepare(needs, prepared) {
  const { env, missing } = prepared
  if (missing.has('code')) return
  /** @type {Record<Exclude<Need, 'code'>, () => Promise<void>>} */
  const ways = {
    async build() {
      await step('build', buildForProduction, (done) => (done ? 'built for production' : 'up to date'))
    },
    async database() {
      const server = await step('database', testServer, () => 'ready')
      beforeEnd(() => server.stop())
      env.TEST_DATABASE_URL = server.adminUrl
    },
    async browser() {
      await step('browser', ensureBrowser, (file) => file)
    },
    async programs() {
      await step(
        'programs',
        () => ensurePrograms(networkPrograms),
        (found) => Object.values(found).join(', '),
      )
    },
  }
  // Both may install with the system's package manager, which serves one at a time.
  const installing = async () => {
    if (needs.has('browser')) await attempt(prepared, 'browser', ways.browser)
    if (needs.has('programs')) await attempt(prepared, 'programs', ways.programs)
  }
  const others = /** @type {const} */ (['build', 'database'])
  await Promise.all([
    installing(),
    ...others.filter((need) => needs.has(need)).map((need) => attempt(prepared, need, ways[need])),
  ])
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
 * @param {Prepared} prepared
 * @param {'inherit' | 'pipe'} output 'pipe': printed when it is over, because others speak meanwhile
 * @returns {Promise<Result>}
 */
async function runSuite(name, { filters, reports, env, missing }, output) {
  /** @type {import('./suites.mjs').Suite} */
  const suite = suites[name]
  const startedAt = performance.now()
  const lacks = suite.needs.filter((need) => missing.has(need) || missing.has('code'))
  if (lacks.length > 0) {
    const note = `not run: no ${lacks.join(', no ')}, see above`
    return { name, passed: 0, failed: suite.isForSome && !process.env.CI ? [] : [note], again: [], note, ms: 0 }
  }
  const title = `\n── ${name}`
  if (output === 'inherit') say(title)
  const file = path.join(reports, `${name}.json`)
  const child = spawn(process.execPath, [suite.program, ...suite.args(file, filters)], {
    cwd: root,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...(output === 'pipe' && colours()) },
    stdio: ['ignore', output, output],
  })
  const gone = beforeEnd(() => child.kill('SIGTERM'))
  /** @type {Buffer[]} */
  const told = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => told.push(chunk))
  const exitCode = await new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', resolve)
  })
  gone()
  if (output === 'pipe') say(`${title}\n${Buffer.concat(told)}`)
  return { name, ...totalsOf(suite.report, file, exitCode === 0), note: '', ms: performance.now() - startedAt }
}

// As if it spoke for itself.
const colours = () => (process.stdout.isTTY ? { FORCE_COLOR: '1' } : {})

/** @param {Result[]} results */
function summarise(results) {
  say('')
  for (const { name, failed, again, note } of results) {
    for (const line of note ? [] : failed) say(`  failed: ${name} › ${line}`)
    for (const line of again) say(`  passed at its second try: ${name} › ${line}`)
  }
  for (const { name, passed, failed, again, note, ms } of results) {
    const ofThem = again.length > 0 ? `, ${again.length} of the passed at a second try` : ''
    say(`  ${name.padEnd(14)}${note || `${passed} passed, ${failed.length} failed${ofThem}  ·  ${inWords(ms)}`}`)
  }
  const { passed, failed } = sum(results)
  say(`${passed} passed, ${failed.length} failed`)
  return failed.length === 0 ? 0 : 1
}
