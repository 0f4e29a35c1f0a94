import { Refusal } from '../process/refusal.mjs'
import { inRoot } from '../settings/places.mjs'

/**
 * What a suite needs to be there: 'code' is dependencies, generated client and generated route types; 'programs' are a
 * load balancer and a pooler of the system's.
 * @typedef {'code' | 'build' | 'database' | 'browser' | 'programs'} Need
 */

/**
 * `report` names what writes the file that the counts are read from; a suite without one is a single test.
 * @typedef {object} Suite
 * @property {Need[]} needs
 * @property {'first' | 'meanwhile' | 'prepared' | 'beside'} when before, while or after what the others need is prepared,
 *   or beside the first of those, as it mostly waits; types read what a build writes
 * @property {string} program JavaScript that runs it
 * @property {(reportFile: string, filters: string[]) => string[]} args
 * @property {'vitest' | 'playwright' | null} report
 * @property {true} [isForSome] where its needs can't be had, that is said, and is a failure in CI alone
 */

const vitest =
  (/** @type {string} */ project) => (/** @type {string} */ reportFile, /** @type {string[]} */ filters) => [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
    ...filters,
  ]

/** In the order in which they run. */
export const suites = /** @satisfies {Record<string, Suite>} */ ({
  lint: {
    needs: ['code'],
    when: 'first',
    program: inRoot('node_modules', '@biomejs', 'biome', 'bin', 'biome'),
    args: (_, filters) => ['check', '--error-on-warnings', ...filters],
    report: null,
  },
  types: {
    needs: ['code'],
    when: 'first',
    program: inRoot('node_modules', 'typescript', 'bin', 'tsc'),
    args: () => ['--noEmit'],
    report: null,
  },
  unit: {
    needs: ['code'],
    when: 'meanwhile',
    program: inRoot('node_modules', 'vitest', 'vitest.mjs'),
    args: vitest('unit'),
    report: 'vitest',
  },
  integration: {
    needs: ['code', 'build', 'database'],
    when: 'prepared',
    program: inRoot('node_modules', 'vitest', 'vitest.mjs'),
    args: vitest('integration'),
    report: 'vitest',
  },
  network: {
    needs: ['code', 'build', 'database', 'programs'],
    when: 'beside',
    program: inRoot('node_modules', 'vitest', 'vitest.mjs'),
    args: vitest('network'),
    report: 'vitest',
    isForSome: true,
  },
  e2e: {
    needs: ['code', 'build', 'database', 'browser'],
    when: 'prepared',
    program: inRoot('node_modules', '@playwright', 'test', 'cli.js'),
    args: (_, filters) => ['test', ...filters],
    report: 'playwright',
  },
})

/** @typedef {keyof typeof suites} SuiteName */
const names = /** @type {SuiteName[]} */ (Object.keys(suites))

/**
 * `npm test -- integration orders`: which suites, and the filters that their runner gets. Without a word: all.
 * @param {string[]} words
 * @returns {{ chosen: SuiteName[], filters: string[] }}
 */
export function choose(words) {
  const chosen = names.filter((name) => words.includes(name))
  const filters = words.filter((word) => !names.some((name) => name === word))
  if (chosen.length === 0 && filters.length > 0) {
    throw new Refusal(
      `There is no suite "${filters[0]}": name one of ${names.join(', ')}, then what to look for in it.`,
    )
  }
  return { chosen: chosen.length > 0 ? chosen : names, filters }
}
