import type { Page } from '@playwright/test'
import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { fingerOn } from '@/e2e/setup/finger'
import { expect, setStore, test } from '@/e2e/setup/own-project'
import { holdBack } from '@/e2e/setup/slow-line'
import { openBoard, rowsOf, signIn } from '@/e2e/setup/staff'
import type { Demo } from '@/scripts/setup/demo.mjs'

test.beforeEach(async ({ context, own }) => signIn(context, own))

test('all stores are live: one that rings comes first, with its wait, and says whether anybody looks', async ({
  page,
  context,
  own,
}) => {
  const [first, second] = [new Customers(own, 'A first'), new Customers(own, 'B second')]
  for (const store of [first, second]) await store.orders('opening', 'Later')
  await page.goto('/board')
  const cards = page.locator('[data-store]')
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toContainText('A first')
  await page.evaluate(() => document.body.setAttribute('data-same-page', 'yes'))

  await second.stands('10851', 'Priya N.')
  await expect(cards.first()).toContainText('B second')
  await expect(cards.first()).toContainText('1 ringing')
  await expect(cards.first()).toContainText('on time')
  await expect(cards.first()).toContainText('No board open')
  expect(await violationsOn(page)).toEqual([])

  const board = await context.newPage()
  await openBoard(board, second.boardPath)
  await expect(cards.first()).not.toContainText('No board open')
  await rowsOf(board).getByRole('button', { name: 'Acknowledge Priya' }).click()
  await expect(cards.first()).toContainText('A first')
  await expect(page.getByText('1 ringing')).toHaveCount(0)
  await expect(page.locator('body')).toHaveAttribute('data-same-page', 'yes')
})

/** A store of the list, which lies where somebody's "Acknowledge" does on its board. */
async function storeOverAction(page: Page, own: Demo) {
  await page.setViewportSize({ width: 390, height: 844 })
  const [customers, other] = [new Customers(own, 'Quayside'), new Customers(own, 'Another')]
  for (const store of [customers, other]) await store.orders('opening', 'Later')
  await customers.stands('10851', 'Priya N.')
  await openBoard(page, customers.boardPath)
  const button = rowsOf(page).getByRole('button', { name: 'Acknowledge Priya' })
  const wanted = await button.boundingBox()
  await page.goto('/board')
  const card = page.locator('[data-store]').filter({ hasText: 'Quayside' }).getByRole('link')
  const found = await card.boundingBox()
  if (!wanted || !found) throw new Error('Both have a place.')
  // Where both are: the list is scrolled for it.
  await page.evaluate(
    (by) => {
      document.querySelector('main')?.style.setProperty('padding-top', `${by}px`)
    },
    Math.max(0, wanted.y - found.y),
  )
  const spot = { x: wanted.x + wanted.width / 2, y: wanted.y + wanted.height / 2 }
  const stands = ({ x, y }: typeof spot) => document.elementFromPoint(x, y)?.closest('a, button')?.textContent ?? ''
  await expect.poll(() => page.evaluate(stands, spot)).toContain('Quayside')
  return { card, button, spot }
}

test('the second tap on a store of the list acknowledges nobody on its board', async ({ page, own }) => {
  const { card, button, spot } = await storeOverAction(page, own)
  await page.mouse.click(spot.x, spot.y)
  // At once: an assertion looks again after a while.
  await button.waitFor()
  await page.mouse.click(spot.x, spot.y)
  await expect(button).toBeVisible()

  // Nor does one elsewhere on the card, whose board was slow to come: nobody has aimed at what was not there.
  await page.goto('/board')
  await card.waitFor()
  const arrive = await holdBack(page, /\/board\/[^?]+\?_rsc/)
  await card.click({ position: { x: 12, y: 12 } })
  arrive()
  await button.waitFor()
  await page.mouse.click(spot.x, spot.y)
  await expect(button).toBeVisible()
  await button.press('Enter')
  await expect(button).toBeHidden()
})

test('nor does one that a busy page hears of late, nor the next ones of whoever goes on', async ({ page, own }) => {
  const { button, spot } = await storeOverAction(page, own)
  const acted: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/actions')) acted.push(request.url())
  })
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[aria-label^="Acknowledge Priya"]')) return
      observer.disconnect()
      console.info('busy')
      const untilMs = performance.now() + 1_000
      while (performance.now() < untilMs);
      requestAnimationFrame(() =>
        setTimeout(() => {
          document.body.dataset.painted = `${performance.timeOrigin + performance.now()}`
        }),
      )
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  const taps = await fingerOn(page, spot)
  const busy = page.waitForEvent('console', (message) => message.text() === 'busy')
  await page.mouse.click(spot.x, spot.y)
  await busy
  await taps()
  const body = page.locator('body[data-painted]')
  const paintedMs = Number(await body.getAttribute('data-painted'))
  for (const afterMs of [400, 800, 1_200]) await taps(paintedMs + afterMs)
  await expect(button).toBeVisible()
  expect(acted).toEqual([])
  await button.press('Enter')
  await expect(button).toBeHidden()
  expect(acted.length).toBe(1)
})

