import { beforeEnd } from '../../scripts/process/ending.mjs'
import { ensureBrowser } from '../../scripts/testing/browser.mjs'

/**
 * The board of a store in a real browser, which notes when each arrival's row was painted.
 * @typedef {object} BrowserBoard
 * @property {(orderIds: string[], withinMs: number) => Promise<Map<string, number>>} painted when, in ms of the
 *   machine's clock; throws if one is missing for longer
 * @property {() => Promise<void>} close
 */

/**
 * @param {string} baseUrl
 * @param {{ address: string, manager: { email: string, password: string } }} what
 * @returns {Promise<BrowserBoard>}
 */
export async function openBrowserBoard(baseUrl, { address, manager }) {
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.launch({ executablePath: await ensureBrowser() })
  beforeEnd(() => browser.close().catch(() => {}))
  const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 1024, height: 768 } })
  await context.request.post('/api/staff/session', { data: manager, headers: { origin: baseUrl } })
  const page = await context.newPage()
  await page.addInitScript(watchRows)
  await page.goto(address)
  await page.getByText(/^Live · synced/).waitFor()
  return {
    async painted(orderIds, withinMs) {
      await page.waitForFunction((ids) => ids.every((id) => Reflect.get(window, 'paintedRows')?.has(id)), orderIds, {
        timeout: withinMs,
      })
      const rows = await page.evaluate(() => [...Reflect.get(window, 'paintedRows')])
      return new Map(/** @type {[string, number][]} */ (rows))
    },
    close: () => browser.close(),
  }
}

// Runs in the page, before it. A row is painted when the frame after its change has been drawn.
function watchRows() {
  /** @type {Map<string, number>} */
  const rows = new Map()
  Reflect.set(window, 'paintedRows', rows)
  /** @type {Set<string>} */
  const noted = new Set()
  new MutationObserver(() => {
    for (const row of document.querySelectorAll('[data-order-id][data-ringing="true"]')) {
      const id = row.getAttribute('data-order-id') ?? ''
      if (noted.has(id)) continue
      noted.add(id)
      requestAnimationFrame(() => {
        // A message to oneself comes after the frame.
        const after = new MessageChannel()
        after.port1.onmessage = () => rows.set(id, performance.timeOrigin + performance.now())
        after.port2.postMessage(null)
      })
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-ringing'] })
}
