import type { PlaywrightTestOptions } from '@playwright/test'

/** How a page is looked at: on the device of the project (playwright.config.ts) by day and by night, and on a desk. */
export const looks: { name: string; use: Partial<PlaywrightTestOptions> }[] = [
  { name: 'in the light', use: { colorScheme: 'light' } },
  { name: 'in the dark', use: { colorScheme: 'dark' } },
  { name: 'on a desk', use: { colorScheme: 'light', viewport: { width: 1440, height: 900 }, hasTouch: false } },
]
