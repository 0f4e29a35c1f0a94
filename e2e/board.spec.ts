import type { Page } from '@playwright/test'
import { Customers } from '@/e2e/setup/customers'
import { expect, test } from '@/e2e/setup/kerb'
import { expectRinging, openBoard, rowOf, rowsOf, signIn, tapAway } from '@/e2e/setup/staff'

/** When the page first drew what the selector finds, by the clock that this process has too. */
async function seenAt(page: Page, selector: string): Promise<number> {
  const drawn = (wanted: string) => document.querySelector(wanted) && Date.now()
  return Number(await (await page.waitForFunction(drawn, selector, { polling: 'raf' })).jsonValue())
}

test.beforeEach(async ({ context, demo }) => signIn(context, demo))

test('an order appears on the board and rings within one second of its arrival, without a reload', async ({
  page,
  demo,
}) => {
  const customers = new Customers(demo, 'Main story')
  await customers.orders('opening', 'The first ever', { eventType: 'registration' })
  await openBoard(page, customers.boardPath)
  await page.evaluate(() => document.body.setAttribute('data-same-page', 'yes'))

  const shown = seenAt(page, '[data-order-id="10851"]')
  await customers.orders('10851', 'Priya N.', {
    eventType: 'onTheWay',
    etaSeconds: 540,
    hsFields: { 'Car Model': 'Tucson', 'Car Color': 'Red', 'Car Plate': 'NM 1234', 'Mobile Number': '+1 555 0100' },
  })
  const createdAt = Date.now()
  expect((await shown) - createdAt).toBeLessThan(1_000)
  const row = rowOf(page, '10851')
  await expect(row).toContainText('9 min')
  await expect(row).toHaveAttribute('data-ringing', 'false')

  const rang = seenAt(page, '[data-order-id="10851"][data-ringing="true"]')
  await customers.arrives('10851', '2')
  const arrivedAt = Date.now()
  expect((await rang) - arrivedAt).toBeLessThan(1_000)
  await expectRinging(page, '10851')
  await expect(row).toContainText('Priya N.')
  await expect(row).toContainText('NM 1234')
  await expect(row).toContainText('Red Tucson')
  await expect(row).toContainText('2bay')
  await expect(row).toContainText('on time')
  await expect(page).toHaveTitle(/^\(1\) /)
  await expect(page.locator('[data-same-page="yes"]')).toBeAttached()
})

test('one tap acknowledges and stops the ringing, the next hands over; Done remembers both', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Two taps')
  await customers.stands('10857', 'Tomás Hernández-Villanueva', { 'Parking Bay': '4' })
  await openBoard(page, customers.boardPath)

  await tapAway(rowsOf(page).getByRole('button', { name: 'Acknowledge Tomás' }))
  await expect(rowOf(page, '10857')).toHaveAttribute('data-ringing', 'false')
  await expect(page).toHaveTitle(/^Two taps/)

  await tapAway(page.getByRole('button', { name: 'Hand over Tomás' }))
  await expect(rowOf(page, '10857')).toHaveCount(0)
  await expect(page.getByText('Nobody is waiting.')).toBeVisible()

  await page.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, '10857')).toContainText('by Maya Lindqvist')
  await page.reload()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, '10857')).toContainText('Handed over after 0:')
})

test('a double tap on Hand over serves one customer, not the next, whose row slides under the finger', async ({
  page,
  demo,
}) => {
  const customers = new Customers(demo, 'Double tap')
  await customers.stands('first', 'Priya N.', { 'Parking Bay': '2' })
  await customers.stands('second', 'Stephanie', { 'Parking Bay': '3' })
  await openBoard(page, customers.boardPath)
  for (const name of ['Priya', 'Stephanie'])
    await rowsOf(page)
      .getByRole('button', { name: `Acknowledge ${name}` })
      .press('Enter')
  const handOver = page.getByRole('button', { name: 'Hand over Priya' })
  await expect(handOver).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Hand over Stephanie' })).toBeEnabled()

  const box = await handOver.boundingBox()
  if (!box) throw new Error('The button is not on the page')
  await handOver.click()
  await expect(rowOf(page, 'first')).toHaveCount(0)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect(page.getByText('Priya N.: handed over')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, 'first')).toBeVisible()
  await expect(rowOf(page, 'second').getByRole('button', { name: 'Hand over' })).toBeVisible()
})

test('a key that is pressed twice serves one customer, and goes on with the next when it is pressed again', async ({
  page,
  demo,
}) => {
  const customers = new Customers(demo, 'Twice')
  for (const name of ['Priya', 'Aroha', 'Sam']) await customers.stands(name, name)
  await openBoard(page, customers.boardPath)
  for (const name of ['Priya', 'Aroha', 'Sam'])
    await rowsOf(page)
      .getByRole('button', { name: `Acknowledge ${name}` })
      .press('Enter')
  const handOver = (name: string) => page.getByRole('button', { name: `Hand over ${name}` })
  for (const name of ['Priya', 'Aroha', 'Sam']) await expect(handOver(name)).toBeEnabled()
  const acts: string[] = []
  page.on('request', (request) => request.url().endsWith('/actions') && acts.push(request.url()))
  await handOver('Priya').press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await expect(handOver('Aroha')).toBeFocused()
  await expect(rowOf(page, 'Priya')).toHaveCount(0)
  expect(acts).toHaveLength(1)
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'Aroha')).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await expect(handOver('Sam')).toBeFocused()
})

test('everything that was sent with an order is one tap away, as it came', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Details')
  const fields = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`Field ${i + 1}`, `Value ${i + 1} 🎁`]))
  await customers.stands('10859', 'Stephanie', { ...fields, Bay: '7', plate: 'QZX 55K' })
  await openBoard(page, customers.boardPath)

  const row = rowOf(page, '10859')
  await row.getByRole('button', { name: '+30 details of Stephanie' }).click()
  for (const [key, value] of Object.entries({ ...fields, Bay: '7', plate: 'QZX 55K' })) {
    await expect(row.locator('dl > div').filter({ has: page.getByText(key, { exact: true }) })).toContainText(value)
  }
})

test('nothing hides an unacknowledged arrival: scrolled away, it stays in sight and one tap from its row', async ({
  page,
  demo,
}) => {
  const customers = new Customers(demo, 'Long queue')
  const early = Array.from({ length: 12 }, (_, i) => `early-${i + 1}`)
  await Promise.all(early.map((orderId) => customers.stands(orderId, `Customer ${orderId}`)))
  await openBoard(page, customers.boardPath)

  await customers.stands('last', 'Stephanie', { 'Parking Bay': '12' })
  await expectRinging(page, 'last')
  await expect(rowOf(page, 'last')).not.toBeInViewport()
  const notice = page.getByRole('button', { name: /^Ringing: / })
  await expect(notice).toBeInViewport()
  for (const orderId of early)
    await rowsOf(page)
      .getByRole('button', { name: `Acknowledge Customer ${orderId}`, exact: true })
      .press('Enter')
  await page.evaluate(() => window.scrollTo(0, 0))

  await expect(notice).toHaveText('Ringing: Stephanie · bay 12')
  await notice.click()
  await expect(rowOf(page, 'last')).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'last')).toHaveAttribute('data-ringing', 'false')
  await expect(notice).toHaveCount(0)
})

test('a store without orders says how to send the first one', async ({ page, demo }) => {
  await page.goto('/board')
  await page.getByRole('link', { name: /^Oakfield Garden Centre/ }).click()
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
  await expect(page.getByText('npm start')).toBeVisible()
  expect(demo.destinationIds).toContain('oakfield')
})
