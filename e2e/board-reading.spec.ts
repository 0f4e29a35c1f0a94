import type { Page } from '@playwright/test'
import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { expect, test } from '@/e2e/setup/kerb'
import { expectRinging, openBoard, rowOf, rowsOf, signIn } from '@/e2e/setup/staff'

test.beforeEach(async ({ context, demo }) => signIn(context, demo))

const searchIn = (page: Page) => page.getByRole('searchbox')
const idsOf = (page: Page) =>
  page.locator('[data-order-id]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-order-id')))

test('a search for Smith does not hide an arrival that rings, nor one that comes meanwhile', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Search')
  await customers.stands('rings', 'Priya N.', { 'Parking Bay': '2' })
  await customers.orders('way-s', 'Anna Smith', { eventType: 'onTheWay' })
  await customers.orders('way-other', 'Dan Webber', { eventType: 'onTheWay' })
  await customers.orders('expected', 'Jordan Smithson')
  await openBoard(page, customers.boardPath)

  await searchIn(page).fill('smith')
  await expect(rowOf(page, 'way-other')).toHaveCount(0)
  await expect(rowOf(page, 'way-s').locator('mark')).toHaveText('Smith')
  await expect(page.getByText('1 other hidden by the search')).toBeVisible()
  // Expected was folded away, and holds a match.
  await expect(rowOf(page, 'expected').locator('mark')).toHaveText('Smith')
  await expectRinging(page, 'rings')
  await expect(rowOf(page, 'rings')).toBeVisible()
  await expect(page.locator('[aria-live="polite"]', { hasText: '2 orders found, 1 hidden' })).toBeAttached()
  expect(await violationsOn(page)).toEqual([])

  await customers.stands('meanwhile', 'Stephanie', { 'Parking Bay': '5' })
  await expectRinging(page, 'meanwhile')
  await expect(rowOf(page, 'meanwhile')).toBeVisible()
  await rowsOf(page).getByRole('button', { name: 'Acknowledge Stephanie' }).click()
  await expect(rowOf(page, 'meanwhile')).toHaveAttribute('data-ringing', 'false')
  await expect(rowOf(page, 'meanwhile')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  // Names and plates are nobody's to read in an address.
  await expect(page).not.toHaveURL(/smith/)
  await page.reload()
  await expect(searchIn(page)).toHaveValue('smith')
  await expect(rowOf(page, 'way-other')).toHaveCount(0)
  await searchIn(page).press('Escape')
  await expect(rowOf(page, 'way-other')).toBeVisible()
  await expect(rowOf(page, 'expected')).toHaveCount(0)
  await page.reload()
  await expect(rowOf(page, 'way-other')).toBeVisible()
  await expect(searchIn(page)).toHaveValue('')
})

test('an order is found by its plate, phone, bay or number, and Enter goes to it', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Found by')
  await customers.orders('10858', 'Dan Webber', {
    eventType: 'onTheWay',
    hsFields: { 'Car Plate': 'NM 1234', 'Mobile Number': '+1 (555) 010-0199', 'Parking Bay': 'C-12' },
  })
  await customers.orders('20001', 'Vanessa Lee', { eventType: 'onTheWay' })
  await openBoard(page, customers.boardPath)
  for (const query of ['nm1234', '555 0100199', 'c12', '#10858', 'WEBBER dan']) {
    await searchIn(page).fill(query)
    await expect(rowOf(page, '20001'), query).toHaveCount(0)
    await expect(rowOf(page, '10858').locator('mark').first(), query).toBeVisible()
  }
  await searchIn(page).press('Enter')
  await expect(rowOf(page, '10858').getByRole('button', { name: /details of Dan/ })).toBeFocused()
  await searchIn(page).fill('nobody at all')
  await expect(page.getByText('Nothing found for “nobody at all”')).toBeVisible()
  await expect(page.getByText('2 orders hidden by the search')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(rowOf(page, '20001')).toBeVisible()
})

