import { violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { recordNotifications, setHidden, tapNotification, toldBy } from '@/e2e/setup/hidden-tab'
import { expect, test } from '@/e2e/setup/kerb'
import {
  expectHeard,
  expectSilence,
  heardAfterTapMs,
  listen,
  openUntouched,
  startedOn,
  takeSoundAway,
} from '@/e2e/setup/loudspeaker'
import { expectRinging, openBoard, rowOf, rowsOf, signIn } from '@/e2e/setup/staff'

test.beforeEach(async ({ context, demo }) => {
  await signIn(context, demo)
  await listen(context)
})

const soundIsOff = 'Sound is off: tap to switch it on'

test('a tone repeats until the last arrival is acknowledged, and then stops within 200 ms', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Tone')
  await customers.stands('first', 'Priya N.', { 'Parking Bay': '2' })
  await openUntouched(page, customers.boardPath)
  await page.getByRole('button', { name: soundIsOff }).click()
  await expectHeard(page)
  const perRing = await startedOn(page)
  await expect.poll(() => startedOn(page), { timeout: 15_000 }).toBeGreaterThanOrEqual(perRing * 3)

  await customers.stands('second', 'Stephanie')
  await expectRinging(page, 'second')
  await rowsOf(page).getByRole('button', { name: 'Acknowledge Priya' }).click()
  const before = await startedOn(page)
  await expect.poll(() => startedOn(page)).toBeGreaterThan(before)

  await expectHeard(page)
  await rowsOf(page).getByRole('button', { name: 'Acknowledge Stephanie' }).click()
  await expect(rowOf(page, 'second')).toHaveAttribute('data-ringing', 'false')
  const after = await startedOn(page)
  await expectSilence(page)
  expect(await heardAfterTapMs(page)).toBeLessThan(200)
  expect(await startedOn(page)).toBe(after)
})

test('a board that the browser keeps silent says so loudly, and one tap unlocks it', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Locked')
  await customers.orders('opening', 'Later')
  await openUntouched(page, customers.boardPath)
  const notice = page.getByRole('button', { name: soundIsOff })
  await expect(notice).toBeInViewport()
  await expect(page.getByRole('button', { name: /^Is this tablet ready\? Not yet/ })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  await customers.stands('10851', 'Priya N.')
  await expectRinging(page, '10851')
  await expect(notice).toBeInViewport()
  expect(await startedOn(page)).toBe(0)

  await notice.click()
  await expect(page.getByRole('button', { name: 'Sound is on' })).toBeVisible()
  await expectHeard(page)
  await expect(page.getByText(/^Sound is o/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Is this tablet ready? Yes' })).toBeVisible()

  await takeSoundAway(page)
  await expect(notice).toBeInViewport()
  await notice.click()
  await expectHeard(page)
})

test('any tap on the board unlocks its sound as well, and the keyboard does', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Any tap')
  await customers.stands('10851', 'Priya N.')
  await openUntouched(page, customers.boardPath)
  await expect(page.getByRole('button', { name: soundIsOff })).toBeVisible()
  await page.keyboard.press('Tab')
  await expectHeard(page)
})

test('of two tabs of one browser one sounds; when it is closed the other takes over', async ({
  page,
  context,
  demo,
}) => {
  const customers = new Customers(demo, 'Two tabs')
  await customers.orders('opening', 'Later')
  const tabs = [page, await context.newPage()]
  for (const tab of tabs) {
    await openBoard(tab, customers.boardPath)
    await tab.getByRole('heading', { name: 'Arrived' }).click()
    await expect(tab.getByText(/^Sound is o/)).toHaveCount(0)
  }
  await customers.stands('10851', 'Priya N.')
  for (const tab of tabs) await expectRinging(tab, '10851')

  const counts = () => Promise.all(tabs.map(startedOn))
  await expect.poll(async () => Math.max(...(await counts())), { timeout: 15_000 }).toBeGreaterThanOrEqual(9)
  const heard = await counts()
  expect(Math.min(...heard)).toBe(0)

  const loud = heard.indexOf(Math.max(...heard))
  await tabs[loud]?.close()
  const other = tabs[1 - loud]
  if (!other) throw new Error('There is no other tab')
  await expectHeard(other)
})

test('a muted board says for how long, still rings on the screen, and sounds again by itself', async ({
  page,
  demo,
}) => {
  await page.clock.install()
  const customers = new Customers(demo, 'Muted')
  await customers.stands('10851', 'Priya N.')
  await openBoard(page, customers.boardPath)
  await page.getByRole('button', { name: /^Is this tablet ready/ }).click()
  await page.getByRole('button', { name: '1 min', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^The tone is muted for 0:5\d$/)).toBeVisible()
  await expectRinging(page, '10851')
  expect(await violationsOn(page)).toEqual([])
  const muted = await startedOn(page)
  await page.reload()
  await expect(page.getByText(/^The tone is muted for/)).toBeVisible()
  await page.getByRole('heading', { name: 'Arrived' }).click()
  expect(await startedOn(page)).toBe(0)
  expect(muted).toBeGreaterThan(0)

  await page.clock.fastForward(61_000)
  await expect(page.getByText(/^The tone is muted/)).toHaveCount(0)
  await expectHeard(page)
})

test('while the board is hidden each arrival is one notification, which a tap follows and an acknowledge closes', async ({
  page,
  context,
  demo,
}) => {
  await recordNotifications(context)
  // Two spaces: a title reads back with one.
  const customers = new Customers(demo, 'Hidden  board')
  await customers.orders('opening', 'Later')
  await openBoard(page, customers.boardPath)
  await customers.stands('seen', 'Dan Webber')
  await expectRinging(page, 'seen')
  expect(await toldBy(page)).toEqual([])
  await rowsOf(page).getByRole('button', { name: 'Acknowledge Dan' }).click()

  await setHidden(page, true)
  await customers.stands('10851', 'Priya N.', { 'Parking Bay': '2' })
  await expect.poll(() => toldBy(page)).toHaveLength(1)
  await customers.stands('10857', 'Stephanie')
  await expect.poll(() => toldBy(page)).toHaveLength(2)
  const [first, second] = await toldBy(page)
  expect(first).toMatchObject({ title: 'Priya N. has arrived', isClosed: false })
  expect(first?.body).toMatch(/^Bay 2 · Waiting since \d\d:\d\d$/)
  expect(second?.title).toBe('Stephanie has arrived')
  await expect(page).toHaveTitle(/^\(2\) Hidden board /)
  // A name that is no longer the order's stands nowhere.
  await customers.tells('10857', 'arrival', { customerName: 'Stefania' })
  await expect.poll(() => toldBy(page)).toHaveLength(3)
  const [, , third] = await toldBy(page)
  expect((await toldBy(page))[1]?.isClosed).toBe(true)
  expect(third).toMatchObject({ title: 'Stefania has arrived', tag: second?.tag, isClosed: false })

  expect(await tapNotification(page, 1)).toBe(1)
  await setHidden(page, false)
  await rowsOf(page).getByRole('button', { name: 'Acknowledge Priya' }).click()
  await expect.poll(async () => (await toldBy(page)).map(({ isClosed }) => isClosed)).toEqual([true, true, false])
  expect(await toldBy(page)).toHaveLength(3)
})
