import type { Page } from '@playwright/test'
import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { setHidden } from '@/e2e/setup/hidden-tab'
import { expect, test } from '@/e2e/setup/kerb'
import { listen, startedOn } from '@/e2e/setup/loudspeaker'
import { openBoard, rowOf, rowsOf, signIn } from '@/e2e/setup/staff'

test.beforeEach(async ({ context, demo }) => signIn(context, demo))

const openPanel = (page: Page) => page.getByRole('button', { name: /^Is this tablet ready/ }).click()
const checkOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in the ${colorScheme} the panel tells what is missing without a barrier, down to 320 px`, async ({
    page,
    demo,
  }) => {
    await page.emulateMedia({ colorScheme })
    await openBoard(page, `/board/${demo.projectId}/oakfield`)
    await openPanel(page)
    await expect(page.getByRole('dialog', { name: 'Is this tablet ready?' })).toBeVisible()
    await expect(checkOf(page, 'Connection')).toContainText('an answer takes')
    expect(await violationsOn(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => overflowOf(page)).toBe(0)
    // The cross alone is drawn smaller than what takes its taps.
    const small = await page
      .getByRole('dialog')
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.filter((button) => button.getBoundingClientRect().height < 48).map((button) => button.textContent),
      )
    expect(small).toEqual([''])
  })
}

test('what keeps a tablet from calling is red with what to do, and turns green when that is done', async ({
  page,
  context,
  demo,
}) => {
  const customers = new Customers(demo, 'Ready')
  await customers.orders('opening', 'Later')
  await openBoard(page, customers.boardPath)
  await openPanel(page)
  await expect(checkOf(page, 'Sound')).toContainText('Good')
  await expect(checkOf(page, 'Clock')).toContainText('Good')
  await expect(page.getByText('Yes: it calls when somebody arrives.')).toBeVisible()

  const notifications = checkOf(page, 'Notifications')
  await expect(notifications).toContainText('To do')
  await expect(notifications).toContainText('Allow them, to be called while another app is in front.')
  await context.grantPermissions(['notifications'])
  await expect(notifications).toContainText('Good')

  const fullscreen = checkOf(page, 'Fullscreen')
  await expect(fullscreen).toContainText('To do')
  await fullscreen.getByRole('button', { name: 'Go fullscreen' }).click()
  await expect(fullscreen).toContainText('Good')
  await page.evaluate(() => document.exitFullscreen())
  await expect(fullscreen).toContainText('To do')

  await page.getByRole('button', { name: '5 min' }).click()
  const sound = checkOf(page, 'Sound')
  await expect(sound).toContainText('Muted for a while.')
  await expect(page.getByText('Not yet: one thing to see to.')).toBeVisible()
  await sound.getByRole('button', { name: 'Unmute' }).click()
  await expect(sound).toContainText('Good')

  await context.setOffline(true)
  const link = checkOf(page, 'Connection')
  await expect(link).toContainText('Check the Wi‑Fi.')
  await context.setOffline(false)
  await expect(link).toContainText('Good')
})

test('the screen is kept on, given back when the board is left', async ({ page, context, demo }) => {
  await context.addInitScript(() => {
    const { request } = WakeLock.prototype
    Object.assign(window, { locks: [] })
    WakeLock.prototype.request = async function (...which) {
      const lock = await Reflect.apply(request, this, which)
      ;(window as unknown as { locks: WakeLockSentinel[] }).locks.push(lock)
      return lock
    }
  })
  await openBoard(page, `/board/${demo.projectId}/oakfield`)
  const held = () =>
    page.evaluate(
      () => (window as unknown as { locks: WakeLockSentinel[] }).locks.filter((one) => !one.released).length,
    )
  await expect.poll(held).toBe(1)
  await openPanel(page)
  await expect(checkOf(page, 'Screen stays on')).toContainText('Good')

  // As the system takes it away.
  await page.evaluate(() => (window as unknown as { locks: WakeLockSentinel[] }).locks[0]?.release())
  await expect(checkOf(page, 'Screen stays on')).toContainText('To do')
  await checkOf(page, 'Screen stays on').getByRole('button', { name: 'Keep on' }).click()
  await expect(checkOf(page, 'Screen stays on')).toContainText('Good')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Baycall: all stores' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a store' })).toBeVisible()
  await expect.poll(held).toBe(0)
})

test('a device keeps its tone and its volume, and plays them on trial', async ({ page, context, demo }) => {
  await listen(context)
  await openBoard(page, `/board/${demo.projectId}/oakfield`)
  await openPanel(page)
  const before = await startedOn(page)
  await page.getByText('Alarm', { exact: true }).click()
  await expect.poll(() => startedOn(page)).toBeGreaterThan(before)
  await page.getByRole('button', { name: 'Quieter' }).click()
  await expect(page.getByText('70 %')).toBeVisible()
  for (let presses = 0; presses < 6; presses += 1) await page.getByRole('button', { name: 'Quieter' }).click()
  await expect(page.getByRole('button', { name: 'Quieter' })).toBeDisabled()
  await expect(page.getByText('10 %', { exact: true })).toBeVisible()

  await page.reload()
  await openPanel(page)
  await expect(page.getByRole('radio', { name: 'Alarm' })).toBeChecked()
  await expect(page.getByText('10 %', { exact: true })).toBeVisible()
  const tried = await startedOn(page)
  await page.getByRole('button', { name: 'Play it' }).click()
  await expect.poll(() => startedOn(page)).toBeGreaterThan(tried)
})

test('where only a service worker may notify, it does, and takes the notification back', async ({
  page,
  context,
  demo,
}) => {
  await context.grantPermissions(['notifications'])
  // As on Android: the page's own constructor is illegal.
  await context.addInitScript(() => {
    window.Notification = new Proxy(Notification, {
      construct: () => {
        throw new TypeError('Illegal constructor')
      },
    })
  })
  const customers = new Customers(demo, 'By worker')
  await customers.orders('opening', 'Later')
  await openBoard(page, customers.boardPath)
  const shown = () =>
    page.evaluate(async () => {
      const { getNotifications } = ServiceWorkerRegistration.prototype
      return (await getNotifications.call(await navigator.serviceWorker.ready)).map(({ title }) => title)
    })
  expect(await shown()).toEqual([])
  await setHidden(page, true)
  await customers.stands('10851', 'Priya N.')
  await expect.poll(shown).toEqual(['Priya N. has arrived'])
  await rowsOf(page).getByRole('button', { name: 'Acknowledge Priya' }).click()
  await expect.poll(shown).toEqual([])
  // Nor does it stand there for whoever comes behind a page that is left.
  await customers.stands('10852', 'Stephanie')
  await expect.poll(shown).toEqual(['Stephanie has arrived'])
  await page.goto('/offline.html')
  await expect.poll(shown).toEqual([])
})

test('what a page that was killed has left with the worker is taken back by the next one, but for other boards’ and other tabs’', async ({
  page,
  context,
  demo,
}) => {
  await context.grantPermissions(['notifications'])
  const customers = new Customers(demo, 'Left')
  await customers.stands('10851', 'Priya N.')
  await openBoard(page, customers.boardPath)
  await expect(rowOf(page, '10851')).toBeVisible()
  const serviceId = (await rowOf(page, '10851').getAttribute('data-service-id')) ?? ''
  const path = new URL(page.url()).pathname
  const notifying = (path: string) =>
    page.evaluate(
      async (of) => ((await navigator.locks.query()).held ?? []).filter(({ name }) => name?.endsWith(of)).length,
      path,
    )
  // It has looked for what others left: of what comes from here on it takes nothing for its own.
  await expect.poll(() => notifying(path)).toBe(1)
  const left = [
    { title: 'by other rules', tag: 'b', data: { path: '/board/other', maskedBy: 'others' } },
    { title: 'rings no more', tag: 'c', data: { path, maskedBy: 'nothing' } },
    { title: 'Priya N. has arrived', tag: serviceId, data: { path, maskedBy: 'nothing' } },
    { title: 'of another board', tag: 'd', data: { path: '/board/other', maskedBy: 'nothing' } },
  ]
  await page.evaluate(async (all) => {
    const worker = await navigator.serviceWorker.ready
    for (const { title, ...options } of all) await worker.showNotification(title, options)
  }, left)
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title }) => title).sort(),
    )
  expect(await shown()).toHaveLength(4)
  await page.reload()
  await expect.poll(shown).toEqual(['Priya N. has arrived', 'of another board'])
  // They are this tab's from here on, and no other one's that comes and goes.
  await expect.poll(() => notifying(path)).toBe(1)
  const twin = await context.newPage()
  await openBoard(twin, customers.boardPath)
  await expect.poll(() => notifying(path)).toBe(2)
  await twin.goto('/offline.html')
  await expect.poll(() => notifying(path)).toBe(1)
  await twin.goto('/pair')
  await expect(twin.locator('[data-user-code]')).toBeVisible()
  expect(await shown()).toEqual(['Priya N. has arrived', 'of another board'])
  await twin.close()
  await rowsOf(page).getByRole('button', { name: 'Acknowledge Priya' }).click()
  await expect.poll(shown).toEqual(['of another board'])
  await context.clearCookies()
  await page.goto('/sign-in')
  await expect.poll(shown).toEqual([])
})
