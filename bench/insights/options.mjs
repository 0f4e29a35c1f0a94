import { parseArgs } from 'node:util'
import { messageOf, Refusal } from '../../scripts/process/refusal.mjs'

/**
 * @typedef {object} InsightOptions
 * @property {number} orders of a year
 * @property {number} rounds
 * @property {boolean} quick a look, not a measurement; has a database of its own
 */

/** @type {Record<'orders' | 'rounds', { otherwise: number, quick: number, least: number, most: number }>} */
const known = {
  orders: { otherwise: 3_000_000, quick: 50_000, least: 10_000, most: 100_000_000 },
  rounds: { otherwise: 3, quick: 1, least: 1, most: 100 },
}

/**
 * The options of a command line; a wrong one is a refusal.
 * @param {string[]} args
 * @returns {InsightOptions}
 */
export function readInsightOptions(args) {
  const text = /** @type {const} */ ({ type: 'string' })
  /** @type {Record<string, unknown>} */
  let given
  try {
    given = parseArgs({ args, options: { orders: text, rounds: text, quick: { type: 'boolean' } } }).values
  } catch (error) {
    throw new Refusal(`${messageOf(error).split('. ')[0]}. Known here: --orders N, --rounds N, --quick.`)
  }
  const quick = given.quick === true
  const read = (/** @type {keyof typeof known} */ name) => {
    const { least, most, ...limits } = known[name]
    const value = given[name] === undefined ? limits[quick ? 'quick' : 'otherwise'] : Number(given[name])
    if (Number.isInteger(value) && value >= least && value <= most) return value
    throw new Refusal(`--${name} wants a whole number from ${least} to ${most}, not "${given[name]}".`)
  }
  return { orders: read('orders'), rounds: read('rounds'), quick }
}
