import { parseArgs } from 'node:util'
import { messageOf, Refusal } from '../../scripts/process/refusal.mjs'

/**
 * @typedef {object} BoardOptions
 * @property {number} boards connected beside the one in the browser, in the scenarios with many
 * @property {number} stores that those are spread over, in one of them; in the other all are of one store
 * @property {number} perSecond arrivals
 * @property {number} seconds of arrivals in each scenario
 */

/** @type {Record<keyof BoardOptions, { option: string, otherwise: number, most: number }>} */
const known = {
  boards: { option: 'boards', otherwise: 200, most: 5_000 },
  stores: { option: 'stores', otherwise: 20, most: 1_000 },
  perSecond: { option: 'per-second', otherwise: 50, most: 2_000 },
  seconds: { option: 'seconds', otherwise: 10, most: 600 },
}

/**
 * The options of a command line; a wrong one is a refusal.
 * @param {string[]} args
 * @returns {BoardOptions}
 */
export function readBoardOptions(args) {
  const options = Object.values(known).map(({ option }) => [option, /** @type {const} */ ({ type: 'string' })])
  /** @type {Record<string, unknown>} */
  let given
  try {
    given = parseArgs({ args, options: Object.fromEntries(options) }).values
  } catch (error) {
    const names = Object.values(known).map(({ option }) => `--${option} N`)
    throw new Refusal(`${messageOf(error).split('. ')[0]}. Known here: ${names.join(', ')}.`)
  }
  const read = Object.entries(known).map(([name, { option, otherwise, most }]) => {
    const value = given[option] === undefined ? otherwise : Number(given[option])
    if (Number.isInteger(value) && value >= 1 && value <= most) return [name, value]
    throw new Refusal(`--${option} wants a whole number from 1 to ${most}, not "${given[option]}".`)
  })
  return Object.fromEntries(read)
}
