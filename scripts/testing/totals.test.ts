import { describe, expect, it } from 'vitest'
import { choose } from '@/scripts/testing/suites.mjs'
import { playwrightTotals, sum, totalsOf, vitestTotals } from '@/scripts/testing/totals.mjs'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
})

describe('the last line of npm test', () => {
  it('counts what Vitest counts, and a file that could not be loaded as one failure', () => {
    const testResults = [file('passed', 'passed'), file('failed', 'passed', 'failed'), file('failed')]
    expect(vitestTotals({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({ passed: 2, failed: 2 })
  })

  it('counts what Playwright counts, and a run that broke before its first story as a failure', () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0 }
    expect(playwrightTotals({ stats: { ...stats, expected: 4, unexpected: 1 }, errors: [] })).toEqual({
      passed: 4,
      failed: 1,
    })
    expect(playwrightTotals({ stats, errors: ['set-up failed'] })).toEqual({ passed: 0, failed: 1 })
  })

  it('never calls a suite green that ended badly or left no report', () => {
    expect(totalsOf(null, '', false)).toEqual({ passed: 0, failed: 1 })
    expect(totalsOf(null, '', true)).toEqual({ passed: 1, failed: 0 })
    expect(totalsOf('vitest', '/nowhere/report.json', true)).toEqual({ passed: 0, failed: 1 })
  })

  it('adds the suites up', () => {
    expect(
      sum([
        { passed: 1, failed: 0 },
        { passed: 40, failed: 2 },
      ]),
    ).toEqual({ passed: 41, failed: 2 })
  })
})

describe('npm test --', () => {
  it('runs every suite without a word, and those that are named with one', () => {
    expect(choose([]).chosen).toEqual(['lint', 'types', 'unit', 'integration', 'network', 'e2e'])
    expect(choose(['e2e', 'unit'])).toEqual({ chosen: ['unit', 'e2e'], filters: [] })
  })

  it('hands the rest to the runner', () => {
    expect(choose(['integration', 'orders'])).toEqual({ chosen: ['integration'], filters: ['orders'] })
  })

  it('refuses a suite that there is not', () => {
    expect(() => choose(['speed'])).toThrow(/^There is no suite "speed": name one of lint, /)
  })
})
