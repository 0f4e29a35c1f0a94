import { measure, warmUp } from '../load.mjs'
import { signIn } from './check.mjs'
import { isAsked, scenarios } from './scenarios.mjs'

const mostWarmUpSeconds = 1

/**
 * The figures of a round: by scenario, then by server.
 * @typedef {Record<string, Record<string, import('../figures.mjs').Figure>>} Round
 * @typedef {import('../servers.mjs').Server} Server
 * @typedef {import('../seed.ts').Facts} Facts
 * @typedef {import('../load.mjs').How} How
 */

/**
 * A lap that counts for nobody: else whoever comes first pays for cold caches and the first writes after a checkpoint.
 * @param {Server[]} servers
 * @param {Facts} facts
 * @param {How} how
 */
export async function runLap(servers, facts, { seconds, connections }) {
  const token = await tokenFrom(servers, facts)
  for (const { name, callsFor } of scenarios) {
    for (const server of servers.filter((one) => isAsked(one.name, name))) {
      const load = { name, next: callsFor(server.name, facts, token) }
      await warmUp(server, load, { seconds: seconds / 2, connections })
    }
  }
}

/**
 * Every scenario on every server, one after the other. Each round begins with another server, so that none always
 * comes after the same one.
 * @param {number} round from 0
 * @param {Server[]} servers
 * @param {Facts} facts
 * @param {How} how
 */
export async function runRound(round, servers, facts, { seconds, connections }) {
  const first = round % servers.length
  const inTurn = [...servers.slice(first), ...servers.slice(0, first)]
  const token = await tokenFrom(servers, facts)
  /** @type {Round} */
  const figures = {}
  for (const { name, callsFor } of scenarios) {
    /** @type {Round[string]} */
    const ofScenario = {}
    figures[name] = ofScenario
    for (const server of inTurn.filter((one) => isAsked(one.name, name))) {
      const load = { name, next: callsFor(server.name, facts, token) }
      await warmUp(server, load, { seconds: Math.min(mostWarmUpSeconds, seconds / 4), connections })
      ofScenario[server.name] = await measure(server, load, { seconds, connections })
    }
  }
  return figures
}

/**
 * @param {Server[]} servers
 * @param {Facts} facts
 */
async function tokenFrom(servers, facts) {
  const product = servers.find(({ name }) => name === 'baycall')
  return product ? signIn(product, facts) : ''
}
