import { expect, type Page } from '@playwright/test'
import type { Demo } from '@/scripts/setup/demo.mjs'

/** A manager's phone, beside the tablet. */
export async function phoneOf(page: Page): Promise<Page> {
  const browser = page.context().browser()
  if (!browser) throw new Error('There is no browser for a second device.')
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  return context.newPage()
}

/** The code on a tablet that waits to be paired. */
export async function shownCode(tablet: Page): Promise<string> {
  return (await tablet.locator('[data-user-code]').getAttribute('data-user-code')) ?? ''
}

/** Pairs a tablet with the only store of its project that has a name, from a manager's phone; its board is live then. */
export async function pairTablet(tablet: Page, phone: Page, { baseUrl }: Demo): Promise<void> {
  await tablet.goto(`${baseUrl}/pair`)
  await expect(tablet.locator('[data-user-code]')).toBeVisible()
  await phone.goto(`${baseUrl}/settings/tablets?code=${await shownCode(tablet)}`)
  await phone.getByLabel('Name of the tablet').fill('Counter 1')
  await phone.getByRole('button', { name: 'Pair this tablet' }).click()
  await expect(tablet.getByText(/^Live · synced/)).toBeVisible({ timeout: 20_000 })
}
