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

test('a server that has too much to do is asked again by itself, and who waits is told that it goes on', async ({
  page,
  demo,
}) => {
  await page.route(
    '**/api/staff/session',
    async (route) => {
      const problem = { title: 'Unavailable', status: 503, detail: 'Too many.', code: 'unavailable', requestId: 'r' }
      await route.fulfill({ status: 503, headers: { 'retry-after': '60' }, json: problem })
    },
    { times: 1 },
  )
  await page.clock.install()
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(demo.staff.email)
  await page.getByLabel('Password').fill(demo.staff.password)
  const refused = page.waitForResponse((response) => response.status() === 503)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await refused
  await page.clock.fastForward('00:10')
  await expect(page.getByRole('status')).toHaveText(/goes on by itself/)
  await page.clock.fastForward('01:00')
  await expect(page.getByRole('heading', { name: 'Choose a store' })).toBeVisible()
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
