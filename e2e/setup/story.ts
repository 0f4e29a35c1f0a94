import { test as base } from '@playwright/test'
import { everybodyLeaves } from '@/e2e/setup/customers'
import { type Demo, readDemo } from '@/scripts/setup/demo.mjs'

/** A story on the demo data: `demo` knows its stores, keys and sign-ins; pages open relative to its server. */
export const test = base.extend<{ demo: Demo; afterwards: undefined }>({
  // Playwright wants a pattern there, also from a fixture that needs no other.
  demo: async ({ browserName: _ }, use) => {
    const demo = readDemo(process.env.E2E_DEMO_FOLDER ?? '')
    if (!demo)
      throw new Error('There is no demo data: run the stories through npm test -- e2e, or npx playwright test.')
    await use(demo)
  },
  afterwards: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern there
    async ({}, use) => {
      await use(undefined)
      await everybodyLeaves()
    },
    { auto: true },
  ],
  baseURL: async ({ demo }, use) => use(demo.baseUrl),
})

export { expect } from '@playwright/test'
