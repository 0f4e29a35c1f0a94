import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { fingerOn } from '@/e2e/setup/finger'
import { expect, setStore, test } from '@/e2e/setup/own-project'
import { expectRinging, openBoard, rowOf, signIn } from '@/e2e/setup/staff'
import { phoneOf, shownCode } from '@/e2e/setup/tablets'

// A name in a sentence has signs about it that are not seen, and keep its letters to themselves.
const done = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible()

type Spot = { x: number; y: number }

/** Whether a pad that is about to come can be seen at the moment at which it comes, and where it has a key below somebody's finger. */
const seenAtOnce = (page: Page, finger: Spot) =>
  page.evaluate(
    ({ x, y }) =>
      new Promise<{ isSeen: boolean; isKeyBelow: boolean }>((seen) => {
        new MutationObserver((_, observer) => {
          const key = document.querySelector('[role=dialog] form button')
          if (!key) return
          observer.disconnect()
          requestAnimationFrame(() => {
            const { left, top, width, height } = key.getBoundingClientRect()
            const isSeen = key.contains(document.elementFromPoint(left + width / 2, top + height / 2))
            seen({ isSeen, isKeyBelow: document.elementFromPoint(x, y)?.closest('form button') != null })
          })
        }).observe(document.body, { childList: true, subtree: true })
      }),
    finger,
  )

