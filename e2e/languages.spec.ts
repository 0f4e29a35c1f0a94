import type { Page } from '@playwright/test'
import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { choose, hydrationFaults } from '@/e2e/setup/languages'
import { rowOf, rowsOf, signIn, takeBack } from '@/e2e/setup/staff'
import { expect, test } from '@/e2e/setup/story'
import type { Demo } from '@/scripts/setup/demo.mjs'

const isLive = (page: Page) => expect(page.locator('[data-live="live"]')).toBeVisible()

/** A board with something in every section. */
async function fullStore(demo: Demo): Promise<Customers> {
  const customers = new Customers(demo, 'Worte')
  const car = { 'Parking Bay': '4', 'Car Plate': 'MU 8642', 'Car Color': 'Red', 'Car Model': 'Tucson' }
  await customers.stands('10851', 'Priya N.', car)
  await customers.stands('10852', 'Priya N.', { orderGroupId: 'G7' })
  await customers.orders('10858', 'Dan Webber', { eventType: 'onTheWay', etaSeconds: 540, hsFields: car })
  await customers.orders('10859', '', { eventType: 'onTheWay', hsFields: { orderGroupId: 'G7' } })
  await customers.orders('10863', 'Later', { scheduledTimeForCollection: '2030-01-01T12:00:00Z' })
  await customers.orders('10864', 'Never came')
  await customers.tells('10864', 'cancelled')
  return customers
}

test.describe('a tablet that asks for German', () => {
  test.use({ locale: 'de-AT' })

  test('reads a board in German, and acts on it', async ({ page, context, demo }) => {
    const faults = hydrationFaults(page)
    await signIn(context, demo)
    const customers = new Customers(demo, 'Deutsch')
    await customers.stands('10851', 'Priya N.')
    await page.goto(customers.boardPath)
    await isLive(page)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('heading', { name: /^Angekommen/ })).toBeVisible()
    await expect(rowOf(page, '10851')).toContainText('pünktlich · klingelt')

    await rowsOf(page).getByRole('button', { name: 'Priya N. bestätigen' }).click()
    await expect(page.getByText('Priya N.: bestätigt')).toBeVisible()
    await page.getByRole('button', { name: 'Priya N. übergeben' }).click()
    await expect(page.getByText('Priya N.: übergeben')).toBeVisible()
    await takeBack(page, 'Rückgängig: Priya N.: übergeben')
    await expect(page.getByText('Priya N.: wieder in „Angekommen“')).toBeVisible()

    await page.getByRole('button', { name: 'Mehr für Priya N.' }).click()
    await page.getByRole('menuitem', { name: 'Stornieren …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Bestellung #10851 von Priya N. stornieren?' })
    await dialog.getByLabel('Grund (freiwillig)').fill('Doppelt')
    await dialog.getByRole('button', { name: 'Stornieren' }).click()
    await expect(page.getByText('Priya N.: storniert')).toBeVisible()

    await page.getByRole('button', { name: 'Erledigt' }).click()
    await page.getByRole('button', { name: 'Details zu Priya N.' }).click()
    const told = page.getByRole('region', { name: 'Verlauf von Priya N.' })
    await expect(told).toContainText('hat diese Bestellung storniert')
    await expect(told).toContainText('Grund: Doppelt')
    expect(faults).toEqual([])
  })
})

test('the language that is chosen at the sign-in survives a reload and holds on every page', async ({ page, demo }) => {
  await page.goto('/sign-in')
  await page.getByText('Français', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await page.reload()
  await page.getByLabel('E-mail').fill(demo.manager.email)
  await page.getByLabel('Mot de passe').fill(demo.manager.password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page.getByRole('heading', { name: 'Choisir un magasin' })).toBeVisible()
  await expect(page).toHaveTitle('Magasins · Baycall')
  await page.goto('/entries')
  await expect(page.getByRole('heading', { name: 'Arrivées', exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')

  await page.getByRole('button', { name: 'Compte' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Entries', exact: true })).toBeVisible()
})

test('a wrong password is told in the language of the page, by what it means', async ({ page, context, demo }) => {
  await choose(context, demo, 'es')
  await page.goto('/sign-in')
  await page.getByLabel('Correo electrónico').fill(demo.staff.email)
  await page.getByLabel('Contraseña').fill('nada')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'no coinciden' })).toBeVisible()
})

test('times and numbers are written as the language writes them', async ({ page, context, demo }) => {
  await signIn(context, demo)
  const sent = await context.request.post(`${demo.baseUrl}/api/prod1/entry`, {
    headers: { 'x-service-api-key': demo.secretKey },
    data: {
      projectId: demo.projectId,
      entries: [1, 2].map(() => ({
        destinationId: 'ringwood-north',
        installRef: 'a late phone',
        entryTime: new Date(Date.now() - 1_234_500).toISOString(),
      })),
    },
  })
  expect(sent.ok()).toBe(true)
  const asked = { projectId: demo.projectId, installRef: 'a late phone' }
  const named = { headers: { origin: demo.baseUrl }, data: asked }
  const { sealedInstall } = await (await context.request.post('/api/staff/entries/installs', named)).json()
  for (const [language, delay, unit] of [
    ['fr', /Délai ?1\s234,\d s après/, 'arrivées'],
    ['de', /Verzögerung ?1\.234,\d s, nachdem/, 'Ankünfte'],
    ['es', /Retraso ?1234,\d s después/, 'llegadas'],
  ] as const) {
    await choose(context, demo, language)
    await page.goto(`/entries?install=${sealedInstall}`)
    await expect(page.getByRole('status').first()).toContainText(unit)
    await page.locator('tbody button').first().click()
    await expect(page.getByRole('dialog')).toContainText(delay)
  }
})

for (const [colorScheme, width, height] of [
  ['light', 1024, 768],
  ['dark', 390, 844],
] as const) {
  test.describe(`${width} px wide, in the ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width, height } })

    test('long words from right to left stay within the page and are without a barrier', async ({
      page,
      context,
      demo,
    }) => {
      const faults = hydrationFaults(page)
      await choose(context, demo, 'ar-XB')
      await page.goto('/sign-in')
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      expect([await overflowOf(page), await violationsOn(page)]).toEqual([0, []])
      await signIn(context, demo)
      const customers = await fullStore(demo)
      await page.goto(customers.boardPath)
      await isLive(page)
      await page.locator('[data-order-id="10851"] [data-details]').click()
      expect([await overflowOf(page), await violationsOn(page)]).toEqual([0, []])
      await page.locator('[data-ready]').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect([await overflowOf(page), await violationsOn(page)]).toEqual([0, []])
      await page.goto('/entries')
      await expect(page.getByRole('table').last()).toBeVisible()
      expect([await overflowOf(page), await violationsOn(page)]).toEqual([0, []])
      expect(faults).toEqual([])
    })
  })
}

for (const language of ['de', 'fr', 'es']) {
  test(`no page is wider than the screen in ${language}, down to 320 px`, async ({ page, context, demo }) => {
    await choose(context, demo, language)
    await signIn(context, demo)
    const customers = await fullStore(demo)
    for (const address of [customers.boardPath, '/board', '/entries']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const width of [1024, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        await expect.poll(() => overflowOf(page), `${address} at ${width} px`).toBe(0)
      }
    }
  })
}

test.describe('a device that may be without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('says so in its language', async ({ page, context, demo }) => {
    await choose(context, demo, 'de')
    await signIn(context, demo)
    await page.goto(`/board/${demo.projectId}/oakfield`)
    await isLive(page)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.reload()
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Kein Netz' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  })
})
