// What a board should be behind the PUT that it shows, at most.
const aimMs = 100

/**
 * The figures, to be read by a person.
 * @param {object} run
 * @param {{ processor: string, cores: number, node: string }} run.machine
 * @param {number} run.workers
 * @param {import('./options.mjs').BoardOptions} run.options
 * @param {({ name: string } & import('./scenario.mjs').BoardFigures)[]} run.figures
 */
export function boardTable({ machine, workers, options, figures }) {
  return [
    '',
    `  ${machine.cores} cores (${machine.processor.trim()}), Node ${machine.node}; ${workers} serving processes`,
    `  ${options.perSecond} arrivals a second for ${options.seconds} s; times from the sending of the arrival's PUT`,
    ...figures.flatMap(ofScenario),
    '',
  ].join('\n')
}

/** @param {{ name: string } & import('./scenario.mjs').BoardFigures} figures */
function ofScenario({ name, answered, painted, received, kbPerBoard }) {
  const behindMs = painted.p95 - answered.p95
  const verdict = behindMs < aimMs ? 'met' : `missed by ${Math.round(behindMs - aimMs)} ms`
  return [
    '',
    `  ${name}`,
    line('', ['p50', 'p95', 'p99', 'of']),
    timesLine('PUT answered', answered),
    timesLine('row painted', painted),
    ...(received ? [timesLine('had by boards', received)] : []),
    `    painted behind answered, p95: ${Math.round(behindMs)} ms   aim: below ${aimMs} ms, ${verdict}`,
    ...(kbPerBoard === null ? [] : [`    memory: ${Math.round(kbPerBoard)} KB for each connected board`]),
  ]
}

/**
 * @param {string} name
 * @param {import('./scenario.mjs').Times} times
 */
function timesLine(name, { p50, p95, p99, count }) {
  return line(name, [...[p50, p95, p99].map((ms) => `${ms.toFixed(1)} ms`), count.toLocaleString('en')])
}

/**
 * @param {string} name
 * @param {string[]} cells
 */
function line(name, cells) {
  return `    ${name.padEnd(16)}${cells.map((cell) => cell.padStart(12)).join('')}`
}
