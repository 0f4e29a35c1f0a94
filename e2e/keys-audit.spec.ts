import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { fingerOn } from '@/e2e/setup/finger'
import { expect, test } from '@/e2e/setup/own-project'
import { signIn } from '@/e2e/setup/staff'

const shown = (page: Page) => page.getByRole('dialog', { name: 'Keep this key now' })

/** The key in the dialog that shows it once, which is then closed. */
async function keepKey(page: Page): Promise<string> {
  const key =
    (await shown(page).getByRole('group', { name: 'The key', exact: true }).locator('code').textContent()) ?? ''
  // By a key: where the button before was a click so soon would be taken for its echo.
  await shown(page).getByRole('button', { name: 'I have kept it' }).press('Enter')
  await expect(shown(page)).toBeHidden()
  return key
}

/** A key of its own, made on the page, and the row it has there. */
async function makeKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Make a key' }).click()
  const form = page.getByRole('dialog', { name: 'Make a key' })
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Make it' }).click()
  return keepKey(page)
}

const edgesOf = (shown: Locator): Promise<DOMRect> => shown.evaluate((element) => element.getBoundingClientRect())

// Told as the dark phone and as the light tablet; see playwright.config.ts.
for (const colorScheme of ['light', 'dark'] as const) {
  test(`an owner makes a key, rotates and revokes it, and reads it all in the record, in the ${colorScheme}`, async ({
    page,
    context,
    own,
  }) => {
    await page.emulateMedia({ colorScheme })
    const customers = new Customers(own, 'Harbour Street, at the very end of the old quay')
    await customers.orders('opening', 'Later')
    await signIn(context, { ...own, manager: own.owner })
    const status = async (key: string) => {
      const headers = { 'x-service-api-key': key }
      const asked = `${own.baseUrl}/api/orders?projectId=${own.projectId}`
      return (await context.request.get(asked, { headers })).status()
    }
    await page.goto('/settings/keys')

    await page.getByRole('button', { name: 'Make a key' }).click()
    const form = page.getByRole('dialog', { name: 'Make a key' })
    await expect(form.getByRole('button', { name: 'Make it' })).toBeInViewport({ ratio: 1 })
    await form.getByText('Only some').click()
    await form.getByRole('button', { name: 'Make it' }).click()
    await expect(form.getByText('Enter a name.')).toBeInViewport({ ratio: 1 })
    await expect(form.getByLabel('Name')).toBeFocused()
    await form.getByLabel('Name').fill('Web shop')
    await form.getByText('Test', { exact: true }).click()
    await form.getByText('Harbour Street').click()
    expect(await violationsOn(page)).toEqual([])
    await form.getByRole('button', { name: 'Make it' }).click()

    // A tap beside it does not lose the key.
    await expect(shown(page)).toContainText('sk_test_')
    await page.keyboard.press('Escape')
    await expect(shown(page)).toContainText('It can’t be shown again')
    expect(await violationsOn(page)).toEqual([])
    const key = await keepKey(page)
    expect(key).toMatch(/^sk_test_[\w-]{43}$/)
    expect(await status(key)).toBe(200)
    await page.reload()
    const row = page.getByRole('listitem').filter({ has: page.locator('code', { hasText: `${key.slice(0, 15)}…` }) })
    await expect(row).toContainText('Harbour Street')
    await expect(row).toContainText('Last used now')
    await expect(page.locator('main')).not.toContainText(key)

    await row.getByRole('button', { name: 'Rotate' }).click()
    await page
      .getByRole('dialog', { name: 'Rotate Web shop' })
      .getByRole('button', { name: 'Make the new key' })
      .click()
    await expect(shown(page)).toContainText('The old key works until')
    const next = await keepKey(page)
    expect([await status(key), await status(next)]).toEqual([200, 200])
    await expect(row).toContainText('Overlaps until')
    expect(await violationsOn(page)).toEqual([])

    await row.getByRole('button', { name: 'Revoke' }).click()
    const question = page.getByRole('dialog', { name: 'Revoke Web shop?' })
    await expect(question).toContainText('It was last used now')
    await question.getByRole('button', { name: 'Revoke it' }).click()
    const told = page.getByRole('listitem').filter({ hasText: 'Key revoked: Web shop' })
    await expect(told).toBeVisible()
    const message = await edgesOf(told)
    const places = await edgesOf(page.locator('nav.places'))
    // Beside the rail of a wide page, or above the bar of a narrow one.
    expect(places.right <= message.left || message.bottom <= places.top).toBe(true)
    await expect.poll(() => status(key), { timeout: 5_000, intervals: [200] }).toBe(401)
    expect(await status(next)).toBe(200)
    await expect(row).toBeHidden()
    await page.getByRole('button', { name: /^Keys that have ended/ }).click()
    await expect(row).toContainText('Revoked')

    await page.getByRole('link', { name: 'Audit' }).click()
    const lines = page.getByRole('region', { name: 'Lines of the record' }).getByRole('listitem')
    await page.getByRole('button', { name: /What/ }).click()
    await page.getByRole('option', { name: 'API keys' }).click()
    await expect(lines).toHaveCount(3)
    await expect(lines.nth(0)).toContainText('Noor Haddad revoked the key Web shop')
    await expect(lines.nth(1)).toContainText('Noor Haddad rotated the key Web shop')
    await expect(lines.nth(2)).toContainText('Noor Haddad made the key Web shop')
    await lines.nth(1).getByRole('button').click()
    await expect(lines.nth(1)).toContainText('Old key works until')
    await expect(lines.nth(1)).toContainText('127.0.0.1')
    expect(await violationsOn(page)).toEqual([])
    await lines.nth(1).getByRole('button', { name: 'Only about Web shop' }).click()
    await expect(page).toHaveURL(/about=key/)
    await page.getByLabel('From', { exact: true }).fill('2020-01-02')
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await expect(page.getByText('The last day comes before the first')).toBeVisible()
    await page.getByLabel('To', { exact: true }).fill('2020-01-03')
    await expect(page.getByRole('heading', { name: 'Nothing is found by these filters' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(lines.first()).toBeVisible()

    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('dialog', { name: 'Export the record' }).getByRole('link', { name: /^csv/i }).click()
    const file = readFileSync(await (await download).path(), 'utf8')
      .trimEnd()
      .split('\n')
    const ofKeys = file.filter((line) => /,key\.(made|rotated|revoked),/.test(line))
    expect([file[0]?.startsWith('at,action,'), ofKeys.length]).toEqual([true, 3])
    await page.reload()
    await expect(lines.first()).toContainText('Noor Haddad exported this record')
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => overflowOf(page)).toBe(0)
    await page.goto('/settings/keys')
    await expect(page.getByRole('button', { name: 'Make a key' })).toBeVisible()
    await expect.poll(() => overflowOf(page)).toBe(0)
  })
}

test('whoever taps on while a key is slow to come has not kept it by that', async ({ page, own }) => {
  await signIn(page.context(), { ...own, manager: own.owner })
  await page.goto('/settings/keys')
  await page.getByRole('button', { name: 'Make a key' }).click()
  const form = page.getByRole('dialog', { name: 'Make a key' })
  await form.getByLabel('Name').fill('Counter')
  let answerNow = () => {}
  const held = new Promise<void>((resolve) => {
    answerNow = resolve
  })
  await page.route('**/api/staff/keys', (route) => held.then(() => route.continue()), { times: 1 })
  await form.getByRole('button', { name: 'Make it' }).click()
  // The page's own time is told from here on, however slow this machine is.
  await page.evaluate(() => {
    const clock = Object.assign(window, { atMs: performance.now() })
    performance.now = () => clock.atMs
    Object.defineProperty(Event.prototype, 'timeStamp', { get: () => clock.atMs })
  })
  const pass = (ms: number) => page.evaluate((ms) => void Object.assign(window, { atMs: performance.now() + ms }), ms)
  answerNow()
  const kept = shown(page).getByRole('button', { name: 'I have kept it' })
  await expect(kept).toBeVisible()
  const { x, y, width, height } = (await kept.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const tap = await fingerOn(page, { x: x + width / 2, y: y + height / 2 })
  for (const ms of [100, 700, 500]) {
    await pass(ms)
    await tap()
  }
  await expect(shown(page)).toBeVisible()
  await pass(700)
  await tap()
  await expect(shown(page)).toBeHidden()
})

test('who is no owner finds neither keys nor the record; of two who rotate a key the second is told', async ({
  page,
  context,
  own,
}) => {
  await signIn(context, own, 'manager')
  await page.goto('/settings/keys')
  await expect(page.getByRole('heading', { name: 'This is for owners' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Audit' })).toHaveCount(0)
  await signIn(context, { ...own, manager: own.owner })
  await page.goto('/settings/keys')
  const key = await makeKey(page, 'Counter')
  const other = await context.newPage()
  await other.goto('/settings/keys')
  for (const one of [page, other]) {
    await one.getByRole('button', { name: `Rotate: Counter ${key.slice(0, 10)}` }).click()
  }
  const submit = (one: Page) =>
    one.getByRole('dialog', { name: 'Rotate Counter' }).getByRole('button', { name: 'Make the new key' }).click()
  await submit(page)
  await keepKey(page)
  await submit(other)
  await expect(other.getByRole('dialog').getByRole('alert')).toContainText('This key has been rotated already')
  await other.close()
})
