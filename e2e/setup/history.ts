import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test as own } from '@/e2e/setup/own-project'
import { inRoot } from '@/scripts/settings/places.mjs'

const run = promisify(execFile)

/** Last December: its year, the Friday on which 260 came from five to six, and the name of the store they came to. */
export type History = { year: number; friday: number; name: string }

/** A story in a project of its own that has a past. */
export const test = own.extend<{ history: History }>({
  history: async ({ own: { projectId } }, use) => {
    const { E2E_DATABASE_URL: DATABASE_URL, E2E_SECRET: BAYCALL_SECRET } = process.env
    const program = inRoot('e2e', 'setup', 'make-history.ts')
    const env = { ...process.env, DATABASE_URL, BAYCALL_SECRET, LOG_LEVEL: 'warn' }
    const { stdout } = await run(process.execPath, ['--import', 'tsx', program, projectId], { env })
    await use(JSON.parse(stdout))
  },
})

export { expect } from '@playwright/test'
