import type { Page, Request } from '@playwright/test'
import { violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { expect, test } from '@/e2e/setup/kerb'
import { expectMinded, expectRinging, openBoard, rowOf, signIn } from '@/e2e/setup/staff'

// So long that what was pressed before is no part of the same word.
const rest = (page: Page) => page.keyboard.press('Shift', { delay: 800 })

test.beforeEach(async ({ context, demo }) => signIn(context, demo))

test('by keyboard alone: select, acknowledge, read, hand over, undo', async ({ page, demo }) => {
  const customers = new Customers(demo, 'By keyboard')
  await customers.stands('10851', 'Priya N.', { 'Parking Bay': '2' })
  await customers.stands('10857', 'Tomás')
  await customers.orders('10858', 'Dan Webber', { eventType: 'onTheWay' })
  await openBoard(page, customers.boardPath)

  // With nothing selected a key selects, and acts on nobody.
  await page.keyboard.press('a')
  await expect(rowOf(page, '10851')).toBeFocused()
  await expectRinging(page, '10851')
  await expect(rowOf(page, '10851')).toHaveAccessibleName('Priya N., order 10851, bay 2, Arrived')
  expect(await rowOf(page, '10851').evaluate((row) => getComputedStyle(row).outlineWidth)).toBe('3px')

  await page.keyboard.press('j')
  await expect(rowOf(page, '10857')).toBeFocused()
  await page.keyboard.press('j')
  await expect(rowOf(page, '10858')).toBeFocused()
  await page.keyboard.press('j')
  await expect(rowOf(page, '10858')).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('K')
  await expect(rowOf(page, '10851')).toBeFocused()

  await rest(page)
  await page.keyboard.press('a')
  await expect(rowOf(page, '10851')).toHaveAttribute('data-ringing', 'false')
  await expectRinging(page, '10857')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, '10851').getByRole('region', { name: 'Timeline' })).toContainText(
    'acknowledged this arrival',
  )
  await page.keyboard.press('Enter')
  await expect(rowOf(page, '10851').getByRole('region', { name: 'Timeline' })).toHaveCount(0)

  await rest(page)
  await page.keyboard.press('c')
  await expect(rowOf(page, '10851')).toHaveCount(0)
  await expect(rowOf(page, '10857')).toBeFocused()
  await page.keyboard.press('u')
  await expect(rowOf(page, '10851')).toBeFocused()
  await expect(rowOf(page, '10851').getByRole('button', { name: 'Hand over' })).toBeVisible()
  await expect(page.getByText('Priya N.: back in Arrived')).toBeVisible()
  await expectRinging(page, '10857')
})

test('what is typed behind "/" is searched for, even where the keys’ own code cannot come', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Typed at once')
  await customers.stands('10851', 'Jack')
  let isLoaded = false
  page.on('load', () => {
    isLoaded = true
  })
  await page.route('**/_next/static/**', (route) => (isLoaded ? route.abort() : route.continue()))
  await openBoard(page, customers.boardPath)
  await page.keyboard.type('/jack')
  await expect(page.getByRole('searchbox')).toHaveValue('jack')
  await expectRinging(page, '10851')
})