test('two Smiths: the hand-off asks, an acknowledge never does', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Two Smiths')
  await customers.stands('10851', 'Smith', { 'Parking Bay': '2', 'Car Plate': 'NM 1234' })
  await customers.stands('10858', 'smith', { 'Parking Bay': '4' })
  await customers.stands('10860', 'Dan Webber', { 'Car Plate': 'NM I284' })
  await openBoard(page, customers.boardPath)
  const first = rowOf(page, '10851')
  await expect(first).toContainText('Same name as #10858 and 1 more')
  await expect(rowOf(page, '10860')).toContainText('Plate like #10851')

  await first.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(first).toHaveAttribute('data-ringing', 'false')
  const handOver = first.getByRole('button', { name: 'Hand over Smith' })
  await expect(handOver).toBeEnabled()
  await handOver.click()
  await expect(first.getByRole('alert')).toContainText('Another smith is in bay 4.')
  await expect(first.getByRole('alert')).toContainText('Check the order number: #10851')
  expect(await violationsOn(page)).toEqual([])

  // It asks within its row: who rings can be acknowledged meanwhile.
  const smith = rowOf(page, '10858')
  await expect(async () => {
    await smith.getByRole('button', { name: 'Acknowledge' }).click()
    await expect(smith).toHaveAttribute('data-ringing', 'false', { timeout: 500 })
  }).toPass()
  await first.getByRole('button', { name: 'Not yet' }).click()
  await expect(first.getByRole('alert')).toHaveCount(0)
  await expect(handOver).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(first.getByRole('button', { name: 'Yes, hand over Smith' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(handOver).toBeFocused()
  await page.keyboard.press('Enter')
  // The second press of a key is no answer yet.
  await page.keyboard.press('Enter')
  await expect(first.getByRole('button', { name: 'Yes, hand over Smith' })).toBeFocused()
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(first).toHaveCount(0, { timeout: 500 })
  }).toPass()
  // Nobody is left to mix this one up with.
  const second = rowOf(page, '10858').getByRole('button', { name: 'Hand over smith' })
  await expect(rowOf(page, '10858')).not.toContainText('name')
  await expect(second).toBeEnabled()
  await expect(async () => {
    await second.press('Enter', { timeout: 1_000 })
    await expect(rowOf(page, '10858')).toHaveCount(0, { timeout: 500 })
  }).toPass()

  // Where it was asked alone: once the order stands elsewhere nobody asks, and what somebody types hands nobody over.
  await customers.stands('10871', 'Ann', { 'Parking Bay': '3' })
  await customers.orders('10872', 'Ann', { eventType: 'onTheWay' })
  const late = rowOf(page, '10872')
  await expect(late).toContainText('Same name as #10871')
  await late.focus()
  // Behind a click the first key selects, and the next one acts.
  await expect(async () => {
    await page.keyboard.press('c')
    await expect(late.getByRole('button', { name: 'Yes, hand over Ann' })).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('searchbox').click()
  await page.keyboard.type('An')
  await customers.arrives('10872')
  await expect(late).toHaveAttribute('data-ringing', 'true')
  await page.keyboard.type('n  ')
  await expect(page.getByRole('searchbox')).toHaveValue('Ann  ')
  await expect(late.getByRole('button', { name: 'Acknowledge Ann' })).toBeVisible()
  await expect(late.getByRole('alert')).toHaveCount(0)
})

test('three orders of one group stand together, and say where the others are', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Group')
  const group = { orderGroupId: 'G-12' }
  await customers.stands('g1', 'Priya N.', { ...group, 'Parking Bay': '2' })
  await customers.stands('other', 'Stephanie')
  await customers.stands('g2', 'Priya N.', group)
  await customers.stands('g3', 'Priya N.', group)
  await customers.orders('g4', 'Priya N.', { eventType: 'onTheWay', hsFields: group })
  await openBoard(page, customers.boardPath)
  // Who rings keeps the place; once acknowledged, the group closes up.
  await expect(rowOf(page, 'g4')).toBeVisible()
  expect(await idsOf(page)).toEqual(['g1', 'other', 'g2', 'g3', 'g4'])
  await rowsOf(page).getByRole('button', { name: 'Acknowledge Stephanie' }).click()
  await expect(rowOf(page, 'other')).toHaveAttribute('data-ringing', 'false')
  await expect.poll(() => idsOf(page)).toEqual(['g1', 'g2', 'g3', 'other', 'g4'])
  await expect(rowOf(page, 'g1')).toContainText('Group G-12 · 4 orders')
  await expect(rowOf(page, 'g1')).toContainText('1 still on the way')
  await expect(rowOf(page, 'g3')).toContainText('this is 3 of 3 here')
  expect(await violationsOn(page)).toEqual([])
})

test('arrivals without notice, overdue collections and days are said in words', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Words')
  const dayMs = 24 * 60 * 60 * 1000
  const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
  await customers.stands('sudden', 'Priya N.')
  await customers.orders('late', 'Dan Webber', { scheduledTimeForCollection: inDays(-1) })
  await customers.orders('soon', 'Vanessa Lee', { scheduledTimeForCollection: inDays(1) })
  await customers.orders('some day', 'Quinn Murphy')
  await customers.orders('way', 'Ana Souza', { eventType: 'onTheWay', scheduledTimeForCollection: inDays(-1) })
  await openBoard(page, customers.boardPath)
  await expect(rowOf(page, 'sudden')).toContainText('No notice: announced less than a minute before arriving')
  await expect(rowOf(page, 'way')).toContainText(/Collection Yesterday \d\d:\d\d, overdue/)
  await page.getByRole('button', { name: 'Expected' }).click()
  await expect(rowOf(page, 'late')).toContainText('Yesterday, overdue')
  const day = (name: string) => page.getByRole('list', { name }).locator('[data-order-id]')
  await expect(day('Yesterday')).toHaveAttribute('data-order-id', 'late')
  await expect(day('Tomorrow')).toHaveAttribute('data-order-id', 'soon')
  await expect(day('No time given')).toHaveAttribute('data-order-id', 'some day')
  expect(await violationsOn(page)).toEqual([])
})

