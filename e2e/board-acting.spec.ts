import type { Browser, Page } from '@playwright/test'
import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { expect, test } from '@/e2e/setup/kerb'
import { expectRinging, openBoard, rowOf, rowsOf, signIn, takeBack } from '@/e2e/setup/staff'
import type { Demo } from '@/scripts/setup/demo.mjs'

test.beforeEach(async ({ context, demo }) => signIn(context, demo))

/** A second tablet, of another colleague. */
async function secondTablet(browser: Browser, demo: Demo): Promise<Page> {
  const context = await browser.newContext({ baseURL: demo.baseUrl })
  await signIn(context, demo, 'staff')
  return context.newPage()
}

/** Chooses from the menu of an order's row. */
async function choose(page: Page, who: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${who}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('staff hand over the wrong order and undo it; the customer rings on as if nothing had been', async ({
  page,
  browser,
  demo,
}) => {
  const customers = new Customers(demo, 'Wrong order')
  await customers.stands('10851', 'Priya N.', { 'Parking Bay': '2' })
  await openBoard(page, customers.boardPath)
  const other = await secondTablet(browser, demo)
  await openBoard(other, customers.boardPath)
  await expectRinging(other, '10851')

  await choose(page, 'Priya', 'Hand over')
  await expect(rowOf(page, '10851')).toHaveCount(0)
  await expect(rowOf(other, '10851')).toHaveCount(0)
  await takeBack(page, 'Undo: Priya N.: handed over')

  await expectRinging(page, '10851')
  await expectRinging(other, '10851')
  await expect(page.getByText('Priya N.: back in Arrived')).toBeVisible()
  await expect(rowOf(page, '10851')).toContainText('ringing')
  await expect(page).toHaveTitle(/^\(1\) /)
  // Its phone goes on speaking for it.
  await customers.arrives('10851', '7')
  await expect(rowOf(page, '10851')).toContainText('7bay')
})

test('an acknowledgement is undone by one tap, and offered for ten seconds', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Too soon')
  await customers.stands('10851', 'Priya N.')
  await openBoard(page, customers.boardPath)
  await rowsOf(page).getByRole('button', { name: 'Acknowledge Priya' }).click()
  // Who is quicker than the network is not told to have been first.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/actions', (route) => held.then(() => route.continue()), { times: 1 })
  await takeBack(page, 'Undo: Priya N.: acknowledged')
  await expectRinging(page, '10851')
  await rowsOf(page).getByRole('button', { name: 'Acknowledge Priya' }).press('Enter')
  release()
  const undo = page.getByRole('button', { name: 'Undo: Priya N.: acknowledged' })
  await expect(undo).toBeVisible()
  await expect(undo).toHaveCount(0, { timeout: 12_000 })
  await expect(rowOf(page, '10851')).toHaveAttribute('data-ringing', 'false')
})

test('an order is brought back from Done after the board was opened anew', async ({ page, demo }) => {
  const customers = new Customers(demo, 'From Done')
  await customers.stands('10851', 'Priya N.')
  await openBoard(page, customers.boardPath)
  await rowsOf(page).getByRole('button', { name: 'Acknowledge Priya' }).press('Enter')
  const handOver = page.getByRole('button', { name: 'Hand over Priya' })
  await expect(handOver).toBeEnabled()
  await handOver.press('Enter')
  await expect(page.getByText('Priya N.: handed over')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Undo: bring back Priya N.' }).click()
  await expect(page.getByRole('button', { name: 'Hand over Priya' })).toBeVisible()
  await expect(rowOf(page, '10851')).toHaveAttribute('data-ringing', 'false')
  await expect(page.getByText('Priya N.: back in Arrived')).toBeVisible()
})

test('an order is moved back and on again, and cancelled with a reason that its timeline keeps', async ({
  page,
  demo,
}) => {
  const customers = new Customers(demo, 'Moves')
  await customers.stands('10851', 'Priya N.', { 'Car Plate': 'NM 1234' })
  await openBoard(page, customers.boardPath)
  const section = (name: string) => page.getByRole('region', { name })
  await choose(page, 'Priya', 'Move to On the way')
  await expect(section('On the way').locator('[data-order-id="10851"]')).toBeVisible()
  await expect(page).toHaveTitle(/^Moves/)
  await choose(page, 'Priya', 'Move to Arrived')
  await expect(section('Arrived').locator('[data-order-id="10851"]')).toBeVisible()

  await choose(page, 'Priya', 'Cancel order…')
  const dialog = page.getByRole('dialog', { name: 'Cancel order #10851 of Priya N.?' })
  // Not the field: no keyboard comes up over a question that a thumb answers.
  await expect(dialog).toBeFocused()
  // The menu that it was chosen from may still be leaving, and hide the rest in its turn.
  await expect.poll(() => violationsOn(page)).toEqual([])
  await dialog.getByLabel('Reason (optional)').fill('Came for a jacket')
  await dialog.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(section('Arrived').locator('[data-order-id]')).toHaveCount(0)

  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Details of Priya' }).click()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByRole('listitem')).toContainText([
    /Maya Lindqvist cancelled this order.*at the board.*Reason: Came for a jacket/,
    /Maya Lindqvist moved this order to Arrived/,
    /Maya Lindqvist moved this order to On the way/,
    /said that the customer is here.*by API/,
    /said that the customer is on the way.*Told: .*Car Plate/,
  ])
  await expect(timeline).not.toContainText('NM 1234')
  expect(await violationsOn(page)).toEqual([])
})

