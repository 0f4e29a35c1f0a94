import type { Page } from '@playwright/test'

/** Taps a spot of a page, which may hear of it late: `atMs`, by the page's clock since 1970, is when it came down; absent: now. */
export async function fingerOn(page: Page, spot: { x: number; y: number }): Promise<(atMs?: number) => Promise<void>> {
  const browser = await page.context().newCDPSession(page)
  return async (atMs) => {
    const at = { ...spot, button: 'left', clickCount: 1, ...(atMs && { timestamp: atMs / 1000 }) } as const
    const sent = (['mousePressed', 'mouseReleased'] as const).map((type) =>
      browser.send('Input.dispatchMouseEvent', { type, ...at }),
    )
    await Promise.all(sent)
  }
}
