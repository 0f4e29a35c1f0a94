import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { expect, setStore, test } from '@/e2e/setup/own-project'
import { openBoard, rowOf, rowsOf, signIn } from '@/e2e/setup/staff'

test.beforeEach(async ({ context, own }) => signIn(context, own))

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a store that lists its bays sees which are free, who stands where, and goes there with a tap, in the ${colorScheme}`, async ({
    page,
    context,
    own,
  }) => {
    await page.emulateMedia({ colorScheme })
    const customers = new Customers(own, 'Bays')
    await customers.orders('opening', 'Later')
    await setStore(context, own, customers, { bays: Array.from({ length: 12 }, (_, at) => String(at + 1)) })
    const names = ['Priya N.', 'Dan Webber', 'Stephanie', 'Tomás']
    for (const [at, name] of names.entries()) {
      await customers.stands(`1085${at}`, name, { 'Parking Bay': `Bay 0${at + 1}` })
    }
    await openBoard(page, customers.boardPath)
    const fold = page.getByRole('button', { name: 'Bays: 4 of 12 taken' })
    await expect(fold).toBeVisible()
    const isPhone = (page.viewportSize()?.width ?? 0) < 640
    await expect(fold).toHaveAttribute('aria-expanded', String(!isPhone))
    if (isPhone) await fold.click()
    const map = page.getByRole('region', { name: 'Bays' })
    await expect(map.getByText('free')).toHaveCount(8)
    await expect(map.getByRole('button', { name: /Tomás/ })).toContainText('on time')
    expect(await violationsOn(page)).toEqual([])
    await expect.poll(() => overflowOf(page)).toBe(0)
    await map.getByRole('button', { name: /Tomás/ }).click()
    await expect(rowOf(page, '10853')).toBeFocused()
    await expect(rowOf(page, '10853')).toBeInViewport()
  })
}

test('two cars in one bay are a clash in words on both rows, however it is written; a group’s orders are not', async ({
  page,
  context,
  own,
}) => {
  const customers = new Customers(own, 'Clash')
  await customers.stands('10851', 'Priya N.', { 'Parking Bay': 'Bay 4' })
  await openBoard(page, customers.boardPath)
  await expect(rowOf(page, '10851')).toBeVisible()
  await expect(rowOf(page, '10851')).not.toContainText('Bay clash')
  await customers.stands('10852', 'Dan Webber', { 'Parking Bay': ' 04 ' })
  await expect(rowOf(page, '10851')).toContainText('Bay clash with Dan Webber')
  await expect(rowOf(page, '10852')).toContainText('Bay clash with Priya N.')
  await customers.stands('10860', 'Ana', { 'Parking Bay': '7', orderGroupId: 'G1' })
  await customers.stands('10861', 'Ana', { 'Parking Bay': '7', orderGroupId: 'G1' })
  await expect(rowOf(page, '10861')).toBeVisible()
  await expect(page.getByText('Bay clash')).toHaveCount(2)
  expect(await violationsOn(page)).toEqual([])

  await expect(page.getByText('Unknown bay')).toHaveCount(0)
  await setStore(context, own, customers, { bays: ['4', '5'] })
  await expect(rowOf(page, '10860')).toContainText('Unknown bay')
  await expect(rowOf(page, '10851')).not.toContainText('Unknown bay')
  const fold = page.getByRole('button', { name: 'Bays: 1 of 2 taken' })
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
  await expect(page.getByRole('region', { name: 'Bays' })).toContainText('clash, 2 orders')

  await rowsOf(page).getByRole('button', { name: 'Acknowledge Dan' }).click()
  await customers.tells('10852', 'updateOrder', { hsFields: { 'Parking Bay': '5' } })
  await expect(page.getByText('Bay clash')).toHaveCount(0)
})
