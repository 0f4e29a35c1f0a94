const nameWidth = 48

/** @param {number} value */
const number = (value) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value < 10 ? 2 : 1))

/**
 * An aim on one line.
 * @param {import('./report.mjs').EntryAim} aim
 */
export function aimLine({ what, unit, spread, atLeast, below, met, missedBy }) {
  const found = `${number(spread.median)} ${unit} (${number(spread.least)} – ${number(spread.most)})`
  const text = `  ${what.padEnd(nameWidth)}${found.padEnd(38)}`
  if (met === null) return text.trimEnd()
  const goal = atLeast !== undefined ? `at least ${number(atLeast)}` : `below ${number(below ?? 0)}`
  return `${text}aim: ${goal} ${unit}, ${met ? 'met' : `missed by ${(missedBy * 100).toFixed(missedBy < 0.1 ? 1 : 0)} %`}`
}

/**
 * A report, to be read by a person.
 * @param {import('./report.mjs').EntryReport} report
 */
export function entryTable({ machine, options, aims, exported }) {
  const { entries, rounds, seconds, sent } = options
  return [
    '',
    `  ${machine.cores} cores (${machine.processor.trim()}), Node ${machine.node}, PostgreSQL ${machine.postgres}`,
    `  ${entries.toLocaleString('en')} entries; ${rounds} ${rounds === 1 ? 'round' : 'rounds'}: pages for ${seconds} s each, ${sent.toLocaleString('en')} entries sent, ${exported.toLocaleString('en')} exported`,
    '  medians of the rounds; in brackets from the lowest to the highest',
    '',
    ...aims.map(aimLine),
    '',
  ].join('\n')
}
