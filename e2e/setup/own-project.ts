import { type BrowserContext, expect } from '@playwright/test'
import type { Customers } from '@/e2e/setup/customers'
import { made } from '@/e2e/setup/made'
import { test as story } from '@/e2e/setup/story'
import type { Demo } from '@/scripts/setup/demo.mjs'

/** A story in a project of its own, where what is set or who rings is no other story's matter. */
export const test = story.extend<{ own: Demo & { owner: Demo['manager'] } }>({
  own: async ({ demo }, use) => {
    await use({ baseUrl: demo.baseUrl, ...(await made('project')) })
  },
})

/** Sets something for a store, as its manager does on a page that e2e/settings.spec.ts tells of. */
export async function setStore(
  context: BrowserContext,
  { baseUrl, projectId }: Demo,
  { destinationId }: Customers,
  data: object,
): Promise<void> {
  const address = `${baseUrl}/api/staff/stores/settings?${new URLSearchParams({ projectId, destinationId })}`
  const response = await context.request.patch(address, { data, headers: { origin: baseUrl } })
  expect(response.status()).toBe(200)
}

export { expect }
