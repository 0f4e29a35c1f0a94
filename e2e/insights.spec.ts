import type { Page } from '@playwright/test'
import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { made } from '@/e2e/setup/made'
import { expect, test } from '@/e2e/setup/own-project'
import { signIn } from '@/e2e/setup/staff'

const week = '/insights?first=2026-03-02&last=2026-03-08'

test.beforeEach(async ({ context, own }) => {
  await made('waits', own.projectId)
  await signIn(context, own)
})

const figures = (page: Page) => page.getByRole('region', { name: 'In figures' })

const figure = (page: Page, name: string) =>
  figures(page)
    .locator('div')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .last()

const askedBy = (address: string) => Object.fromEntries(new URL(address).searchParams)

const storeNames = (page: Page) =>
  page.getByRole('region', { name: 'Stores compared' }).getByRole('rowheader').allTextContents()

test('a manager finds the store that lets customers wait, the worst of its waits, and the way back', async ({
  page,
}) => {
  await page.goto(week)
  // The page has come alive: it names its project.
  await expect(page).toHaveURL(/project=/)
  await expect(figure(page, 'Wait')).toContainText('1:00')
  await expect(figure(page, 'Wait')).toContainText('7 of 10: at most 6:40')
  await expect(figure(page, 'Wait')).toContainText('9 of 10: at most 6:40')
  await expect(figure(page, 'Under the goal')).toContainText('50%')
  await expect(figures(page)).toContainText('Each figure of 72 orders')
  await expect(page.getByText('8 customers (10% of all arrivals) came without notice.')).toBeVisible()
  expect(await storeNames(page)).toEqual(['Mill Lane', 'Harbour Street'])
  await page.getByRole('button', { name: '9 of 10', exact: true }).click()
  expect(await storeNames(page)).toEqual(['Harbour Street', 'Mill Lane'])

  await page.getByRole('button', { name: 'Mill Lane' }).click()
  await expect(figure(page, 'Wait')).toContainText('6:40')
  await expect(page.getByRole('region', { name: 'Stores compared' })).toBeHidden()
  await page.getByRole('button', { name: 'Wait by hour of arrival: show the table' }).click()
  await expect(page.getByRole('row', { name: /^12:00–13:00 6:40 31:40 31:40/ })).toBeVisible()
  const address = page.url()

  await page.getByRole('link', { name: /^31:40 ?Order slow-7/ }).click()
  await expect(page.getByRole('heading', { name: 'Order slow-7' })).toBeVisible()
  await expect(page.getByText('Ada Mensah handed over this order')).toBeVisible()
  await expect(page.getByText(/^Wait ?31:40 ?Goal/)).toBeVisible()
  await expect(page.getByText(/ Mar 2026, [\d:]+ by Ada Mensah$/)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Insights' }).click()
  await expect(figure(page, 'Wait')).toContainText('6:40')
  expect(askedBy(page.url())).toEqual(askedBy(address))
  await page.goBack()
  await expect(page.getByText('Ada Mensah handed over this order')).toBeVisible()
  await page.goBack()
  await expect(figure(page, 'Wait')).toContainText('6:40')
  expect(page.url()).toBe(address)
})

test('of very many stores the first are drawn until all are wanted, and how many stand nowhere is said', async ({
  page,
  own,
}) => {
  const asked = { projectId: own.projectId, startDate: '2026-03-02', endDate: '2026-03-08' }
  const view = await (await page.request.get(`/api/staff/insights?${new URLSearchParams(asked)}`)).json()
  const [store] = view.stores
  const stores = Array.from({ length: 2_000 }, (_, n) => ({ ...store, destinationId: `b-${n}`, name: `Branch ${n}` }))
  const many = { ...view, stores: [...view.stores, ...stores], leftOut: 18_048 }
  await page.goto('/insights?first=2020-01-01&last=2020-01-05')
  await page.route('**/api/staff/insights?**', (route) => route.fulfill({ json: many }))
  await page.getByRole('button', { name: 'Last 30 days' }).last().click()
  const table = page.getByRole('region', { name: 'Stores compared' })
  await expect(page.getByRole('heading', { name: 'Stores compared 20,050' })).toBeVisible()
  await expect(table.getByRole('rowheader')).toHaveCount(200)
  await expect(page.getByText('18,048 further stores are not listed here.')).toBeVisible()
  await table.getByRole('button', { name: 'Show all 2,002' }).press('Enter')
  await expect(table.getByRole('rowheader')).toHaveCount(2_002)
  await expect(table).toBeFocused()
})

for (const scheme of ['light', 'dark'] as const) {
  test(`insights stand on the page in the ${scheme}, and everybody can use them`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(week)
    await expect(figure(page, 'Wait')).toContainText('1:00')
    await expect.poll(() => overflowOf(page)).toBe(0)
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('link', { name: /^31:40/ }).click()
    await expect(page.getByText('Ada Mensah handed over this order')).toBeVisible()
    await expect.poll(() => overflowOf(page)).toBe(0)
    expect(await violationsOn(page)).toEqual([])
    await page.goto('/insights?first=2020-01-01&last=2020-01-05')
    await expect(page.getByRole('heading', { name: 'Nobody arrived in these days' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
  })
}
