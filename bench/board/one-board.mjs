import { beforeEnd } from '../../scripts/process/ending.mjs'
import { ensureBrowser } from '../../scripts/testing/browser.mjs'
import { percentile } from '../figures.mjs'
import { call, inStep } from './phones.mjs'
import { scriptBytes } from './scripts.mjs'

const orders = 1_000
const arrived = 240
const ringing = 20
const changesPerSecond = 20
const slowdown = 4
const seconds = 8

/**
 * Frames of a page in some seconds, and the milliseconds of script that each second took.
 * @typedef {{ fps: number, p50: number, p95: number, scriptMs: number }} Frames
 */

/**
 * One board with a thousand orders on a slow tablet.
 * @typedef {object} OneBoard
 * @property {number} scriptKb JavaScript that it becomes live with, gzipped, in KB of 1,024 bytes
 * @property {number} firstPaintMs first contentful paint, on this machine as fast as it is
 * @property {number} rowsDrawn of its orders
 * @property {Frames} still while orders change
 * @property {Frames} scrolled the same, and the page is scrolled all the while
 * @property {Frames} scrolledFast the same again, the processor as fast as it is
 * @property {{ changes: number, kb: number, nodes: number, listeners: number }} growth by so many changes
 */

/**
 * @param {import('../servers.mjs').Server} server
 * @param {import('../seed.ts').Facts} facts
 * @returns {Promise<OneBoard>}
 */
export async function measureOneBoard(server, facts) {
  const store = await fillStore(server, facts)
  const { page, ...opened } = await openOn(server, facts, store.address)
  await page.getByRole('button', { name: 'Expected' }).click()
  await page.waitForFunction((most) => document.querySelectorAll('[data-ringing="true"]').length === most, ringing)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const still = await framesOf(page, session, store.changeFor, { isScrolled: false, rate: slowdown })
  const scrolled = await framesOf(page, session, store.changeFor, { isScrolled: true, rate: slowdown })
  const scrolledFast = await framesOf(page, session, store.changeFor, { isScrolled: true, rate: 1 })
  await page.evaluate(() => window.scrollTo(0, 0))
  const rowsDrawn = await page.locator('[data-order-id]').count()
  const growth = await growthOf(session, store.changeFor)
  await page.context().browser()?.close()
  return { ...opened, rowsDrawn, still, scrolled, scrolledFast, growth }
}

/**
 * Many orders of one store: some at the kerb, more on the way, and others expected.
 * @param {import('../servers.mjs').Server} server
 * @param {import('../seed.ts').Facts} facts
 */
async function fillStore(server, { projectId, secretKey: key }) {
  const store = { projectId, destinationId: 'a-thousand' }
  const tell = (/** @type {number} */ n, /** @type {object} */ more) =>
    call(server.baseUrl, { method: 'PUT', path: `/api/orders/many-${n}`, key, body: { ...store, ...more } })
  await inStep(orders, 200, (n) => {
    const body = { ...store, orderId: `many-${n}`, customerName: `Customer ${n}`, ...begins(n) }
    return call(server.baseUrl, { method: 'POST', path: '/api/orders', key, body })
  })
  await inStep(arrived, 100, (n) => tell(n, { eventType: 'arrival', hsFields: { 'Parking Bay': String(n % 90) } }))
  return {
    address: `/board/${projectId}/${store.destinationId}`,
    changeFor: (/** @type {number} */ count, /** @type {number} */ perSecond) =>
      inStep(count, perSecond, (n) =>
        tell(arrived + (n % (orders - arrived)), { eventType: 'updateOrder', hsFields: { Note: String(n) } }),
      ),
  }
}

/**
 * @param {import('../servers.mjs').Server} server
 * @param {import('../seed.ts').Facts} facts
 * @param {string} address
 */
async function openOn(server, { manager, projectId }, address) {
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.launch({ executablePath: await ensureBrowser() })
  beforeEnd(() => browser.close().catch(() => {}))
  const context = await browser.newContext({ baseURL: server.baseUrl, viewport: { width: 1024, height: 768 } })
  await context.request.post('/api/staff/session', { data: manager, headers: { origin: server.baseUrl } })
  const page = await context.newPage()
  const live = page.getByText(/^Live · synced/)
  // The first to come pays for what the server compiles.
  await page.goto(address)
  await live.waitFor()
  await page.evaluate(acknowledgeAllBut, { projectId, ringing })
  const answer = await page.goto(address)
  await live.waitFor()
  if (!answer) throw new Error('The board has not answered')
  const bytes = await scriptBytes(answer, async (script) => (await page.request.get(script)).body())
  const firstPaintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  return { page, scriptKb: bytes / 1_024, firstPaintMs }
}

