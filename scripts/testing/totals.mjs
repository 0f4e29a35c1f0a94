import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * `failed`: a line for each failure, which says where it is, what failed, and the first words of why.
 * @typedef {{ passed: number, failed: string[] }} Totals
 */

/**
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ numPassedTests: number, testResults: { name: string, status: string, message?: string, assertionResults: VitestTest[] }[] }} VitestReport
 * @typedef {{ message?: string }} PlaywrightError
 * @typedef {{ title: string, file: string, tests: { projectName: string, status: string, results: { error?: PlaywrightError }[] }[] }} PlaywrightSpec
 * @typedef {{ suites?: PlaywrightSuite[], specs?: PlaywrightSpec[] }} PlaywrightSuite
 * @typedef {PlaywrightSuite & { stats: { expected: number }, errors: PlaywrightError[] }} PlaywrightReport
 */

/**
 * What a suite came to. One that ended badly has at least one failure, whatever its report says or if it wrote none.
 * @param {'vitest' | 'playwright' | null} kind
 * @param {string} file
 * @param {boolean} endedWell
 * @returns {Totals}
 */
export function totalsOf(kind, file, endedWell) {
  const { passed, failed } = kind === null ? { passed: Number(endedWell), failed: [] } : readReport(kind, file)
  return { passed, failed: endedWell || failed.length > 0 ? failed : ['it ended badly, see above'] }
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
    return { passed: 0, failed: ['it left no report, see above'] }
  }
  return kind === 'vitest' ? vitestTotals(report) : playwrightTotals(report)
}

/**
 * @param {VitestReport} report
 * @returns {Totals}
 */
export function vitestTotals({ numPassedTests, testResults }) {
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    // A file that could not even be loaded has no test of its own to fail.
    if (tests.length === 0) return status === 'failed' ? [lineOf(path.basename(name), '', message)] : []
    return tests.map(({ fullName, failureMessages }) => lineOf(path.basename(name), fullName, failureMessages?.[0]))
  })
  return { passed: numPassedTests, failed }
}

/**
 * @param {PlaywrightReport} report
 * @returns {Totals}
 */
export function playwrightTotals(report) {
  const failed = specsOf(report).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        lineOf(`[${projectName}] ${file}`, title, results.find(({ error }) => error)?.error?.message),
      ),
  )
  const broken = report.errors.map(({ message }) => lineOf('', '', message))
  return { passed: report.stats.expected, failed: failed.length > 0 ? failed : broken }
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

/** @param {Totals[]} all */
export function sum(all) {
  return { passed: all.reduce((many, { passed }) => many + passed, 0), failed: all.flatMap(({ failed }) => failed) }
}