test('the figures know the average of today against the goal, and the longest wait in a word', async ({
  page,
  demo,
}) => {
  const customers = new Customers(demo, 'Figures')
  await customers.stands('one', 'Priya N.')
  await customers.stands('two', 'Stephanie')
  await openBoard(page, customers.boardPath)
  const figures = page.locator('dl[aria-label="Now"]')
  await expect(figures).toContainText('average today · goal 3 min')
  await expect(figures).toContainText('longest now, on time')
  await rowsOf(page).getByRole('button', { name: 'Acknowledge Priya' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Hand over Priya' })).toBeEnabled()
  await page.getByRole('button', { name: 'Hand over Priya' }).press('Enter')
  await expect(figures).toContainText('goal 3 min, within')
})

test('long names, groups, warnings and a search stay within 320 px', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Narrow')
  const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3)
  const hsFields = { orderGroupId: 'G'.repeat(120), 'Car Plate': 'L'.repeat(40), 'Mobile Number': '5'.repeat(60) }
  await customers.stands('x'.repeat(100), long, hsFields)
  await customers.stands('grouped', 'Priya N.', hsFields)
  await customers.stands('twin', long)
  await customers.orders('way', long, { eventType: 'onTheWay', hsFields })
  await page.setViewportSize({ width: 320, height: 640 })
  await openBoard(page, customers.boardPath)
  await expect(rowOf(page, 'twin')).toContainText('Same name as')
  await rowOf(page, 'twin').getByRole('button', { name: 'Acknowledge' }).press('Enter')
  const handOver = rowOf(page, 'twin').getByRole('button', { name: 'Hand over' })
  await expect(handOver).toBeEnabled()
  await handOver.press('Enter')
  await expect(rowOf(page, 'twin').getByRole('alert')).toBeVisible()
  await expect.poll(() => overflowOf(page)).toBe(0)
  await searchIn(page).fill(`5555 ${'z'.repeat(80)}`)
  await expect(page.getByText('Nothing found')).toBeVisible()
  await expect.poll(() => overflowOf(page)).toBe(0)
  // As tall as the page: what floats over it may cover half a button, wherever one has scrolled to.
  await page.setViewportSize({ width: 320, height: 4000 })
  await expect(page.getByRole('button', { name: /^Ringing:/ })).toHaveCount(0)
  expect(await violationsOn(page)).toEqual([])
})
