import { Customers } from '@/e2e/setup/customers'
import { expect, test } from '@/e2e/setup/own-project'
import { signIn, signInAnew } from '@/e2e/setup/staff'
import { boardPath } from '@/lib/board/queries'
import { storeSettingsPath } from '@/lib/settings/queries'
import type { Demo } from '@/scripts/setup/demo.mjs'

test.beforeEach(async ({ context, own }) => signIn(context, own))

async function newStore(demo: Demo, name: string): Promise<{ settingsPath: string; onBoard: string }> {
  const customers = new Customers(demo, name)
  await customers.orders('opening', 'Later')
  const ref = { projectId: demo.projectId, destinationId: customers.destinationId }
  return { settingsPath: storeSettingsPath(ref), onBoard: boardPath(ref) }
}

test('leaving with something unsaved is asked first', async ({ page, own }) => {
  const { settingsPath, onBoard } = await newStore(own, 'Leaving')
  await page.goto(settingsPath)
  await page.getByLabel('Average wait').fill('90')
  await page.getByRole('link', { name: 'Entries' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('Average wait')).toHaveValue('90')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Stores' }).click()
  await page.getByRole('button', { name: 'Leave, lose the changes' }).click()
  // The project's only store is where its staff are sent.
  await expect(page).toHaveURL(onBoard)
})

test('the browser’s Back asks as well, and goes there once it is answered', async ({ page, own }) => {
  const { settingsPath } = await newStore(own, 'Back')
  await page.goto('/entries')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.locator(`a[href="${settingsPath}"]`).click()
  await expect(page.getByText(/^Its destinationId is/)).toBeVisible()
  await page.getByLabel('Average wait').fill('90')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  for (let times = 0; times < 2; times += 1) {
    await page.evaluate(() => window.history.back())
    await expect(question).toBeVisible()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await expect(page).toHaveURL(new RegExp(`${settingsPath}$`))
    await expect(page.getByLabel('Average wait')).toHaveValue('90')
  }
  await page.evaluate(() => window.history.back())
  await page.getByRole('button', { name: 'Leave, lose the changes' }).click()
  await expect(page).toHaveURL(/\/settings$/)
  await expect(page.locator(`a[href="${settingsPath}"]`)).toBeVisible()
})

test('where somebody else signs in beside it, what is not saved is not saved in their name', async ({
  page,
  context,
  own,
}) => {
  const { settingsPath } = await newStore(own, 'Theirs')
  await context.clearCookies()
  const other = await context.newPage()
  await other.goto('/sign-in')
  await signInAnew(context, own, 'manager')
  await page.goto(settingsPath)
  await page.getByLabel('Average wait').fill('90')
  page.on('dialog', (dialog) => dialog.dismiss())
  // The first look fails: it is looked again.
  await page.route('**/api/staff/session', (route) => route.abort(), { times: 1 })
  await other.getByLabel('E-mail').fill(own.staff.email)
  await other.getByLabel('Password').fill(own.staff.password)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other).toHaveURL(/\/board/)
  await expect(page.getByLabel('Average wait')).toHaveCount(0)
})

test('who signs out in one tab is signed out in the others, whatever is not saved there', async ({
  page,
  context,
  own,
}) => {
  await signInAnew(context, own, 'manager')
  const { settingsPath } = await newStore(own, 'Out')
  await page.goto(settingsPath)
  await page.getByLabel('Average wait').fill('90')
  page.on('dialog', (dialog) => dialog.dismiss())
  const other = await context.newPage()
  await other.goto('/entries')
  await other.getByRole('button', { name: 'Account' }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(other).toHaveURL(/\/sign-in\?next=%2Fboard$/)
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fsettings/)
})

test('nor is it saved in the name of who signs in after a sign-out whose page never came', async ({
  page,
  context,
  own,
}) => {
  await signInAnew(context, own, 'manager')
  const { settingsPath } = await newStore(own, 'Stopped')
  const other = await context.newPage()
  await other.goto('/sign-in')
  await page.goto(settingsPath)
  await page.getByLabel('Average wait').fill('90')
  await page.route('**/board', (route) => route.abort('aborted'))
  const stopped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/board'))
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Leave, lose the changes' }).click()
  await stopped
  await expect(page.getByLabel('Average wait')).toHaveValue('90')
  await other.goto('/sign-in')
  await other.getByLabel('E-mail').fill(own.staff.email)
  await other.getByLabel('Password').fill(own.staff.password)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other).toHaveURL(/\/board/)
  await expect(page.getByLabel('Average wait')).toHaveCount(0)
})
