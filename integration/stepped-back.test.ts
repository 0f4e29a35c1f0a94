import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { watch } from '@/integration/event-source'
import { createTestDatabase } from '@/integration/setup/test-database'
import { startServer } from '@/integration/setup/test-server'
import { Shop, untilServed } from '@/integration/shop'
import { inRoot } from '@/scripts/settings/places.mjs'
import type { TestServer } from '@/scripts/testing/test-server.mjs'

const email = 'manager@corner.example'

let url: string
let name: string
let admin: pg.Client
let server: TestServer

beforeAll(async () => {
  url = (await createTestDatabase()).url
  name = new URL(url).pathname.slice(1)
  admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  server = await startServer({ databaseUrl: url, env: { LOG_LEVEL: 'fatal' } })
})
afterAll(async () => {
  await server?.stop()
  await admin?.end()
})

/** What a command of the server's console says, which works on that database. */
async function atConsole(command: string, ...args: string[]): Promise<string> {
  const run = ['--import', 'tsx', inRoot('scripts', command), ...args]
  return (await promisify(execFile)(process.execPath, run, { env: { ...process.env, DATABASE_URL: url } })).stdout
}

/** A retailer in that database, and the headers of a program in which its owner is signed in. */
async function openShopThere(): Promise<{ shop: Shop; staff: Record<string, string> }> {
  const said = await atConsole('admin.ts', 'create', '--email', email, '--project', 'Corner')
  const key = (await atConsole('keys.ts', 'create', '--kind', 'secret', '--name', 'Server')).split('\n')[0] ?? ''
  const projectId = /is made: (\S+)/.exec(said)?.[1] ?? ''
  const shop = new Shop(server.baseUrl, projectId, 'corner', '', key, '')
  const password = /password (\S+) \(/.exec(said)?.[1]
  const { body } = await shop.call('/api/prod1/sessions', { method: 'POST', body: { email, password }, key: null })
  return { shop, staff: { authorization: `Bearer ${body.accessToken}` } }
}

/** Does something to the database that nobody may be connected to meanwhile. */
async function alone(work: () => Promise<unknown>): Promise<void> {
  await admin.query(`alter database ${name} allow_connections false`)
  await admin.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [name])
  await work()
  await admin.query(`alter database ${name} allow_connections true`)
}

const backUp = () => alone(() => admin.query(`create database ${name}_backup template ${name}`))
const restore = () =>
  alone(async () => {
    await admin.query(`alter database ${name} rename to ${name}_lost`)
    await admin.query(`alter database ${name}_backup rename to ${name}`)
  })

/** Everything that was told is longer ago than changes take to appear: boards count it as known. */
async function settle(): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`update order_event set recorded_at = recorded_at - interval '1 minute'`)
  await client.end()
}

const readBoard = (shop: Shop, staff: Record<string, string>) => {
  const query = new URLSearchParams({ projectId: shop.projectId, destinationId: shop.destinationId })
  return untilServed(() => shop.call(`/api/staff/board?${query}`, { headers: staff, key: null }))
}

it('a backup that is restored under open boards has them read themselves anew, and keeps nobody from them who arrives then', async () => {
  const { shop, staff } = await openShopThere()
  expect((await shop.create('known', { eventType: 'onTheWay' })).status).toBe(201)
  await backUp()
  await untilServed(() => shop.update('known', { eventType: 'arrival' }))
  for (const orderId of ['lost-1', 'lost-2', 'lost-3']) await untilServed(() => shop.create(orderId))
  await settle()
  const before = (await readBoard(shop, staff)).body
  expect(before.orders).toEqual(expect.arrayContaining([expect.objectContaining({ orderId: 'known', version: 2 })]))
  const stream = watch(shop, staff, String(before.cursor))
  await stream.next(({ event }) => event === 'heartbeat')

  await restore()
  await stream.next(({ event }) => event === 'reset')
  const after = (await readBoard(shop, staff)).body
  expect(after.orders).toEqual([expect.objectContaining({ orderId: 'known', version: 1, section: 'OnTheWay' })])
  expect(after.history).toEqual(expect.any(String))
  expect(after.history).not.toBe(before.history)
  // With a number that the board believes it has behind it.
  await untilServed(() => shop.create('arrives', { eventType: 'arrival' }))
  expect((await stream.nextOrder('arrives')).order).toMatchObject({ section: 'Arrived' })
  stream.close()

  const late = watch(shop, staff, String(before.cursor))
  expect((await late.next()).event).toBe('reset')
  late.close()
  // Of a history that goes on, a board goes on as well. Of other stores it may be told at any time.
  const same = watch(shop, staff, String(after.cursor))
  const first = await same.next(({ event }) => event !== 'orders' && event !== 'elsewhere')
  expect(first.event).toBe('settings')
  same.close()
})
