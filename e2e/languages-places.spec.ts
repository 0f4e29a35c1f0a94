import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { choose, hydrationFaults } from '@/e2e/setup/languages'
import { expect, setStore, test } from '@/e2e/setup/own-project'
import { rowOf, signIn } from '@/e2e/setup/staff'
import { storeSettingsPath } from '@/lib/settings/queries'
import type { Demo } from '@/scripts/setup/demo.mjs'

const details = { 'Parking Bay': '4', 'Car Plate': 'MU 8642', 'Car Color': 'Red', 'Car Model': 'Tucson' }

/** Of two stores the one with two cars in one bay, a bay that is not listed, and an order to prepare. */
async function busyStore(demo: Demo): Promise<Customers> {
  const customers = new Customers(demo, 'A store with quite a long name of its own')
  await customers.orders('10858', 'Dan Webber', { eventType: 'onTheWay', etaSeconds: 120, hsFields: details })
  await customers.stands('10851', 'Priya N.', details)
  await customers.stands('10852', 'Stephanie', { 'Parking Bay': 'Bay 04' })
  await customers.stands('10853', 'Tomás', { 'Parking Bay': '99' })
  await new Customers(demo, 'Oakfield').stands('10951', 'Ana', details)
  return customers
}

const settingsPathOf = ({ projectId }: Demo, { destinationId }: Customers) =>
  storeSettingsPath({ projectId, destinationId })

test.beforeEach(async ({ context, own }) => signIn(context, own))

test('a manager sets a store in German, is told in German what is wrong, and the board says it so', async ({
  page,
  context,
  own,
}) => {
  const faults = hydrationFaults(page)
  await choose(context, own, 'de')
  const customers = await busyStore(own)
  await page.goto(settingsPathOf(own, customers))
  await expect(page).toHaveTitle('Einstellungen · Baycall')
  await expect(page.getByText('Wie das Projekt: 180 s = 3:00 min')).toHaveCount(2)
  await page.getByLabel('Mittlere Wartezeit').fill('5')
  await page.getByLabel('Ein Platz pro Zeile').fill('4\nBay 04')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Ganze Sekunden von 10 bis 14400')).toBeVisible()
  await expect(page.getByText('Ein Platz steht doppelt da')).toBeVisible()
  await expect(page.getByText('Nicht gespeichert: 2 Felder berichtigen')).toBeVisible()
  expect(faults.splice(0)).toEqual([expect.stringContaining('400')])

  await page.getByLabel('Mittlere Wartezeit').fill('90')
  await page.getByLabel('Ein Platz pro Zeile').fill('4\n5')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Gespeichert: offene Boards haben es schon')).toBeVisible()
  await page.getByLabel('Mittlere Wartezeit').fill('120')
  await page.getByRole('link', { name: 'Zum Board' }).click()
  await expect(page.getByRole('dialog', { name: 'Ohne Speichern verlassen?' })).toBeVisible()
  await page.getByRole('button', { name: 'Verlassen und verwerfen' }).click()

  await expect(page.getByText('Schnitt heute · Ziel 1:30')).toBeVisible()
  await expect(page.getByText('unterwegs, 1 vorzubereiten')).toBeVisible()
  await expect(rowOf(page, '10858')).toContainText('Jetzt vorbereiten')
  await expect(rowOf(page, '10851')).toContainText('Gleicher Platz wie Stephanie')
  await expect(rowOf(page, '10853')).toContainText('Platz unbekannt')
  await expect(page.getByRole('button', { name: 'Plätze: 1 von 2 belegt' })).toBeVisible()
  await page.goto('/board')
  await expect(page.locator('[data-store]').first()).toContainText('3 klingeln')
  await expect(page.locator('[data-store]').last()).toContainText('Kein Board offen')
  expect(faults).toEqual([])
})

test('a board is called to another store in French, and acknowledges there', async ({ page, context, own }) => {
  await choose(context, own, 'fr')
  const [here, there] = [new Customers(own, 'Ici'), new Customers(own, 'Oakfield')]
  await here.orders('opening', 'Later')
  await there.orders('opening', 'Later')
  await setStore(context, own, there, { name: 'Oakfield' })
  await page.goto(here.boardPath)
  await expect(page.locator('[data-live="live"]')).toBeVisible()
  await there.stands('10851', 'Priya N.')
  await expect(page.getByRole('button', { name: '1 autre magasin sonne' })).toBeVisible()
  const banner = page.getByRole('list', { name: 'Autres magasins qui ont besoin d’aide' })
  await expect(banner).toContainText(/Oakfield\s: 1 client attend/, { timeout: 25_000 })
  await expect(banner).toContainText('Aucun tableau n’y est ouvert · la plus longue 0:')
  await banner.getByRole('button', { name: /^Prendre en charge\s: Priya N\.$/ }).click()
  await expect(page.getByText(/^Priya N\. à Oakfield\s: pris en charge$/)).toBeVisible()
})

for (const language of ['de', 'fr', 'es']) {
  test(`what is new is no wider than the screen in ${language}, down to 320 px`, async ({ page, context, own }) => {
    await choose(context, own, language)
    const customers = await busyStore(own)
    await setStore(context, own, customers, { bays: ['4', '5', 'C-12'] })
    page.on('dialog', (dialog) => dialog.accept())
    for (const address of ['/settings', settingsPathOf(own, customers), '/board', customers.boardPath]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const width of [1024, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        await expect.poll(() => overflowOf(page), `${address} at ${width} px`).toBe(0)
      }
    }
  })
}

for (const [colorScheme, width, height] of [
  ['light', 1024, 768],
  ['dark', 390, 844],
] as const) {
  test.describe(`${width} px wide, in the ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width, height } })

    test('settings, stores and bays hold with long words from right to left', async ({ page, context, own }) => {
      const faults = hydrationFaults(page)
      await choose(context, own, 'ar-XB')
      const customers = await busyStore(own)
      await setStore(context, own, customers, { bays: ['4', '5', 'C-12'] })
      for (const address of ['/settings', settingsPathOf(own, customers), '/board', customers.boardPath]) {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect([address, await overflowOf(page), await violationsOn(page)]).toEqual([address, 0, []])
      }
      expect(faults).toEqual([])
    })
  })
}