test('whoever arrives while an action of before has no answer is seen at once', async ({ page, demo }) => {
  const customers = new Customers(demo, 'No answer')
  await customers.orders('10851', 'Priya N.', { eventType: 'onTheWay' })
  await openBoard(page, customers.boardPath)
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/actions', (route) => isAnswered.then(() => route.continue()), { times: 1 })
  await choose(page, 'Priya', 'Move to Expected')
  await expect(page.getByRole('region', { name: 'On the way' }).locator('[data-order-id="10851"]')).toHaveCount(0)
  await customers.arrives('10851', '2')
  await expectRinging(page, '10851')
  answer()
  await expect(page.getByText('Priya N.: somebody was first')).toBeVisible()
  await expectRinging(page, '10851')
})

test('whoever arrives in that very moment is neither moved away nor cancelled', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Meanwhile')
  for (const [orderId, name] of [
    ['10851', 'Priya N.'],
    ['10852', 'Marco B.'],
    ['10853', 'Nora D.'],
  ] as const) {
    await customers.orders(orderId, name, { eventType: 'onTheWay' })
  }
  await openBoard(page, customers.boardPath)
  // The server hears of the arrival after the tap, and before what was tapped.
  const arrivingFirst = (orderId: string, bay: string) =>
    page.route('**/actions', (route) => customers.arrives(orderId, bay).then(() => route.continue()), { times: 1 })
  await arrivingFirst('10851', '2')
  await choose(page, 'Priya', 'Move to Expected')
  await expect(page.getByText('Priya N.: somebody was first')).toBeVisible()
  await expectRinging(page, '10851')

  await choose(page, 'Marco', 'Cancel order…')
  await arrivingFirst('10852', '3')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
  await expect(page.getByText('Marco B.: somebody was first')).toBeVisible()
  await expectRinging(page, '10852')

  // Nor by a second tap that was made on what the first would have come to.
  await customers.orders('10854', 'Tess V.', { eventType: 'onTheWay' })
  await expect(rowOf(page, '10854')).toBeVisible()
  let arrive = () => {}
  const tapped = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(
    '**/actions',
    async (route) => {
      await tapped
      await customers.arrives('10854', '5')
      await route.continue()
    },
    { times: 1 },
  )
  await choose(page, 'Tess', 'Move to Arrived')
  await choose(page, 'Tess', 'Move to On the way')
  arrive()
  await expect(page.getByText('Tess V.: somebody was first')).toBeVisible()
  await expectRinging(page, '10854')

  // The question goes with the row that it was asked in.
  await choose(page, 'Nora', 'Cancel order…')
  await expect(page.getByRole('dialog')).toBeVisible()
  await customers.arrives('10853', '4')
  await expectRinging(page, '10853')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a timeline that cannot be loaded says so, and comes when it is asked for again', async ({ page, demo }) => {
  const customers = new Customers(demo, 'No timeline')
  await customers.stands('10851', 'Priya N.')
  await openBoard(page, customers.boardPath)
  await page.route('**/timeline**', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        title: 'Not found',
        status: 404,
        detail: 'Gone.',
        code: 'order_not_found',
        requestId: 'r',
      }),
    }),
  )
  await page.getByRole('button', { name: 'Details of Priya' }).click()
  await expect(page.getByText('The timeline could not be loaded. Gone.')).toBeVisible()
  await page.unroute('**/timeline**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')).toHaveCount(2)
})

