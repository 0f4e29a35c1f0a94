import { made } from '@/e2e/setup/made'
import { test as own } from '@/e2e/setup/own-project'

/** Last December: its year, the Friday on which 260 came from five to six, and the name of the store they came to. */
export type History = { year: number; friday: number; name: string }

/** A story in a project of its own that has a past. */
export const test = own.extend<{ history: History }>({
  history: async ({ own: { projectId } }, use) => use(await made('history', projectId)),
})

export { expect } from '@playwright/test'
