import { scriptBytes } from '@/bench/board/scripts.mjs'
import { violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { expect, test } from '@/e2e/setup/kerb'
import { type Held, memoryOf } from '@/e2e/setup/page-memory'
import { expectRinging, openBoard, rowOf, signIn } from '@/e2e/setup/staff'

test.beforeEach(async ({ context, demo }) => signIn(context, demo))

const inTens = async (count: number, work: (n: number) => Promise<void>) => {
  const all = Array.from({ length: count }, (_, n) => n)
  for (let n = 0; n < count; n += 10) await Promise.all(all.slice(n, n + 10).map(work))
}

/** `count` customers on the way, the first to come first. */
const comeToStore = (customers: Customers, count: number) =>
  inTens(count, (n) =>
    customers.orders(`way-${n}`, `Customer ${n}`, { eventType: 'onTheWay', etaSeconds: 600 + 60 * n }),
  )

test('a board becomes live with at most 180 KB of JavaScript, gzipped', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Light')
  await customers.stands('10851', 'Priya N.')
  const response = await page.goto(customers.boardPath)
  await expect(page.getByText(/^Live · synced/)).toBeVisible()
  if (!response) throw new Error('The board has not answered')
  const bytes = await scriptBytes(response, async (address) => (await page.request.get(address)).body())
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(180 * 1024)
})

test('of many orders those near the screen are drawn; keys and a search reach the others', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Many')
  await comeToStore(customers, 150)
  await customers.stands('rings', 'Aroha Ngata', { 'Parking Bay': '7' })
  await openBoard(page, customers.boardPath)
  const drawn = page.locator('[data-order-id]')
  await expect(rowOf(page, 'way-0')).toBeVisible()
  await expect.poll(() => drawn.count()).toBeLessThan(60)
  await expect(rowOf(page, 'way-140')).toHaveCount(0)
  await expect(rowOf(page, 'way-1')).toHaveAttribute('aria-setsize', '150')
  await expect(rowOf(page, 'way-1')).toHaveAttribute('aria-posinset', '2')
  expect(await violationsOn(page)).toEqual([])

  // By key from one to the next, further than what was drawn.
  await rowOf(page, 'way-0').focus()
  await page.keyboard.press('j')
  await expect(rowOf(page, 'way-1')).toBeFocused()
  for (let n = 1; n < 40; n += 1) await page.keyboard.press('j')
  await expect(rowOf(page, 'way-40')).toBeFocused()
  await expect(rowOf(page, 'way-40')).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'way-40').getByRole('region', { name: 'Timeline' })).toBeVisible()

  // To the end: what rings stays, and so does what was opened.
  await expect(async () => {
    // Rows that are drawn on the way there may be higher than was thought: one scrolls on.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(rowOf(page, 'way-149')).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect(rowOf(page, 'way-5')).toHaveCount(0)
  await expectRinging(page, 'rings')
  await expect(page.getByRole('button', { name: 'Ringing: Aroha Ngata · bay 7' })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(rowOf(page, 'way-0')).toBeInViewport()
  await expect(rowOf(page, 'way-149')).toHaveCount(0)
})

test('a board that leaves out orders says how many, and that whoever arrives is shown', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Left out')
  await customers.orders('way', 'Priya N.', { eventType: 'onTheWay' })
  // As it is told of a store with very many orders (integration/flood.test.ts).
  await page.route('**/api/staff/board?**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), leftOut: 108 } })
  })
  const reset = { contentType: 'text/event-stream', body: 'event: reset\ndata: {}\n\n' }
  await page.route('**/api/staff/board/stream?**', (route) => route.fulfill(reset), { times: 1 })
  await openBoard(page, customers.boardPath)
  await expect(page.getByText('108 further orders do not stand here')).toBeVisible()
  await expect(page.getByText('Whoever arrives is always shown.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})

test('a board that is too large for its page stands there whole all the same', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Too large')
  const notes = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`note ${n}`, 'x'.repeat(1_000)]))
  await inTens(60, (n) => customers.stands(`here-${n}`, `Guest ${n} of sixty`, { 'Parking Bay': String(n), ...notes }))
  const brought = await (await page.request.get(customers.boardPath)).text()
  expect(brought).toContain('Guest 3 of sixty')
  expect(brought).not.toContain('Guest 59 of sixty')
  await openBoard(page, customers.boardPath)
  await expect(page.locator('[data-ringing="true"]')).toHaveCount(60)
  await expect(page.getByText(/^Live · synced/)).toBeVisible()
})

