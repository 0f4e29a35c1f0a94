import { Refusal } from '../../scripts/process/refusal.mjs'
import { median } from '../figures.mjs'
import { measure, warmUp } from '../load.mjs'

const search = '/api/prod1/entry/_search'
const jsonType = { 'content-type': 'application/json' }
const connections = 8

/**
 * @typedef {import('../seed.ts').Place} Place
 * @typedef {import('./seed.ts').EntryFacts} Facts
 * @typedef {import('../servers.mjs').Server} Server
 * @typedef {import('../figures.mjs').Figure} Figure
 */

/** Where a page begins. */
export const depths = /** @type {const} */ (['head', 'half', 'end'])

/**
 * The bodies that ask a server for the pages at a depth.
 * @param {string} server
 * @param {Facts} facts
 * @param {typeof depths[number]} depth
 */
function bodiesOf(server, { projectId, half, end }, depth) {
  if (depth === 'head') return [{ projectId }]
  return { half, end }[depth].map(({ token: paginationToken, time, tie }) =>
    server === 'baycall' ? { projectId, paginationToken } : { projectId, after: { time, tie } },
  )
}

/**
 * @param {string} token
 * @param {object[]} bodies asked for in turn
 * @returns {() => import('../load.mjs').Call}
 */
function calls(token, bodies) {
  const texts = bodies.map((body) => JSON.stringify(body))
  const headers = { ...jsonType, authorization: `Bearer ${token}` }
  let n = 0
  return () => ({ method: 'POST', path: search, headers: { ...headers }, body: texts[n++ % texts.length] ?? '' })
}

/**
 * Pages at every depth, of every server, one after the other.
 * @param {Server[]} servers
 * @param {Facts} facts
 * @param {{ token: string, seconds: number }} how
 * @returns {Promise<Record<string, Record<string, Figure>>>} by depth, then by server
 */
export async function measurePages(servers, facts, { token, seconds }) {
  /** @type {Record<string, Record<string, Figure>>} */
  const figures = {}
  for (const depth of depths) {
    /** @type {Record<string, Figure>} */
    const ofDepth = {}
    figures[depth] = ofDepth
    for (const server of servers) {
      const load = { name: `page, ${depth}`, next: calls(token, bodiesOf(server.name, facts, depth)) }
      await warmUp(server, load, { seconds: Math.min(0.5, seconds / 2), connections })
      ofDepth[server.name] = await measure(server, load, { seconds, connections })
    }
  }
  return figures
}

/**
 * The same pages by OFFSET, each asked for once by one connection.
 * @param {import('pg').Client} client
 * @param {Facts} facts
 * @returns {Promise<Record<string, number>>} ms by depth
 */
export async function offsetTimes(client, { projectId, count }) {
  const places = { head: 0, half: Math.floor(count / 2), end: count - 200 }
  /** @type {Record<string, number>} */
  const times = {}
  for (const [depth, offset] of Object.entries(places)) {
    const startedAt = performance.now()
    const { rows } = await client.query(
      `select * from entry where project_id = $1 order by creation_time desc, sequence desc offset $2 limit 100`,
      [projectId, offset],
    )
    if (rows.length !== 100) throw new Refusal(`OFFSET ${offset} found ${rows.length} entries, not 100.`)
    times[depth] = performance.now() - startedAt
  }
  return times
}

/**
 * Questions asked one after the other by one caller: how long each took.
 * @param {Server} server
 * @param {string} token
 * @param {{ path: string, body?: object }} question
 * @param {number} times
 */
export async function askTimes(server, token, { path, body }, times) {
  const headers = { authorization: `Bearer ${token}`, ...(body && jsonType) }
  const method = body ? 'POST' : 'GET'
  const taken = []
  for (let i = 0; i < times + 3; i++) {
    const startedAt = performance.now()
    const answer = await fetch(`${server.baseUrl}${path}`, { method, headers, body: body && JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Refusal(`${path} is answered ${answer.status}: ${text}`)
    taken.push(performance.now() - startedAt)
  }
  // The first ones pay for plans and caches.
  const counted = taken.slice(3)
  return { p50Ms: median(counted), mostMs: Math.max(...counted) }
}