/** @typedef {(count: number, perSecond: number) => Promise<unknown>} ChangeFor */

/**
 * @param {import('@playwright/test').CDPSession} session
 * @param {'ScriptDuration' | 'JSHeapUsedSize' | 'Nodes' | 'JSEventListeners'} name
 */
async function metricOf(session, name) {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find((one) => one.name === name)?.value ?? Number.NaN
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {import('@playwright/test').CDPSession} session
 * @param {ChangeFor} changeFor
 * @param {{ isScrolled: boolean, rate: number }} how `rate`: how many times slower the processor is
 * @returns {Promise<Frames>}
 */
async function framesOf(page, session, changeFor, { isScrolled, rate }) {
  await page.evaluate(() => window.scrollTo(0, 0))
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  const before = await metricOf(session, 'ScriptDuration')
  const changing = changeFor(changesPerSecond * seconds, changesPerSecond)
  const gaps = await page.evaluate(watchFrames, { isScrolled, forMs: seconds * 1_000 })
  const scriptMs = ((await metricOf(session, 'ScriptDuration')) - before) * (1_000 / seconds)
  await changing
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const sorted = gaps.toSorted((a, b) => a - b)
  return { fps: gaps.length / seconds, p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), scriptMs }
}

/**
 * @param {import('@playwright/test').CDPSession} session
 * @param {ChangeFor} changeFor
 */
async function growthOf(session, changeFor) {
  const held = async () => {
    await session.send('HeapProfiler.collectGarbage')
    return {
      kb: (await metricOf(session, 'JSHeapUsedSize')) / 1_024,
      nodes: await metricOf(session, 'Nodes'),
      listeners: await metricOf(session, 'JSEventListeners'),
    }
  }
  // Every order at least once before: what is kept of each is kept then.
  await changeFor(orders, 50)
  const before = await held()
  const changes = 2_000
  await changeFor(changes, 50)
  const after = await held()
  return {
    changes,
    kb: after.kb - before.kb,
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
  }
}

/** @param {number} n */
function begins(n) {
  const hsFields = { 'Car Plate': `KLM ${n}`, 'Car Model': 'Golf', 'Car Color': 'blue' }
  if (n < 700) return { eventType: 'onTheWay', etaSeconds: 60 + n, hsFields }
  return { hsFields, scheduledTimeForCollection: new Date(Date.now() + n * 60_000).toISOString() }
}

// Runs in the page: the frames' lengths in ms.
/** @param {{ isScrolled: boolean, forMs: number }} how */
function watchFrames({ isScrolled, forMs }) {
  /** @type {number[]} */
  const gaps = []
  const startedAt = performance.now()
  let before = startedAt
  return new Promise((/** @type {(gaps: number[]) => void} */ resolve) => {
    const tick = () => {
      const now = performance.now()
      gaps.push(now - before)
      before = now
      if (isScrolled) window.scrollBy(0, 40)
      if (now - startedAt < forMs) requestAnimationFrame(tick)
      else resolve(gaps)
    }
    requestAnimationFrame(tick)
  })
}

// Runs in the page, as the person who has it open, who may do 200 things at once and then one a second.
/** @param {{ projectId: string, ringing: number }} what */
async function acknowledgeAllBut({ projectId, ringing }) {
  const rows = [...document.querySelectorAll('[data-ringing="true"]')].slice(ringing)
  const acknowledge = async (/** @type {Element} */ row) => {
    for (;;) {
      const { ok, status, headers } = await fetch(`/api/staff/orders/${row.getAttribute('data-service-id')}/actions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ projectId, action: 'acknowledge' }),
      })
      if (ok) return
      if (status !== 429) throw new Error(`Acknowledging answered ${status}`)
      const waitMs = Number(headers.get('retry-after')) * 1_000
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  for (let n = 0; n < rows.length; n += 10) await Promise.all(rows.slice(n, n + 10).map(acknowledge))
}
