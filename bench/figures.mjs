// What is made of the figures of many rounds. Nothing here measures or prints.

/**
 * What was measured of one server under one kind of load.
 * @typedef {object} Figure
 * @property {number} perSecond requests answered
 * @property {number} p50Ms
 * @property {number} p99Ms
 * @property {number | null} cpuMsPerRequest of all of the server's processes; null where the system does not say
 */

/**
 * A value that each round has; the middle one stands for them.
 * @typedef {{ median: number, least: number, most: number }} Spread
 */

/**
 * What a value should come to.
 * @typedef {{ value: number, atLeast?: number, below?: number }} Wanted
 */

/**
 * The middle of some values; between two, their mean. Throws if there is none.
 * @param {number[]} values
 */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  if (upper === undefined || lower === undefined) throw new Error('There is no median of nothing')
  return (lower + upper) / 2
}

/**
 * The value below which `share` of the sorted values lie.
 * @param {number[] | Float64Array} sorted
 * @param {number} share 0.99 for the 99th percentile
 */
export function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/**
 * @param {number[]} values one a round
 * @returns {Spread}
 */
export function spreadOf(values) {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) }
}

/**
 * How one server compares with another: round by round, since what disturbs a round disturbs both.
 * @param {Figure[]} ours one a round
 * @param {Figure[]} theirs
 */
export function ratioOf(ours, theirs) {
  return spreadOf(ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN)))
}

/** @param {Figure[]} figures one a round */
export function tailOf(figures) {
  return spreadOf(figures.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms))
}

/**
 * One figure for all rounds.
 * @param {Figure[]} figures
 * @returns {Figure}
 */
export function typical(figures) {
  const cpu = figures.map(({ cpuMsPerRequest }) => cpuMsPerRequest).filter((value) => value !== null)
  return {
    perSecond: median(figures.map(({ perSecond }) => perSecond)),
    p50Ms: median(figures.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(figures.map(({ p99Ms }) => p99Ms)),
    cpuMsPerRequest: cpu.length === figures.length ? median(cpu) : null,
  }
}

/**
 * Whether a value is what was wanted, and if not by which share of that it misses it.
 * @param {Wanted} wanted
 */
export function verdictOn({ value, atLeast, below }) {
  const met = atLeast !== undefined ? value >= atLeast : value < (below ?? Number.POSITIVE_INFINITY)
  const limit = atLeast ?? below ?? 0
  return { met, missedBy: met ? 0 : Math.abs(value - limit) / limit }
}
