import { parseArgs } from 'node:util'
import { messageOf, Refusal } from '../../scripts/process/refusal.mjs'

/**
 * @typedef {object} EntryOptions
 * @property {number} entries
 * @property {number} rounds of everything
 * @property {number} seconds of load for each page
 * @property {number} sent entries sent in each round, and copied in each
 * @property {number} days of entries exported
 * @property {boolean} quick a look, not a measurement; has a database of its own
 */

/** @type {Record<'entries' | 'rounds' | 'seconds' | 'sent' | 'days', { otherwise: number, quick: number, most: number }>} */
const known = {
  entries: { otherwise: 10_000_000, quick: 100_000, most: 100_000_000 },
  rounds: { otherwise: 3, quick: 1, most: 100 },
  seconds: { otherwise: 2, quick: 1, most: 600 },
  sent: { otherwise: 100_000, quick: 10_000, most: 10_000_000 },
  days: { otherwise: 60, quick: 364, most: 364 },
}

/**
 * The options of a command line; a wrong one is a refusal.
 * @param {string[]} args
 * @returns {EntryOptions}
 */
export function readEntryOptions(args) {
  const numbers = Object.keys(known).map((name) => [name, /** @type {const} */ ({ type: 'string' })])
  /** @type {Record<string, unknown>} */
  let given
  try {
    given = parseArgs({ args, options: { ...Object.fromEntries(numbers), quick: { type: 'boolean' } } }).values
  } catch (error) {
    const names = [...Object.keys(known).map((name) => `--${name} N`), '--quick'].join(', ')
    throw new Refusal(`${messageOf(error).split('. ')[0]}. Known here: ${names}.`)
  }
  const quick = given.quick === true
  const read = Object.entries(known).map(([name, limits]) => {
    const value = given[name] === undefined ? limits[quick ? 'quick' : 'otherwise'] : Number(given[name])
    const least = name === 'entries' ? 10_000 : 1
    if (Number.isInteger(value) && value >= least && value <= limits.most) return [name, value]
    throw new Refusal(`--${name} wants a whole number from ${least} to ${limits.most}, not "${given[name]}".`)
  })
  return { ...Object.fromEntries(read), quick }
}
