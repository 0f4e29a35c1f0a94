import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * `failed`: a line for each failure, which says where it is, what failed, and the first words of why. `again`: such a line
 * for each that is among the passed, at its second try.
 * @typedef {{ passed: number, failed: string[], again: string[] }} Totals
 */

/**
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ numPassedTests: number, testResults: { name: string, status: string, message?: string, assertionResults: VitestTest[] }[] }} VitestReport
 * @typedef {{ message?: string }} PlaywrightError
 * @typedef {{ title: string, file: string, tests: { projectName: string, status: string, results: { error?: PlaywrightError }[] }[] }} PlaywrightSpec
 * @typedef {{ suites?: PlaywrightSuite[], specs?: PlaywrightSpec[] }} PlaywrightSuite
 * @typedef {PlaywrightSuite & { stats: { expected: number, flaky: number }, errors: PlaywrightError[] }} PlaywrightReport
 */

/**
 * What a suite came to. One that ended badly has at least one failure, whatever its report says or if it wrote none.
 * @param {'vitest' | 'playwright' | null} kind
 * @param {string} file
 * @param {boolean} endedWell
 * @returns {Totals}
 */
export function totalsOf(kind, file, endedWell) {
  const totals = kind === null ? { passed: Number(endedWell), failed: [], again: [] } : readReport(kind, file)
  return endedWell || totals.failed.length > 0 ? totals : { ...totals, failed: ['it ended badly, see above'] }
}

/**
 * @param {'vitest' | 'playwright'} kind
 * @param {string} file
 * @returns {Totals}
 */
function readReport(kind, file) {
  let report
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: ['it left no report, see above'], again: [] }
  }
  return kind === 'vitest' ? vitestTotals(report) : playwrightTotals(report)
}

/**
 * @param {VitestReport} report
 * @returns {Totals}
 */
export function vitestTotals({ numPassedTests, testResults }) {
  const linesOf = (/** @type {string} */ file, /** @type {VitestTest[]} */ tests) =>
    tests.map(({ fullName, failureMessages }) => lineOf(path.basename(file), fullName, failureMessages?.[0]))
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    // A file that could not even be loaded has no test of its own to fail.
    if (tests.length === 0) return status === 'failed' ? [lineOf(path.basename(name), '', message)] : []
    return linesOf(name, tests)
  })
  const again = testResults.flatMap(({ name, assertionResults }) =>
    linesOf(
      name,
      assertionResults.filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length),
    ),
  )
  return { passed: numPassedTests, failed, again }
}

/**
 * @param {PlaywrightReport} report
 * @returns {Totals}
 */
export function playwrightTotals(report) {
  const linesOf = (/** @type {string} */ wanted) =>
    specsOf(report).flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ projectName, results }) =>
          lineOf(`[${projectName}] ${file}`, title, results.find(({ error }) => error)?.error?.message),
        ),
    )
  const failed = linesOf('unexpected')
  const broken = report.errors.map(({ message }) => lineOf('', '', message))
  const { expected, flaky } = report.stats
  return { passed: expected + flaky, failed: failed.length > 0 ? failed : broken, again: linesOf('flaky') }
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {PlaywrightSpec[]}
 */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

const longestReason = 300

/**
 * @param {string} place
 * @param {string} title
 * @param {string} [reason] with the colours of a terminal, and many lines
 */
function lineOf(place, title, reason = '') {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
  const plain = reason.replace(/\u001b\[[\d;]*m/g, '')
  const told = plain.replace(/\s+/g, ' ').trim().slice(0, longestReason)
  return [place, title, told].filter((part) => part !== '').join(' › ')
}

/** @param {Pick<Totals, 'passed' | 'failed'>[]} all */
export function sum(all) {
  return { passed: all.reduce((many, { passed }) => many + passed, 0), failed: all.flatMap(({ failed }) => failed) }
}