test('a tablet shows a code, a manager enters it, its board opens by itself and ends when it is revoked', async ({
  page: tablet,
  own,
}) => {
  const customers = new Customers(own, 'Paired')
  await customers.orders('opening', 'Later')
  const phone = await phoneOf(tablet)
  await signIn(phone.context(), own)
  await setStore(phone.context(), own, customers, { name: 'Quayside' })

  await tablet.goto(`${own.baseUrl}/sign-in`)
  await tablet.getByRole('link', { name: 'This is a store’s tablet' }).click()
  await expect(tablet.locator('[data-user-code]')).toBeVisible()
  expect(await violationsOn(tablet)).toEqual([])
  const code = await shownCode(tablet)

  // As the square's address opens it, on a phone.
  await phone.goto(`${own.baseUrl}/settings/tablets?code=${code}`)
  await expect(phone.getByText('Chrome · Linux asks to be admitted')).toBeVisible()
  await phone.getByLabel('Name of the tablet').fill('Counter 1')
  expect(await violationsOn(phone)).toEqual([])
  await expect.poll(() => overflowOf(phone)).toBe(0)
  await phone.getByRole('button', { name: 'Pair this tablet' }).click()
  await done(phone, /Counter 1.? is paired/)
  await expect(tablet.getByText(/^Live · synced/)).toBeVisible({ timeout: 15_000 })

  await phone.getByRole('button', { name: 'Do not ask PIN' }).click()
  await phone.getByRole('option', { name: 'Ask who acts' }).click()
  await phone.getByRole('button', { name: 'Save' }).click()
  await done(phone, 'Saved: tablets have it at once')
  await phone.getByRole('button', { name: 'Add a person' }).click()
  await phone.getByLabel('Name', { exact: true }).fill('Sam')
  await phone.getByLabel('New PIN').fill('4071')
  await phone.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await done(phone, 'PIN saved')

  // Whoever becomes a manager needs a longer one than they have: the page says so, and the tablet.
  const colleague = await phoneOf(tablet)
  await signIn(colleague.context(), own, 'staff')
  await colleague.goto(`${own.baseUrl}/account/pin`)
  await expect(colleague.getByText('4 to 6 digits, not all alike and not 1234')).toBeVisible()
  await colleague.getByLabel('New PIN').fill('5927')
  await colleague.getByRole('button', { name: 'Set PIN' }).click()
  await done(colleague, 'PIN saved')
  const owner = await tablet.context().browser()?.newContext()
  if (!owner) throw new Error('There is no browser for an owner.')
  await signIn(owner, { ...own, manager: own.owner })
  const people = `${own.baseUrl}/api/staff/people`
  const listed = await (await owner.request.get(`${people}?projectId=${own.projectId}`)).json()
  const { userId } = listed.people.find((one: { email: string }) => one.email === own.staff.email)
  const promoted = { data: { role: 'manager', destinationIds: null }, headers: { origin: own.baseUrl } }
  const change = await owner.request.patch(`${people}/${userId}?projectId=${own.projectId}`, promoted)
  expect(change.status()).toBe(200)
  await owner.close()
  await colleague.reload()
  await expect(colleague.getByText('no longer names you')).toBeVisible()
  await expect(colleague.getByText('6 digits, not all alike and not 123456')).toBeVisible()
  await colleague.getByLabel('New PIN').fill('59273')
  await expect(colleague.getByRole('button', { name: 'Change PIN' })).toBeDisabled()
  await expect.poll(() => overflowOf(colleague)).toBe(0)
  expect(await violationsOn(colleague)).toEqual([])

  // On a phone the pad's keys come to stand where the row's button is.
  const size = tablet.viewportSize()
  await tablet.setViewportSize({ width: 390, height: 640 })
  await customers.stands('10851', 'Priya N.')
  await expectRinging(tablet, '10851')
  const pad = tablet.getByRole('dialog', { name: 'Who are you?' })
  const acknowledge = rowOf(tablet, '10851').getByRole('button', { name: /^Acknowledge/ })
  const box = (await acknowledge.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const spot = { x: box.x + 60, y: box.y + box.height / 2 }
  const seen = seenAtOnce(tablet, spot)
  const tap = () => tablet.touchscreen.tap(spot.x, spot.y)
  // A tap where something else stood a moment ago is not taken.
  await expect(async () => {
    await tap()
    await expect(pad).toBeVisible({ timeout: 1_000 })
  }).toPass()
  // It is there at once, and a second tap on what opened it neither puts it away nor types.
  expect(await seen).toEqual({ isSeen: true, isKeyBelow: true })
  const openedMs = await tablet.evaluate(() => Date.now())
  await tap()
  await expect(pad.getByText('Enter your PIN, for Priya N.')).toBeVisible()
  // One who goes on types, as equal digits are: it is no echo for longer.
  await tablet.waitForFunction((fromMs) => Date.now() > fromMs, openedMs + 700)
  const taps = await fingerOn(tablet, spot)
  for (const afterMs of [400, 700]) await taps(openedMs + afterMs)
  await expect(pad.getByLabel('PIN')).toHaveValue(/^\d$/)
  await pad.getByLabel('PIN').fill('')
  if (size) await tablet.setViewportSize(size)
  for (const key of ['4', '0', '7', '2']) await pad.getByRole('button', { name: key, exact: true }).click()
  await expect(pad.getByLabel('PIN')).toHaveValue('4072')
  await pad.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(pad.getByText('This is nobody’s PIN here')).toBeVisible()
  expect(await violationsOn(tablet)).toEqual([])
  await tablet.keyboard.type('5927')
  await tablet.keyboard.press('Enter')
  await expect(pad.getByText('Your PIN has to have 6 digits')).toBeVisible()
  for (const [width, height] of [
    [1024, 600],
    [800, 480],
    [844, 390],
    [844, 332],
    [568, 320],
  ] as const) {
    await tablet.setViewportSize({ width, height })
    for (const key of ['1', 'OK'])
      await expect(pad.getByRole('button', { name: key, exact: true })).toBeInViewport({ ratio: 1 })
  }
  if (size) await tablet.setViewportSize(size)
  await colleague.getByLabel('New PIN').fill('592736')
  await colleague.getByRole('button', { name: 'Change PIN' }).click()
  await done(colleague, 'PIN saved')
  await expect(colleague.getByText('You have a PIN, set')).toBeVisible()
  await expect(colleague.getByText('no longer names you')).toBeHidden()
  await colleague.context().close()
  await tablet.keyboard.type('592736')
  await tablet.keyboard.press('Enter')
  await expect(pad).toBeHidden()
  // No finger's: its second tap is kept from where it was, and all this goes on faster than any finger.
  await tablet.getByRole('button', { name: /not you\?$/ }).press('Enter')
  await expect(pad).toBeVisible()
  await tablet.keyboard.press('Escape')
  await expect(pad).toBeHidden()
  await customers.stands('10850', 'Noor V.')
  await rowOf(tablet, '10850')
    .getByRole('button', { name: /^Acknowledge/ })
    .press('Enter')
  await expect(pad).toBeVisible()
  await tablet.keyboard.type('4071')
  await tablet.keyboard.press('Enter')
  await expect(pad).toBeHidden()
  for (const orderId of ['10851', '10850'])
    await expect(rowOf(tablet, orderId)).not.toHaveAttribute('data-ringing', 'true')
  await expect(tablet.getByRole('button', { name: 'Sam · not you?' })).toBeVisible()

  // Who leaves has left, also where no word of it gets through.
  await tablet.route('**/api/staff/acting', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await tablet.getByRole('button', { name: 'Sam · not you?' }).press('Enter')
  await expect(pad).toBeVisible()
  await tablet.keyboard.press('Escape')
  await expect(pad).toBeHidden()
  await customers.stands('10852', 'Aroha N.')
  await rowOf(tablet, '10852')
    .getByRole('button', { name: /^Acknowledge/ })
    .press('Enter')
  await expect(pad).toBeVisible()
  await expect(rowOf(tablet, '10852')).toHaveAttribute('data-ringing', 'true')
  await tablet.keyboard.press('Escape')
  await expect(pad).toBeHidden()

  // What was tapped before anybody could be asked is all done once somebody is named.
  await customers.stands('10853', 'Moana R.')
  await customers.stands('10854', 'Tane W.')
  let answer = () => {}
  const areSent = new Promise<void>((resolve) => {
    answer = resolve
  })
  await tablet.route('**/actions', (route) => areSent.then(() => route.continue()), { times: 2 })
  for (const orderId of ['10853', '10854']) {
    await rowOf(tablet, orderId)
      .getByRole('button', { name: /^Acknowledge/ })
      .press('Enter')
    await expect(rowOf(tablet, orderId)).not.toHaveAttribute('data-ringing', 'true')
  }
  answer()
  for (const orderId of ['10853', '10854']) await expectRinging(tablet, orderId)
  await expect(pad.getByText('Enter your PIN: 2 actions are done in your name.')).toBeVisible()
  await tablet.keyboard.type('4071')
  await tablet.keyboard.press('Enter')
  await expect(pad).toBeHidden()
  for (const orderId of ['10853', '10854'])
    await expect(rowOf(tablet, orderId)).not.toHaveAttribute('data-ringing', 'true')

  // What somebody wanted undone is not undone as the next person's doing.
  await customers.stands('10855', 'Ines F.')
  let answerLate = () => {}
  const isLate = new Promise<void>((resolve) => {
    answerLate = resolve
  })
  await tablet.route('**/actions', (route) => isLate.then(() => route.continue()), { times: 1 })
  await rowOf(tablet, '10855')
    .getByRole('button', { name: /^Acknowledge/ })
    .press('Enter')
  await tablet.keyboard.press('z')
  await tablet.getByRole('button', { name: 'Sam · not you?' }).click()
  await expect(pad).toBeVisible()
  await tablet.keyboard.press('Escape')
  await expect(pad).toBeHidden()
  answerLate()
  await expect(tablet.getByText('Ines F.: acknowledged')).toBeVisible()
  await expect(rowOf(tablet, '10855')).not.toHaveAttribute('data-ringing', 'true')
  await expect(pad).toBeHidden()

  // Whoever has walked away from it wants nothing done in the name of the next one.
  await customers.stands('10856', 'Hana P.')
  await tablet.clock.install()
  await rowOf(tablet, '10856')
    .getByRole('button', { name: /^Acknowledge/ })
    .press('Enter')
  await expect(pad).toBeVisible()
  await tablet.keyboard.type('40')
  await tablet.clock.fastForward('01:01')
  await expect(pad).toBeHidden()
  await expect(rowOf(tablet, '10856')).toHaveAttribute('data-ringing', 'true')

  // A second tap on what answers a question leads to no other page, which is behind it there.
  const clicked = await phone.evaluateHandle(() => {
    const names: string[] = []
    document.addEventListener('click', ({ target }) => names.push((target as Element).textContent ?? ''))
    return names
  })
  await phone.getByRole('button', { name: 'Revoke: Counter 1' }).click()
  const cancel = await phone.getByRole('dialog').getByRole('button', { name: 'Cancel' }).boundingBox()
  const finger = { x: (cancel?.x ?? 0) + (cancel?.width ?? 0) / 2, y: (cancel?.y ?? 0) + (cancel?.height ?? 0) / 2 }
  const isOverPlaces = ({ x, y }: Spot) => document.elementFromPoint(x, y)?.closest('.places') != null
  await phone.mouse.click(finger.x, finger.y)
  await expect(phone.getByRole('dialog')).toBeHidden()
  await phone.mouse.click(finger.x, finger.y)
  expect(await phone.evaluate(isOverPlaces, finger)).toBe(true)
  await phone.getByRole('button', { name: 'Revoke: Counter 1' }).press('Enter')
  expect(await clicked.jsonValue()).toEqual(['Revoke', 'Cancel', 'Revoke'])
  await phone.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await done(phone, /Counter 1.? is revoked/)
  await expect(tablet.getByText('This tablet is no longer paired')).toBeVisible({ timeout: 5_000 })
  await expect(tablet.getByText('Priya N.')).toBeHidden()
  await expect(tablet.getByRole('banner')).not.toContainText('active')
  await tablet.getByRole('link', { name: 'Pair this tablet' }).click()
  await expect(tablet.locator('[data-user-code]')).toBeVisible()
  await expect(tablet.getByText('This tablet is no longer paired')).toBeVisible()
  await phone.context().close()
})

test('a tablet whose network was gone while its code was entered is paired once it is back', async ({
  page: tablet,
  own,
}) => {
  const customers = new Customers(own, 'Away')
  await customers.orders('opening', 'Later')
  const phone = await phoneOf(tablet)
  await signIn(phone.context(), own)
  await setStore(phone.context(), own, customers, { name: 'Quayside' })
  await tablet.goto(`${own.baseUrl}/pair`)
  await expect(tablet.locator('[data-user-code]')).toBeVisible()
  const code = await shownCode(tablet)
  // A server that refuses is there.
  const json = { title: 'Too many', status: 429, detail: 'Again.', code: 'too_many_requests', requestId: 'r' }
  await tablet.route('**/api/pair/token', (route) => route.fulfill({ status: 429, json }), { times: 1 })
  await done(tablet, 'The server refuses at the moment')
  await tablet.context().setOffline(true)
  await done(tablet, 'No connection to the server')
  await phone.goto(`${own.baseUrl}/settings/tablets`)
  await phone.getByLabel('Code on the tablet').fill(code.toLowerCase().replace('-', ' '))
  await phone.getByRole('button', { name: 'Find the tablet' }).click()
  await phone.getByLabel('Name of the tablet').fill('Hatch')
  await phone.getByRole('button', { name: 'Pair this tablet' }).click()
  await done(phone, /Hatch.? is paired/)
  await tablet.context().setOffline(false)
  await expect(tablet.getByText(/^Live · synced/)).toBeVisible({ timeout: 20_000 })
  await tablet.getByRole('button', { name: 'Account' }).click()
  await expect(tablet.getByText('Paired tablet')).toBeVisible()
  await tablet.getByRole('menuitem', { name: 'Sign in as a person' }).click()
  await expect(tablet.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  // Somebody new may join on it: nobody has to sign out there first.
  const invited = await phone.request.post(`${own.baseUrl}/api/staff/people/invitations`, {
    data: {
      projectId: own.projectId,
      email: `${randomUUID().slice(0, 8)}@shop.example`,
      role: 'staff',
      destinationIds: null,
    },
    headers: { origin: own.baseUrl },
  })
  await tablet.goto((await invited.json()).link)
  await tablet.getByLabel('Your name').fill('Grace Lindqvist')
  await tablet.getByLabel('Choose a password').fill('orange ferry under lamps')
  await tablet.getByRole('button', { name: 'Join' }).click()
  await expect(tablet).toHaveURL(/\/board/)
  await tablet.getByRole('button', { name: 'Account' }).click()
  await expect(tablet.getByText('Grace Lindqvist')).toBeVisible()

  // Once nobody is signed in on it any more, it is the store's again, and calls.
  const isTheStores = async () => {
    await expect(tablet.getByText(/^Live · synced/)).toBeVisible({ timeout: 20_000 })
    await tablet.getByRole('button', { name: 'Account' }).click()
    await expect(tablet.getByText('Paired tablet')).toBeVisible()
  }
  const signInAsPerson = async () => {
    await tablet.getByRole('menuitem', { name: 'Sign in as a person' }).click()
    await expect(tablet.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  }
  // Until then the board of whoever signs out is live.
  const isAnew = tablet.waitForEvent('load')
  await tablet.getByRole('menuitem', { name: 'Sign out' }).click()
  await isAnew
  await isTheStores()
  await signInAsPerson()
  expect(await violationsOn(tablet)).toEqual([])
  await tablet.getByRole('link', { name: 'Back to this tablet’s board' }).click()
  await isTheStores()
  await tablet.clock.install()
  await signInAsPerson()
  await tablet.getByLabel('E-mail').fill('grace')
  await tablet.clock.fastForward('02:01')
  await isTheStores()
  await tablet.goto(`${own.baseUrl}/forgot`)
  await expect(tablet.getByRole('heading', { name: 'Forgotten password' })).toBeVisible()
  await tablet.clock.fastForward('02:01')
  await isTheStores()
  // Nor does it stay at the board of another store, that somebody had opened there.
  const others = new Customers(own, 'Others')
  await others.orders('opening', 'Later')
  await signIn(tablet.context(), own)
  await openBoard(tablet, others.boardPath)
  await tablet.request.delete(`${own.baseUrl}/api/staff/session`, { headers: { origin: own.baseUrl } })
  await expect(tablet.getByText('This board has ended')).toBeVisible()
  await tablet.clock.fastForward('02:01')
  await isTheStores()
  // Nor at the list of stores.
  await signIn(tablet.context(), own)
  await tablet.goto(`${own.baseUrl}/board`)
  await expect(tablet.getByRole('link', { name: /Quayside/ })).toBeVisible()
  await tablet.request.delete(`${own.baseUrl}/api/staff/session`, { headers: { origin: own.baseUrl } })
  await isTheStores()
  await phone.context().close()
})
