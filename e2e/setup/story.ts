import { test as base, expect } from '@playwright/test'
import { everybodyLeaves } from '@/e2e/setup/customers'
import { type Demo, readDemo } from '@/scripts/setup/demo.mjs'

// What browsers say when they refuse something for a header's sake, and of a header that they cannot read.
export const policies = /Content[- ]Security[- ]Policy|Permissions[- ]Policy|Cross-Origin-\w+-Policy/i

/** A story on the demo data: `demo` knows its stores, keys and sign-ins; pages open relative to its server. */
export const test = base.extend<{ seeded: Demo; demo: Demo; afterwards: undefined }>({
  // Playwright wants a pattern there, also from a fixture that needs no other.
  seeded: async ({ browserName: _ }, use) => {
    const seeded = readDemo(process.env.E2E_DEMO_FOLDER ?? '')
    if (!seeded)
      throw new Error('There is no demo data: run the stories through npm test -- e2e, or npx playwright test.')
    await use(seeded)
  },
  demo: async ({ seeded }, use) => use(seeded),
  afterwards: [
    async ({ context }, use, story) => {
      const refused: string[] = []
      context.on('console', (message) => {
        if (policies.test(message.text())) refused.push(`${message.location().url}: ${message.text()}`)
      })
      await use(undefined)
      // What a page does last, such as undo, it has done before they leave. One that failed is to be looked at.
      if (story.status === story.expectedStatus) for (const page of context.pages()) await page.close()
      await everybodyLeaves()
      // No page of ours asks for what its own headers forbid (scripts/front/security-headers.mjs).
      expect(refused).toEqual([])
    },
    { auto: true },
  ],
  baseURL: async ({ demo }, use) => use(demo.baseUrl),
})

export { expect }
