import { cpus } from 'node:os'
import { median, spreadOf, verdictOn } from '../figures.mjs'

/**
 * What a round has found.
 * @typedef {object} EntryRound
 * @property {Record<string, Record<string, import('../figures.mjs').Figure>>} pages
 * @property {Record<string, number>} offset ms
 * @property {Record<string, { p50Ms: number, mostMs: number }>} charts
 * @property {{ sent: number, copied: number }} ingest rows a second
 * @property {Record<string, { rows: number, perSecond: number } | null>} exports
 */

/**
 * @typedef {object} EntryAim
 * @property {string} what
 * @property {string} unit
 * @property {import('../figures.mjs').Spread} spread
 * @property {number} [atLeast]
 * @property {number} [below]
 * @property {boolean | null} met null: nothing is wanted of it
 * @property {number} missedBy as a share of what was wanted
 */

/**
 * @param {string} what
 * @param {string} unit
 * @param {number[]} values one a round
 * @param {{ atLeast?: number, below?: number }} [limit]
 * @returns {EntryAim[]} none where nothing was measured
 */
function aim(what, unit, values, limit = {}) {
  if (values.length === 0) return []
  const spread = spreadOf(values)
  const isWanted = limit.atLeast !== undefined || limit.below !== undefined
  const verdict = isWanted ? verdictOn({ value: spread.median, ...limit }) : { met: null, missedBy: 0 }
  return [{ what, unit, spread, ...limit, ...verdict }]
}

/** @param {EntryRound[]} rounds */
function pageAims(rounds) {
  const ms = (/** @type {string} */ depth, /** @type {string} */ server) =>
    rounds.map(({ pages }) => pages[depth]?.[server]?.p50Ms ?? Number.NaN)
  const rate = (/** @type {string} */ depth, /** @type {string} */ server) =>
    rounds.map(({ pages }) => pages[depth]?.[server]?.perSecond ?? Number.NaN)
  const over = (/** @type {number[]} */ ours, /** @type {number[]} */ theirs) =>
    ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
  return [
    ...['head', 'half', 'end'].flatMap((depth) => [
      ...aim(`page, ${depth}`, 'ms', ms(depth, 'baycall')),
      ...aim(
        `page, ${depth}: baycall / bare, pages a second`,
        '%',
        over(rate(depth, 'baycall'), rate(depth, 'bare')).map((v) => v * 100),
      ),
      ...aim(
        `page, ${depth}, by OFFSET`,
        'ms',
        rounds.map(({ offset }) => offset[depth] ?? Number.NaN),
      ),
    ]),
    ...aim('page: half / head', '×', over(ms('half', 'baycall'), ms('head', 'baycall')), { below: 1.2 }),
    ...aim('page: end / head', '×', over(ms('end', 'baycall'), ms('head', 'baycall')), { below: 1.2 }),
  ]
}

/** @param {EntryRound[]} rounds */
function exportAims(rounds) {
  return ['ndjson', 'csv'].flatMap((format) => {
    const values = rounds.map(({ exports }) => exports[format]?.perSecond).filter((value) => value !== undefined)
    return aim(`export as ${format}`, 'rows/s', values, { atLeast: 100_000 })
  })
}

/**
 * @param {object} run
 * @param {EntryRound[]} run.rounds
 * @param {{ togetherMb: number, processMb: number } | null} run.memory
 * @param {import('./options.mjs').EntryOptions} run.options
 * @param {string} run.postgres
 */
export function entryReport({ rounds, memory, options, postgres }) {
  const names = Object.keys(rounds[0]?.charts ?? {})
  const shares = rounds.map(({ ingest }) => (ingest.sent / ingest.copied) * 100)
  return {
    bench: 'entries',
    at: new Date().toISOString(),
    machine: { processor: cpus()[0]?.model ?? '', cores: cpus().length, node: process.versions.node, postgres },
    options,
    aims: [
      ...pageAims(rounds),
      ...names.flatMap((name) =>
        aim(
          name,
          'ms',
          rounds.map(({ charts }) => charts[name]?.p50Ms ?? Number.NaN),
          { below: 50 },
        ),
      ),
      ...aim(
        'ingest of lines',
        'rows/s',
        rounds.map(({ ingest }) => ingest.sent),
      ),
      ...aim(
        'COPY into the same table',
        'rows/s',
        rounds.map(({ ingest }) => ingest.copied),
      ),
      ...aim('ingest / COPY', '%', shares, { atLeast: 30 }),
      ...exportAims(rounds),
      ...aim('memory, a serving process', 'MB', memory ? [memory.processMb] : [], { below: 400 }),
      ...aim('memory, all processes together', 'MB', memory ? [memory.togetherMb] : []),
    ],
    exported: median(rounds.map(({ exports }) => exports.ndjson?.rows ?? 0)),
    rounds,
  }
}

/** @typedef {ReturnType<typeof entryReport>} EntryReport */