test('a search goes to a customer whose row is far down, and so does the notice of who rings', async ({
  page,
  demo,
}) => {
  const customers = new Customers(demo, 'Far down')
  await inTens(70, (n) => customers.stands(`here-${n}`, n === 69 ? 'Quinn Murphy' : `Customer ${n}`))
  await openBoard(page, customers.boardPath)
  // Nobody is left out while they ring.
  await expect(page.locator('[data-ringing="true"]')).toHaveCount(70)
  await expect(rowOf(page, 'here-69')).toContainText('Quinn Murphy')
  // Far away they stand there in short, and are whole as soon as somebody goes there.
  await expect(rowOf(page, 'here-69').getByRole('button')).toHaveCount(0)
  // As a scanner does it: Enter comes before any row has been looked for.
  await page.getByRole('searchbox').evaluate((field: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'quinn')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  await expect(rowOf(page, 'here-69').getByRole('button').first()).toBeFocused()
  // Who empties the field again before rows have been looked for stays in it.
  await page.getByRole('searchbox').evaluate((field: HTMLInputElement) => {
    field.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'quinn m')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
  await expect(page.locator('[data-ringing="true"]')).toHaveCount(70)
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page.getByRole('searchbox')).toBeFocused()
  // Whoever waits longest stands first, and is whom the notice names.
  const first = page.locator('[data-ringing="true"]').first()
  await expect(first.getByRole('button')).toHaveCount(0)
  await expect(first).toHaveAttribute('aria-posinset', '1')
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: /^Ringing: Customer/ }).click()
  await expect(first).toBeInViewport({ ratio: 0.9 })
  await expect(first.getByRole('button', { name: 'Acknowledge' })).toBeFocused()
  const projectId = demo.projectId
  await page.evaluate(async (projectId) => {
    for (const row of document.querySelectorAll<HTMLElement>('[data-ringing="true"]')) {
      await fetch(`/api/staff/orders/${row.dataset.serviceId}/actions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ projectId, action: 'acknowledge' }),
      })
    }
  }, projectId)
  await expect.poll(() => page.locator('[data-order-id]').count()).toBeLessThan(40)
  await expect(rowOf(page, 'here-69')).toHaveCount(0)
  await page.getByRole('searchbox').fill('quinn')
  await expect(page.getByText('1 order found')).toBeVisible()
  await page.getByRole('searchbox').press('Enter')
  await expect(rowOf(page, 'here-69').locator('mark')).toBeInViewport()
  await expect(rowOf(page, 'here-69').getByRole('button').first()).toBeFocused()
})

test('what is folded away above a long list leaves rows in its place', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Folded')
  await inTens(40, (n) => customers.orders(`planned-${n}`, `Customer ${n}`))
  await inTens(70, async (n) => {
    await customers.orders(`done-${n}`, `Customer ${n}`, { eventType: 'onTheWay' })
    await customers.tells(`done-${n}`, 'fulfilled')
  })
  await openBoard(page, customers.boardPath)
  const fold = (title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) })
  await fold('Done').click()
  await fold('Expected').click()
  await expect(rowOf(page, 'planned-0')).toHaveCount(1)
  // The list is far below the screen by now.
  const done = page.locator('[data-order-id^="done-"]')
  await expect.poll(() => done.count()).toBeLessThan(4)
  await fold('Expected').click()
  await expect(rowOf(page, 'planned-0')).toHaveCount(0)
  await expect.poll(() => done.count()).toBeGreaterThan(5)
  await expect(done.first()).toBeInViewport()
})

test('customers come and go by the hundred, and the page holds no more for it', async ({ page, demo }) => {
  test.setTimeout(120_000)
  const customers = new Customers(demo, 'All day')
  await comeToStore(customers, 20)
  await openBoard(page, customers.boardPath)
  const held = await memoryOf(page)
  let day = 0
  // Each is on the way, arrives, rings and leaves; they stay in Done, which is folded and holds nothing in the page.
  const aDay = async (visitors: number) => {
    day += 1
    const of = day
    await inTens(visitors, async (n) => {
      const orderId = `day-${of}-${n}`
      await customers.stands(orderId, `Visitor ${n}`, { 'Parking Bay': String(n) })
      await customers.tells(orderId, 'fulfilled')
    })
    await customers.stands(`last-${of}`, 'Last')
    await expectRinging(page, `last-${of}`)
    await customers.tells(`last-${of}`, 'fulfilled')
    await expect(page.locator('[data-ringing="true"]')).toHaveCount(0)
  }
  await aDay(60)
  const before = await held()
  await aDay(240)
  // Elements that React has yet to let go of go with the next change.
  const after = async (): Promise<Held> => {
    await customers.tells('way-0', 'updateOrder', { hsFields: { Note: String(performance.now()) } })
    return held()
  }
  await expect.poll(async () => (await after()).nodes, { timeout: 20_000 }).toBeLessThan(before.nodes * 1.2)
  const { listeners, bytes } = await after()
  expect(listeners).toBeLessThan(before.listeners * 1.2)
  // The orders themselves are kept for 24 hours: a few KB each.
  expect((bytes - before.bytes) / 240).toBeLessThan(12_000)
})
