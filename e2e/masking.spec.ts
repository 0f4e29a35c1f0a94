import type { Page } from '@playwright/test'
import { Customers } from '@/e2e/setup/customers'
import { expect, setStore, test } from '@/e2e/setup/own-project'
import { expectRinging, rowOf, signIn } from '@/e2e/setup/staff'
import { pairTablet, phoneOf } from '@/e2e/setup/tablets'
import type { Demo } from '@/scripts/setup/demo.mjs'

type Own = Demo & { owner: Demo['manager'] }

/** A store with a tablet, and the phone of an owner, who says whether shared boards mask. */
async function tabletOf(tablet: Page, own: Own, storeName: string) {
  const customers = new Customers(own, storeName)
  await customers.orders('opening', 'Later')
  const phone = await phoneOf(tablet)
  await signIn(phone.context(), { ...own, manager: own.owner })
  await setStore(phone.context(), own, customers, { name: 'Quayside' })
  await pairTablet(tablet, phone, own)
  const mask = async (maskOnSharedBoards: boolean) => {
    const address = `${own.baseUrl}/api/staff/projects/${own.projectId}/privacy`
    const sent = { data: { maskOnSharedBoards }, headers: { origin: own.baseUrl } }
    expect((await phone.context().request.patch(address, sent)).status()).toBe(200)
  }
  return { customers, phone, mask }
}

const live = (tablet: Page) => expect(tablet.getByText(/^Live · synced/)).toBeVisible({ timeout: 20_000 })

test('a tablet whose network was gone while names were hidden hides them once it is back', async ({
  page: tablet,
  own,
}) => {
  const { customers, phone, mask } = await tabletOf(tablet, own, 'Hiding')
  await customers.stands('10861', 'Priya Venkataraghavan')
  await expectRinging(tablet, '10861')
  await expect(tablet.locator('body')).toContainText('Venkataraghavan')
  // As a page brings it along.
  await tablet.reload()
  await live(tablet)
  await tablet.context().setOffline(true)
  await expect(tablet.getByText(/^Live · synced/)).toBeHidden({ timeout: 20_000 })
  await mask(true)
  await tablet.context().setOffline(false)
  await live(tablet)
  await expectRinging(tablet, '10861')
  // Nor to those who hear the page.
  await expect.poll(() => tablet.content()).not.toContain('Venkataraghavan')
  await expect(rowOf(tablet, '10861')).toContainText('Priya V.')
  await phone.context().close()
})

test('of a customer who is erased an open board shows nothing any more, seen or heard', async ({
  page: tablet,
  own,
}) => {
  const { customers, phone } = await tabletOf(tablet, own, 'Erasing')
  await customers.stands('10866', 'Kiri Venkataraghavan', { 'Mobile Number': '+64 21 555 0177' })
  await expectRinging(tablet, '10866')
  await tablet.reload()
  await expectRinging(tablet, '10866')
  await customers.stands('10867', 'Kiri Venkataraghavan', { 'Mobile Number': '+64 21 555 0177' })
  await expectRinging(tablet, '10867')
  const erased = await phone
    .context()
    .request.post(`${own.baseUrl}/api/staff/projects/${own.projectId}/customers/erase`, {
      data: { kind: 'phone', value: '+64215550177' },
      headers: { origin: own.baseUrl },
    })
  expect((await erased.json()).erased.orders).toBe(2)
  await expect(rowOf(tablet, '10867')).toContainText('No name')
  await expect.poll(() => tablet.content(), { timeout: 20_000 }).not.toContain('Venkataraghavan')
  await expectRinging(tablet, '10867')
  await phone.context().close()
})

test('what a board asks, has said and was told goes with the names that are hidden from then on', async ({
  page: tablet,
  own,
}) => {
  const { customers, phone, mask } = await tabletOf(tablet, own, 'Asking')
  await customers.stands('10871', 'Berta Venkataraghavan', { 'Parking Bay': '5' })
  await customers.stands('10872', 'Berta Venkataraghavan', { 'Parking Bay': '6' })
  await customers.stands('10873', 'Gerd Venkataraghavan', { 'Parking Bay': '7' })
  await expectRinging(tablet, '10873')
  for (const orderId of ['10871', '10873']) {
    await rowOf(tablet, orderId)
      .getByRole('button', { name: /^Acknowledge/ })
      .press('Enter')
    await expect(rowOf(tablet, orderId)).toHaveAttribute('data-ringing', 'false')
  }
  const handOver = rowOf(tablet, '10871').getByRole('button', { name: /^Hand over/ })
  await expect(handOver).toBeEnabled()
  await handOver.click()
  await expect(rowOf(tablet, '10871').getByRole('alert')).toContainText('Another')
  await expect(tablet.getByRole('button', { name: 'Undo: Gerd Venkataraghavan: acknowledged' })).toBeVisible()
  await tablet.getByRole('searchbox').fill('venkataraghavan')
  // What waits for a PIN would say whose it is once it is refused.
  await setStore(phone.context(), own, customers, { pinForActions: true })
  const acknowledge = rowOf(tablet, '10872').getByRole('button', { name: /^Acknowledge/ })
  await acknowledge.click()
  const pad = tablet.getByRole('dialog', { name: 'Who are you?' })
  await expect(pad).toBeVisible()
  await mask(true)
  await expect(pad).toBeHidden()
  await expect(tablet.getByRole('searchbox')).toHaveValue('')
  await expect(tablet.locator('body')).not.toContainText('Venkataraghavan')
  await expect(rowOf(tablet, '10871')).toContainText('Berta V.')
  await live(tablet)
  await phone.context().close()
})

