import { made } from '@/e2e/setup/made'
import { test as story } from '@/e2e/setup/story'
import type { Demo } from '@/scripts/setup/demo.mjs'

/**
 * A story of customers at the kerb. `demo` is a project like it, which the stories told beside this one know nothing of:
 * who rings too long at one store is announced at all others of the project.
 */
export const test = story.extend<object, { kerb: Omit<Demo, 'baseUrl'> }>({
  kerb: [
    // Playwright wants a pattern there, also from a fixture that needs no other.
    async ({ browserName: _ }, use) => use(await made('kerb')),
    { scope: 'worker' },
  ],
  demo: async ({ kerb, seeded }, use) => use({ baseUrl: seeded.baseUrl, ...kerb }),
})

export { expect } from '@/e2e/setup/story'
