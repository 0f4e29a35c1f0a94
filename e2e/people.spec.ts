import { randomUUID } from 'node:crypto'
import type { Page, Route } from '@playwright/test'
import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { fingerOn } from '@/e2e/setup/finger'
import { made } from '@/e2e/setup/made'
import { expect, test } from '@/e2e/setup/own-project'
import { holdBack } from '@/e2e/setup/slow-line'
import { signIn, signInAnew } from '@/e2e/setup/staff'
import { codeOfKey } from '@/integration/second-step'
import type { Demo } from '@/scripts/setup/demo.mjs'

test('somebody is invited, joins by the link and sees the board of their store alone, in the dark', async ({
  page,
  browser,
  own,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const [here, elsewhere] = [new Customers(own, 'Quayside'), new Customers(own, 'Airport')]
  for (const store of [here, elsewhere]) await store.orders(randomUUID(), 'Ines Prado', { eventType: 'onTheWay' })

  await page.goto('/sign-in?next=/settings/people')
  await page.getByLabel('E-mail').fill(own.manager.email)
  await page.getByLabel('Password').fill(own.manager.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Who is here/ })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await expect.poll(() => overflowOf(page)).toBe(0)

  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const dialog = page.getByRole('dialog')
  const email = `${randomUUID().slice(0, 8)}@shop.example`
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('radio', { name: 'Some stores' }).check()
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose one store at least')
  await dialog.getByRole('checkbox', { name: here.destinationId }).check()
  expect(await violationsOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const link = await dialog.locator('code').innerText()
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Invited, not here yet' })).toBeVisible()

  const theirs = await browser.newContext({ baseURL: own.baseUrl, colorScheme: 'dark', locale: 'en-GB' })
  const guest = await theirs.newPage()
  await guest.goto(link)
  await expect(guest.getByText(`Ada Mensah invites you as staff. For ${here.destinationId}.`)).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Join' })).toBeEnabled()
  expect(await violationsOn(guest)).toEqual([])
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest.getByText('Fill this in')).toHaveCount(2)
  await guest.getByLabel('Your name').fill('Grace Lindqvist')
  await guest.getByLabel('Choose a password').fill('Password2026!')
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest.getByText('on the lists that attackers try first')).toBeVisible()
  await guest.getByLabel('Choose a password').fill('orange ferry under lamps')
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest).toHaveURL(/\/board/)
  await expect(guest.getByText(here.destinationId).first()).toBeVisible()
  await expect(guest.getByText(elsewhere.destinationId)).toHaveCount(0)
  await guest.goto(elsewhere.boardPath)
  await expect(guest.getByText('Ines Prado')).toHaveCount(0)
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'This link was used already' })).toBeVisible()

  // Who has lost theirs gets a link for a new password, once.
  await page.reload()
  await page.getByRole('button', { name: 'Change: Grace Lindqvist' }).click()
  await dialog.getByRole('button', { name: 'Link for a new password' }).click()
  const reset = await dialog.locator('code').innerText()
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await guest.goto(reset)
  await expect(guest.getByRole('button', { name: 'Save the password' })).toBeEnabled()
  expect(await violationsOn(guest)).toEqual([])
  // Forgotten at first: the click on what was filled in then counts.
  await guest.getByRole('button', { name: 'Save the password' }).click()
  await expect(guest.getByText('Fill this in')).toBeVisible()
  await guest.getByLabel('New password').fill('seven lanterns by the quay')
  await guest.getByRole('button', { name: 'Save the password' }).click()
  await expect(guest.getByText('The password is saved')).toBeVisible()
  await guest.goto(reset)
  await expect(guest.getByRole('heading', { name: 'This link was used already' })).toBeVisible()
  await guest.goto('/sign-in')
  await guest.getByLabel('E-mail').fill(email)
  await guest.getByLabel('Password').fill('seven lanterns by the quay')
  await guest.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(guest).toHaveURL(/\/board/)

  // A form that stands open gives nobody back what somebody else has changed, though the page has read of that meanwhile.
  await page.reload()
  const opened = page.waitForResponse(/\/api\/staff\/people\/[^/?]+\?/)
  await page.getByRole('button', { name: 'Change: Grace Lindqvist' }).click()
  const person = (await opened).url()
  await dialog.getByRole('radio', { name: 'Manager' }).check()
  const meanwhile = { data: { role: 'staff', destinationIds: null }, headers: { origin: own.baseUrl } }
  expect((await page.request.patch(person, meanwhile)).status()).toBe(200)
  const readAgain = page.waitForResponse(person)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await (await readAgain).finished()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Somebody else has changed what this person is meanwhile')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Change: Grace Lindqvist' }).click()
  await expect(dialog.getByRole('radio', { name: 'Staff' })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: 'All stores' })).toBeChecked()
  await page.keyboard.press('Escape')

  // Taken out again, the board that they have open ends by itself.
  await guest.goto(here.boardPath)
  await expect(guest.getByText('Ines Prado').first()).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Change: Grace Lindqvist' }).click()
  await page.getByRole('button', { name: 'Take out of the project' }).click()
  await expect(page.getByRole('heading', { name: 'Take Grace Lindqvist out of the project?' })).toBeVisible()
  await page.getByRole('button', { name: 'Take out', exact: true }).click()
  await expect(page.getByText('Grace Lindqvist is out of the project')).toBeVisible()
  await expect(guest.getByText('Ines Prado')).toHaveCount(0, { timeout: 20_000 })
  await theirs.close()
})

