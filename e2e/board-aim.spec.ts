import type { Browser, Locator, Page } from '@playwright/test'
import { Customers } from '@/e2e/setup/customers'
import { expect, test } from '@/e2e/setup/own-project'
import { expectMinded, expectRinging, openBoard, signIn } from '@/e2e/setup/staff'

type Own = Parameters<Parameters<typeof test>[2]>[0]['own']
type Point = { x: number; y: number }

test.beforeEach(async ({ context, own }) => signIn(context, own))

/** By keyboard: where the focus has gone on to by itself a key is not heard at once. */
async function handOverByKey(button: Locator) {
  await expect(async () => {
    if ((await button.count()) > 0) await button.press('Enter', { timeout: 1_000 })
    await expect(button).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

/** A second tablet, of a colleague who works by keyboard. */
async function colleague(browser: Browser, own: Own, boardPath: string) {
  const context = await browser.newContext({ baseURL: own.baseUrl })
  await signIn(context, own)
  const board = await context.newPage()
  await openBoard(board, boardPath)
  return async (name: string | RegExp) => {
    const button = board.getByRole('button', { name, exact: true })
    await expect(button).toBeEnabled()
    if (String(name).startsWith('Hand over')) await handOverByKey(button)
    else await button.press('Enter')
  }
}

/** Where a finger goes that means a button. */
async function placeOf(page: Page, name: string): Promise<Point> {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox()
  if (!box) throw new Error(`No ${name} on the page`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The same in the middle of the screen. */
async function middleOf(page: Page, name: string): Promise<Point> {
  await page
    .getByRole('button', { name, exact: true })
    .evaluate((element) => element.scrollIntoView({ block: 'center' }))
  return placeOf(page, name)
}

/** What would be pressed there now. */
const under = (page: Page, { x, y }: Point) =>
  page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.closest('button')?.ariaLabel ?? '', [
    x,
    y,
  ] as const)

/** All that a page asks the server to do. */
function actsOf(page: Page): string[] {
  const acts: string[] = []
  page.on('request', (request) => request.url().endsWith('/actions') && acts.push(request.postDataJSON().action))
  return acts
}

/** From now on no time passes for the page, however slow the machine, until it is let go on: ten seconds later. */
async function stopTime(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const [atMs, go] = [performance.now(), performance.now.bind(performance)]
    performance.now = () => atMs
    Object.defineProperty(Event.prototype, 'timeStamp', { get: () => performance.now() })
    Object.assign(window, { letTimePass: () => Object.assign(performance, { now: () => go() + 10_000 }) })
  })
  return () => page.evaluate(() => (window as unknown as { letTimePass: () => void }).letTimePass())
}

/** Once some time has passed it is heard. */
const tapUntilHeard = (page: Page, { x, y }: Point, acts: string[]) =>
  expect(async () => {
    await page.mouse.click(x, y)
    await expect.poll(() => acts, { timeout: 500 }).toHaveLength(1)
  }).toPass()

/** A finger comes down where a button stood, and has hit another one by now: it is not heard there, and a later one is. */
async function expectUnheard(
  page: Page,
  meant: string | Point,
  change: () => Promise<unknown>,
  hit: string | RegExp,
): Promise<void> {
  const point = typeof meant === 'string' ? await middleOf(page, meant) : meant
  await expectMinded(page)
  const acts = actsOf(page)
  const letTimePass = await stopTime(page)
  await change()
  await expect.poll(() => under(page, point)).toMatch(hit)
  const name = await under(page, point)
  const button = page.getByRole('button', { name, exact: true })
  await expect(button).toBeEnabled()
  await page.mouse.click(point.x, point.y)
  // What was heard is seen at once.
  expect(await under(page, point)).toBe(name)
  await letTimePass()
  await tapUntilHeard(page, point, acts)
  await expect(button).toHaveCount(0)
}

test('a finger that was on its way when a colleague acted is not heard on what came of it', async ({
  page,
  browser,
  own,
}) => {
  const customers = new Customers(own, 'Too late')
  await customers.stands('10851', 'Priya N.')
  await customers.stands('10852', 'Stephanie')
  await openBoard(page, customers.boardPath)
  const press = await colleague(browser, own, customers.boardPath)
  await expectUnheard(page, 'Acknowledge Priya N.', () => press('Acknowledge Priya N.'), 'Hand over Priya N.')
  // Nor on the next one, who has come to stand there.
  await customers.stands('10853', 'Tess V.')
  await expectRinging(page, '10853')
  await expectUnheard(
    page,
    'Acknowledge Stephanie',
    () => press('Acknowledge Stephanie').then(() => press('Hand over Stephanie')),
    'Acknowledge Tess V.',
  )
})

test('nor where a group has closed up', async ({ page, browser, own }) => {
  const customers = new Customers(own, 'Group')
  const group = { orderGroupId: 'G1' }
  await customers.stands('10851', 'Gina', group)
  await customers.stands('10852', 'Rosa')
  await customers.stands('10853', 'Gert', group)
  await customers.stands('10854', 'Tara')
  const press = await colleague(browser, own, customers.boardPath)
  for (const name of ['Gina', 'Gert', 'Tara']) await press(`Acknowledge ${name}`)
  await openBoard(page, customers.boardPath)
  await expect(page.getByRole('button', { name: 'Hand over Tara' })).toBeEnabled()
  await expectUnheard(page, 'Acknowledge Rosa', () => press('Acknowledge Rosa'), 'Hand over Gert')
})

test('nor where the browser has scrolled by itself, for the page is shorter', async ({ page, browser, own }) => {
  const customers = new Customers(own, 'Shorter')
  const names = ['Amelia', 'Bruno', 'Chidi', 'Dorothea', 'Farid', 'Greta', 'Igor', 'Kaspar', 'Lucinda', 'Nadja']
  for (const name of names) await customers.stands(name, name)
  const press = await colleague(browser, own, customers.boardPath)
  for (const name of names) await press(`Acknowledge ${name}`)
  await press('Hand over Amelia')
  await openBoard(page, customers.boardPath)
  await expect(page.getByRole('button', { name: 'Hand over Nadja' })).toBeEnabled()
  await expectMinded(page)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByRole('button', { name: 'Hand over Lucinda' })).toBeInViewport({ ratio: 1 })
  const meant = await placeOf(page, 'Hand over Lucinda')
  expect(await under(page, meant)).toBe('Hand over Lucinda')
  await expectUnheard(page, meant, () => press('Hand over Nadja'), /^Hand over (?!Lucinda)/)
})

test('but whoever scrolls, and taps what has come there by that, is heard', async ({ page, own }) => {
  const customers = new Customers(own, 'Scrolled')
  for (const name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Elsa', 'Fay', 'Gina', 'Hana']) await customers.stands(name, name)
  await openBoard(page, customers.boardPath)
  const point = await middleOf(page, 'Acknowledge Cleo')
  await expectMinded(page)
  const acts = actsOf(page)
  await stopTime(page)
  await page.mouse.move(point.x, point.y)
  await page.mouse.wheel(0, 200)
  await expect.poll(() => under(page, point)).toMatch(/^Acknowledge (?!Cleo)/)
  const hit = await under(page, point)
  await page.mouse.click(point.x, point.y)
  await expect.poll(() => acts).toEqual(['acknowledge'])
  await expect(page.getByRole('button', { name: hit ?? '', exact: true })).toHaveCount(0)
})

test('nor where a menu has gone with its row', async ({ page, own }) => {
  const customers = new Customers(own, 'Gone menu')
  for (const name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Elsa']) await customers.stands(name, name)
  await openBoard(page, customers.boardPath)
  await page.getByRole('button', { name: 'More for Ada' }).click()
  const items = page.getByRole('menuitem')
  await expect(items.first()).toBeVisible()
  const points = await items.evaluateAll((all) =>
    all.map((item) => {
      const { left, width, top, height } = item.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    }),
  )
  const acts = actsOf(page)
  const letTimePass = await stopTime(page)
  await customers.tells('Ada', 'cancelled')
  await expect(page.getByRole('menu')).toHaveCount(0)
  const hits: Point[] = []
  for (const point of points) if ((await under(page, point))?.startsWith('Acknowledge')) hits.push(point)
  expect(hits.length).toBeGreaterThan(0)
  for (const { x, y } of hits) await page.mouse.click(x, y)
  await letTimePass()
  for (const hit of hits.slice(0, 1)) await tapUntilHeard(page, hit, acts)
  expect(acts).toEqual(['acknowledge'])
})

test('nor the second tap of a glove that has put a menu away', async ({ page, own }) => {
  const customers = new Customers(own, 'Beside')
  for (const name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Elsa']) await customers.stands(name, name)
  await page.setViewportSize({ width: 1024, height: 1400 })
  await openBoard(page, customers.boardPath)
  const point = await middleOf(page, 'Acknowledge Elsa')
  await page.getByRole('button', { name: 'More for Ada' }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  const acts = actsOf(page)
  const letTimePass = await stopTime(page)
  await page.mouse.click(point.x, point.y)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.mouse.click(point.x, point.y)
  await letTimePass()
  await tapUntilHeard(page, point, acts)
  expect(acts).toEqual(['acknowledge'])
  await expect(page.getByRole('button', { name: 'Hand over Elsa' })).toBeVisible()
})

test('nor where the call of another store has come', async ({ page, own }) => {
  const [here, there, yonder] = ['Helper', 'Oakfield', 'Quayside'].map((name) => new Customers(own, name)) as [
    Customers,
    Customers,
    Customers,
  ]
  await here.orders('opening', 'Later')
  await openBoard(page, here.boardPath)
  await expectMinded(page)
  await there.stands('10851', 'Theo')
  await expect(page.getByRole('button', { name: 'Acknowledge Theo' })).toBeVisible({ timeout: 25_000 })
  await yonder.stands('10852', 'Yola')
  const point = await middleOf(page, 'Acknowledge Theo')
  const acts = actsOf(page)
  const letTimePass = await stopTime(page)
  await expect.poll(() => under(page, point), { timeout: 25_000 }).toBe('Acknowledge Yola')
  await page.mouse.click(point.x, point.y)
  await letTimePass()
  // Calls below it may have come or gone meanwhile.
  await tapUntilHeard(page, await placeOf(page, 'Acknowledge Yola'), acts)
  await expect(page.getByText('Acknowledged Yola at')).toBeVisible()
  expect(acts).toEqual(['acknowledge'])
})

test('nor where one way back has come in the place of another', async ({ page, browser, own }) => {
  const customers = new Customers(own, 'Two toasts')
  for (const name of ['Amelia', 'Bruno']) await customers.stands(name, name)
  const press = await colleague(browser, own, customers.boardPath)
  for (const name of ['Amelia', 'Bruno']) await press(`Acknowledge ${name}`)
  await press(/^Done/)
  await openBoard(page, customers.boardPath)
  await expectMinded(page)
  for (const name of ['Amelia', 'Bruno'])
    await handOverByKey(page.getByRole('button', { name: `Hand over ${name}`, exact: true }))
  const bruno = page.getByRole('button', { name: 'Undo: Bruno: handed over' })
  await expect(bruno).toBeVisible()
  const point = await placeOf(page, 'Undo: Bruno: handed over')
  const acts = actsOf(page)
  const letTimePass = await stopTime(page)
  await press('Undo: bring back Bruno')
  await expect.poll(() => under(page, point)).toBe('Undo: Amelia: handed over')
  await page.mouse.click(point.x, point.y)
  expect(await under(page, point)).toBe('Undo: Amelia: handed over')
  await letTimePass()
  await tapUntilHeard(page, point, acts)
  expect(acts).toEqual(['undo'])
})

test('nor on the row beneath the words of what floated there', async ({ page, own }) => {
  const customers = new Customers(own, 'Words')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Elsa', 'Fay']) await customers.stands(name, name)
  await openBoard(page, customers.boardPath)
  await expectMinded(page)
  await page.getByRole('button', { name: 'Acknowledge Ada' }).press('Enter')
  const words = page.getByText('Ada: acknowledged')
  await expect(words).toBeVisible()
  const { x: from, y: top, width, height } = (await words.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  // A row's button comes to stand beneath the words.
  const beneath = page.getByRole('button', { name: 'Acknowledge Elsa' })
  const button = (await beneath.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const point = { x: Math.max(from, button.x) + 8, y: top + height / 2 }
  expect(point.x).toBeLessThan(Math.min(from + width, button.x + button.width))
  await page.evaluate((by) => window.scrollBy(0, by), button.y + button.height / 2 - point.y)
  const acts = actsOf(page)
  const letTimePass = await stopTime(page)
  await page.getByRole('button', { name: 'Close: Ada: acknowledged' }).press('Enter')
  await expect.poll(() => under(page, point)).toBe('Acknowledge Elsa')
  await page.mouse.click(point.x, point.y)
  expect(await under(page, point)).toBe('Acknowledge Elsa')
  await letTimePass()
  await tapUntilHeard(page, point, acts)
  expect(acts).toEqual(['acknowledge'])
})

test('a finger that lies on a button is lifted from what it came down on, or is not heard', async ({
  page,
  browser,
  own,
}) => {
  const customers = new Customers(own, 'Long')
  await customers.stands('10851', 'Priya N.')
  await openBoard(page, customers.boardPath)
  const press = await colleague(browser, own, customers.boardPath)
  const acts = actsOf(page)
  const point = await middleOf(page, 'Acknowledge Priya N.')
  await page.mouse.move(point.x, point.y)
  await page.mouse.down()
  const letTimePass = await stopTime(page)
  await press('Acknowledge Priya N.')
  const handOver = page.getByRole('button', { name: 'Hand over Priya N.' })
  await expect(handOver).toBeEnabled()
  await letTimePass()
  await page.mouse.up()
  expect(acts).toEqual([])
  await tapUntilHeard(page, point, acts)
  expect(acts).toEqual(['complete'])
  await expect(handOver).toHaveCount(0)
})

test('nobody else is brought back from Done when a customer who sets out moves it', async ({ page, browser, own }) => {
  const customers = new Customers(own, 'Done')
  const names = ['Ada', 'Bea', 'Cleo', 'Dora', 'Elsa', 'Fay']
  for (const name of names) await customers.stands(name, name)
  const press = await colleague(browser, own, customers.boardPath)
  for (const name of names) await press(`Acknowledge ${name}`)
  for (const name of names) await press(`Hand over ${name}`)
  await customers.orders('way', 'Wanda', { eventType: 'onTheWay' })
  await page.setViewportSize({ width: 1024, height: 1400 })
  await openBoard(page, customers.boardPath)
  await page.getByRole('button', { name: 'Done' }).click()
  const undos = page.getByRole('button', { name: /^Undo: bring back/ })
  await expect(undos).toHaveCount(names.length)
  const meant = await undos.evaluateAll((all) =>
    all.map((button) => {
      const { left, width, top, height } = button.getBoundingClientRect()
      return { name: button.ariaLabel, x: left + width / 2, y: top + height / 2 }
    }),
  )
  const acts = actsOf(page)
  const letTimePass = await stopTime(page)
  await customers.orders('way too', 'Wilma', { eventType: 'onTheWay' })
  await expect(page.getByText('Wilma')).toBeVisible()
  const hits: Point[] = []
  for (const one of meant) {
    const hit = await under(page, one)
    if (hit?.startsWith('Undo') && hit !== one.name) hits.push(one)
  }
  expect(hits.length).toBeGreaterThan(0)
  for (const { x, y } of hits) await page.mouse.click(x, y)
  await letTimePass()
  for (const hit of hits.slice(0, 1)) await tapUntilHeard(page, hit, acts)
  expect(acts).toEqual(['undo'])
})
