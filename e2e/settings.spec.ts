import type { Page } from '@playwright/test'
import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { fingerOn } from '@/e2e/setup/finger'
import { expect, test } from '@/e2e/setup/own-project'
import { openBoard, rowOf, signIn } from '@/e2e/setup/staff'
import { storeSettingsPath } from '@/lib/settings/queries'
import type { Demo } from '@/scripts/setup/demo.mjs'

test.beforeEach(async ({ context, own }) => signIn(context, own))

async function newStore(demo: Demo, name: string): Promise<{ customers: Customers; settingsPath: string }> {
  const customers = new Customers(demo, name)
  await customers.orders('opening', 'Later')
  const { destinationId } = customers
  return { customers, settingsPath: storeSettingsPath({ projectId: demo.projectId, destinationId }) }
}

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved: open boards have it')).toBeVisible()
}

test('what a manager sets is in force on the open board within a second, without a reload', async ({
  page,
  context,
  own,
}) => {
  const { customers, settingsPath } = await newStore(own, 'Set')
  await customers.stands('10851', 'Priya N.')
  const board = await context.newPage()
  await openBoard(board, customers.boardPath)
  await board.evaluate(() => document.body.setAttribute('data-same-page', 'yes'))
  await expect(board.getByText('goal 3 min')).toBeVisible()

  await page.goto(settingsPath)
  await page.getByLabel('Name').fill('Harbour Street')
  await page.getByLabel('Average wait').fill('90')
  await page.getByLabel('Due after').fill('3600')
  await page.getByLabel('Late after').fill('3700')
  await page.getByLabel('Over after').fill('3800')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await save(page)
  await expect(board.getByText('goal 1:30')).toBeVisible({ timeout: 2_000 })
  await expect(board.getByRole('heading', { name: /^Harbour Street/ })).toBeVisible()
  await expect(board.locator('body')).toHaveAttribute('data-same-page', 'yes')
  await board.close()
})

test('what is wrong is said at its field, and nothing of it is saved', async ({ page, own }) => {
  const { settingsPath } = await newStore(own, 'Wrong')
  await page.goto(settingsPath)
  await page.getByLabel('Due after').fill('100')
  await page.getByLabel('Late after').fill('90')
  await page.getByLabel('Over after').fill('300')
  await page.getByLabel('Time zone').fill('Madrid')
  await page.getByLabel('One bay a line').fill('4\nBay 04')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Each must be longer than the one before it')).toBeVisible()
  await expect(page.getByText('Expected a time zone such as Europe/Madrid')).toBeVisible()
  await expect(page.getByText('A bay is listed twice')).toBeVisible()
  await expect(page.getByText('Not saved: correct 3 fields')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByLabel('Late after').fill('200')
  await page.getByLabel('Time zone').fill('Europe/Madrid')
  await page.getByLabel('One bay a line').fill('4\n5')
  await save(page)
})

test('of two managers the second is told that there was a first, and loads what they saved', async ({
  page,
  context,
  own,
}) => {
  const { settingsPath } = await newStore(own, 'Two managers')
  const other = await context.newPage()
  for (const one of [page, other]) await one.goto(settingsPath)
  await other.getByLabel('Average wait').fill('150')
  await save(other)
  await page.getByLabel('Average wait').fill('90')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Somebody else has changed these settings meanwhile')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Discard' })).toBeEnabled()
  // A button that has just come back is still fading in.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Load theirs' }).click()
  await expect(page.getByLabel('Average wait')).toHaveValue('150')
  await page.getByLabel('Average wait').fill('90')
  await save(page)
})

test('what is typed while a save is under way stays, and is not saved yet; a store that nobody named stays new', async ({
  page,
  own,
}) => {
  const { settingsPath } = await newStore(own, 'Slow')
  await page.goto(settingsPath)
  let typed = () => {}
  const isTyped = new Promise<void>((resolve) => {
    typed = resolve
  })
  await page.route('**/stores/settings?**', async (route) => {
    if (route.request().method() === 'PATCH') {
      expect(route.request().postDataJSON()).not.toHaveProperty('name')
      await isTyped
    }
    await route.continue()
  })
  await page.getByLabel('Average wait').fill('90')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saving')).toBeVisible()
  await page.getByLabel('One bay a line').fill('1\n2')
  typed()
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await expect(page.getByLabel('One bay a line')).toHaveValue('1\n2')
  await save(page)
  await page.reload()
  await expect(page.getByLabel('Average wait')).toHaveValue('90')
  await expect(page.getByLabel('One bay a line')).toHaveValue('1\n2')
})

test('a project names what stands on a row, in which order, and which is the bay', async ({ page, context, own }) => {
  const { customers } = await newStore(own, 'Face')
  const details = { Spot: 'B7', Gift: 'yes', 'Car Plate': 'NM 1234', 'Parking Bay': '2' }
  await customers.stands('10851', 'Priya N.', details)
  const board = await context.newPage()
  await openBoard(board, customers.boardPath)
  await expect(rowOf(board, '10851')).toContainText('2bay')
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Choose the fields' }).click()
  await page.getByLabel('Another field').fill('Gift')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const fields = page.getByRole('list', { name: 'Fields on a row' })
  const up = fields.getByRole('button', { name: 'Up: Gift' })
  while (await up.isEnabled()) await up.click()
  await expect(fields.getByRole('listitem').first()).toContainText('Gift')
  await page.getByRole('button', { name: 'Bay', exact: false }).first().click()
  await page.getByRole('option', { name: 'Spot', exact: true }).click()
  await save(page)
  await expect(rowOf(board, '10851')).toContainText('B7bay')
  await expect(rowOf(board, '10851')).toContainText('Giftyes')
  await page.getByRole('button', { name: 'Leave it to Baycall' }).click()
  await save(page)
  await expect(rowOf(board, '10851')).toContainText('2bay')
  await board.close()
})

