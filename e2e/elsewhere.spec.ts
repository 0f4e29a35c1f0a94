import type { Page } from '@playwright/test'
import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { listen, openUntouched, startedOn } from '@/e2e/setup/loudspeaker'
import { expect, setStore, test } from '@/e2e/setup/own-project'
import { openBoard, rowOf, signIn, signInAnew } from '@/e2e/setup/staff'

// A store that nobody looks at is given 15 seconds, and boards are told within two more.
const calledMs = 25_000

const rest = (page: Page) => page.keyboard.press('Shift', { delay: 800 })

test.beforeEach(async ({ context, own }) => {
  await signIn(context, own)
  await listen(context)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a board hears softly of customers at a store where no board is open, and acknowledges from where it is, in the ${colorScheme}`, async ({
    page,
    context,
    own,
  }) => {
    await page.emulateMedia({ colorScheme })
    const [here, there] = [new Customers(own, 'Helper'), new Customers(own, 'Oakfield')]
    await here.orders('opening', 'Later')
    await there.orders('opening', 'Later')
    await setStore(context, own, there, { name: 'Oakfield Garden Centre' })
    await openBoard(page, here.boardPath)
    await page.getByRole('heading', { name: 'Arrived' }).click()
    await expect(page.getByText(/^Sound is o/)).toHaveCount(0)
    await there.stands('10851', 'Priya N.')
    const rings = page.getByRole('button', { name: '1 other store rings' })
    await expect(rings).toBeVisible()
    await expect(page.getByText('No board is open there')).toHaveCount(0)
    expect(await startedOn(page)).toBe(0)

    const banner = page.getByRole('list', { name: 'Other stores that need help' })
    await expect(banner).toContainText('Oakfield Garden Centre: 1 customer waits', { timeout: calledMs })
    await expect(banner).toContainText('No board is open there · longest 0:')
    await expect.poll(() => startedOn(page)).toBeGreaterThanOrEqual(2)
    expect(await violationsOn(page)).toEqual([])
    await expect.poll(() => overflowOf(page)).toBe(0)
    await rings.click()
    await expect(page.getByRole('menuitem', { name: /^Oakfield Garden Centre\s*1 ringing$/ })).toBeVisible()
    await page.keyboard.press('Escape')

    await banner.getByRole('button', { name: 'Acknowledge Priya N.' }).click()
    await expect(banner).toHaveCount(0)
    await expect(page.getByText('Acknowledged Priya N. at Oakfield Garden Centre')).toBeVisible()
    await expect(rings).toHaveCount(0)

    await openBoard(page, there.boardPath)
    await expect(rowOf(page, '10851')).toHaveAttribute('data-ringing', 'false')
    await page
      .getByRole('button', { name: 'details of Priya' })
      .or(page.getByRole('button', { name: 'Details of Priya' }))
      .click()
    await expect(page.getByText('called the other boards: no board was open at the store')).toBeVisible()
  })
}

test('the call goes by itself when a board is opened there; until then it can be made quiet for a while, and covers no button of an own arrival', async ({
  page,
  context,
  own,
}) => {
  const [here, there] = [new Customers(own, 'Helper'), new Customers(own, 'Oakfield')]
  await here.orders('opening', 'Later')
  await openBoard(page, here.boardPath)
  await there.stands('10851', 'Priya N.')
  const banner = page.getByRole('list', { name: 'Other stores that need help' })
  await expect(banner).toContainText('1 customer waits', { timeout: calledMs })
  await page.getByRole('button', { name: /^Quiet for 5 minutes: Oakfield/ }).click()
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('button', { name: '1 other store rings' })).toBeVisible()

  // Quiet is this page's own: opened anew, it is called again.
  await page.setViewportSize({ width: 390, height: 844 })
  await openUntouched(page, here.boardPath)
  await expect(banner).toContainText('1 customer waits')
  await expect(page.getByRole('button', { name: /^Sound is off/ })).toBeVisible()
  await here.stands('10861', 'Alexandra Featherstone-Whitmore', { 'Car Plate': 'BAY 42', 'Car Model': 'Mini Cooper' })
  await here.stands('10862', 'Bo L.')
  await here.stands('10863', 'Cy P.')
  const first = rowOf(page, '10861')
  await expect(page.getByRole('button', { name: /^Ringing: / })).toBeVisible()
  const button = await first.getByRole('button', { name: /^Acknowledge/ }).boundingBox()
  expect(button).not.toBeNull()
  // A finger, at the middle of the button, wherever that is.
  if (button) await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2)
  await expect(first).toHaveAttribute('data-ringing', 'false')

  const other = await context.newPage()
  await openBoard(other, there.boardPath)
  await expect(banner).toHaveCount(0)
})

test('the second tap of a glove acknowledges nobody who waits behind the first; nor does a key behind it; the keyboard goes on with the next', async ({
  page,
  own,
}) => {
  const [here, there] = [new Customers(own, 'Helper'), new Customers(own, 'Oakfield')]
  await here.orders('opening', 'Later')
  await openBoard(page, here.boardPath)
  await there.stands('10851', 'Priya N.')
  await there.stands('10852', 'Aroha N.')
  await there.stands('10853', 'Sam K.')
  await there.stands('10854', 'Kim T.')
  const banner = page.getByRole('list', { name: 'Other stores that need help' })
  await expect(banner).toContainText('4 customers wait', { timeout: calledMs })
  const acted: string[] = []
  page.on('request', (request) => request.url().endsWith('/actions') && acted.push(request.url()))
  await rest(page)
  await banner.getByRole('button', { name: 'Acknowledge Priya N.' }).click()
  await expect(banner.getByRole('button', { name: 'Acknowledge Aroha N.' })).toBeVisible()
  await rest(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await rest(page)
  await expect(banner).toContainText('3 customers wait')
  expect(acted).toHaveLength(1)
  // No time passes between the two taps, however slow the machine.
  await page.evaluate(() => {
    const [atMs, go] = [performance.now(), performance.now.bind(performance)]
    performance.now = () => atMs
    Object.assign(window, { letTimePass: () => Object.assign(performance, { now: () => go() + 10_000 }) })
  })
  await banner.getByRole('button', { name: 'Acknowledge Aroha N.' }).click()
  const next = banner.getByRole('button', { name: 'Acknowledge Sam K.' })
  await next.click()
  await page.getByRole('button', { name: /^Quiet for 5 minutes: Oakfield/ }).click()
  expect(acted).toHaveLength(2)
  await page.evaluate(() => (window as unknown as { letTimePass: () => void }).letTimePass())
  await next.press('Enter')
  await expect(page.getByText('Acknowledged Sam K. at Oakfield')).toBeVisible()
  await expect(banner.getByRole('button', { name: 'Acknowledge Kim T.' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(banner).toHaveCount(0)
})

test('a board whose session has ended names nobody of other stores, nor whom somebody was acknowledging there', async ({
  page,
  context,
  own,
}) => {
  await signInAnew(context, own, 'manager')
  const [here, there] = [new Customers(own, 'Helper'), new Customers(own, 'Oakfield')]
  await here.orders('opening', 'Later')
  await openBoard(page, here.boardPath)
  await there.stands('10851', 'Priya N.')
  await there.stands('10852', 'Aroha N.')
  const banner = page.getByRole('list', { name: 'Other stores that need help' })
  await expect(banner).toContainText('2 customers wait', { timeout: calledMs })
  let letGo = () => {}
  const mayGo = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/actions', async (route) => {
    const response = await route.fetch()
    await mayGo
    await route.fulfill({ response })
  })
  const answered = page.waitForResponse((response) => response.url().endsWith('/actions'))
  const sent = page.waitForRequest((request) => request.url().endsWith('/actions'))
  await banner.getByRole('button', { name: 'Acknowledge Priya N.' }).click()
  await sent
  await context.request.delete(`${own.baseUrl}/api/staff/session`, { headers: { origin: own.baseUrl } })
  await expect(page.getByText('You have been signed out')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('button', { name: '1 other store rings' })).toHaveCount(0)
  letGo()
  await (await answered).finished()
  // What the page does with it, it has done by the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await expect(page.getByText('Priya N.')).toHaveCount(0)
})
