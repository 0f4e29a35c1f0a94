import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { buildForProduction } from '@/scripts/setup/build.mjs'
import { generateClient } from '@/scripts/setup/generate.mjs'
import { copyTemplate, dropDatabases, makeTemplate, testServer } from '@/scripts/testing/test-databases.mjs'
import { startTestServer } from '@/scripts/testing/test-server.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that tests share; each makes a project of its own on it. */
    baseUrl: string
    /** That server's database. */
    databaseUrl: string
    secret: string
    /** A PostgreSQL server to make databases on, and the migrated one to make them from. */
    adminUrl: string
    template: string
  }
}

/** Before the first integration test: a migrated database and a server of the production build on it. */
export default async function setup({ provide }: TestProject) {
  await generateClient()
  await buildForProduction()
  const { adminUrl, stop } = await testServer()
  const template = await makeTemplate(adminUrl)
  const databaseUrl = await copyTemplate(adminUrl, template)
  const secret = randomBytes(32).toString('base64url')
  const server = await startTestServer({ databaseUrl, secret })
  provide('baseUrl', server.baseUrl)
  provide('databaseUrl', databaseUrl)
  provide('secret', secret)
  provide('adminUrl', adminUrl)
  provide('template', template)

  return async () => {
    await server.stop()
    if (server.logs()) console.log(`What the shared server said:\n${server.logs()}`)
    await dropDatabases(adminUrl, template)
    await stop()
  }
}
