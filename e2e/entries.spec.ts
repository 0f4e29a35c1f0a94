import type { Page } from '@playwright/test'
import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { looks } from '@/e2e/setup/looks'
import { signIn } from '@/e2e/setup/staff'
import { expect, test } from '@/e2e/setup/story'

test.beforeEach(async ({ context, demo }) => signIn(context, demo))

const entries = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('button') })
const countOf = (page: Page) => page.getByRole('status').filter({ hasText: /^[\d,]+ ?entr/ })
const theEnd = (page: Page) => page.getByText(/^That is all: /)

async function openEntries(page: Page, address = '/entries'): Promise<void> {
  await page.goto(address)
  await expect(entries(page).first()).toBeVisible()
  await expect(countOf(page)).toBeVisible()
}

async function chooseStore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /Store$/ }).click()
  await page.getByRole('option', { name }).click()
}

async function chooseRange(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /by arrival here/ }).click()
  await page.getByRole('button', { name, exact: true }).click()
}

/** Reads on as a person does, a bit of a screen at a time, until the list says that it ends: what each row said. */
async function readToTheEnd(page: Page): Promise<Map<string, string>> {
  const read = new Map<string, string>()
  await expect(async () => {
    const rows = await entries(page).evaluateAll((drawn) =>
      drawn.map((row) => [row.getAttribute('aria-rowindex') ?? '', row.textContent ?? ''] as const),
    )
    for (const [index, text] of rows) read.set(index, text)
    await page.evaluate(() => window.scrollBy(0, 400))
    await expect(theEnd(page)).toBeInViewport({ timeout: 1 })
  }).toPass({ intervals: [1] })
  return read
}

/** Scrolls deep, over several pages; answers the row at the top of the screen. */
async function readFarDown(page: Page): Promise<string> {
  await expect(async () => {
    await page.evaluate(() => window.scrollBy(0, 2_000))
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(15_000)
  }).toPass({ intervals: [20] })
  return topRow(page)
}

function topRow(page: Page): Promise<string> {
  return entries(page).evaluateAll((rows) => {
    const top = rows.find((row) => row.getBoundingClientRect().top > 100)
    return `${top?.getAttribute('aria-rowindex')} at ${Math.round(top?.getBoundingClientRect().top ?? -1)}`
  })
}

test('a manager filters a store and a day and reads to the end: as many rows as the count says, each once', async ({
  page,
}) => {
  await openEntries(page)
  await chooseStore(page, 'Ringwood North')
  await chooseRange(page, 'Yesterday')
  await expect(page).toHaveURL(/store=ringwood-north/)
  await expect(page).toHaveURL(/from=.+&to=/)
  await expect(page.getByRole('cell', { name: 'Yesterday' })).toBeVisible()
  const count = Number((await countOf(page).textContent())?.replace(/\D/g, ''))
  expect(count).toBeGreaterThan(20)

  const read = await readToTheEnd(page)
  expect(read.size).toBe(count)
  expect(new Set(read.values()).size).toBe(count)
  for (const row of read.values()) expect(row).toContain('Ringwood North')
  await expect(theEnd(page)).toHaveText(`That is all: ${count} entries.`)
})