test('of keys that are pressed faster than their code comes none acts on another row', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Two keys at once')
  await customers.stands('10851', 'Priya N.')
  await customers.stands('10857', 'Stephanie')
  let isLoaded = false
  page.on('load', () => {
    isLoaded = true
  })
  const held: Request[] = []
  const idle = () => page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  let go = () => {}
  const gone = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/_next/static/**', async (route) => {
    if (isLoaded) {
      held.push(route.request())
      await gone
    }
    await route.continue()
  })
  await openBoard(page, customers.boardPath)
  await rowOf(page, '10851').getByRole('button').first().focus()
  await page.keyboard.type('jc')
  await idle()
  go()
  for (const request of held) await (await request.response())?.finished()
  await idle()
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(rowOf(page, '10857')).toBeFocused({ timeout: 500 })
  }).toPass()
  await expectRinging(page, '10851')
  await expectRinging(page, '10857')
})

test('an undo that is asked for before the server has heard of the action waits for it', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Slow network')
  await customers.stands('10851', 'Priya N.')
  await openBoard(page, customers.boardPath)
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/actions', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('j')
  await expect(rowOf(page, '10851')).toBeFocused()
  await page.keyboard.press('a')
  await expect(rowOf(page, '10851')).toHaveAttribute('data-ringing', 'false')
  await page.keyboard.press('z')
  goOn()
  await expect(page.getByText('Priya N.: back in Arrived')).toBeVisible()
  await expectRinging(page, '10851')
  await page.keyboard.press('u')
  await expect(page.getByText('Nothing to undo')).toBeVisible()
})

test('a selected order in Done is brought back by a key', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Done by key')
  await customers.stands('10851', 'Priya N.')
  await openBoard(page, customers.boardPath)
  await page.keyboard.press('j')
  await expect(rowOf(page, '10851')).toBeFocused()
  await page.keyboard.press('c')
  await expect(page.getByText('Priya N.: handed over')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(rowOf(page, '10851')).toBeVisible()
  await page.keyboard.press('j')
  await expect(rowOf(page, '10851')).toBeFocused()
  await page.keyboard.press('u')
  await expectRinging(page, '10851')
  await expect(rowOf(page, '10851')).toBeFocused()
  // The board has it before the server: who is brought back behind the story's end rings on for all others.
  await expect(page.getByText('Priya N.: back in Arrived')).toBeVisible()
})

test('keys are letters to whoever types, and the browser’s with Ctrl', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Typing')
  await customers.stands('10851', 'Priya N.')
  await openBoard(page, customers.boardPath)
  await page.keyboard.press('j')
  await page.keyboard.press('Control+a')
  await expectRinging(page, '10851')
  await page.getByRole('button', { name: 'More for Priya' }).click()
  await page.getByRole('menuitem', { name: 'Cancel order…' }).click()
  await page.getByLabel('Reason (optional)').pressSequentially('a jack?')
  await expect(page.getByLabel('Reason (optional)')).toHaveValue('a jack?')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectRinging(page, '10851')
})

test('a code that is scanned and a word that is typed beside the search serve nobody', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Scanned')
  for (const name of ['Amelia', 'Bruno', 'Chidi']) await customers.stands(name, name)
  const acts: string[] = []
  page.on('request', (request) => request.url().endsWith('/actions') && acts.push(request.postDataJSON().action))
  await openBoard(page, customers.boardPath)
  await expectMinded(page)
  await page.keyboard.press('j')
  await expect(rowOf(page, 'Amelia')).toBeFocused()
  for (const code of ['ac-1c7c', 'CC4711', '3c9acca1-4c2e-cc1a', 'aa', 'ccc']) await page.keyboard.type(`${code}\n`)
  // Where J or K is one of the letters; each begins behind a time without any.
  const typed = {
    'ORD-12JC\n': 8,
    'ORD-12JC': 8,
    '7f3kc': 8,
    '4711JA': 8,
    JC471: 8,
    'KC 471': 220,
    karl: 170,
    jana: 220,
    jack: 220,
  }
  for (const [word, delay] of Object.entries(typed)) {
    await rest(page)
    await page.keyboard.type(word, { delay })
  }
  await rest(page)
  expect(acts).toEqual([])
  await page.getByRole('button', { name: 'Acknowledge Bruno' }).focus()
  await page.keyboard.type('4711\n')
  // What was clicked is not selected: the first letter selects, and the next ones are of a word.
  await page.getByRole('button', { name: 'Acknowledge Chidi' }).click()
  await expect(page.getByText('Chidi: acknowledged')).toBeVisible()
  expect(acts).toEqual(['acknowledge'])
  await page.keyboard.type('chuck', { delay: 300 })
  await expect(rowOf(page, 'Amelia')).toBeFocused()
  expect(acts).toEqual(['acknowledge'])
  await rest(page)
  await page.keyboard.type('julia', { delay: 170 })
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await expect(rowOf(page, 'Amelia')).toBeFocused()
  // A key by itself is heard.
  await expect(async () => {
    await page.keyboard.press('c')
    await expect(rowOf(page, 'Amelia')).toHaveCount(0, { timeout: 500 })
  }).toPass()
  expect(acts).toEqual(['acknowledge', 'complete'])
})

test('what is scanned or typed presses no button that has the focus by itself; Enter alone does', async ({
  page,
  demo,
}) => {
  const customers = new Customers(demo, 'Scanned into a question')
  await customers.stands('10851', 'Anna Smith')
  await customers.stands('10852', 'Anna Smith')
  const acts: string[] = []
  page.on('request', (request) => request.url().endsWith('/actions') && acts.push(request.postDataJSON().action))
  await openBoard(page, customers.boardPath)
  await expectMinded(page)
  const row = rowOf(page, '10851')
  await row.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(row.getByRole('button', { name: 'Hand over' })).toBeVisible()
  const yes = row.getByRole('button', { name: 'Yes, hand over' })
  await expect(async () => {
    if (!(await yes.isVisible())) await row.getByRole('button', { name: /^Hand over/ }).click({ timeout: 1_000 })
    await expect(yes).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(yes).toBeFocused()
  for (const code of ['AC 471101\n', '4444\n', 'AC-471101\n']) await page.keyboard.type(code)
  await page.keyboard.type('AC 4711\n', { delay: 90 })
  await page.keyboard.type('dora smi', { delay: 170 })
  await expect(yes).toBeFocused()
  expect(acts).toEqual(['acknowledge'])
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(row).toHaveCount(0, { timeout: 500 })
  }).toPass()
  expect(acts).toEqual(['acknowledge', 'complete'])
})

test('a row that a mouse has touched is selected by the first key, which acts on nobody', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Clicked')
  await customers.stands('10851', 'Amelia')
  await customers.stands('10852', 'Bruno', { Note: 'Two bags', Colour: 'red', Size: 'large' })
  const acts: string[] = []
  page.on('request', (request) => request.url().endsWith('/actions') && acts.push(request.postDataJSON().action))
  await openBoard(page, customers.boardPath)
  await expectMinded(page)
  const row = rowOf(page, '10852')
  const name = row.getByText('Bruno', { exact: true })
  const more = row.getByRole('button', { name: 'More for Bruno' })
  const touches = [
    () => name.click(),
    () => name.click({ button: 'right' }),
    () => row.locator('[data-details]').click(),
    async () => {
      await more.click()
      await page.keyboard.press('Escape')
    },
  ]
  for (const touch of touches) {
    await touch()
    await rest(page)
    for (const word of ['carla', 'cora']) {
      await page.keyboard.type(word, { delay: 200 })
      await rest(page)
    }
    await expect(row).toBeFocused()
    expect(acts).toEqual([])
  }
  // Nor is it selected by what scrolls, or by the end of a code.
  for (const keys of [['ArrowDown'], ['PageUp'], [...'10857', 'Tab']]) {
    await name.click()
    await rest(page)
    for (const key of keys) await page.keyboard.press(key)
    await rest(page)
    await page.keyboard.press('c')
    await rest(page)
    expect(acts).toEqual([])
  }
  // What a key has selected is acted on, also behind the pointer of before.
  await name.click()
  await rest(page)
  await page.keyboard.press('a')
  await rest(page)
  await page.keyboard.press('a')
  await expect(row).toHaveAttribute('data-ringing', 'false')
  expect(acts).toEqual(['acknowledge'])
})

test('what has no key of its own is reached by keyboard too, and the focus goes with the order', async ({
  page,
  demo,
}) => {
  const customers = new Customers(demo, 'Menu by keys')
  await customers.stands('10851', 'Priya N.')
  await openBoard(page, customers.boardPath)
  await page.keyboard.press('j')
  await expect(rowOf(page, '10851')).toBeFocused()
  const more = page.getByRole('button', { name: 'More for Priya' })
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Move to On the way' }).press('Enter')
  await expect(page.getByRole('region', { name: 'On the way' }).locator('[data-order-id="10851"]')).toBeFocused()
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Cancel order…' }).press('Enter')
  const reason = page.getByLabel('Reason (optional)')
  await expect(page.getByRole('dialog')).toBeFocused()
  // Past the button that closes it.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(reason).toBeFocused()
  await reason.fill('Came for a jacket')
  await customers.tells('10851', 'updateOrder', { hsFields: { Note: 'a change meanwhile' } })
  await expect(reason).toHaveValue('Came for a jacket')
  await reason.press('Enter')
  await expect(page.getByText('Priya N.: cancelled')).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByRole('region', { name: 'On the way' }).locator('[data-order-id="10851"]')).toBeFocused()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the keys are told by ?, and by touch from the account menu, in the ${colorScheme}`, async ({ page, demo }) => {
    await page.emulateMedia({ colorScheme })
    const customers = new Customers(demo, 'Cheat sheet')
    await customers.stands('10851', 'Priya N.')
    await openBoard(page, customers.boardPath)
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard' })
    await expect(sheet).toContainText('Acknowledge the selected arrival')
    expect(await violationsOn(page)).toEqual([])
    await page.keyboard.press('a')
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expectRinging(page, '10851')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Keyboard' }).click()
    await expect(sheet).toBeVisible()
  })
}
