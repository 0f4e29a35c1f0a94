import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { foundFields } from '@/lib/redaction/model'
import { buildForProduction } from '@/scripts/setup/build.mjs'
import { generateClient } from '@/scripts/setup/generate.mjs'
import { databaseLogLength, leaksOfRun } from '@/scripts/testing/server-log.mjs'
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
  const databaseLogFrom = databaseLogLength()
  const folder = mkdtempSync(path.join(tmpdir(), 'baycall-integration-'))
  const file = path.join(folder, 'servers.log')
  writeFileSync(file, '')
  // Whatever serves in this run says it there too (scripts/testing/test-server.mjs).
  process.env.TEST_SERVER_LOG = file
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
    const leaks = await leaksOfRun({ file, databaseUrl, databaseLogFrom, foundFields })
    await dropDatabases(adminUrl, template)
    await stop()
    rmSync(folder, { recursive: true, force: true })
    if (leaks.length === 0) return
    console.error(`Logs tell who customers are, or what opens a door:\n${leaks.join('\n')}`)
    // Whatever is thrown here fails nothing: the run's end does (scripts/testing/totals.mjs counts it).
    process.exitCode = 1
  }
}
