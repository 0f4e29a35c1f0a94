import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { watch } from '@/integration/event-source'
import { startBalancer, startPooler } from '@/integration/network/between'
import { create, listOrderIds, Rush } from '@/integration/rush'
import { startServer } from '@/integration/setup/test-server'
import { openShop, type Shop, untilServed } from '@/integration/shop'
import { revokeApiKeys } from '@/lib/auth/data'
import { inProjects } from '@/lib/wall'
import { standBehindWall, WalledClient } from '@/lib/walled-client'
import { createKey } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'
import type { TestServer } from '@/scripts/testing/test-server.mjs'

const withinMs = 20_000

/** Two machines: one on the database itself, one through a pooler in transaction mode; a load balancer before both. */
let direct: TestServer
let pooled: TestServer
let pooler: Awaited<ReturnType<typeof startPooler>>
let balancer: Awaited<ReturnType<typeof startBalancer>>
let shop: Shop
let staff: Record<string, string>

beforeAll(async () => {
  const databaseUrl = inject('databaseUrl')
  pooler = await startPooler(databaseUrl)
  direct = await startServer({ databaseUrl })
  pooled = await startServer({ databaseUrl: pooler.url, env: { DATABASE_DIRECT_URL: databaseUrl } })
  balancer = await startBalancer([direct.port, pooled.port])
  shop = await openShop(balancer.baseUrl)
  staff = (await shop.signIn({ role: 'manager' })).headers
})
afterAll(async () => {
  balancer?.stop()
  await Promise.all([direct?.stop(), pooled?.stop()])
  pooler?.stop()
})

const statuses = (answers: { status: number }[]) => answers.map((answer) => answer.status).sort()
const untilMade = async (orderId: string): Promise<number> => {
  const { status } = await create(shop, orderId)
  return status === 503 ? untilMade(orderId) : status
}
const times = <T>(count: number, of: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => of(at)))

