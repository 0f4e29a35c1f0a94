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

// What a board of a thousand orders should come to.
const aims = { scriptKb: 180, firstPaintMs: 1_000, fps: 60 }

/**
 * One board with a thousand orders, to be read by a person.
 * @param {import('./one-board.mjs').OneBoard} figures
 */
export function oneBoardTable({ scriptKb, firstPaintMs, rowsDrawn, still, scrolled, scrolledFast, growth }) {
  const { changes, kb, nodes, listeners } = growth
  return [
    `  1 board with 1,000 orders, 20 changes a second, a processor slowed down to a quarter (${rowsDrawn} rows drawn)`,
    framesLine('frames', still),
    framesLine('while scrolling', scrolled),
    framesLine('while scrolling, the processor as fast as it is', scrolledFast),
    `    JavaScript of the board: ${scriptKb.toFixed(1)} KB gzipped   aim: at most ${aims.scriptKb}, ${verdict(scriptKb <= aims.scriptKb)}`,
    `    first contentful paint: ${Math.round(firstPaintMs)} ms   aim: below ${aims.firstPaintMs}, ${verdict(firstPaintMs < aims.firstPaintMs)}`,
    `    memory after ${changes.toLocaleString('en')} changes: ${signed(kb)} KB of heap, ${signed(nodes)} nodes, ${signed(listeners)} listeners`,
    '',
  ].join('\n')
}

/** @param {boolean} isMet */
const verdict = (isMet) => (isMet ? 'met' : 'missed')

/** @param {number} value */
const signed = (value) => (value > 0 ? '+' : '') + Math.round(value).toLocaleString('en')

/**
 * @param {string} name
 * @param {import('./one-board.mjs').Frames} frames
 */
function framesLine(name, { fps, p50, p95, scriptMs }) {
  const aim = `aim: ${aims.fps}, ${verdict(Math.round(fps) >= aims.fps)}`
  return `    ${name}: ${Math.round(fps)} a second   p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${Math.round(scriptMs)} ms of script a second   ${aim}`
}
