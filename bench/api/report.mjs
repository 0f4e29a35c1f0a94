import { cpus } from 'node:os'
import { ratioOf, tailOf, typical, verdictOn } from '../figures.mjs'
import { scenarios } from './scenarios.mjs'

/**
 * A comparison of two servers, or of the product with itself, and what it should come to. `unit`: '×', '%' or 'MB'.
 * @typedef {object} Aim
 * @property {string} what
 * @property {'×' | '%' | 'MB'} unit
 * @property {import('../figures.mjs').Spread} spread
 * @property {number | undefined} [atLeast]
 * @property {number | undefined} [below]
 * @property {boolean | null} met null: nothing is wanted of it
 * @property {number} missedBy as a share of what was wanted
 */

/** @typedef {{ name: string, about: string, servers: Record<string, import('../figures.mjs').Figure>, aims: Aim[] }} ScenarioReport */

/** What the product's requests a second should come to, as a share of the others'. */
const wanted = {
  orders: { next: 3, bare: 0.45 },
  pages: { next: undefined, bare: 0.8 },
}
const tailBelow = 5
const memoryBelowMb = 300

/**
 * Everything that a run has found.
 * @param {object} run
 * @param {import('./rounds.mjs').Round[]} run.rounds
 * @param {{ name: string, peaksMb: (number | null)[] }[]} run.memory
 * @param {import('../options.mjs').Options} run.options
 * @param {string} run.postgres
 */
export function reportOf({ rounds, memory, options, postgres }) {
  const machine = { processor: cpus()[0]?.model ?? '', cores: cpus().length, node: process.versions.node, postgres }
  return {
    bench: 'api',
    at: new Date().toISOString(),
    machine,
    options,
    scenarios: scenarios.map(({ name, about }) => scenarioReport(name, about, rounds)),
    memory: memory.map(memoryReport),
    rounds,
  }
}

/** @typedef {ReturnType<typeof reportOf>} Report */

/**
 * @param {string} name
 * @param {string} about
 * @param {import('./rounds.mjs').Round[]} rounds
 * @returns {ScenarioReport}
 */
function scenarioReport(name, about, rounds) {
  const of = (/** @type {string} */ server) => rounds.flatMap((round) => round[name]?.[server] ?? [])
  const [baycall, bare, next, constant] = [of('baycall'), of('bare'), of('next'), of('constant')]
  const shares = name.startsWith('page') ? wanted.pages : wanted.orders
  return {
    name,
    about,
    servers: {
      baycall: typical(baycall),
      bare: typical(bare),
      next: typical(next),
      ...(constant.length > 0 && { constant: typical(constant) }),
    },
    aims: [
      aim('baycall / next', '×', ratioOf(baycall, next), { atLeast: shares.next }),
      ...(constant.length > 0
        ? [aim('baycall / constant', '×', ratioOf(baycall, constant), { atLeast: undefined })]
        : []),
      aim('baycall / bare', '%', ratioOf(baycall, bare), { atLeast: shares.bare }),
      aim('p99 / p50 of baycall', '×', tailOf(baycall), { below: tailBelow }),
    ],
  }
}

/** @param {{ name: string, peaksMb: (number | null)[] }} server */
function memoryReport({ name, peaksMb }) {
  const known = peaksMb.filter((mb) => mb !== null)
  const most = known.length > 0 ? Math.max(...known) : null
  const spread = most === null ? null : { median: most, least: Math.min(...known), most }
  const limit = name === 'baycall' ? { below: memoryBelowMb } : {}
  return { name, peaksMb, aim: spread && aim(name, 'MB', spread, limit) }
}

/**
 * @param {string} what
 * @param {Aim['unit']} unit
 * @param {import('../figures.mjs').Spread} spread
 * @param {{ atLeast?: number | undefined, below?: number }} limit
 * @returns {Aim}
 */
function aim(what, unit, spread, { atLeast, below }) {
  const isWanted = atLeast !== undefined || below !== undefined
  const verdict = isWanted ? verdictOn({ value: spread.median, atLeast, below }) : { met: null, missedBy: 0 }
  return { what, unit, spread, atLeast, below, ...verdict }
}