/** How many of a pooler's connections let nobody write: each is held while the others are asked. None while one has broken. */
async function onlyReaders({ url, size }: { url: string; size: number }): Promise<number | null> {
  const clients = Array.from({ length: size }, () => new pg.Client({ connectionString: url }))
  for (const client of clients) client.on('error', () => {})
  try {
    await Promise.all(clients.map((client) => client.connect()))
    await Promise.all(clients.map((client) => client.query('begin')))
    const answers = await Promise.all(clients.map((client) => client.query('show transaction_read_only')))
    // The pooler keeps none that is left in the middle.
    await Promise.all(clients.map((client) => client.query('rollback')))
    return answers.filter(({ rows }) => rows[0].transaction_read_only === 'on').length
  } catch {
    return null
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

describe('behind a load balancer, on two servers', () => {
  it('one of 100 simultaneous creates of an id gets the order', async () => {
    const answers = await times(100, (phone) => {
      const headers = { 'idempotency-key': `phone ${phone}` }
      return untilServed(() => shop.create('wanted', {}, { headers }))
    })
    expect(statuses(answers)).toEqual([201, ...Array(99).fill(409)])
  })

  it('20 parallel retries with one idempotency key make one order, wherever they arrive', async () => {
    const sent = { headers: { 'idempotency-key': 'retry' } }
    const answers = await times(20, () => untilServed(() => shop.create('retried', {}, sent)))
    expect(statuses(answers)).toEqual(Array(20).fill(201))
    expect(new Set(answers.map((answer) => answer.body.serviceId)).size).toBe(1)
  })

  it('50 parallel updates of one order lose none', async () => {
    await shop.create('merged')
    await times(50, (at) => untilServed(() => shop.update('merged', { hsFields: { [`key ${at}`]: String(at) } })))
    const { body } = await shop.get('merged')
    expect(Object.keys(body.hsFields as object)).toHaveLength(50)
  })

  it('a revoked key works no more on either within five seconds', async () => {
    const key = await createKey(shop.projectId, 'secret')
    const list = (at: TestServer) => shop.at(at.baseUrl).call(`/api/orders?projectId=${shop.projectId}`, { key })
    expect(statuses(await Promise.all([list(direct), list(pooled)]))).toEqual([200, 200])
    const revokedAt = performance.now()
    await revokeApiKeys(shop.projectId, key.slice(0, 10), new Date())
    const isRefused = async () => statuses(await Promise.all([list(direct), list(pooled)])).every((s) => s === 401)
    expect(await until(isRefused, withinMs)).toBe(true)
    expect(performance.now() - revokedAt).toBeLessThan(5_000)
  })

  it('a board on either shows what was told to the other', async () => {
    for (const [board, phone] of [
      [direct, pooled],
      [pooled, direct],
    ] as const) {
      const reader = watch(shop.at(board.baseUrl), staff)
      await reader.next()
      const orderId = `told-${phone.port}`
      await shop.at(phone.baseUrl).create(orderId)
      const toldAt = performance.now()
      await reader.nextOrder(orderId)
      // By the database's word, not by looking now and then (lib/feed/listener.ts).
      expect(performance.now() - toldAt).toBeLessThan(4_000)
      reader.close()
    }
  })

  it('a page that one began the other goes on with, for whoever signed in at either', async () => {
    const search = (at: TestServer, more: object) =>
      shop.at(at.baseUrl).call('/api/prod1/entry/_search', {
        method: 'POST',
        headers: staff,
        body: { projectId: shop.projectId, pageSize: 2, ...more },
      })
    const entries = Array.from({ length: 5 }, (_, at) => ({
      entryId: `page-${at}`,
      entryTime: '2026-01-01T00:00:00Z',
      destinationId: shop.destinationId,
    }))
    await shop.call('/api/prod1/entry', { method: 'POST', body: { projectId: shop.projectId, entries } })
    const seen: unknown[] = []
    let paginationToken: unknown
    for (const at of [direct, pooled, direct]) {
      const { body } = await search(at, { ...(paginationToken !== undefined && { paginationToken }) })
      seen.push(...(body.entries as { entryId: string }[]).map((entry) => entry.entryId))
      paginationToken = body.paginationToken
    }
    expect(paginationToken).toBeUndefined()
    expect(seen).toEqual(['page-4', 'page-3', 'page-2', 'page-1', 'page-0'])
  })

  it('statements that are prepared elsewhere, or nowhere, do no harm through a pooler', async () => {
    const other = shop.at(pooled.baseUrl)
    const made = await times(60, (at) => other.create(`mixed-${at}`))
    const answers = await times(300, (at) =>
      at % 2 ? other.get(`mixed-${at % 60}`) : other.update(`mixed-${at % 60}`),
    )
    expect(new Set(statuses([...made, ...answers]))).toEqual(new Set([200, 201]))
    const { status } = await other.call('/api/prod1/sessions', {
      method: 'POST',
      body: { email: 'x@y.example', password: 'wrong' },
    })
    expect(status).toBe(401)
  })

  it('a statement through a pooler sees its own project’s rows, on whichever connection it comes to be', async () => {
    const other = await openShop(direct.baseUrl)
    const clients = Array.from({ length: 8 }, () => new WalledClient({ connectionString: pooler.url }))
    for (const client of clients) {
      await client.connect()
      await standBehindWall(client, { isPooled: true })
    }
    await times(200, async (at) => {
      const { projectId } = at % 2 ? shop : other
      const ask = (): Promise<{ rows: object[] }> =>
        clients[at % 8]?.query('select distinct project_id, current_user as role from store') as never
      expect((await inProjects([projectId], ask)).rows).toEqual([{ project_id: projectId, role: 'baycall_app' }])
    })
    // Nothing of it is left on the pooler's connections.
    for (const client of clients) {
      const { rows } = await client.bare("select coalesce(current_setting('baycall.projects', true), '') as left")
      expect(rows).toEqual([{ left: '' }])
    }
    for (const client of clients) await client.end()
  })

  it('a pooler that nobody was told of keeps the server from being ready, and the log says what to set', async () => {
    const own = await startServer({ databaseUrl: pooler.url, env: { WORKERS: '1' } })
    try {
      expect((await shop.at(own.baseUrl).create('unready')).status).toBe(503)
      expect((await fetch(`${own.baseUrl}/api/health/ready`)).status).toBe(503)
      expect(own.logs()).toContain('DATABASE_DIRECT_URL')
    } finally {
      await own.stop()
    }
  })

  it('behind a time in which the database might only be read, all is well by itself, through a pooler too', async () => {
    const other = shop.at(pooled.baseUrl)
    const name = new URL(inject('databaseUrl')).pathname.slice(1)
    const admin = new pg.Client({ connectionString: inject('adminUrl') })
    await admin.connect()
    try {
      await admin.query(`alter database "${name}" set default_transaction_read_only = on`)
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      // Each connection that the pooler opens now only reads.
      expect(await until(async () => (await onlyReaders(pooler)) === pooler.size, 20_000)).toBe(true)
      expect(statuses(await times(10, (at) => other.create(`unkept-${at}`)))).toEqual(Array(10).fill(503))
      // Also where the server's own connections were open before.
      expect((await fetch(`${pooled.baseUrl}/api/health/ready`)).status).toBe(503)
    } finally {
      await admin.query(`alter database "${name}" reset default_transaction_read_only`)
      await admin.end()
    }
    let made = 0
    const isKept = async () =>
      (await times(10, () => other.create(`kept-${made++}`))).every((one) => one.status === 201)
    expect(await until(async () => (await isKept()) && (await onlyReaders(pooler)) === 0, 30_000)).toBe(true)
    expect((await fetch(`${pooled.baseUrl}/api/health/ready`)).status).toBe(200)
  })

  it('a board that no word of the database reaches looks for itself', async () => {
    const own = await startServer({ databaseUrl: pooler.url, env: { DATABASE_DIRECT_URL: pooler.url, WORKERS: '1' } })
    try {
      const board = watch(shop.at(own.baseUrl), staff)
      await board.next()
      await shop.create('unheard')
      expect((await board.nextOrder('unheard')).order.status).toBe('Registered')
      board.close()
    } finally {
      await own.stop()
    }
  })

  it('one that is killed in the middle of a rush costs no order: what was answered is there, the rest is sent again', async () => {
    const rush = new Rush(shop, 'machine', 12)
    await rush.creates(60)
    await pooled.kill9()
    await rush.creates(60)
    await rush.end()
    // Whoever is told 503 sends again as well: by the balancer, until it has noticed, or by a server that is too busy. So does
    // who is told 502: theirs was under way as it was killed.
    expect([...rush.statuses].filter((status) => ![201, 502, 503].includes(status))).toEqual([])
    const unserved = [...rush.failures, ...rush.answers.filter(({ status }) => status !== 201)]
    const again = await Promise.all(unserved.map(({ orderId }) => untilMade(orderId)))
    expect(again).toEqual(again.map(() => 201))
    const expected = [...rush.made, ...unserved.map(({ orderId }) => orderId)]
    const there = (await listOrderIds(shop)).filter((id) => id.startsWith('machine-'))
    expect(there.sort()).toEqual(expected.sort())
  })
})
