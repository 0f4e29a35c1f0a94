import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
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

export { expect } from '@playwright/test'
