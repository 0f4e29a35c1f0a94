/** @type {Set<string>} */
const underway = new Set()
/** @type {NodeJS.WriteStream} */
let out = process.stdout
let leastMs = 0

/** For commands whose own output matters: only what took its time is said, and on standard error. */
export function sayOnlyLongSteps() {
  out = process.stderr
  leastMs = 1_000
}

function redraw() {
  if (out.isTTY) out.write(`\r\x1b[K${underway.size > 0 ? `  … ${[...underway].join(', ')}` : ''}`)
}

/**
 * Prints a line above those that are underway.
 * @param {string} line
 */
export function say(line) {
  out.write(`${out.isTTY ? '\r\x1b[K' : ''}${line}\n`)
  redraw()
}

/** @param {number} ms */
export function inWords(ms) {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

/**
 * Does one step of a command and prints its line: what, with which result, in which time.
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} work
 * @param {(result: Result) => string} inShort
 * @returns {Promise<Result>}
 */
export async function step(name, work, inShort) {
  const startedAt = performance.now()
  underway.add(name)
  redraw()
  try {
    const result = await work()
    underway.delete(name)
    const ms = performance.now() - startedAt
    if (ms >= leastMs) say(`  ${name.padEnd(14)}${inShort(result)}  ·  ${inWords(ms)}`)
    return result
  } finally {
    underway.delete(name)
    redraw()
  }
}
