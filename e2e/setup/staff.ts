import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import type { Demo } from '@/scripts/setup/demo.mjs'

type Cookies = Parameters<BrowserContext['addCookies']>[0]

const kept = new Map<string, Cookies>()

/** Signs a browser in without its page, with a session of its own; e2e/sign-in.spec.ts tells how a person does it. */
export async function signInAnew(context: BrowserContext, demo: Demo, who: 'manager' | 'staff'): Promise<void> {
  // Signing in ends the session that the browser has: others may have that one too.
  await context.clearCookies()
  const response = await context.request.post(`${demo.baseUrl}/api/staff/session`, {
    data: demo[who],
    headers: { origin: demo.baseUrl },
  })
  expect(response.status()).toBe(200)
}

/** Signs a browser in with a session that others have too: to check passwords for each story would take long. */
export async function signIn(context: BrowserContext, demo: Demo, who: 'manager' | 'staff' = 'manager'): Promise<void> {
  const { email } = demo[who]
  const cookies = kept.get(email)
  if (cookies) return context.addCookies(cookies)
  await signInAnew(context, demo, who)
  // Sessions are the server's matter alone; languages and the like are each browser's own.
  kept.set(
    email,
    (await context.cookies(demo.baseUrl)).filter(({ httpOnly }) => httpOnly),
  )
}

/** What a tab keeps for whoever uses it, as one text. */
export function keptByTab(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...sessionStorage }))
}

/** Opens a board and waits until it is live. */
export async function openBoard(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByText(/^Live · synced/)).toBeVisible()
}

/** An order's row, in whichever section it stands. */
export function rowOf(page: Page, orderId: string): Locator {
  return page.locator(`[data-order-id="${orderId}"]`)
}

/** All rows of a board. A button that other stores' customers have above it, where nobody sees to them, is in none. */
export function rowsOf(page: Page): Locator {
  return page.locator('[data-order-id]')
}

/** An arrival that nobody has acknowledged rings. */
export async function expectRinging(page: Page, orderId: string, timeoutMs?: number): Promise<void> {
  await expect(rowOf(page, orderId)).toHaveAttribute('data-ringing', 'true', { timeout: timeoutMs })
}

/** Taps a button that goes by that, until it is heard: what has just come under a finger is not, at once. */
export async function tapAway(button: Locator): Promise<void> {
  await expect(button).toBeVisible()
  await expect(async () => {
    // Where it was heard it goes, though perhaps a while later.
    if ((await button.count()) > 0) await button.click({ timeout: 500 })
    await expect(button).toHaveCount(0, { timeout: 200 })
  }).toPass()
}

/** Taps a toast's way back. */
export const takeBack = (page: Page, name: string) => tapAway(page.getByRole('button', { name }))

/** Once the page has settled: the part of a board that minds fingers, codes and other tabs has come by then. */
export const expectMinded = (page: Page) =>
  expect(page.getByRole('region', { name: 'Notices' }).locator('p[role=status]').first()).toBeAttached()
