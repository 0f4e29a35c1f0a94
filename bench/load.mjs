import { Refusal } from '../scripts/process/refusal.mjs'
import { percentile } from './figures.mjs'
import { cpuMsOf } from './footprint.mjs'

const sampleMs = 50

/**
 * A request, ready to send.
 * @typedef {object} Call
 * @property {'GET' | 'POST' | 'PUT'} method
 * @property {string} path
 * @property {Record<string, string>} headers
 * @property {string} body
 */

/**
 * @typedef {{ name: string, next: () => Call }} Load
 * @typedef {{ seconds: number, connections: number }} How
 * @typedef {import('./servers.mjs').Server} Server
 */

/**
 * Loads a server for some seconds, each connection sending its next request when the last is answered, and measures it.
 * A refusal if any answer is not a success: figures of errors are worth nothing.
 * @param {Server} server
 * @param {Load} load
 * @param {How} how
 * @returns {Promise<import('./figures.mjs').Figure>}
 */
export async function measure(server, load, how) {
  const cpuBefore = cpuMsOf(server.pids)
  const { latencies, elapsedS } = await send(server, load, how)
  const cpuAfter = cpuMsOf(server.pids)
  if (latencies.length === 0) throw wentWrong(server, load, 'no answer at all')
  const sorted = Float64Array.from(latencies).sort()
  const isKnown = cpuBefore !== null && cpuAfter !== null
  return {
    perSecond: sorted.length / elapsedS,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    cpuMsPerRequest: isKnown ? (cpuAfter - cpuBefore) / sorted.length : null,
  }
}

/**
 * The same load, of which nothing is kept: code is compiled and pages are in memory when it counts.
 * @param {Server} server
 * @param {Load} load
 * @param {How} how
 */
export async function warmUp(server, load, how) {
  await send(server, load, how)
}

/**
 * @param {Server} server
 * @param {Load} load
 * @param {How} how
 * @returns {Promise<{ latencies: number[], elapsedS: number }>} latencies in ms
 */
async function send(server, load, { seconds, connections }) {
  const { default: autocannon } = await import('autocannon')
  /** @type {number[]} */
  const latencies = []
  /** @type {Map<number, number>} */
  const failed = new Map()
  const startedAt = performance.now()
  const run = autocannon({
    url: server.baseUrl,
    connections,
    duration: seconds,
    sampleInt: sampleMs,
    requests: [{ setupRequest: (request) => Object.assign(request, load.next()) }],
  })
  // Its own histogram knows whole milliseconds only.
  run.on('response', (_client, status, _bytes, ms) => {
    latencies.push(ms)
    if (status < 200 || status > 299) failed.set(status, (failed.get(status) ?? 0) + 1)
  })
  const { errors } = await run
  const elapsedS = (performance.now() - startedAt) / 1_000
  const problems = [...failed].map(([status, count]) => `${count} answers of status ${status}`)
  if (errors > 0) problems.push(`${errors} connections or requests that failed`)
  if (problems.length > 0) throw wentWrong(server, load, problems.join(', '))
  return { latencies, elapsedS }
}

/**
 * @param {Server} server
 * @param {Load} load
 * @param {string} why
 */
function wentWrong(server, { name }, why) {
  return new Refusal(`"${name}" on the server "${server.name}" went wrong: ${why}. ${server.lastWords()}`.trimEnd())
}
