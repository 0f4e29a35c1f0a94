import { report } from './refusal.mjs'

/** @type {(() => unknown)[]} */
const duties = []
/** @type {Promise<never> | undefined} */
let underway

const mostMs = 25_000

/**
 * Registers what must be done before this process may end: last registered, first done.
 * @param {() => unknown} duty
 * @returns {() => void} takes it back
 */
export function beforeEnd(duty) {
  duties.push(duty)
  return () => {
    const at = duties.indexOf(duty)
    if (at >= 0) duties.splice(at, 1)
  }
}

/** Whether this process is about to end: what dies now was meant to. */
export function isEnding() {
  return underway !== undefined
}

/**
 * Does every duty, then exits. Asking again changes nothing: Ctrl-C in a terminal often arrives twice.
 * @param {number} exitCode
 */
export function end(exitCode) {
  underway ??= (async () => {
    setTimeout(() => process.exit(1), mostMs).unref()
    for (let duty = duties.pop(); duty; duty = duties.pop()) {
      try {
        await duty()
      } catch (error) {
        report(error)
      }
    }
    process.exit(exitCode)
  })()
  return underway
}

/**
 * Runs a command to its end, or until somebody stops it; either way nothing that it started stays behind.
 * @param {() => Promise<number>} run answers the exit code
 * @param {{ exitCodeIfStopped?: number }} [how] 0 for what only ends by being stopped
 */
export async function runCommand(run, { exitCodeIfStopped = 1 } = {}) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => end(exitCodeIfStopped))
  // Whoever read the output may be gone before us; that must not cost the orderly end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  for (const fatal of ['uncaughtException', 'unhandledRejection']) process.on(fatal, fail)
  await run().then(end, fail)
}

/** @param {unknown} error */
function fail(error) {
  // Once the end is underway, what breaks is a consequence of it.
  if (!isEnding()) report(error)
  return end(1)
}
