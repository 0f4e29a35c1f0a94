import { cpus, loadavg } from 'node:os'
import { aimLine } from '../entries/table.mjs'
import { spreadOf, verdictOn } from '../figures.mjs'

/**
 * How long each question took.
 * @typedef {Record<string, { p50Ms: number, mostMs: number }>} InsightRound
 */

/** @type {Record<string, number>} ms that each question may take */
const limits = {
  'a month of a store': 200,
  'a month of all stores': 200,
  'a year of a store': 1_000,
  'a year of all stores': 1_000,
}

/**
 * @param {object} run
 * @param {InsightRound[]} run.rounds
 * @param {{ togetherMb: number, processMb: number } | null} run.memory
 * @param {import('./options.mjs').InsightOptions} run.options
 * @param {number} run.count orders that are there
 * @param {string} run.postgres
 */
export function insightReport({ rounds, memory, options, count, postgres }) {
  const times = Object.entries(limits).flatMap(([what, below]) => {
    const spread = spreadOf(rounds.map((round) => round[what]?.p50Ms ?? Number.NaN))
    const slowest = spreadOf(rounds.map((round) => round[what]?.mostMs ?? Number.NaN))
    return [
      { what, unit: 'ms', spread, below, ...verdictOn({ value: spread.median, below }) },
      { what: `${what}, the slowest`, unit: 'ms', spread: slowest, met: null, missedBy: 0 },
    ]
  })
  const held = memory
    ? [{ what: 'memory, a serving process', unit: 'MB', spread: spreadOf([memory.processMb]), met: null, missedBy: 0 }]
    : []
  return {
    bench: 'insights',
    at: new Date().toISOString(),
    machine: { cores: cpus().length, load: loadavg()[0] ?? 0, node: process.versions.node, postgres },
    options,
    count,
    aims: [...times, ...held],
    rounds,
  }
}

/**
 * A report, to be read by a person.
 * @param {ReturnType<typeof insightReport>} report
 */
export function insightTable({ machine, options, count, aims }) {
  return [
    '',
    `  ${machine.cores} cores at a load of ${machine.load.toFixed(1)}, Node ${machine.node}, PostgreSQL ${machine.postgres}`,
    `  ${count.toLocaleString('en')} arrivals of a year in 200 stores; ${options.rounds} ${options.rounds === 1 ? 'round' : 'rounds'}`,
    '  medians of the rounds; in brackets from the lowest to the highest',
    '',
    ...aims.map(aimLine),
    '',
  ].join('\n')
}
