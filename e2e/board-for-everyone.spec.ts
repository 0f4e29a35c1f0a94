import { overflowOf, violationsOn } from '@/e2e/setup/accessibility'
import { Customers } from '@/e2e/setup/customers'
import { expect, test } from '@/e2e/setup/kerb'
import { looks } from '@/e2e/setup/looks'
import { expectRinging, openBoard, rowOf, rowsOf, signIn } from '@/e2e/setup/staff'
import type { Demo } from '@/scripts/setup/demo.mjs'

test.beforeEach(async ({ context, demo }) => signIn(context, demo))

/** A board with something of everything, and with texts that break rows. */
async function busyStore(demo: Demo): Promise<Customers> {
  const customers = new Customers(demo, 'Busy')
  const longest = {
    'Parking Bay': 'Level 2 – Row C – Spot 114 behind the pillar',
    'Car Plate': 'L'.repeat(40),
    'Car Color': 'dark green',
    'Car Model': 'Sprinter 519 CDI Extra Long '.repeat(5),
    Note: 'z'.repeat(900),
  }
  await customers.stands('10851', 'Priya N.', {
    'Parking Bay': '2',
    'Car Color': 'Red',
    'Car Model': 'Tucson',
    Gift: '🎁',
  })
  await customers.stands('10852', 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5), longest)
  await customers.stands('x'.repeat(120), 'محمد عبد الرحمن بن سليمان الأنصاري', {
    'Parking Bay': '٧',
    'Car Plate': 'أ ب ج ١٢٣٤',
  })
  await customers.orders('10858', 'Dan Webber', { eventType: 'onTheWay', etaSeconds: 120, hsFields: longest })
  await customers.orders('10860', '', { eventType: 'onTheWay' })
  await customers.orders('10863', 'Later', { scheduledTimeForCollection: '2030-01-01T12:00:00Z' })
  await customers.orders('10864', 'Never came')
  await customers.tells('10864', 'cancelled')
  return customers
}

for (const { name, use } of looks) {
  test.describe(name, () => {
    test.use(use)

    test('a busy board with everything open is without a barrier', async ({ page, demo }) => {
      const customers = await busyStore(demo)
      await openBoard(page, customers.boardPath)
      await rowsOf(page).getByRole('button', { name: 'Acknowledge Priya' }).click()
      await page.getByRole('button', { name: 'Expected' }).click()
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'details of Priya' }).click()
      await page.getByRole('button', { name: 'details of Dan' }).click()
      await expect(rowOf(page, '10851')).toContainText('Acknowledged')
      expect(await violationsOn(page)).toEqual([])
    })

    test('an empty board, the list of stores and what is not there are without a barrier', async ({ page, demo }) => {
      await openBoard(page, `/board/${demo.projectId}/oakfield`)
      expect(await violationsOn(page)).toEqual([])
      await page.getByRole('button', { name: 'Account' }).click()
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
      expect(await violationsOn(page)).toEqual([])
      await page.goto('/board')
      await expect(page.getByRole('heading', { name: 'Choose a store' })).toBeVisible()
      expect(await violationsOn(page)).toEqual([])
      await page.goto(`/board/${demo.projectId}/nowhere`)
      await expect(page.getByRole('heading', { name: 'This bay is empty' })).toBeVisible()
      expect(await violationsOn(page)).toEqual([])
    })
  })
}

test('long names, thirty letters of plate and right-to-left text stay within their rows, down to 320 px', async ({
  page,
  demo,
}) => {
  const customers = await busyStore(demo)
  await openBoard(page, customers.boardPath)
  for (const row of ['Wolfeschlegel', 'Dan']) await page.getByRole('button', { name: `details of ${row}` }).click()
  await expect.poll(() => overflowOf(page)).toBe(0)
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => overflowOf(page)).toBe(0)
})

test('a person without a mouse reaches an arrival, acknowledges it, reads its details and hands over', async ({
  page,
  demo,
}) => {
  const customers = new Customers(demo, 'Keyboard')
  await customers.stands('10851', 'Priya N.', { Gift: 'yes' })
  await customers.stands('10857', 'Tomás')
  await openBoard(page, customers.boardPath)
  const acknowledge = rowsOf(page).getByRole('button', { name: 'Acknowledge Priya' })
  const details = page.getByRole('button', { name: '+1 details of Priya' })

  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab')
    if (await details.evaluate((element) => element === document.activeElement)) break
  }
  await expect(details).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(details).toHaveAttribute('aria-expanded', 'true')

  await page.keyboard.press('Tab')
  await expect(acknowledge).toBeFocused()
  await page.keyboard.press('Enter')
  const handOver = page.getByRole('button', { name: 'Hand over Priya' })
  await expect(handOver).toBeFocused()
  await expect(handOver).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, '10851')).toHaveCount(0)
  await expect(rowsOf(page).getByRole('button', { name: 'Acknowledge Tomás' })).toBeFocused()
})

test('who prefers no motion sees it ring all the same, standing still', async ({ page, demo }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const customers = new Customers(demo, 'Still')
  await customers.stands('10851', 'Priya N.')
  await openBoard(page, customers.boardPath)
  await expectRinging(page, '10851')
  const moving = () => page.evaluate(() => document.getAnimations().length)
  await expect.poll(moving).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(moving).toBe(0)
  const border = await rowOf(page, '10851').evaluate((row) => getComputedStyle(row, '::before').borderTopWidth)
  expect(border).toBe('3px')
})
