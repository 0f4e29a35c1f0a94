import { runLogs } from '@/e2e/setup/run-logs'
import { expect, test } from '@/e2e/setup/story'
import { foundFields } from '@/lib/redaction/model'
import { leaksOfRun } from '@/scripts/testing/server-log.mjs'

test('what the server says is kept, and a customer in it would be found', async ({ demo, request }) => {
  const { file, databaseUrl, databaseLogFrom } = runLogs()
  expect((await request.get(`${demo.baseUrl}/api/health/ready`)).ok()).toBe(true)
  await expect.poll(() => runLogs().text()).toContain('answered')
  const answered = /"traceId":"(\w{32})"/.exec(runLogs().text())?.[1] ?? ''
  expect(await leaksOfRun({ file, databaseUrl, databaseLogFrom, foundFields, also: [answered] })).toEqual([
    expect.stringContaining(answered),
  ])
})