test('of very many people a search finds who is not listed, to be taken out, and the list is read to its end, in the light', async ({
  page,
  own,
}) => {
  await made('people', own.projectId)
  await page.goto('/sign-in?next=/settings/people')
  await page.getByLabel('E-mail').fill(own.manager.email)
  await page.getByLabel('Password').fill(own.manager.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Who is here 200+' })).toBeVisible()
  await expect(page.getByText('Not everybody stands here.')).toBeVisible()
  await expect(page.getByText('Person 249', { exact: true })).toHaveCount(0)
  expect(await violationsOn(page)).toEqual([])
  await expect.poll(() => overflowOf(page)).toBe(0)

  const search = page.getByLabel('Find somebody')
  await search.fill('perSON 249')
  await expect(page.getByRole('heading', { name: 'Who is here 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Change: Person 249' }).click()
  await page.getByRole('button', { name: 'Take out of the project' }).click()
  await page.getByRole('button', { name: 'Take out', exact: true }).click()
  await expect(page.getByText('Person 249 is out of the project')).toBeVisible()
  await expect(page.getByText('Nobody here is called that.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await search.clear()
  await expect(page.getByRole('heading', { name: 'Who is here 200+' })).toBeVisible()

  await page.getByRole('button', { name: 'Show more people' }).press('Enter')
  await expect(page.getByRole('heading', { name: /^Who is here \d+$/ })).toBeVisible()
  await expect(page.getByText('Person 250', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Show more/ })).toHaveCount(0)
  // The focus stays where somebody reads on.
  await expect(page.getByText(/^These are all \d+ people\.$/)).toBeFocused()
  await expect(page.getByText(/^These are all \d+ people\.$/)).not.toBeInViewport()
  await expect(page.getByText('Not everybody stands here.')).toHaveCount(0)
  await expect(search).toBeVisible()
})

/** Holds a page's next request to an address (`isAsked`: it has come) until it may be answered. */
async function answeredLate(page: Page, address: string) {
  let answer = () => {}
  const mayBeAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const isAsked = page.waitForRequest(address)
  const hold = async (route: Route) => {
    await mayBeAnswered
    await route.continue()
  }
  await page.route(address, hold, { times: 1 })
  return { isAsked, answer }
}

/** Has a page's browser make passkeys, with a finger that is always there. */
async function takesFingers(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const shown = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  const options = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true, ...shown } as const
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
}

test('a person turns the second step on, signs in with a code, and later by a finger, in the light', async ({
  page,
  browser,
  own,
}) => {
  // A passkey is for a host with a name.
  const origin = own.baseUrl.replace('127.0.0.1', 'localhost')
  const signIn = async () => {
    await page.goto(`${origin}/sign-in?next=/account`)
    await page.getByLabel('E-mail').fill(own.staff.email)
    await page.getByLabel('Password').fill(own.staff.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  const signOut = async () => {
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  }
  const other = await browser.newContext({ baseURL: origin })
  const { email, password } = own.staff
  await other.request.post('/api/staff/session', { data: { email, password }, headers: { origin } })
  await signIn()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  // What ends is asked before it does, with how many.
  await page.getByRole('button', { name: 'End all others' }).click()
  await expect(page.getByRole('heading', { name: 'End 1 other session?' })).toBeVisible()
  expect((await other.request.get('/api/staff/session')).status()).toBe(200)
  await page.getByRole('button', { name: 'End it' }).click()
  await expect(page.getByText('All other sessions have ended')).toBeVisible()
  expect((await other.request.get('/api/staff/session')).status()).toBe(401)
  await other.close()

  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password once more').fill('not this one')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This is not your password')).toBeVisible()
  await dialog.getByLabel('Your password once more').fill(own.staff.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const key = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  expect(await violationsOn(page)).toEqual([])
  await dialog.getByLabel('Code').fill(codeOfKey(key, 0))
  const turningOn = await answeredLate(page, '**/account/second-step')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await turningOn.isAsked
  await page.keyboard.press('Escape')
  // Passkeys that are being read are not yet some that could not be.
  const reading = await answeredLate(page, '**/api/staff/account')
  turningOn.answer()
  await expect(dialog.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await reading.isAsked
  await dialog.getByRole('button', { name: 'I have kept them' }).press('Enter')
  reading.answer()
  await expect(page.getByText('10 recovery codes are left')).toBeVisible()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await dialog.getByLabel('Your password once more').fill(own.staff.password)
  // They are shown this once: nothing closes the dialog while they are made.
  const renewal = await answeredLate(page, '**/second-step/recovery-codes')
  await dialog.getByRole('button', { name: 'Make new codes' }).click()
  await renewal.isAsked
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Close' }).click()
  renewal.answer()
  await expect(dialog.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')).toHaveCount(10)
  expect(await violationsOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'I have kept them' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await signOut()

  await signIn()
  await page.getByLabel('Code of your second step').fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This code is wrong' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByLabel('Code of your second step').fill(codeOfKey(key, 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  await expect(page.getByText(/your password was right and the second step wrong once: \w/)).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  await takesFingers(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Name of the passkey').fill('Store tablet')
  await dialog.getByLabel('Your password once more').fill(own.staff.password)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Remove: Store tablet' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Name of the passkey').fill('Store tablet again')
  await dialog.getByLabel('Your password once more').fill(own.staff.password)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(dialog.getByText('This device has a passkey of yours already')).toBeVisible()
  await page.keyboard.press('Escape')
  await signOut()
  await page.goto(`${origin}/sign-in?next=/account`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()

  // A passkey outlives a second step that is turned on, and a password, unless its owner says otherwise.
  await page.getByRole('button', { name: 'Remove the second step' }).click()
  await dialog.getByLabel('Your password once more').fill(own.staff.password)
  await dialog.getByRole('button', { name: 'Remove the second step' }).click()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByLabel('Your password once more').fill(own.staff.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const again = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Code').fill(codeOfKey(again, 0))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByRole('button', { name: 'I have kept them' }).press('Enter')
  await expect(page.getByText('The second step is on. Does the passkey stay?')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByRole('button', { name: 'Remove: Store tablet' })).toBeVisible()
  await page.getByLabel('Your password now').fill(own.staff.password)
  await page.getByLabel('New password').fill('seven lanterns by the quay')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('1 passkey signs you in without it: Store tablet.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  // Whoever has removed it meanwhile keeps none of the others by that.
  const { passkeys } = await (await page.request.get(`${origin}/api/staff/account`)).json()
  const [{ passkeyId }] = passkeys
  await page.request.delete(`${origin}/api/staff/account/passkeys/${encodeURIComponent(passkeyId)}`, {
    headers: { origin },
  })
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('The passkey is removed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove: Store tablet' })).toHaveCount(0)

  // Nor is one that somebody has added since the page was read left unasked.
  const elsewhere = await page.context().newPage()
  await elsewhere.goto(`${origin}/account`)
  await takesFingers(elsewhere)
  await elsewhere.getByRole('button', { name: 'Add a passkey' }).click()
  await elsewhere.getByLabel('Name of the passkey').fill('Elsewhere')
  await elsewhere.getByLabel('Your password once more').fill('seven lanterns by the quay')
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click()
  await expect(elsewhere.getByRole('button', { name: 'Remove: Elsewhere' })).toBeVisible()
  await expect(page.getByText('Elsewhere')).toHaveCount(0)
  await page.getByLabel('Your password now').fill('seven lanterns by the quay')
  await page.getByLabel('New password').fill('nine lanterns by the quay')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('1 passkey signs you in without it: Elsewhere.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep it' }).click()

  // Nor are those that could not be read.
  const account = '**/api/staff/account'
  const refusal = { title: 'Away', status: 503, code: 'unavailable', detail: 'The database is away.', requestId: 'r-1' }
  await page.route(account, (route) => route.fulfill({ status: 503, json: refusal }))
  await page.getByLabel('Your password now').fill('nine lanterns by the quay')
  await page.getByLabel('New password').fill('ten lanterns by the quay')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('Which passkeys your account has could not be read just now.')).toBeVisible({
    timeout: 30_000,
  })
  await page.unroute(account)
  await page.getByRole('button', { name: 'Remove them' }).click()
  await expect(page.getByText('The passkeys are removed')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove: / })).toHaveCount(0)
})

/** Has the server do the next such thing, and nobody hear of it. */
async function loseAnswer(page: Page, address: string): Promise<void> {
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.route(address, lose, { times: 1 })
}

test('what was done to an account is told of where its answer was lost, and whether passkeys stay is asked', async ({
  page,
  own,
}) => {
  // A passkey is for a host with a name.
  const origin = own.baseUrl.replace('127.0.0.1', 'localhost')
  await page.goto(`${origin}/sign-in?next=/account`)
  await page.getByLabel('E-mail').fill(own.staff.email)
  await page.getByLabel('Password').fill(own.staff.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await takesFingers(page)
  await dialog.getByLabel('Name of the passkey').fill('Somebody’s')
  await dialog.getByLabel('Your password once more').fill(own.staff.password)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Remove: Somebody’s' })).toBeVisible()

  await loseAnswer(page, '**/api/staff/account/password')
  await page.getByLabel('Your password now').fill(own.staff.password)
  await page.getByLabel('New password').fill('seven lanterns by the quay')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByRole('heading', { name: 'The password may be changed. Does the passkey stay?' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByText('Your password may be the new one all the same.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  await page.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByLabel('Your password once more').fill('seven lanterns by the quay')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const key = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Code').fill(codeOfKey(key, 0))
  await loseAnswer(page, '**/api/staff/account/second-step')
  // The line stays away for a while, and whoever is told so closes the dialog.
  await page.route('**/api/staff/account', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.unroute('**/api/staff/account')
  await expect(dialog.getByText('Its recovery codes have not come to this page')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Make new codes' }).click()
  await dialog.getByLabel('Your password once more').fill('seven lanterns by the quay')
  await loseAnswer(page, '**/api/staff/account/second-step/recovery-codes')
  await dialog.getByRole('button', { name: 'Make new codes' }).press('Enter')
  await expect(dialog.getByText('The codes from before may be worth nothing already.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Make new codes' }).click()
  await expect(dialog.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await dialog.getByRole('button', { name: 'I have kept them' }).press('Enter')
  await expect(page.getByText('The second step is on. Does the passkey stay?')).toBeVisible()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('The passkey is removed')).toBeVisible()
})

/** The page of a link that a manager has made for one of their people. */
async function openResetLink(page: Page, own: Demo): Promise<void> {
  await signInAnew(page.context(), own, 'manager')
  await page.goto('/settings/people')
  await page.getByRole('button', { name: 'Change: Sam Okafor' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Link for a new password' }).click()
  await page.goto(await dialog.locator('code').innerText())
  await expect(page.getByRole('button', { name: 'Save the password' })).toBeEnabled()
}

test('a new password by a link whose answer was lost may be saved: that is said, and where it shows', async ({
  page,
  own,
}) => {
  await openResetLink(page, own)
  await page.getByLabel('New password').fill('seven lanterns by the quay')
  await loseAnswer(page, '**/api/staff/reset')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText('The new password may be saved all the same')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText('This link was used already')).toBeVisible()
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'To sign in' }).click()
  await page.getByLabel('E-mail').fill(own.staff.email)
  await page.getByLabel('Password').fill('seven lanterns by the quay')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/board/)
})

test('a link for a new password that the browser has sent twice by itself may have been used by that: it says so', async ({
  page,
  own,
}) => {
  await openResetLink(page, own)
  await page.getByLabel('New password').fill('nine lanterns by the quay')
  const twice = (route: Route) => route.fetch().then(() => route.continue())
  await page.route('**/api/staff/reset', twice, { times: 1 })
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText('This link was used already')).toBeVisible()
  await expect(page.getByText('Have you used this link yourself just now?')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})

test('whose session ends while an invitation stands open is asked for their password', async ({ page, demo, own }) => {
  await signIn(page.context(), demo)
  const invited = { projectId: demo.projectId, email: own.staff.email, role: 'staff', destinationIds: null }
  const made = await page.request.post(`${demo.baseUrl}/api/staff/people/invitations`, {
    data: invited,
    headers: { origin: demo.baseUrl },
  })
  const { link } = await made.json()
  await page.context().clearCookies()
  await signInAnew(page.context(), own, 'staff')
  await page.goto(link)
  await expect(page.getByText(`You are signed in as ${own.staff.email}.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Join' })).toBeEnabled()
  await page.context().clearCookies()
  const arrive = await holdBack(page)
  await page.getByRole('button', { name: 'Join' }).click()
  // The page is there again before it can act: what is written then is not lost.
  await page.getByLabel('The password of your account').fill(own.staff.password)
  arrive()
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page).toHaveURL(/\/board/)
})

for (const { answer, laterMs } of [
  { answer: 'an answer', laterMs: 0 },
  { answer: 'one that was slow to come', laterMs: 10_000 },
]) {
  test(`the second tap on what withdraws an invitation makes no new link of another that lies behind it, as of ${answer}`, async ({
    page,
    own,
  }) => {
    await signInAnew(page.context(), own, 'manager')
    for (const name of ['first', 'second']) {
      const invited = { projectId: own.projectId, email: `${name}@example.com`, role: 'staff', destinationIds: null }
      const headers = { origin: own.baseUrl }
      await page.request.post(`${own.baseUrl}/api/staff/people/invitations`, { data: invited, headers })
    }
    await page.goto('/settings/people')
    await page.getByRole('button', { name: /^Withdraw.*first@example.com/ }).click()
    const yes = page.getByRole('dialog').getByRole('button', { name: 'Withdraw it' })
    const { x, y, width, height } = (await yes.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const spot = { x: x + width / 2, y: y + height / 2 }
    // Wherever that stands in a longer list, or on another screen.
    const behind = page.locator('main li', { hasText: 'second@example.com' }).locator('button', { hasText: 'New link' })
    await behind.evaluate((button, spot) => {
      const box = button.getBoundingClientRect()
      button.style.translate = `${spot.x - box.x - box.width / 2}px ${spot.y - box.y - box.height / 2}px`
    }, spot)
    const clicked = await page.evaluateHandle(() => {
      const names: string[] = []
      document.addEventListener('click', ({ target }) => names.push((target as Element).textContent ?? ''))
      return names
    })
    const tap = await fingerOn(page, spot)
    let answerNow = () => {}
    const held = new Promise<void>((resolve) => {
      answerNow = resolve
    })
    await page.route('**/people/invitations/**', (route) => held.then(() => route.continue()), { times: 1 })
    await tap()
    // The page's own time stands still from then on, however slow this machine is.
    await page.evaluate((laterMs) => {
      const atMs = performance.now() + laterMs
      performance.now = () => atMs
      Object.defineProperty(Event.prototype, 'timeStamp', { get: () => atMs })
    }, laterMs)
    answerNow()
    await expect(page.getByText('The invitation of first@example.com is withdrawn')).toBeVisible()
    const isBehind = (spot: { x: number; y: number }) =>
      document.elementFromPoint(spot.x, spot.y)?.closest('button')?.textContent
    await expect.poll(() => page.evaluate(isBehind, spot)).toBe('New link')
    await tap()
    await behind.press('Enter')
    await expect(page.getByRole('dialog', { name: 'second@example.com' })).toBeVisible()
    expect(await clicked.jsonValue()).toEqual(['Withdraw it', 'New link'])
  })
}

test('settings of a project that is nobody’s, or is theirs no more, are none of another project', async ({
  page,
  own,
}) => {
  await signInAnew(page.context(), own, 'manager')
  await page.goto(`/settings/people?project=${crypto.randomUUID()}`)
  const told = page.getByRole('heading', { name: 'This is not for you in that project' })
  await expect(told).toBeVisible()
  await expect(page.getByText(own.staff.email)).toHaveCount(0)
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('navigation', { name: 'Projects' }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: /^Settings of / })).toBeVisible()
  await expect(page.getByText(own.staff.email)).toBeVisible()
  await expect(told).toHaveCount(0)
})
