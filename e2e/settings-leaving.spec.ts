import { Customers } from '@/e2e/setup/customers'
import { expect, test } from '@/e2e/setup/own-project'
import { signIn } from '@/e2e/setup/staff'
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
