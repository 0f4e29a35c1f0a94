import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { beforeEnd } from '../../scripts/process/ending.mjs'
import { inRoot } from '../../scripts/settings/places.mjs'
import { percentile } from '../figures.mjs'
import { openBrowserBoard } from './browser-board.mjs'
import { call, inStep } from './phones.mjs'

const settleMs = 20_000
const handOverMs = 2_000
/** As many as a server keeps open for one session (lib/http/event-stream.ts). */
const boardsPerSession = 20

/**
 * Times of many, in ms.
 * @typedef {{ p50: number, p95: number, p99: number, count: number }} Times
 */

/**
 * What a scenario came to: until the PUT's answer, until its row was painted, until boards without a browser had it.
 * @typedef {object} BoardFigures
 * @property {Times} answered
 * @property {Times} painted
 * @property {Times | null} received null: there were none
 * @property {number | null} kbPerBoard more resident memory with the boards connected, by board
 */

let run = 0

/**
 * Orders on the way, then arrivals in step and their hand-overs 2 s later, on stores of its own.
 * @param {import('../servers.mjs').Server} server
 * @param {import('../seed.ts').Facts} facts
 * @param {import('./options.mjs').BoardOptions} options boards: without a browser
 * @returns {Promise<BoardFigures>}
 */
export async function runScenario(server, facts, { boards, stores, perSecond, seconds }) {
  const { projectId, secretKey: key } = facts
  const names = Array.from({ length: stores }, (_, n) => `run-${run}-${n}`)
  run += 1
  const orders = Array.from({ length: perSecond * seconds }, (_, n) => {
    return { projectId, destinationId: names[n % stores] ?? '', orderId: `${names[n % stores]}-${n}` }
  })
  const create = (/** @type {number} */ n) => {
    const body = {
      ...orders[n],
      customerName: 'Aroha Ngata',
      eventType: 'onTheWay',
      hsFields: { 'Car Plate': 'KLM 402' },
    }
    return call(server.baseUrl, { method: 'POST', path: '/api/orders', key, body })
  }
  await inStep(orders.length, 500, create)

  const board = await openBrowserBoard(server.baseUrl, {
    address: `/board/${projectId}/${names[0]}`,
    manager: facts.manager,
  })
  const before = residentKb(server.workers)
  const watchers = await connect(server, facts, { boards, names })
  const perBoard =
    boards > 0 && before !== null ? Math.max(0, (residentKb(server.workers) ?? before) - before) / boards : null

  const arrive = (/** @type {number} */ n) => {
    const { orderId, ...order } = orders[n] ?? { orderId: '' }
    const body = { ...order, eventType: 'arrival', hsFields: { 'Parking Bay': String(n % 12) } }
    return call(server.baseUrl, { method: 'PUT', path: `/api/orders/${orderId}`, key, body })
  }
  // Staff hand over a little later: what rings is what has just come, as in a store.
  const handOver = (/** @type {number} */ n) => {
    const { orderId, ...order } = orders[n] ?? { orderId: '' }
    const body = { ...order, eventType: 'fulfilled' }
    return call(server.baseUrl, { method: 'PUT', path: `/api/orders/${orderId}`, key, body })
  }
  const handingOver = new Promise((resolve) => setTimeout(resolve, handOverMs)).then(() =>
    inStep(orders.length, perSecond, handOver),
  )
  const sent = await inStep(orders.length, perSecond, arrive)
  const sentAt = new Map(orders.map(({ orderId }, n) => [orderId, sent[n]?.sentAt ?? 0]))
  const shown = orders.filter(({ destinationId }) => destinationId === names[0]).map(({ orderId }) => orderId)
  const painted = await board.painted(shown, settleMs)
  await handingOver
  const seen = await watchers?.seen()
  await board.close()
  const since = (/** @type {string} */ id, /** @type {number} */ at) => at - (sentAt.get(id) ?? at)
  return {
    answered: timesOf(sent.map(({ tookMs }) => tookMs)),
    painted: timesOf(shown.map((id) => since(id, painted.get(id) ?? Number.NaN))),
    received: seen ? timesOf([...seen].flatMap(([id, times]) => times.map((at) => since(id, at)))) : null,
    kbPerBoard: perBoard,
  }
}

/**
 * @param {import('../servers.mjs').Server} server
 * @param {import('../seed.ts').Facts} facts
 * @param {{ boards: number, names: string[] }} what
 */
async function connect(server, { projectId, manager }, { boards, names }) {
  if (boards === 0) return null
  /** @type {Record<string, string>[]} */
  const sessions = []
  for (let left = boards; left > 0; left -= boardsPerSession) sessions.push(await signIn(server.baseUrl, manager))
  const [headers = {}] = sessions
  const cursors = await Promise.all(names.map((name) => cursorOf(server.baseUrl, { projectId, name, headers })))
  const child = fork(inRoot('bench', 'board', 'watchers.mjs'), [], { execArgv: [] })
  beforeEnd(() => child.kill('SIGKILL'))
  const open = Array.from({ length: boards }, (_, n) => {
    const name = names[n % names.length] ?? ''
    const query = new URLSearchParams({ projectId, destinationId: name, after: cursors[n % names.length] ?? '0' })
    const address = `${server.baseUrl}/api/staff/board/stream?${query}`
    return { address, headers: sessions[Math.floor(n / boardsPerSession)] ?? {} }
  })
  child.send({ open })
  await once(child, 'message')
  return {
    /** @returns {Promise<Map<string, number[]>>} */
    async seen() {
      child.send({ tell: true })
      const [{ seen }] = await once(child, 'message')
      child.disconnect()
      return new Map(seen)
    },
  }
}

/**
 * @param {string} baseUrl
 * @param {import('../seed.ts').Facts['manager']} account
 */
async function signIn(baseUrl, account) {
  const answer = await fetch(`${baseUrl}/api/prod1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}`)
  const { accessToken } = await answer.json()
  return { authorization: `Bearer ${accessToken}` }
}

/**
 * @param {string} baseUrl
 * @param {{ projectId: string, name: string, headers: Record<string, string> }} store
 * @returns {Promise<string>}
 */
async function cursorOf(baseUrl, { projectId, name, headers }) {
  const query = new URLSearchParams({ projectId, destinationId: name })
  const answer = await fetch(`${baseUrl}/api/staff/board?${query}`, { headers })
  if (!answer.ok) throw new Error(`A board answered ${answer.status}`)
  return (await answer.json()).cursor
}

/**
 * @param {number[]} values
 * @returns {Times}
 */
function timesOf(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return {
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    count: sorted.length,
  }
}

/**
 * What some processes hold resident together, in KB; null where there is no /proc.
 * @param {number[]} pids
 */
function residentKb(pids) {
  try {
    return pids.reduce((sum, pid) => {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      return sum + Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
    }, 0)
  } catch {
    return null
  }
}
