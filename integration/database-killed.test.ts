import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { watch } from '@/integration/event-source'
import { create, listOrderIds, Rush } from '@/integration/rush'
import { startServer } from '@/integration/setup/test-server'
import { Shop } from '@/integration/shop'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '@/scripts/postgres/embedded.mjs'
import { migrate } from '@/scripts/postgres/migrate.mjs'
import { signal, until } from '@/scripts/process/processes.mjs'
import { ensureDemo, readDemo } from '@/scripts/setup/demo.mjs'
import type { TestServer } from '@/scripts/testing/test-server.mjs'

const withinMs = 30_000

const folder = mkdtempSync(path.join(tmpdir(), 'baycall-killed-'))
let database: EmbeddedDatabase
let server: TestServer
let shop: Shop

beforeAll(async () => {
  database = await startEmbeddedDatabase(folder)
  await migrate(database.url)
  server = await startServer({ databaseUrl: database.url, env: { LOG_LEVEL: 'error' } })
  await ensureDemo(folder, server.baseUrl, { DATABASE_URL: database.url, BAYCALL_SECRET: inject('secret') })
  const demo = readDemo(folder)
  if (!demo) throw new Error('There is no demo.json.')
  const { projectId, zoneIds, destinationIds, secretKey, publishableKey } = demo
  shop = new Shop(server.baseUrl, projectId, destinationIds[0] ?? '', zoneIds[0] ?? '', secretKey, publishableKey)
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a database that is killed in the middle of a rush', () => {
  it('loses nothing that was answered, and no board misses what came before or after', async () => {
    const { email, password } = readDemo(folder)?.staff ?? { email: '', password: '' }
    const { body } = await shop.call('/api/prod1/sessions', { method: 'POST', body: { email, password } })
    const board = watch(shop, { authorization: `Bearer ${body.accessToken}` })
    await board.next()
    const rush = new Rush(shop, 'rush', 8)
    await rush.creates(100)
    signal(database.pid, 'SIGKILL')
    expect(await until(() => rush.statuses.has(503), withinMs)).toBe(true)
    await rush.creates(100)
    await rush.end()
    expect(rush.failures).toEqual([])
    expect(rush.statuses, server.logs()).toEqual(new Set([201, 503]))

    const made = new Set<unknown>(rush.made)
    await board.next(({ event, data }) => {
      if (event === 'orders') for (const order of data.orders as { orderId: string }[]) made.delete(order.orderId)
      return made.size === 0
    })
    board.close()
    const there = await listOrderIds(shop)
    expect(there).toEqual(expect.arrayContaining(rush.made))
    // What was answered 503 may or may not have happened: the same request again says.
    const doubtful = rush.answers.filter((answer) => answer.status === 503).map((answer) => answer.orderId)
    const again = await Promise.all(doubtful.slice(0, 50).map((orderId) => create(shop, orderId)))
    expect(new Set(again.map((answer) => answer.status))).toEqual(new Set([201]))
    const after = await listOrderIds(shop)
    expect(after).toHaveLength(new Set(after).size)
  })
})