test('nor does the second tap on what signs somebody in', async ({ page, own }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const customers = new Customers(own, 'Quayside')
  await customers.orders('opening', 'Later')
  await customers.stands('10852', 'Priya N.')
  await openBoard(page, customers.boardPath)
  const button = rowsOf(page).getByRole('button', { name: 'Acknowledge Priya' })
  const wanted = await button.boundingBox()
  if (!wanted) throw new Error('It has a place.')
  const spot = { x: wanted.x + wanted.width / 2, y: wanted.y + wanted.height / 2 }
  await page.context().clearCookies()
  await page.goto(`/sign-in?next=${encodeURIComponent(customers.boardPath)}`)
  await page.getByLabel('E-mail').fill(own.staff.email)
  await page.getByLabel('Password').fill(own.staff.password)
  const door = page.getByRole('button', { name: 'Sign in', exact: true })
  await door.evaluate((element, { x, y }) => {
    Object.assign(element.style, { position: 'fixed', left: `${x - 40}px`, top: `${y - 20}px`, zIndex: '9' })
  }, spot)
  await page.mouse.click(spot.x, spot.y)
  await button.waitFor()
  await page.mouse.click(spot.x, spot.y)
  await expect(page.getByText(/^Live · synced/)).toBeVisible()
  await expect(button).toBeVisible()
  await button.press('Enter')
  await expect(button).toBeHidden()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`thirteen stores can be searched, and are without a barrier in the ${colorScheme}`, async ({
    page,
    context,
    own,
  }) => {
    await page.emulateMedia({ colorScheme })
    const stores = Array.from({ length: 13 }, (_, at) => new Customers(own, `Store ${at}`))
    for (const store of stores) await store.orders('opening', 'Later', { eventType: 'onTheWay' })
    const [one] = stores
    if (!one) throw new Error('There is no store')
    await setStore(context, own, one, {
      name: 'Harbour Street',
      waits: { dueSeconds: 10, lateSeconds: 11, overSeconds: 12 },
    })
    await one.stands('10851', 'Priya N.')
    await page.goto('/board')
    await expect(page.locator('[data-store]')).toHaveCount(13)
    await expect(page.getByText('1 ringing')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.getByLabel('Find a store').fill('harbour')
    await expect(page.locator('[data-store]')).toHaveCount(1)
    await expect(page.getByText('over 0:12')).toBeVisible({ timeout: 20_000 })
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => overflowOf(page)).toBe(0)
  })
}

test('all stores say since when they are not live, and ask to sign in when the session has ended', async ({
  page,
  context,
  own,
}) => {
  for (const name of ['A first', 'B second']) await new Customers(own, name).orders('opening', 'Later')
  await page.route('**/stores/stream', (route) => route.abort())
  await page.goto('/board')
  await expect(page.locator('[data-store]')).toHaveCount(2)
  await expect(page.getByText(/^Not live since \d/)).toBeVisible({ timeout: 20_000 })
  expect(await violationsOn(page)).toEqual([])
  await context.clearCookies()
  await expect(page.getByText('You have been signed out')).toBeVisible({ timeout: 20_000 })
  await expect(page.locator('[data-store]')).toHaveCount(0)
  expect(await violationsOn(page)).toEqual([])
  await expect(page.getByRole('link', { name: 'Sign in again' })).toHaveAttribute('href', '/sign-in?next=%2Fboard')
})

test('one of very many stores is found by a part of its name, where they are chosen from a list, in the dark', async ({
  page,
  context,
  own,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const entries = Array.from({ length: 400 }, (_, at) => ({
    entryId: `many-${at}`,
    entryTime: new Date().toISOString(),
    destinationId: `Store ${1000 + at}`,
  }))
  const sent = await context.request.post(`${own.baseUrl}/api/prod1/entry`, {
    data: { projectId: own.projectId, entries },
    headers: { 'x-service-api-key': own.secretKey },
  })
  expect(sent.status()).toBe(200)
  await page.goto('/entries')
  await page.getByRole('button', { name: 'All stores Store' }).click()
  await expect(page.getByRole('option', { name: 'Store 1000 New', exact: true })).toBeVisible()
  expect(await page.getByRole('option').count()).toBeLessThan(100)
  // While a list is open the page behind it is not there, nor are its heading and its main part.
  const ofPage = /^(landmark-one-main|page-has-heading-one): <html/
  expect((await violationsOn(page)).filter((one) => !ofPage.test(one))).toEqual([])
  const find = page.getByRole('searchbox', { name: 'Find by name' })
  await find.fill('no such')
  await expect(page.getByText('Nothing is called that.')).toBeVisible()
  await find.fill('re 1399')
  await expect(page.getByRole('option')).toHaveText(['Store 1399New'])
  await expect.poll(() => overflowOf(page)).toBe(0)
  await find.press('ArrowDown')
  await find.press('Enter')
  await expect(page).toHaveURL(/store=Store(\+|%20)1399/)
  await page.getByRole('button', { name: /^Store 1399 New/ }).click()
  await expect(page.getByRole('option', { name: 'Store 1399' })).toHaveAttribute('aria-selected', 'true')
})
