import { Agent } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { watch } from '@/integration/event-source'
import { create, listOrderIds, Rush } from '@/integration/rush'
import { Line } from '@/integration/setup/line'
import { startServer } from '@/integration/setup/test-server'
import { openShop, type Shop } from '@/integration/shop'
import { seedEntries } from '@/prisma/factories/entry'
import { createKey, createStaff } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'
import type { TestServer } from '@/scripts/testing/test-server.mjs'

const withinMs = 20_000
/** Two seconds for the answer, and one for a machine that is busy with both sides of it. */
const answeredWithinMs = 3_000

let line: Line
let server: TestServer
let shop: Shop
let staff: Record<string, string>

beforeAll(async () => {
  const through = await Line.to(inject('databaseUrl'))
  line = through.line
  server = await startServer({ databaseUrl: through.url, env: { LOG_LEVEL: 'fatal', DATABASE_PATIENCE_MS: '1900' } })
})
beforeEach(async () => {
  shop = await openShop(server.baseUrl)
  staff = (await shop.signIn({ role: 'manager' })).headers
})
afterAll(async () => {
  await server?.stop()
  line?.close()
})

const signOut = () => shop.call('/api/staff/session', { method: 'DELETE', headers: staff, key: null })
const isReady = async () => (await fetch(`${server.baseUrl}/api/health/ready`)).status === 200

describe('an export of entries', () => {
  it('that loses the database breaks off: what was saved never looks like the whole', async () => {
    await seedEntries(shop.projectId, { count: 60_000, stores: [shop], from: new Date('2026-02-01T00:00:00Z') })
    const query = new URLSearchParams({ projectId: shop.projectId, format: 'ndjson' })
    const { body } = await fetch(`${server.baseUrl}/api/staff/entries/export?${query}`, { headers: staff })
    const reader = body?.getReader()
    await reader?.read()
    line.cut()
    const rest = async () => {
      for (let part = await reader?.read(); part && !part.done; ) part = await reader?.read()
    }
    await expect(rest()).rejects.toThrow()
    line.restore()
    expect(await until(isReady, withinMs)).toBe(true)
  })
})

describe.each([
  ['is cut', () => line.cut()],
  ['falls silent', () => line.silence()],
] as const)('while the way to the database %s in the middle of a rush', (_, fail) => {
  it('each request is answered with 503 and Retry-After in time; afterwards all is there, and boards know it', async () => {
    const board = watch(shop, staff)
    await board.next()
    const rush = new Rush(shop, 'rush', 8)
    await rush.creates(40)
    fail()
    expect(await until(() => rush.statuses.has(503), withinMs)).toBe(true)
    const agent = new Agent({ maxSockets: 100 })
    const waiting = await Promise.all(Array.from({ length: 100 }, (_, at) => create(shop, `waiting-${at}`, agent)))
    expect(new Set(waiting.map((answer) => answer.status))).toEqual(new Set([503]))
    for (const { headers } of waiting) expect(headers['retry-after']).toMatch(/^\d+$/)
    expect(await isReady()).toBe(false)
    // Meanwhile somebody arrives at another server.
    await shop.at(inject('baseUrl')).create('elsewhere')

    line.restore()
    await rush.creates(40)
    await rush.end()
    expect(rush.failures).toEqual([])
    expect(rush.statuses).toEqual(new Set([201, 503]))
    expect(Math.max(...rush.answers.map((answer) => answer.tookMs))).toBeLessThan(answeredWithinMs)
    expect(await isReady()).toBe(true)
    // The very same stream, without a gap: the tablet need not even connect again.
    const last = rush.made.at(-1) ?? ''
    const seen = new Set<unknown>()
    await board.next(({ event, data }) => {
      if (event === 'orders') for (const order of data.orders as { orderId: string }[]) seen.add(order.orderId)
      return seen.has('elsewhere') && seen.has(last)
    })
    board.close()
    const there = await listOrderIds(shop)
    expect(there).toEqual(expect.arrayContaining([...rush.made, 'elsewhere']))
    expect(there).toHaveLength(new Set(there).size)
  })
})

describe.each([
  ['is cut', () => line.cut()],
  ['falls silent', () => line.silence()],
] as const)('while the way to the database %s', (_, fail) => {
  it('a browser that is signed in is told to come again, as everybody else is', async () => {
    const browser = new Browser(shop)
    expect((await browser.signIn(await createStaff({ projectId: shop.projectId, role: 'staff' }))).status).toBe(200)
    fail()
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.send('GET', '/api/staff/session')))
    line.restore()
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['503 unavailable']))
    for (const { headers } of answers) expect(headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await until(() => browser.isIn(), withinMs)).toBe(true)
    expect(await until(isReady, withinMs)).toBe(true)
  })
})

describe('a page that anybody may open', () => {
  it.each(['/join/nothing', '/reset/nothing'])(
    '%s is one to come again to while the database is away',
    async (path) => {
      const open = () => fetch(`${server.baseUrl}${path}`)
      expect((await open()).status).toBe(200)
      line.silence()
      const { status, headers } = await open()
      line.restore()
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toMatch(/^\d+$/)
      expect(await until(async () => (await open()).status === 200, withinMs)).toBe(true)
      expect(await until(isReady, withinMs)).toBe(true)
    },
  )
})

