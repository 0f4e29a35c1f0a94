import type { BrowserContext, Page } from '@playwright/test'
import { violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { expect, test } from '@/e2e/setup/kerb'
import { expectMinded, expectRinging, keptByTab, openBoard, rowOf, rowsOf, signIn, signInAnew } from '@/e2e/setup/staff'
import type { Demo } from '@/scripts/setup/demo.mjs'

test.beforeEach(async ({ context, demo }) => signIn(context, demo))

test('two tablets agree: what one acknowledges stops ringing on the other', async ({ page, browser, demo }) => {
  const customers = new Customers(demo, 'Two tablets')
  await customers.stands('10851', 'Priya N.', { 'Parking Bay': '2' })
  await openBoard(page, customers.boardPath)
  const other = await browser.newContext({ baseURL: demo.baseUrl })
  await signIn(other, demo, 'staff')
  const otherPage = await other.newPage()
  await openBoard(otherPage, customers.boardPath)
  await expectRinging(otherPage, '10851')

  await rowsOf(page).getByRole('button', { name: 'Acknowledge Priya' }).click()
  await expect(rowOf(otherPage, '10851')).toHaveAttribute('data-ringing', 'false', { timeout: 5_000 })

  await otherPage.getByRole('button', { name: 'Hand over Priya' }).click()
  await expect(rowOf(page, '10851')).toHaveCount(0, { timeout: 5_000 })
  await other.close()
})

test('of two who tap at once, the second learns who was first', async ({ page, browser, demo }) => {
  const customers = new Customers(demo, 'Who was first')
  await customers.stands('10851', 'Priya N.')
  const other = await browser.newContext({ baseURL: demo.baseUrl })
  await signIn(other, demo, 'staff')
  const otherPage = await other.newPage()
  // This tablet hears of nothing, nor reads its board anew, so that its tap is the second.
  await otherPage.route(/\/api\/staff\/board(\/stream)?\?/, (route) => route.abort())
  await otherPage.goto(customers.boardPath)
  await openBoard(page, customers.boardPath)

  await rowsOf(page).getByRole('button', { name: 'Acknowledge Priya' }).click()
  await expect(rowOf(page, '10851')).toHaveAttribute('data-ringing', 'false')
  await rowsOf(otherPage).getByRole('button', { name: 'Acknowledge Priya' }).click()

  await expect(otherPage.getByText('Priya N.: somebody was first')).toBeVisible()
  await expect(otherPage.getByText(/^Maya Lindqvist acknowledged this arrival at \d\d:\d\d\.$/)).toBeVisible()
  await expect(rowOf(otherPage, '10851')).toHaveAttribute('data-ringing', 'false')
  await other.close()
})

test('a tablet that loses its network says so loudly, and rings for everyone it missed when it is back', async ({
  page,
  context,
  demo,
}) => {
  const customers = new Customers(demo, 'Lost network')
  await customers.orders('known', 'Dan Webber', { eventType: 'onTheWay' })
  await openBoard(page, customers.boardPath)

  await context.setOffline(true)
  await expect(page.getByText(/^Reconnecting · synced/)).toBeVisible()
  await customers.stands('missed-1', 'Priya N.')
  await customers.stands('missed-2', 'Stephanie')
  await expect(page.getByRole('alert').filter({ hasText: 'This board is stale' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/^Stale · synced \d+ s ago$/)).toBeVisible()
  await expect(rowOf(page, 'missed-1')).toHaveCount(0)
  expect(await violationsOn(page)).toEqual([])

  await context.setOffline(false)
  await expectRinging(page, 'missed-1')
  await expectRinging(page, 'missed-2')
  await expect(page.getByText(/^Live · synced/)).toBeVisible()
  await expect(page.getByText('This board is stale')).toHaveCount(0)
  await expect(page.locator('[data-order-id]')).toHaveCount(3)
})

test('whoever a device without a network loses sight of while its clock is days off is there again once it is right', async ({
  page,
  context,
  demo,
}) => {
  const customers = new Customers(demo, 'Clock set')
  await customers.orders('10851', 'Dan Webber', { eventType: 'onTheWay' })
  await page.clock.install()
  await openBoard(page, customers.boardPath)
  await expect(rowOf(page, '10851')).toBeVisible()
  await context.setOffline(true)
  await page.clock.setSystemTime(Date.now() + 4 * 86_400_000)
  await expect(rowOf(page, '10851')).toHaveCount(0)
  await page.clock.setSystemTime(Date.now())
  await expect(rowOf(page, '10851')).toBeVisible()
})

test('an action that does not reach the server is taken back, with a reason, and can be tried again', async ({
  page,
  demo,
}) => {
  const customers = new Customers(demo, 'Rollback')
  await customers.stands('10851', 'Priya N.')
  await openBoard(page, customers.boardPath)
  await page.route('**/actions', (route) => route.abort())

  const acknowledge = rowOf(page, '10851').getByRole('button', { name: 'Acknowledge Priya' })
  await acknowledge.click()
  await expect(page.getByText('Priya N. is not acknowledged')).toBeVisible()
  await expect(page.getByText('The server could not be reached.')).toBeVisible()
  await expectRinging(page, '10851')

  await page.unroute('**/actions')
  await acknowledge.press('Enter')
  await expect(rowOf(page, '10851')).toHaveAttribute('data-ringing', 'false')
})

test('who comes back to a board while the network is gone sees whoever had arrived there', async ({
  page,
  context,
  demo,
}) => {
  const customers = new Customers(demo, 'Back again')
  await customers.orders('opening', 'Dan Webber')
  await openBoard(page, customers.boardPath)
  await customers.stands('10851', 'Priya N.')
  await expectRinging(page, '10851')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Insights' }).click()
  await expect(page.getByRole('heading', { name: 'Insights', level: 1 })).toBeVisible()
  await context.setOffline(true)
  await page.goBack()
  await expect(page.getByText(/^Reconnecting · synced/)).toBeVisible()
  await expectRinging(page, '10851')
  await context.setOffline(false)
  await expect(page.getByText(/^Live · synced/)).toBeVisible({ timeout: 20_000 })
  await expectRinging(page, '10851')
})

test('who signs out in another tab is signed out here too: no customer stays on the screen', async ({
  page,
  context,
  demo,
}) => {
  await signInAnew(context, demo, 'manager')
  const customers = new Customers(demo, 'Other tab')
  await customers.stands('10851', 'Priya N.')
  await openBoard(page, customers.boardPath)
  await page.getByRole('searchbox').fill('priya')
  await expect.poll(() => keptByTab(page)).toContain('priya')

  const response = await context.request.delete(`${demo.baseUrl}/api/staff/session`, {
    headers: { origin: demo.baseUrl },
  })
  expect(response.ok()).toBe(true)
  await expect(page.getByRole('alert').filter({ hasText: 'You have been signed out' })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('Priya N.')).toHaveCount(0)
  await expect.poll(() => keptByTab(page)).not.toContain('priya')
  await expect(page).toHaveTitle(/^Other tab/)
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', /^\/sign-in\?next=%2Fboard%2F/)
  expect(await violationsOn(page)).toEqual([])

  // Nor does the way back lead to a page that the browser has kept, even where nobody can be asked.
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Stores' }).click()
  await expect(page.getByLabel('Password')).toBeVisible()
  await page.route('**/*', (route) => route.abort())
  const anew = page.waitForRequest((request) => request.isNavigationRequest())
  await page.goBack().catch(() => null)
  await anew
  await expect(page.getByText('Priya N.')).toHaveCount(0)
})

/** A manager's board in one tab; in another, whose page to sign in was open before, somebody signs in. */
async function signsInBeside(page: Page, context: BrowserContext, demo: Demo, { email, password }: Demo['manager']) {
  const customers = new Customers(demo, 'Another tab')
  await customers.orders('10850', 'Dan Webber')
  await context.clearCookies()
  const other = await context.newPage()
  await other.goto('/sign-in')
  await signInAnew(context, demo, 'manager')
  await openBoard(page, customers.boardPath)
  await expectMinded(page)
  await other.getByLabel('E-mail').fill(email)
  await other.getByLabel('Password').fill(password)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other).toHaveURL(/\/board$/)
  return customers
}

test('who signs in anew in another tab misses nobody in this one', async ({ page, context, demo }) => {
  const customers = await signsInBeside(page, context, demo, demo.manager)
  await customers.stands('10851', 'Priya N.')
  await expectRinging(page, '10851')
})

test('where somebody else signs in in another tab, this one is theirs as well', async ({ page, context, demo }) => {
  await signsInBeside(page, context, demo, demo.staff)
  await expect(async () => {
    // An open menu says who it was opened for, and covers its button.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Account' }).click({ timeout: 1_000 })
    await expect(page.getByRole('menu')).toContainText(demo.staff.email, { timeout: 1_000 })
  }).toPass()
})

test('a board whose session has ended says so, and comes back to itself after signing in', async ({
  page,
  context,
  demo,
}) => {
  const customers = new Customers(demo, 'Signed out')
  await customers.stands('10851', 'Priya N.')
  await openBoard(page, customers.boardPath)

  await context.clearCookies()
  await rowsOf(page).getByRole('button', { name: 'Acknowledge Priya' }).click()
  await expect(page.getByText('You have been signed out')).toBeVisible()
  // Nor in a message: whoever stands here now may be anybody.
  await expect(page.getByText('Priya N.')).toHaveCount(0)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail').fill(demo.staff.email)
  await page.getByLabel('Password').fill(demo.staff.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectRinging(page, '10851')
})
