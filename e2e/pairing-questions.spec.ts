import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { expect, setStore, test } from '@/e2e/setup/own-project'
import { signIn } from '@/e2e/setup/staff'
import { phoneOf, shownCode } from '@/e2e/setup/tablets'

test('who pairs a tablet on a phone sees which store is which, and looks twice at one that nobody has named', async ({
  page: tablet,
  own,
}) => {
  const customers = new Customers(own, 'harbour')
  await customers.orders('opening', 'Later')
  const phone = await phoneOf(tablet)
  await signIn(phone.context(), own)
  await setStore(phone.context(), own, customers, { name: 'Harbour Street' })
  // Whoever has the app's key makes a store whose id is the name of another.
  const stranger = new Customers({ ...own, secretKey: own.publishableKey }, 'Harbour Street')
  Object.assign(stranger, { destinationId: 'Harbour Street' })
  await stranger.orders('lure', 'Nobody')
  const real = `Harbour Street (${customers.destinationId})`
  const theirs = 'Harbour Street (Harbour Street) New'
  const listed = (name: string) =>
    phone.getByRole('region', { name: 'Paired tablets' }).getByRole('listitem').filter({ hasText: name })

  await tablet.goto(`${own.baseUrl}/pair`)
  await expect(tablet.locator('[data-user-code]')).toBeVisible()
  await phone.goto(`${own.baseUrl}/settings/tablets?code=${await shownCode(tablet)}`)
  // What is missing is told by pressing, at its place.
  await phone.getByLabel('Name of the tablet').fill(' ')
  await phone.getByRole('button', { name: 'Pair this tablet' }).click()
  await expect(phone.getByText('Fill this in')).toHaveCount(2)
  await expect(phone.getByRole('button', { name: 'Choose a store Store' })).toBeFocused()
  expect(await violationsOn(phone)).toEqual([])
  await phone.getByLabel('Name of the tablet').fill('Counter 1')
  await phone.getByRole('button', { name: 'Choose a store Store' }).click()
  await expect(phone.getByRole('option')).toHaveText([real, /^Harbour Street \(Harbour Street\)\s*New$/])
  await phone.getByRole('option', { name: theirs }).click()
  await expect(phone.getByText('nobody has named it yet').first()).toBeVisible()
  await phone.getByRole('button', { name: 'Pair this tablet' }).click()
  const question = phone.getByRole('dialog', { name: 'Pair with a store that nobody has named?' })
  await expect(question).toContainText('Harbour Street')
  expect(await violationsOn(phone)).toEqual([])
  await expect.poll(() => overflowOf(phone)).toBe(0)
  await question.getByRole('button', { name: 'Choose another' }).click()
  await expect(question).toBeHidden()
  await expect(tablet.locator('[data-user-code]')).toBeVisible()

  await phone.getByRole('button', { name: theirs }).click()
  await phone.getByRole('option', { name: real }).click()
  await expect(phone.getByText('nobody has named it yet')).toHaveCount(0)
  await phone.getByRole('button', { name: 'Pair this tablet' }).click()
  await expect(phone.getByText(/Counter 1.? is paired/).first()).toBeVisible()
  await expect(listed('Counter 1')).toContainText(real)
  // Its board is there before the story goes on: nobody leaves in the middle of its opening.
  await expect(tablet.getByText(/^Live · synced/)).toBeVisible({ timeout: 20_000 })

  // On a desk as well, and only once it is said again.
  await phone.setViewportSize({ width: 1280, height: 800 })
  const second = await phone.context().newPage()
  await second.goto(`${own.baseUrl}/pair`)
  await expect(second.locator('[data-user-code]')).toBeVisible()
  await phone.goto(`${own.baseUrl}/settings/tablets?code=${await shownCode(second)}`)
  await phone.getByLabel('Name of the tablet').fill('Counter 2')
  await phone.getByRole('button', { name: 'Choose a store Store' }).click()
  await phone.getByRole('option', { name: theirs }).click()
  await phone.getByRole('button', { name: 'Pair this tablet' }).click()
  await question.getByRole('button', { name: 'Pair with this store' }).click()
  await expect(phone.getByText(/Counter 2.? is paired/).first()).toBeVisible()
  await expect(listed('Counter 2')).toContainText('(Harbour Street) · New')
  await phone.context().close()
})

test('a device is sent away once its question is answered, and by no second tap on a store of the list', async ({
  page: tablet,
  own,
}) => {
  const customers = new Customers(own, 'Refused')
  await customers.orders('opening', 'Later')
  const phone = await phoneOf(tablet)
  await signIn(phone.context(), own)
  await tablet.goto(`${own.baseUrl}/pair`)
  const code = await shownCode(tablet)
  await phone.goto(`${own.baseUrl}/settings/tablets?code=${code}`)
  await phone.getByRole('button', { name: 'Not mine: refuse' }).click()
  const question = phone.getByRole('dialog', { name: 'Refuse Chrome · Linux?' })
  await expect(question.getByRole('button', { name: 'Back' })).toBeFocused()
  expect(await violationsOn(phone)).toEqual([])
  await expect.poll(() => overflowOf(phone)).toBe(0)
  await question.getByRole('button', { name: 'Back' }).press('Enter')
  await expect(question).toBeHidden()
  expect(await shownCode(tablet)).toBe(code)

  await phone.getByRole('button', { name: 'Not mine: refuse' }).press('Enter')
  await question.getByRole('button', { name: 'Refuse' }).click()
  await expect(phone.getByText('Refused: that device got nothing').first()).toBeVisible()
  await expect(tablet.getByText(code)).toHaveCount(0, { timeout: 20_000 })
  await phone.context().close()
})
