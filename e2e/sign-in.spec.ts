import type { Page } from '@playwright/test'
import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { holdBack } from '@/e2e/setup/slow-line'
import { keptByTab, signInAnew } from '@/e2e/setup/staff'
import { expect, test } from '@/e2e/setup/story'

test('a person signs in, chooses a store, and signs out again', async ({ page, demo }) => {
  await page.goto('/')
  await page.getByLabel('E-mail').fill(demo.staff.email)
  await page.getByLabel('Password').fill(demo.staff.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Choose a store' })).toBeVisible()
  await page.getByRole('link', { name: /^Ringwood North/ }).click()
  await expect(page.getByRole('heading', { name: /^Ringwood North/ })).toBeVisible()
  await page.getByRole('searchbox').fill('Bartholomew')
  await expect.poll(() => keptByTab(page)).toContain('Bartholomew')

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => keptByTab(page)).not.toContain('Bartholomew')
  await page.goto(`/board/${demo.projectId}/ringwood-north`)
  await expect(page).toHaveURL(/\/sign-in\?next=/)
})

test('once a session has ended, no way back from signing in leads to a page of whoever was here', async ({
  page,
  context,
  demo,
}) => {
  await signInAnew(context, demo, 'manager')
  await page.goto('/settings/people')
  const colleague = page.getByText(demo.staff.email)
  await expect(colleague).toBeVisible()
  await context.request.delete(`${demo.baseUrl}/api/staff/session`, { headers: { origin: demo.baseUrl } })
  await page.getByRole('link', { name: 'Insights' }).click()
  await expect(page.getByLabel('Password')).toBeVisible()
  await page.goBack().catch(() => null)
  await expect(page.getByLabel('Password')).toBeVisible()
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fsettings/)
  await expect(colleague).toHaveCount(0)
})

const unavailable = { title: 'Unavailable', status: 503, detail: 'Too many.', code: 'unavailable', requestId: 'r' }
const wantsCode = { title: 'Code', status: 401, detail: 'A code.', code: 'second_step_required', requestId: 'r' }

/** Types who somebody is, and sends it. */
async function send(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a server that has too much to do is asked again by itself, and who waits is told that it goes on', async ({
  page,
  demo,
}) => {
  let isBusy = true
  await page.route('**/api/staff/session', (route) =>
    isBusy ? route.fulfill({ status: 503, headers: { 'retry-after': '5' }, json: unavailable }) : route.continue(),
  )
  await page.clock.install()
  await page.goto('/sign-in')
  const refused = page.waitForResponse((response) => response.status() === 503)
  await send(page, demo.staff)
  await refused
  await page.clock.fastForward('00:10')
  await expect(page.getByRole('status')).toHaveText(/goes on by itself/)
  isBusy = false
  await page.clock.fastForward('01:00')
  await expect(page.getByRole('heading', { name: 'Choose a store' })).toBeVisible()
})

test('whoever turns away from a sign-in that goes on, or signs in in another tab, is not signed in by it afterwards', async ({
  page,
  demo,
  context,
}) => {
  let sent = 0
  const busy = { status: 503, headers: { 'retry-after': '60' }, json: unavailable }
  await page.route('**/api/staff/session', (route) => {
    sent += 1
    return route.fulfill(route.request().postDataJSON().code ? busy : { status: 401, json: wantsCode })
  })
  await page.clock.install()
  await page.goto('/sign-in')
  await send(page, demo.manager)
  await page.getByLabel('Code').fill('123456')
  const refused = () => page.waitForResponse((response) => response.status() === 503)
  let answered = refused()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await answered
  await page.getByRole('button', { name: 'Another account' }).press('Enter')
  await expect(page.getByLabel('E-mail')).toBeVisible()
  // What it would have sent by then comes before what is asked for afterwards.
  const later = async () => {
    await page.clock.fastForward('02:00')
    await page.evaluate(() => fetch('/api/health/live').then(({ status }) => status))
  }
  await later()
  expect(sent).toBe(2)

  await send(page, demo.manager)
  await page.getByLabel('Code').fill('123456')
  answered = refused()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await answered
  const other = await context.newPage()
  await other.goto('/sign-in')
  await send(other, demo.staff)
  await expect(other.getByRole('heading', { name: 'Choose a store' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'did not work' })).toBeVisible()
  await later()
  expect(sent).toBe(4)
})

test('what is typed before a slow tablet has loaded the page is not lost', async ({ page, demo }) => {
  const arrive = await holdBack(page)
  await page.goto('/sign-in', { waitUntil: 'commit' })
  await page.getByLabel('E-mail').fill(demo.staff.email)
  await page.getByLabel('Password').fill(demo.staff.password)
  arrive()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a store' })).toBeVisible()
})

test('a wrong password is told in one sentence, and nothing else', async ({ page, demo }) => {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(demo.staff.email)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'do not belong together' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await expect(page).toHaveURL(/\/sign-in$/)
})

test('after signing in a person comes back to where they were going, and never to another site', async ({
  page,
  demo,
}) => {
  const signIn = async () => {
    await page.getByLabel('E-mail').fill(demo.staff.email)
    await page.getByLabel('Password').fill(demo.staff.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await page.goto(`/board/${demo.projectId}/harbour-street`)
  await signIn()
  await expect(page).toHaveURL(`${demo.baseUrl}/board/${demo.projectId}/harbour-street`)

  await page.context().clearCookies()
  await page.goto('/sign-in?next=//evil.example/board')
  await signIn()
  await expect(page).toHaveURL(`${demo.baseUrl}/board`)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the sign-in page is without a barrier in the ${colorScheme}, and fits 320 px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/sign-in')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
    expect(await violationsOn(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => overflowOf(page)).toBe(0)
  })
}