test('two tablets: an undo that comes too late names who was first and when', async ({ page, browser, demo }) => {
  const customers = new Customers(demo, 'Too late')
  await customers.stands('10851', 'Priya N.')
  const other = await secondTablet(browser, demo)
  await openBoard(other, customers.boardPath)
  // This tablet hears of nothing, so that its undo is the second.
  await page.route('**/board/stream**', (route) => route.abort())
  await page.goto(customers.boardPath)
  await rowsOf(page).getByRole('button', { name: 'Acknowledge Priya' }).press('Enter')
  const undo = page.getByRole('button', { name: 'Undo: Priya N.: acknowledged' })
  await expect(undo).toBeVisible()
  const handOver = other.getByRole('button', { name: 'Hand over Priya' })
  await expect(handOver).toBeEnabled()
  await handOver.press('Enter')
  await expect(other.getByText('Priya N.: handed over')).toBeVisible()
  await undo.press('Enter')
  await expect(page.getByText('Priya N.: somebody was first')).toBeVisible()
  await expect(page.getByText(/^.+ handed over this order at \d\d:\d\d\.$/)).toBeVisible()
  await expect(rowOf(page, '10851')).toHaveCount(0)
})

test('what a row offers beyond its button is without a barrier, down to 320 px', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Menus')
  await customers.stands('10851', 'Priya N.', { 'Parking Bay': '2' })
  await customers.orders('10858', 'Dan Webber', { eventType: 'onTheWay', hsFields: { 'Parking Bay': 'Level 2' } })
  await customers.stands('10860', 'Stephanie')
  await page.setViewportSize({ width: 320, height: 640 })
  await openBoard(page, customers.boardPath)
  await choose(page, 'Stephanie', 'Hand over')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Undo: Stephanie: handed over' })).toBeVisible()
  await expect.poll(() => overflowOf(page)).toBe(0)
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'More for Dan' }).click()
  await expect(page.getByRole('menuitem', { name: 'Move to Arrived' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})

test('a menu stays under the finger while a customer arrives further up', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Under the finger')
  await customers.stands('10851', 'Priya N.')
  await customers.orders('10858', 'Dan Webber', { eventType: 'onTheWay' })
  await page.setViewportSize({ width: 320, height: 640 })
  await openBoard(page, customers.boardPath)
  // The page is scrolled: what comes above it is made up for by the browser, and would take the menu with it.
  await rowOf(page, '10858').evaluate((row) => row.scrollIntoView({ block: 'start' }))
  for (const button of ['More for Dan', 'Account']) {
    await page.getByRole('button', { name: button }).click()
    const menu = page.getByRole('menu')
    await expect(menu).toBeVisible()
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
    const before = await menu.boundingBox()
    await customers.stands(button, 'Stephanie')
    await expect(rowOf(page, button)).toBeAttached()
    await expectRinging(page, button)
    expect(await menu.boundingBox()).toEqual(before)
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  }
})

test('a menu stays under the finger while the page becomes shorter', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Shorter')
  await customers.stands('10851', 'Priya N.')
  for (const name of ['Dan Webber', 'Ida', 'Otto']) await customers.orders(name, name, { eventType: 'onTheWay' })
  await page.setViewportSize({ width: 320, height: 640 })
  await openBoard(page, customers.boardPath)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await page.getByRole('button', { name: 'More for Ida' }).click()
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  const before = await menu.boundingBox()
  await customers.tells('Otto', 'cancelled')
  await expect(rowOf(page, 'Otto')).toHaveCount(0)
  expect(await menu.boundingBox()).toEqual(before)
})

test('a menu keeps what it was opened with, whatever a colleague does meanwhile', async ({ page, browser, demo }) => {
  const customers = new Customers(demo, 'Kept items')
  await customers.stands('10851', 'Priya N.')
  await openBoard(page, customers.boardPath)
  const other = await secondTablet(browser, demo)
  await openBoard(other, customers.boardPath)
  await page.getByRole('button', { name: 'More for Priya' }).click()
  const last = page.getByRole('menuitem', { name: 'Cancel order…' })
  await expect(last).toBeVisible()
  const items = () => page.getByRole('menuitem').allTextContents()
  const place = async () => (await last.boundingBox())?.y ?? Number.NaN
  const before = { items: await items(), y: await place() }
  await other.getByRole('button', { name: 'Acknowledge Priya' }).click()
  await expect(rowOf(page, '10851')).toHaveAttribute('data-ringing', 'false')
  expect(await items()).toEqual(before.items)
  // The row's other button is lower by now: a few pixels, where an item has 52.
  expect(Math.abs((await place()) - before.y)).toBeLessThan(12)
  await page.getByRole('menuitem', { name: 'Hand over' }).click()
  await expect(other.getByText('Nobody is waiting.')).toBeVisible()
})
