import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildForProduction } from '@/scripts/setup/build.mjs'
import { ensureDemo } from '@/scripts/setup/demo.mjs'
import { copyTemplate, dropDatabases, makeTemplate, testServer } from '@/scripts/testing/test-databases.mjs'
import { startTestServer } from '@/scripts/testing/test-server.mjs'

/** Before the first story: a server of the production build on a database with the demo data. */
export default async function setup() {
  await buildForProduction()
  const { adminUrl, stop } = await testServer()
  const template = await makeTemplate(adminUrl)
  const databaseUrl = await copyTemplate(adminUrl, template)
  const secret = randomBytes(32).toString('base64url')
  const server = await startTestServer({ databaseUrl, secret })
  const folder = mkdtempSync(path.join(tmpdir(), 'baycall-e2e-'))
  await ensureDemo(folder, server.baseUrl, { DATABASE_URL: databaseUrl, BAYCALL_SECRET: secret })
  // Workers inherit it (e2e/setup/story.ts).
  process.env.E2E_DEMO_FOLDER = folder
  // For stories that want a project of their own (own-project.ts).
  Object.assign(process.env, { E2E_DATABASE_URL: databaseUrl, E2E_SECRET: secret })

  return async () => {
    await server.stop()
    if (server.logs()) console.log(`What the server said:\n${server.logs()}`)
    await dropDatabases(adminUrl, template)
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
