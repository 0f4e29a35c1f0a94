import { describe, expect, it } from 'vitest'
import { choose } from '@/scripts/testing/suites.mjs'
import { playwrightTotals, sum, totalsOf, vitestTotals } from '@/scripts/testing/totals.mjs'

const file = (name: string, status: string, ...tests: string[]) => ({
  name: `/somewhere/integration/${name}`,
  status,
  message: status === 'failed' ? 'Cannot find it' : '',
  assertionResults: tests.map((test) => ({
    status: test,
    fullName: 'a guarantee',
    failureMessages: test === 'failed' ? ['\u001b[31mexpected 1\u001b[39m\n  to be 2'] : [],
  })),
})

const story = (status: string) => ({
  title: 'a story',
  file: 'board.spec.ts',
  tests: [
    { projectName: 'phone', status, results: status === 'expected' ? [{}] : [{ error: { message: 'no row' } }, {}] },
  ],
})

describe('what npm test ends with', () => {
  it('counts what Vitest counts, a file that could not be loaded as one failure, and names what failed', () => {
    const testResults = [
      file('a.test.ts', 'passed', 'passed'),
      file('b.test.ts', 'failed', 'passed', 'failed'),
      file('c.test.ts', 'failed'),
    ]
    expect(vitestTotals({ numPassedTests: 2, testResults })).toEqual({
      passed: 2,
      failed: ['b.test.ts › a guarantee › expected 1 to be 2', 'c.test.ts › Cannot find it'],
      again: [],
    })
  })

  it('counts what Playwright counts, and names a story that failed', () => {
    const suites = [{ specs: [story('expected')], suites: [{ specs: [story('unexpected')] }] }]
    expect(playwrightTotals({ stats: { expected: 1, flaky: 0 }, errors: [], suites })).toEqual({
      passed: 1,
      failed: ['[phone] board.spec.ts › a story › no row'],
      again: [],
    })
  })

  it('counts what passed at its second try, and names it with why it had not at the first', () => {
    const guarantee = {
      ...file('a.test.ts', 'passed'),
      assertionResults: [{ status: 'passed', fullName: 'a guarantee', failureMessages: ['it was late'] }],
    }
    expect(vitestTotals({ numPassedTests: 1, testResults: [guarantee] })).toEqual({
      passed: 1,
      failed: [],
      again: ['a.test.ts › a guarantee › it was late'],
    })
    const suites = [{ specs: [story('expected'), story('flaky')] }]
    expect(playwrightTotals({ stats: { expected: 1, flaky: 1 }, errors: [], suites })).toEqual({
      passed: 2,
      failed: [],
      again: ['[phone] board.spec.ts › a story › no row'],
    })
  })

  it('has a run that broke before its first story as a failure', () => {
    expect(playwrightTotals({ stats: { expected: 0, flaky: 0 }, errors: [{ message: 'set-up failed' }] })).toEqual({
      passed: 0,
      failed: ['set-up failed'],
      again: [],
    })
  })

  it('never calls a suite green that ended badly or left no report', () => {
    expect(totalsOf(null, '', false)).toEqual({ passed: 0, failed: ['it ended badly, see above'], again: [] })
    expect(totalsOf(null, '', true)).toEqual({ passed: 1, failed: [], again: [] })
    expect(totalsOf('vitest', '/nowhere/report.json', true)).toEqual({
      passed: 0,
      failed: ['it left no report, see above'],
      again: [],
    })
  })

  it('adds the suites up', () => {
    expect(
      sum([
        { passed: 1, failed: [] },
        { passed: 40, failed: ['one', 'two'] },
      ]),
    ).toEqual({ passed: 41, failed: ['one', 'two'] })
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
