import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inRoot } from '@/scripts/settings/places.mjs'
import { buildForProduction } from '@/scripts/setup/build.mjs'
import { ensureDemo } from '@/scripts/setup/demo.mjs'
import { databaseLogLength } from '@/scripts/testing/server-log.mjs'
import { copyTemplate, dropDatabases, makeTemplate, testServer } from '@/scripts/testing/test-databases.mjs'
import { startTestServer } from '@/scripts/testing/test-server.mjs'

// For stories that want a project of their own (own-project.ts).
async function startMaker(settings: Record<string, string>): Promise<ChildProcess> {
  const env = { ...process.env, ...settings, LOG_LEVEL: 'warn' }
  const maker = fork(inRoot('e2e', 'setup', 'maker.ts'), [], { env, execArgv: ['--import', 'tsx'] })
  const gone = once(maker, 'exit').then(() => Promise.reject(new Error('e2e/setup/maker.ts ended: see above')))
  const [port] = await Promise.race([once(maker, 'message'), gone])
  gone.catch(() => {})
  process.env.E2E_MAKER_URL = `http://127.0.0.1:${port}`
  return maker
}

/** Before the first story: a server of the production build on a database with the demo data. */
export default async function setup() {
  await buildForProduction()
  const { adminUrl, stop } = await testServer()
  const template = await makeTemplate(adminUrl)
  const databaseUrl = await copyTemplate(adminUrl, template)
  const secret = randomBytes(32).toString('base64url')
  const folder = mkdtempSync(path.join(tmpdir(), 'baycall-e2e-'))
  // All that its server says is kept, and read when the stories are over (e2e/logs-read.check.ts).
  const log = path.join(folder, 'server.log')
  writeFileSync(log, '')
  const databaseLogFrom = String(databaseLogLength())
  Object.assign(process.env, {
    TEST_SERVER_LOG: log,
    E2E_DATABASE_URL: databaseUrl,
    E2E_DATABASE_LOG_FROM: databaseLogFrom,
  })
  const server = await startTestServer({ databaseUrl, secret, env: { LOG_LEVEL: 'debug' } })
  await ensureDemo(folder, server.baseUrl, { DATABASE_URL: databaseUrl, BAYCALL_SECRET: secret })
  // Workers inherit it (e2e/setup/story.ts).
  process.env.E2E_DEMO_FOLDER = folder
  const maker = await startMaker({ DATABASE_URL: databaseUrl, BAYCALL_SECRET: secret })

  return async () => {
    maker.disconnect()
    await server.stop()
    const loud = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !/^\{"level":[123]0/.test(line))
    if (loud.length > 0) console.log(`What the server said:\n${loud.join('\n')}`)
    await dropDatabases(adminUrl, template)
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