test('a colleague who is sent the address sees the same', async ({ page, browser, demo }) => {
  await openEntries(page)
  await chooseStore(page, 'Harbour Street')
  await chooseRange(page, 'Last 7 days')
  await expect(page).toHaveURL(/store=harbour-street.*from=|from=.*store=harbour-street/)
  await expect(entries(page).first()).toContainText('Harbour Street')
  const [address, first] = [page.url(), await entries(page).first().textContent()]

  const colleague = await browser.newContext({ baseURL: demo.baseUrl })
  await signIn(colleague, demo)
  const theirs = await colleague.newPage()
  await openEntries(theirs, address)
  await expect(theirs.getByRole('button', { name: 'Harbour Street Store' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Last 7 days by arrival here' })).toBeVisible()
  await expect(countOf(theirs)).toHaveText((await countOf(page).textContent()) ?? '')
  expect(await entries(theirs).first().textContent()).toBe(first)
  await colleague.close()
})

test('who opens an entry deep down, or goes to the board, comes back to the same place', async ({ page }) => {
  await openEntries(page)
  const place = await readFarDown(page)
  await entries(page).nth(15).getByRole('button').click()
  const details = page.getByRole('dialog')
  await expect(details.getByRole('button', { name: 'Copy entry' })).toBeVisible()
  await page.goBack()
  await expect(details).toHaveCount(0)
  expect(await topRow(page)).toBe(place)

  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Choose a store' })).toBeVisible()
  await page.goBack()
  await expect.poll(() => topRow(page)).toBe(place)

  // Insights have days in their address as well.
  await page.getByRole('link', { name: 'Insights', exact: true }).click()
  await expect(page).toHaveURL(/insights.*first=/)
  await page.goBack()
  await expect.poll(() => topRow(page)).toBe(place)
  expect(page.url()).not.toMatch(/first=|from=/)
})

test('every filter is a step that Back undoes', async ({ page }) => {
  await openEntries(page)
  const all = (await countOf(page).textContent()) ?? ''
  await chooseStore(page, 'Oakfield')
  await expect(countOf(page)).not.toHaveText(all)
  // But for one that changes nothing.
  await chooseRange(page, 'All time')
  await page.goBack()
  await expect(countOf(page)).toHaveText(all)
  await expect(page.getByRole('button', { name: 'All stores Store' })).toBeVisible()
})

test('a person without a mouse walks the rows, opens one and is back at it', async ({ page }) => {
  await openEntries(page)
  await page.getByRole('button', { name: 'Refresh' }).focus()
  await page.keyboard.press('Tab')
  await expect(entries(page).first().getByRole('button')).toBeFocused()
  for (let presses = 0; presses < 30; presses += 1) await page.keyboard.press('ArrowDown')
  const row = page.locator('tr:focus-within')
  await expect(row).toBeInViewport({ ratio: 1 })
  const where = await row.getAttribute('aria-rowindex')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row).toHaveAttribute('aria-rowindex', where ?? '')
})

test('when the next page does not come, the rows stay and the manager goes on where it broke off', async ({ page }) => {
  await openEntries(page)
  const refusal = { title: 'Away', status: 503, code: 'unavailable', detail: 'The database is away.', requestId: 'r-1' }
  await page.route('**/entry/_search', (route) => route.fulfill({ status: 503, json: refusal }))
  const failure = page.getByRole('alert').filter({ hasText: 'The next entries could not be loaded' })
  await expect(async () => {
    await page.evaluate(() => window.scrollBy(0, 2_000))
    await expect(failure).toBeVisible({ timeout: 1 })
  }).toPass({ intervals: [50], timeout: 30_000 })
  await expect(failure).toContainText('Request id r-1')
  const before = Number(await entries(page).last().getAttribute('aria-rowindex'))

  await page.unroute('**/entry/_search')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect
    .poll(async () => Number(await entries(page).last().getAttribute('aria-rowindex')))
    .toBeGreaterThan(before)
  await expect(failure).toHaveCount(0)
})

test('a year that is mistyped is said, and one that is far off is shown', async ({ page }) => {
  await openEntries(page, '/entries?from=2026-01-01T00:00:00Z&to=9999-12-31T00:00:00Z')
  await page.getByRole('button', { name: /by arrival here/ }).click()
  for (const [label, typed] of [
    ['Until', '0026-11-20T10:00'],
    ['From', '202611-11-20T10:00'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(typed)
    await page.getByRole('button', { name: 'Show this range' }).click()
    await expect(page.getByText('Complete the date and the time.')).toBeVisible()
    await page.getByLabel(label, { exact: true }).fill('')
  }
  await page.getByRole('button', { name: 'Show this range' }).click()
  await expect(page.getByRole('button', { name: 'All time by arrival here' })).toBeVisible()
})

test('a range without entries and a store that is not theirs say what to do', async ({ page }) => {
  await page.goto('/entries?store=ringwood-north&from=2001-01-01T00:00:00.000Z&to=2001-01-02T00:00:00.000Z')
  await expect(page.getByRole('heading', { name: 'No entries in this range' })).toBeVisible()
  await page.getByRole('button', { name: 'All time', exact: true }).click()
  await expect(entries(page).first()).toBeVisible()
  await page.goto('/entries?store=nowhere')
  await expect(page.getByRole('heading', { name: 'You can’t see this store' })).toBeVisible()
  await page.getByRole('button', { name: 'All your stores' }).click()
  await expect(entries(page).first()).toBeVisible()
  await page.goto('/entries?zone=nowhere')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(entries(page).first()).toBeVisible()
})

for (const from of ['/entries', '/insights']) {
  test(`who goes on from ${from} as soon as it is there is not taken back`, async ({ page }) => {
    // The next page comes when this one has come to rest.
    const isComplete = page.waitForURL(/\?project=/)
    await page.route(/\/settings\?_rsc=/, async (route) => {
      await isComplete
      await route.continue()
    })
    await page.goto(from)
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL(/\/settings$/)
  })
}

for (const { name, use } of looks) {
  test.describe(name, () => {
    test.use(use)

    test('the list, its filters, details and empty states are without a barrier', async ({ page }) => {
      await openEntries(page)
      expect(await violationsOn(page)).toEqual([])
      await expect.poll(() => overflowOf(page)).toBe(0)
      await page.getByRole('button', { name: /by arrival here/ }).click()
      await expect(page.getByLabel('Until')).toBeVisible()
      expect(await violationsOn(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'All stores Store' }).click()
      await expect(page.getByRole('option', { name: 'Mill Lane Pharmacy' })).toBeVisible()
      expect(await violationsOn(page)).toEqual([])
      await page.keyboard.press('Escape')
      await entries(page).nth(3).getByRole('button').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await violationsOn(page)).toEqual([])
      await page.goto('/entries?to=2001-01-02T00:00:00.000Z')
      await page.getByRole('button', { name: 'How entries come in' }).click()
      await expect(page.getByText('curl http')).toBeVisible()
      expect(await violationsOn(page)).toEqual([])
    })
  })
}
