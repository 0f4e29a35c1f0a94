import { readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number }} Totals */

/**
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: { status: string }[] }[] }} VitestReport
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number }, errors: unknown[] }} PlaywrightReport
 */

/**
 * What a suite came to. One that ended badly has at least one failure, whatever its report says or if it wrote none.
 * @param {'vitest' | 'playwright' | null} kind
 * @param {string} file
 * @param {boolean} endedWell
 * @returns {Totals}
 */
export function totalsOf(kind, file, endedWell) {
  const { passed, failed } = kind === null ? { passed: Number(endedWell), failed: 0 } : readReport(kind, file)
  return { passed, failed: endedWell ? failed : Math.max(1, failed) }
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
    return { passed: 0, failed: 1 }
  }
  return kind === 'vitest' ? vitestTotals(report) : playwrightTotals(report)
}

/**
 * @param {VitestReport} report
 * @returns {Totals}
 */
export function vitestTotals({ numPassedTests, numFailedTests, testResults }) {
  // A file that could not even be loaded has no test of its own to fail.
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}

/**
 * @param {PlaywrightReport} report
 * @returns {Totals}
 */
export function playwrightTotals({ stats, errors }) {
  const failed = stats.unexpected + stats.flaky
  return { passed: stats.expected, failed: failed === 0 ? errors.length : failed }
}

/** @param {Totals[]} all */
export function sum(all) {
  return all.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), { passed: 0, failed: 0 })
}