const noBox = { x: 0, y: 0, width: 0, height: 0 }

test('fewer months are asked about before entries go for good, and a list of fields says whose details it keeps: to owners', async ({
  page,
  context,
  own,
}) => {
  const { customers } = await newStore(own, 'Kept')
  await customers.stands('10851', 'Priya N.', { Phone: '0171 1', Gift: 'yes' })
  await page.goto('/settings')
  const months = page.getByLabel('Months that entries are kept')
  const goal = page.getByLabel('Average wait')
  await goal.fill('170')
  await save(page)
  await expect(months).toBeHidden()
  await signIn(context, { ...own, manager: own.owner })
  await page.reload()
  await expect(goal).toHaveValue('170')
  await months.fill('3')
  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Delete older entries for good?' })
  await expect(question).toContainText('With 3 months kept instead of 13')
  await expect(question).toContainText('At the moment there is none.')
  expect(await violationsOn(page)).toEqual([])
  await question.getByRole('button', { name: 'Keep them' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText('Not saved yet')).toBeVisible()

  // On a small phone what deletes them comes to stand where "Save" was: the second tap on that deletes nothing.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  const { x, y, width, height } = (await page.getByRole('button', { name: 'Save' }).boundingBox()) ?? noBox
  const finger = { x: x + width / 2, y: y + height / 2 }
  const tap = await fingerOn(page, finger)
  const firstMs = await page.evaluate(() => Date.now())
  await tap()
  await expect(question).toBeVisible()
  await tap(firstMs + 300)
  const below = (spot: typeof finger) => document.elementFromPoint(spot.x, spot.y)?.closest('button')?.textContent
  expect(await page.evaluate(below, finger)).toBe('Save, and delete them')
  await question.getByRole('button', { name: 'Keep them' }).press('Enter')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  if (size) await page.setViewportSize(size)

  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await question.getByRole('button', { name: 'Save, and delete them' }).click()
  await expect(page.getByText('Saved: open boards have it')).toBeVisible()

  const fields = page.getByLabel('Only these fields instead')
  await fields.fill('Gift, customerName')
  await expect(page.getByText('Phone stands in recent orders and would be kept for good.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Add to the list' }).click()
  await expect(page.getByText('would be kept for good')).toBeHidden()
  await save(page)
  await expect(fields).toHaveValue('Gift\ncustomerName\nPhone')
})

test('a store that should not be there is removed once nobody is left, and a project takes orders for known ones alone', async ({
  page,
  own,
}) => {
  const { customers, settingsPath } = await newStore(own, 'Not ours')
  await page.goto(settingsPath)
  await page.getByRole('button', { name: 'Remove the store' }).click()
  const question = page.getByRole('dialog', { name: /^Remove Not ours .*\?$/ })
  await question.getByRole('button', { name: 'Remove it' }).click()
  await expect(question.getByRole('alert')).toContainText('It is still in use: 1 order on its board.')
  expect(await violationsOn(page)).toEqual([])
  await customers.tells('opening', 'cancelled')
  await question.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText(/^Not ours .* is removed$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'New stores' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Not ours/ })).toHaveCount(0)

  await page.getByText('Is refused: known stores only').click()
  await save(page)
  await expect(customers.orders('another', 'Later')).rejects.toThrow('destination_unknown')
  await page.reload()
  await expect(page.getByRole('radio', { name: /^Is refused/ })).toBeChecked()
})

test('who is no manager finds no settings and no history, and is told so where they look for them', async ({
  page,
  context,
  own,
}) => {
  await signIn(context, own, 'staff')
  await page.goto('/board')
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  for (const name of ['Entries', 'Insights', 'Settings']) await expect(page.getByRole('link', { name })).toHaveCount(0)
  await page.goto(`/settings/${own.projectId}/oakfield`)
  await expect(page.getByRole('heading', { name: 'Settings are for managers' })).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Settings are for managers' })).toBeVisible()
  for (const place of ['/entries', '/insights', `/insights/orders/${own.projectId}/${own.projectId}`]) {
    await page.goto(place)
    await expect(page.getByRole('heading', { name: 'Entries and insights are for managers' })).toBeVisible()
  }
  expect(await violationsOn(page)).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`settings are without a barrier in the ${colorScheme}, and fit 320 px`, async ({ page, own }) => {
    await page.emulateMedia({ colorScheme })
    const { customers, settingsPath } = await newStore(own, 'A store with quite a long name of its own')
    await customers.stands('10851', 'Priya N.', { 'Car Plate': 'NM 1234', 'Car Color': 'Red', Gift: 'yes' })
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Choose the fields' }).click()
    await expect(page.getByRole('list', { name: 'Fields on a row' })).toContainText('Car Plate')
    expect(await violationsOn(page)).toEqual([])
    page.on('dialog', (dialog) => dialog.accept())
    await page.goto(settingsPath)
    await page.getByLabel('One bay a line').fill('1\n2\n3\nC-12')
    await expect(page.getByText('4 bays')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => overflowOf(page)).toBe(0)
  })
}
