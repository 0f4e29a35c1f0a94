import type { Page } from '@playwright/test'

const scripts = /\/_next\/static\/.*\.js/

/** Keeps from a page what it asks for, by its address, its scripts if none is said, as a slow line does, until what is answered is called. */
export async function holdBack(page: Page, asked = scripts): Promise<() => void> {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(asked, async (route) => {
    await arrived
    await route.continue()
  })
  return arrive
}
