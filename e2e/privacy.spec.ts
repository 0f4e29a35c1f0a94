import { readFileSync } from 'node:fs'
import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { expect, test } from '@/e2e/setup/own-project'
import { openBoard, rowOf, signIn } from '@/e2e/setup/staff'

const priya = { name: 'Priya Venkataraghavan', phone: '+44 7700 900461', plate: 'PV61 XKQ' }

test('an owner finds a customer, hands over what is kept of her, and erases it from open boards too', async ({
  page,
  context,
  own,
}) => {
  const customers = new Customers(own, 'Privacy')
  const told = { 'Car Plate': priya.plate, phone: priya.phone, 'Car Model': 'Corsa', 'Loyalty no.': 'L-77' }
  await customers.stands('10871', priya.name, told)
  await customers.orders('10872', 'Somebody Else', { eventType: 'onTheWay', hsFields: { 'Car Model': 'Astra' } })
  await signIn(context, { ...own, manager: own.owner })
  const board = await context.newPage()
  await openBoard(board, customers.boardPath)
  await expect(rowOf(board, '10871')).toContainText(priya.name)

  await page.goto('/settings')
  await page.getByRole('link', { name: 'Privacy', exact: true }).click()
  await page.getByLabel('Phone number').fill('12')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('A phone number has six digits at least.')).toBeVisible()
  await page.getByLabel('Phone number').fill('07700 900 461')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('1 order, 1 entry, no answers kept for retries, no saved views')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Orders found' })).toContainText(priya.name)
  expect(await violationsOn(page)).toEqual([])
  await expect.poll(() => overflowOf(page)).toBe(0)
  // An id may hold those digits as well.
  expect(page.url().replace(own.projectId, '')).not.toContain('900')

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all of it' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('customer.json')
  const document = JSON.parse(readFileSync(await saved.path(), 'utf8'))
  expect(document.orders).toMatchObject([{ orderId: '10871', customerName: priya.name, hsFields: told }])

  await page.getByRole('button', { name: 'Erase…' }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByRole('button', { name: 'Erase for good' })).toBeDisabled()
  await question.getByLabel('To confirm, type 07700 900 461').fill('07700900461')
  expect(await violationsOn(page)).toEqual([])
  await question.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByText('Nothing is kept of this customer.')).toBeVisible()
  await expect(rowOf(board, '10871')).not.toContainText(priya.name)
  await expect(rowOf(board, '10871')).not.toContainText(priya.plate)
  await expect(rowOf(board, '10871')).not.toContainText('Corsa')
  await expect(rowOf(board, '10872')).toContainText('Somebody Else')

  await page
    .getByRole('button', { name: /not personal/ })
    .filter({ hasText: 'Taken for' })
    .first()
    .click()
  await page.getByRole('option', { name: 'otherwise personal' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /All stores/ }).click()
  await page.getByRole('option', { name: 'Hide in part' }).click()
  await expect(page.getByRole('button', { name: /All stores/ })).toContainText('Hide in part')
  await page.reload()
  await expect(page.getByRole('button', { name: /All stores/ })).toContainText('Hide in part')
  await expect(page.getByText('Hidden where boards hide · emptied a day after closing')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await board.close()
})
