import type { Page } from '@playwright/test'

/** Keeps a page's scripts from it, as a slow line does, until what is answered is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await arrived
    await route.continue()
  })
  return arrive
}
