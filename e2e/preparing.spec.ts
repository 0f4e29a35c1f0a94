import { violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { expect, test } from '@/e2e/setup/kerb'
import { listen, startedOn } from '@/e2e/setup/loudspeaker'
import { openBoard, rowOf, signIn } from '@/e2e/setup/staff'

test.beforeEach(async ({ context, demo }) => {
  await signIn(context, demo)
  await listen(context)
})

test('an order whose customer comes near says so on its row, in the figures and by one soft tone, once on this device', async ({
  page,
  demo,
}) => {
  const customers = new Customers(demo, 'Near')
  await customers.orders('far', 'Dan Webber', { eventType: 'onTheWay', etaSeconds: 3_000 })
  await customers.orders('near', 'Priya N.', { eventType: 'onTheWay', etaSeconds: 303 })
  await openBoard(page, customers.boardPath)
  await page.getByRole('heading', { name: 'Arrived' }).click()
  await expect(page.getByText(/^Sound is o/)).toHaveCount(0)
  await expect(rowOf(page, 'near')).toContainText('Start preparing')
  await expect(rowOf(page, 'far')).not.toContainText('Start preparing')
  await expect(page.getByText('on the way, 1 to prepare')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Start preparing: Priya N.' })).toHaveCount(1)
  await expect.poll(() => startedOn(page)).toBe(2)
  // Two notes, and no more of them when the row is drawn anew and others change.
  await customers.tells('near', 'updateOrder', { customerName: 'Priya Nair' })
  await expect(rowOf(page, 'near')).toContainText('Priya Nair')
  await customers.orders('later', 'Olu', { eventType: 'onTheWay', etaSeconds: 3_000 })
  await expect(rowOf(page, 'later')).toBeVisible()
  expect(await startedOn(page)).toBe(2)

  await page.reload()
  await page.getByRole('heading', { name: 'Arrived' }).click()
  await expect(rowOf(page, 'near')).toContainText('Start preparing')
  await customers.orders('second', 'Ana', { eventType: 'onTheWay', etaSeconds: 100 })
  await expect(rowOf(page, 'second')).toContainText('Start preparing')
  await expect.poll(() => startedOn(page)).toBe(2)

  await customers.arrives('near')
  await expect(rowOf(page, 'near')).toHaveAttribute('data-ringing', 'true')
  await expect(rowOf(page, 'near')).not.toContainText('Start preparing')
  await expect(page.getByText('on the way, 1 to prepare')).toBeVisible()
})

test('a muted board says it without a tone, and does not make up for it', async ({ page, demo }) => {
  const customers = new Customers(demo, 'Muted near')
  await customers.orders('opening', 'Later')
  await openBoard(page, customers.boardPath)
  await page.getByRole('button', { name: /^Is this tablet ready/ }).click()
  await page.getByRole('button', { name: '1 min', exact: true }).click()
  // The button is gone by its own press, and for a frame nothing has the focus: Escape closes also then.
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement).blur()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText(/^The tone is muted for/)).toBeVisible()
  const before = await startedOn(page)
  await customers.orders('near', 'Priya N.', { eventType: 'onTheWay', etaSeconds: 100 })
  await expect(rowOf(page, 'near')).toContainText('Start preparing')
  await page.getByRole('button', { name: 'Unmute' }).click()
  await customers.orders('next', 'Ana', { eventType: 'onTheWay', etaSeconds: 100 })
  await expect.poll(() => startedOn(page)).toBe(before + 2)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a row that says to prepare is without a barrier in the ${colorScheme}`, async ({ page, demo }) => {
    await page.emulateMedia({ colorScheme })
    const customers = new Customers(demo, 'Near look')
    await customers.orders('near', 'Priya N.', { eventType: 'onTheWay', etaSeconds: 100 })
    await openBoard(page, customers.boardPath)
    await expect(rowOf(page, 'near')).toContainText('Start preparing')
    expect(await violationsOn(page)).toEqual([])
  })
}