test('a board hides names again once whoever signed in on the tablet has signed out, in whichever tab', async ({
  page: tablet,
  own,
}) => {
  const { customers, phone, mask } = await tabletOf(tablet, own, 'Two tabs')
  await mask(true)
  await customers.stands('10881', 'Nora Venkataraghavan')
  await expect(rowOf(tablet, '10881')).toContainText('Nora V.')

  const signedIn = async () => {
    const data = { email: own.staff.email, password: own.staff.password }
    const sent = { data, headers: { origin: own.baseUrl } }
    expect((await tablet.context().request.post(`${own.baseUrl}/api/staff/session`, sent)).status()).toBe(200)
  }
  const signedOut = async () => {
    const sent = { headers: { origin: own.baseUrl } }
    expect((await tablet.context().request.delete(`${own.baseUrl}/api/staff/session`, sent)).ok()).toBe(true)
  }
  // What is answered to a person is not laid in beside what a shared board hides: it is that person's board then, or none's.
  await signedIn()
  await rowOf(tablet, '10881')
    .getByRole('button', { name: /^Acknowledge/ })
    .press('Enter')
  await expect(rowOf(tablet, '10881')).toContainText('Nora Venkataraghavan')
  await signedOut()
  await expect(rowOf(tablet, '10881')).toContainText('Nora V.')
  await expect(tablet.locator('body')).not.toContainText('Venkataraghavan')

  await signedIn()
  await tablet.goto(customers.boardPath)
  await expect(rowOf(tablet, '10881')).toContainText('Nora Venkataraghavan')
  await live(tablet)
  await signedOut()
  await expect(tablet.locator('body')).not.toContainText('Venkataraghavan', { timeout: 20_000 })
  await expect(rowOf(tablet, '10881')).toContainText('Nora V.')
  await phone.context().close()
})

test('nothing that a person has seen on a tablet is found there by the way back, or said, once their session has ended', async ({
  page: tablet,
  own,
}) => {
  const { customers, phone, mask } = await tabletOf(tablet, own, 'Way back')
  await mask(true)
  const elsewhere = new Customers(own, 'Elsewhere')
  await elsewhere.stands('10891', 'Olga Venkataraghavan')
  await customers.stands('10892', 'Nora Venkataraghavan')
  await expect(rowOf(tablet, '10892')).toContainText('Nora V.')

  const signedOut = async () => {
    const sent = { headers: { origin: own.baseUrl } }
    expect((await tablet.context().request.delete(`${own.baseUrl}/api/staff/session`, sent)).ok()).toBe(true)
  }
  // What was said of another store's customer.
  await signIn(tablet.context(), { ...own, manager: own.owner })
  await tablet.goto(elsewhere.boardPath)
  await rowOf(tablet, '10891')
    .getByRole('button', { name: /^Acknowledge/ })
    .press('Enter')
  await expect(tablet.getByRole('button', { name: 'Undo: Olga Venkataraghavan: acknowledged' })).toBeVisible()
  await tablet.getByRole('button', { name: 'Account' }).click()
  await tablet.getByRole('menuitem', { name: 'Insights' }).click()
  await expect(tablet.getByRole('heading', { name: 'Insights', level: 1 })).toBeVisible()
  await expect(tablet.locator('body')).toContainText('Venkataraghavan')
  await signedOut()
  await tablet.getByRole('link', { name: 'Board', exact: true }).click()
  await expect(rowOf(tablet, '10892')).toContainText('Nora V.')
  await expect(tablet.locator('body')).not.toContainText('Venkataraghavan')
  await tablet.goBack()
  await expect(rowOf(tablet, '10892')).toContainText('Nora V.')
  await expect(tablet.locator('body')).not.toContainText('Venkataraghavan')
  await phone.context().close()
})

test('a tablet that hides nothing is itself again once whoever signed in on it is signed out, and shows no other store', async ({
  page: tablet,
  own,
}) => {
  const { customers, phone } = await tabletOf(tablet, own, 'Own store')
  const elsewhere = new Customers(own, 'Elsewhere')
  await elsewhere.stands('10895', 'Olga Kowalczyk')
  await customers.stands('10896', 'Nora Adeyemi')
  await expect(rowOf(tablet, '10896')).toContainText('Nora Adeyemi')
  await signIn(tablet.context(), { ...own, manager: own.owner })
  await tablet.goto(elsewhere.boardPath)
  await expect(rowOf(tablet, '10895')).toContainText('Olga Kowalczyk')
  const menu = async (item: string) => {
    await tablet.getByRole('button', { name: 'Account' }).click()
    await tablet.getByRole('menuitem', { name: item }).click()
  }
  await menu('Stores')
  await tablet.getByRole('link', { name: /^Quayside/ }).click()
  await expect(rowOf(tablet, '10896')).toContainText('Nora Adeyemi')
  await live(tablet)
  const sent = { headers: { origin: own.baseUrl } }
  expect((await tablet.context().request.delete(`${own.baseUrl}/api/staff/session`, sent)).ok()).toBe(true)
  await expect(async () => {
    // An open menu says who it was opened for, and covers its button.
    await tablet.keyboard.press('Escape')
    await tablet.getByRole('button', { name: 'Account' }).click({ timeout: 1_000 })
    await expect(tablet.getByText('Paired tablet')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  await tablet.keyboard.press('Escape')
  await expect(rowOf(tablet, '10896')).toContainText('Nora Adeyemi')
  await tablet.goBack()
  await tablet.goBack()
  await expect(rowOf(tablet, '10896')).toBeVisible()
  await expect(tablet.locator('body')).not.toContainText('Kowalczyk')
  await phone.context().close()
})
