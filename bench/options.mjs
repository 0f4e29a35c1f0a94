import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { messageOf, Refusal } from '../scripts/process/refusal.mjs'

/**
 * How a bench is run.
 * @typedef {object} Options
 * @property {number} rounds
 * @property {number} seconds of load for each figure of a round
 * @property {number} connections
 * @property {number} workers serving processes of each server
 * @property {number} pool database connections of each process
 * @property {number} entries rows in the table of entries
 * @property {boolean} quick a look, not a measurement; has a database of its own
 * @property {string | null} json where the figures go as JSON; null: the bench's own place
 */

/** The fewest entries: a page that begins 90 % into them is still full. */
export const fewestEntries = 2_000

/** @type {Record<string, { least: number, most: number, whole: boolean }>} */
const limits = {
  rounds: { least: 1, most: 1_000, whole: true },
  seconds: { least: 0.1, most: 3_600, whole: false },
  connections: { least: 1, most: 10_000, whole: true },
  workers: { least: 1, most: 256, whole: true },
  pool: { least: 2, most: 200, whole: true },
  entries: { least: fewestEntries, most: 100_000_000, whole: true },
}

/** What holds unless it is given. */
export function defaults(/** @type {boolean} */ quick) {
  const workers = availableParallelism()
  // What the product takes of itself on two cores (scripts/serve.mjs).
  const pool = 5
  return quick
    ? { rounds: 2, seconds: 1, connections: 32, workers, pool, entries: 20_000 }
    : { rounds: 5, seconds: 4, connections: 32, workers, pool, entries: 1_000_000 }
}

/**
 * The options of a command line; a wrong one is a refusal.
 * @param {string[]} args
 * @returns {Options}
 */
export function readOptions(args) {
  const { quick = false, json = null, ...given } = parse(args)
  const options = { ...defaults(quick), quick, json }
  for (const [name, text] of Object.entries(given)) Object.assign(options, { [name]: numberOf(name, String(text)) })
  return options
}

/** @param {string[]} args */
function parse(args) {
  const text = /** @type {const} */ ({ type: 'string' })
  const numbers = { rounds: text, seconds: text, connections: text, workers: text, pool: text, entries: text }
  try {
    return parseArgs({ args, options: { ...numbers, json: text, quick: { type: 'boolean' } } }).values
  } catch (error) {
    const known = [...Object.keys(limits).map((name) => `--${name} N`), '--json FILE', '--quick'].join(', ')
    throw new Refusal(`${messageOf(error).split('. ')[0]}. Known here: ${known}.`)
  }
}

/**
 * @param {string} name
 * @param {string} text
 */
function numberOf(name, text) {
  const { least, most, whole } = limits[name] ?? { least: 0, most: 0, whole: true }
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value
  throw new Refusal(`--${name} wants a ${whole ? 'whole ' : ''}number from ${least} to ${most}, not "${text}".`)
}
