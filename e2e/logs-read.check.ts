import { runLogs } from '@/e2e/setup/run-logs'
import { expect, test } from '@/e2e/setup/story'
import { foundFields } from '@/lib/redaction/model'
import { leaksOfRun } from '@/scripts/testing/server-log.mjs'

test('no log tells who a customer was, or what opens a door, after all that was told', async ({ demo }) => {
  const { file, databaseUrl, databaseLogFrom, text } = runLogs()
  expect(text()).toContain('answered')
  const also = [demo.manager.password, demo.staff.password, demo.secretKey, demo.publishableKey]
  expect(await leaksOfRun({ file, databaseUrl, databaseLogFrom, foundFields, also })).toEqual([])
})
