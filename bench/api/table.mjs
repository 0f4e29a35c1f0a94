const nameWidth = 22

/** @param {number} value */
const whole = (value) => Math.round(value).toLocaleString('en')

/** @param {string[]} cells of a line, the first to the left and the others to the right */
function line([name = '', ...figures]) {
  return `  ${name.padEnd(nameWidth)}${figures.map((figure) => figure.padStart(14)).join('')}`
}

/**
 * A report, to be read by a person.
 * @param {import('./report.mjs').Report} report
 */
export function tableOf({ machine, options, scenarios, memory }) {
  const { rounds, seconds, connections, workers, pool, entries } = options
  return [
    '',
    `  ${machine.cores} cores (${machine.processor.trim()}), Node ${machine.node}, PostgreSQL ${machine.postgres}`,
    `  ${workers} processes a server with ${pool} database connections each; ${connections} connections from here; ${whole(entries)} entries`,
    `  medians of ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of ${seconds} s each; in brackets from the lowest round to the highest`,
    ...scenarios.flatMap(ofScenario),
    '',
    '  resident memory, the most that a serving process has held',
    ...memory.map(({ name, aim }) => (aim ? ofAim(aim) : line([name, '–']))),
    '',
  ].join('\n')
}

/** @param {import('./report.mjs').ScenarioReport} scenario */
function ofScenario({ name, about, servers, aims }) {
  return [
    '',
    `  ${name}: ${about}`,
    line(['', 'requests/s', 'p50', 'p99', 'CPU/request']),
    ...Object.entries(servers).map(([server, { perSecond, p50Ms, p99Ms, cpuMsPerRequest }]) =>
      line([
        `  ${server}`,
        whole(perSecond),
        `${p50Ms.toFixed(1)} ms`,
        `${p99Ms.toFixed(1)} ms`,
        cpuMsPerRequest === null ? '–' : `${cpuMsPerRequest.toFixed(2)} ms`,
      ]),
    ),
    ...aims.map(ofAim),
  ]
}

/**
 * A comparison and what it should come to, on one line.
 * @param {import('./report.mjs').Aim} aim
 */
function ofAim({ what, unit, spread, atLeast, below, met, missedBy }) {
  const number = (/** @type {number} */ value) => inUnit(value, unit)
  const found = `${number(spread.median)} ${unit} (${number(spread.least)} – ${number(spread.most)})`
  const text = `  ${`  ${what}`.padEnd(nameWidth + 4)}${found.padEnd(24)}`
  if (met === null) return text.trimEnd()
  const goal = atLeast !== undefined ? `at least ${number(atLeast)}` : `below ${number(below ?? 0)}`
  return `${text}aim: ${goal} ${unit}, ${met ? 'met' : `missed by ${(missedBy * 100).toFixed(missedBy < 0.1 ? 1 : 0)} %`}`
}

/**
 * @param {number} value
 * @param {import('./report.mjs').Aim['unit']} unit
 */
function inUnit(value, unit) {
  if (unit === '%') return String(Math.round(value * 100))
  return unit === 'MB' ? String(Math.round(value)) : value.toFixed(1)
}
