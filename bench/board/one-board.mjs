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
 * @property {{ changes: number, kb: number, nodes: number, listeners: number }} growth by so many changes and arrivals
 */

/**
 * @param {import('../servers.mjs').Server} server
 * @param {import('../seed.ts').Facts} facts
 * @returns {Promise<OneBoard>}
 */
export async function measureOneBoard(server, { projectId, secretKey: key, manager }) {
  const destinationId = 'a-thousand'
  const tell = (/** @type {number} */ n, /** @type {object} */ more) =>
    call(server.baseUrl, {
      method: 'PUT',
      path: `/api/orders/many-${n}`,
      key,
      body: { projectId, destinationId, ...more },
    })
  await inStep(orders, 400, (n) => {
    const body = { projectId, destinationId, orderId: `many-${n}`, customerName: `Customer ${n}`, ...begins(n) }
    return call(server.baseUrl, { method: 'POST', path: '/api/orders', key, body })
  })
  await inStep(arrived, 400, (n) => tell(n, { eventType: 'arrival', hsFields: { 'Parking Bay': String(n % 90) } }))

  const { chromium } = await import('@playwright/test')
  const browser = await chromium.launch({ executablePath: await ensureBrowser() })
  beforeEnd(() => browser.close().catch(() => {}))
  const context = await browser.newContext({ baseURL: server.baseUrl, viewport: { width: 1024, height: 768 } })
  await context.request.post('/api/staff/session', { data: manager, headers: { origin: server.baseUrl } })
  const page = await context.newPage()
  const address = `/board/${projectId}/${destinationId}`
  // The first to come pays for what the server compiles.
  await page.goto(address)
  const live = page.getByText(/^Live · synced/)
  await live.waitFor()
  const answer = await page.goto(address)
  await live.waitFor()
  if (!answer) throw new Error('The board has not answered')
  const bytes = await scriptBytes(answer, async (script) => (await page.request.get(script)).body())
  const firstPaintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  await page.evaluate(acknowledgeAllBut, { projectId, ringing })
  await page.getByRole('button', { name: 'Expected' }).click()
  await page.waitForFunction((most) => document.querySelectorAll('[data-ringing="true"]').length === most, ringing)

  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  const metric = async (/** @type {string} */ name) =>
    (await session.send('Performance.getMetrics')).metrics.find((one) => one.name === name)?.value ?? Number.NaN
  const changeFor = (/** @type {number} */ count, /** @type {number} */ perSecond) =>
    inStep(count, perSecond, (n) =>
      tell(arrived + (n % (orders - arrived)), { eventType: 'updateOrder', hsFields: { Note: String(n) } }),
    )
  const frames = async (/** @type {boolean} */ isScrolled) => {
    await page.evaluate(() => window.scrollTo(0, 0))
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const before = await metric('ScriptDuration')
    const changing = changeFor(changesPerSecond * seconds, changesPerSecond)
    const gaps = await page.evaluate(watchFrames, { isScrolled, forMs: seconds * 1_000 })
    const scriptMs = ((await metric('ScriptDuration')) - before) * (1_000 / seconds)
    await changing
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const sorted = gaps.toSorted((a, b) => a - b)
    return { fps: gaps.length / seconds, p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), scriptMs }
  }
  const held = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const [bytes, nodes, listeners] = [
      await metric('JSHeapUsedSize'),
      await metric('Nodes'),
      await metric('JSEventListeners'),
    ]
    return { bytes, nodes, listeners }
  }
  const still = await frames(false)
  const scrolled = await frames(true)
  await page.evaluate(() => window.scrollTo(0, 0))
  const rowsDrawn = await page.locator('[data-order-id]').count()
  await changeFor(400, 100)
  const before = await held()
  const changes = 2_000
  await changeFor(changes, 100)
  const after = await held()
  await browser.close()
  const growth = {
    changes,
    kb: (after.bytes - before.bytes) / 1_024,
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
  }
  return { scriptKb: bytes / 1_024, firstPaintMs, rowsDrawn, still, scrolled, growth }
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

// Runs in the page, as the person who has it open.
/** @param {{ projectId: string, ringing: number }} what */
async function acknowledgeAllBut({ projectId, ringing }) {
  const rows = [...document.querySelectorAll('[data-ringing="true"]')].slice(ringing)
  for (let n = 0; n < rows.length; n += 10) {
    await Promise.all(
      rows.slice(n, n + 10).map((row) =>
        fetch(`/api/staff/orders/${row.getAttribute('data-service-id')}/actions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ projectId, action: 'acknowledge' }),
        }),
      ),
    )
  }
}
