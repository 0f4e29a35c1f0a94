import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import type { Demo } from '@/scripts/setup/demo.mjs'

/** Signs a browser in without its page; e2e/sign-in.spec.ts tells how a person does it. */
export async function signIn(context: BrowserContext, demo: Demo, who: 'manager' | 'staff' = 'manager'): Promise<void> {
  const response = await context.request.post(`${demo.baseUrl}/api/staff/session`, {
    data: demo[who],
    headers: { origin: demo.baseUrl },
  })
  expect(response.status()).toBe(200)
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

/** An arrival that nobody has acknowledged rings. */
export async function expectRinging(page: Page, orderId: string, timeoutMs?: number): Promise<void> {
  await expect(rowOf(page, orderId)).toHaveAttribute('data-ringing', 'true', { timeout: timeoutMs })
}
