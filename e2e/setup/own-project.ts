import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type BrowserContext, expect } from '@playwright/test'
import type { Customers } from '@/e2e/setup/customers'
import { test as story } from '@/e2e/setup/story'
import { inRoot } from '@/scripts/settings/places.mjs'
import type { Demo } from '@/scripts/setup/demo.mjs'

const run = promisify(execFile)

/** A story in a project of its own, where what is set or who rings is no other story's matter. */
export const test = story.extend<{ own: Demo }>({
  own: async ({ demo }, use) => {
    const { E2E_DATABASE_URL: DATABASE_URL, E2E_SECRET: BAYCALL_SECRET } = process.env
    const program = inRoot('e2e', 'setup', 'make-project.ts')
    const env = { ...process.env, DATABASE_URL, BAYCALL_SECRET, LOG_LEVEL: 'warn' }
    const { stdout } = await run(process.execPath, ['--import', 'tsx', program], { env })
    await use({ baseUrl: demo.baseUrl, ...JSON.parse(stdout) })
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