describe('while each statement takes more than a second', () => {
  it('a request of two is told to come again, and the second is not done behind its back', async () => {
    // Each serving process has connections by then.
    await Promise.all(Array.from({ length: 20 }, (_, at) => shop.create(`warm-${at}`)))
    const unseen = await createKey(shop.projectId, 'secret')
    line.delay(1_200)
    try {
      const startedAt = performance.now()
      const { status, headers } = await shop.create('two', {}, { key: unseen })
      expect(performance.now() - startedAt).toBeLessThan(answeredWithinMs)
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toMatch(/^\d+$/)
    } finally {
      line.delay(0)
    }
    expect((await shop.get('two')).status).toBe(404)
    expect((await shop.create('two', {}, { key: unseen })).status).toBe(201)
  })
})

// Of the connections that wait for the one that asks; pg_stat_activity would stay as it is throughout a transaction.
const blocked = (what: string) =>
  `select ${what} from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`

describe('a request that waits for another’s lock', () => {
  it('is told to come again within two seconds, and costs nobody else anything', async () => {
    await shop.create('held')
    await shop.create('free')
    const pg = await import('pg')
    const holder = new pg.default.Client({ connectionString: inject('databaseUrl') })
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query('select 1 from orders where project_id = $1 and order_id = $2 for update', [
        shop.projectId,
        'held',
      ])
      const startedAt = performance.now()
      const held = shop.update('held')
      expect((await shop.update('free')).status).toBe(200)
      expect(await held).toMatchObject({ status: 503 })
      expect(performance.now() - startedAt).toBeLessThan(answeredWithinMs)
    } finally {
      await holder.query('rollback')
      await holder.end()
    }
    expect((await shop.update('held')).status).toBe(200)
  })

  it('leaves room for other projects, however many of one wait for it', async () => {
    await shop.create('held')
    const other = await openShop(server.baseUrl)
    await other.create('warm')
    const pg = await import('pg')
    const holder = new pg.default.Client({ connectionString: inject('databaseUrl') })
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query('select 1 from orders where project_id = $1 for update', [shop.projectId])
      let givenUp = 0
      const waiting = Array.from({ length: 40 }, () => shop.update('held').finally(() => givenUp++))
      const isFull = async () => ((await holder.query(blocked('pid'))).rowCount ?? 0) > 0
      expect(await until(isFull, withinMs)).toBe(true)
      const served = await Promise.all(Array.from({ length: 4 }, (_, n) => other.create(`beside-${n}`)))
      expect([served.map(({ status }) => status), givenUp]).toEqual([[201, 201, 201, 201], 0])
      await holder.query('rollback')
      await Promise.all(waiting)
    } finally {
      await holder.end()
    }
  })

  it('and loses its connection leaves it to nobody else', async () => {
    await shop.create('held')
    const other = await openShop(server.baseUrl)
    await other.create('warm')
    const pg = await import('pg')
    const holder = new pg.default.Client({ connectionString: inject('databaseUrl') })
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query('select 1 from orders where project_id = $1 for update', [shop.projectId])
      const waiting = Array.from({ length: 4 }, () => shop.update('held'))
      const isWaiting = async () => ((await holder.query(blocked('pid'))).rowCount ?? 0) > 0
      expect(await until(isWaiting, withinMs)).toBe(true)
      // More than there are connections: whichever is given back has its next at once.
      const beside = Array.from({ length: 60 }, (_, n) => other.create(`beside-${n}`))
      expect((await holder.query(blocked('pg_terminate_backend(pid)'))).rowCount).toBeGreaterThan(0)
      const served = await Promise.all(beside)
      expect(served.filter(({ status }) => status !== 201)).toEqual([])
      await holder.query('rollback')
      await Promise.all(waiting)
    } finally {
      await holder.end()
    }
  })

  it.each([
    ['an order', 'orders', () => shop.update('held')],
    ['a session', 'staff_session', () => signOut()],
  ])('is told so too when the database ends its connection: %s', async (_, table, send) => {
    await shop.create('held')
    const pg = await import('pg')
    const holder = new pg.default.Client({ connectionString: inject('databaseUrl') })
    await holder.connect()
    try {
      const mine =
        table === 'orders' ? 'project_id = $1' : 'user_id in (select user_id from membership where project_id = $1)'
      await holder.query('begin')
      await holder.query(`select 1 from ${table} where ${mine} for update`, [shop.projectId])
      let isAnswered = false
      const sent = send().finally(() => {
        isAnswered = true
      })
      await until(async () => (await holder.query(blocked('pg_terminate_backend(pid)'))) && isAnswered, withinMs)
      expect(await sent).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    } finally {
      await holder.query('rollback')
      await holder.end()
    }
    expect((await send()).status).toBeLessThan(300)
  })
})
