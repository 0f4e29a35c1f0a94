import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { EventReader } from '@/integration/event-source'
import { Scrape } from '@/integration/scrape'
import { startServer } from '@/integration/setup/test-server'
import { openShop, type Shop } from '@/integration/shop'
import { entryRecord } from '@/prisma/factories/entry'
import { inRoot } from '@/scripts/settings/places.mjs'
import type { TestServer } from '@/scripts/testing/test-server.mjs'

const token = 'a token for the metrics test'
const withinMs = 20_000

let server: TestServer
let shop: Shop

beforeAll(async () => {
  server = await startServer({ databaseUrl: inject('databaseUrl'), env: { METRICS_TOKEN: token } })
  shop = await openShop(server.baseUrl)
})
afterAll(() => server?.stop())

const scrape = () => Scrape.of(server.baseUrl, token)

/** The metrics that a file of docs/ names. */
function namesIn(file: string): string[] {
  const text = readFileSync(inRoot('docs', file), 'utf8')
  return [...text.matchAll(/\b(?:baycall|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name)
}

describe('the metrics of a server with two serving processes', () => {
  it('are those of both, whichever of them is asked', async () => {
    for (let n = 0; n < 10; n++) await shop.create(`both-${n}`, {}, { headers: { connection: 'close' } })
    for (let n = 0; n < 4; n++) {
      const seen = await scrape()
      expect(seen.sum('baycall_request_seconds_count', { route: 'Create an order', status: '201' })).toBe(10)
      expect(seen.workersOf('process_resident_memory_bytes')).toEqual(['1', '2'])
      expect([seen.sum('baycall_workers_up'), seen.sum('baycall_workers_wanted')]).toEqual([2, 2])
    }
  })

  it('are for who bears the token, however the scheme is spelled', async () => {
    const asked = ['Bearer', 'bearer', 'BEARER '].map((scheme) => `${scheme} ${token}`)
    const refused = ['', 'Bearer', token, `Bearer ${token}x`, `Bearer x${token}`, `Basic ${token}`]
    for (const [authorizations, status] of [
      [asked, 200],
      [refused, 401],
    ] as const) {
      for (const authorization of authorizations) {
        const answer = await fetch(`${server.baseUrl}/api/metrics`, { headers: { authorization } })
        expect([authorization, answer.status]).toEqual([authorization, status])
      }
    }
  })

  it('describe each metric once, and say no address, id or name', async () => {
    const { text } = await scrape()
    const described = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    expect(new Set(described).size).toBe(described.length)
    expect(text).not.toMatch(new RegExp(`both-|${shop.projectId}|${shop.destinationId}`))
  })

  it('count what is refused because the id is taken, and what is answered again', async () => {
    const before = await scrape()
    const sent = { headers: { 'idempotency-key': 'metrics' } }
    await shop.create('taken', {}, sent)
    expect((await shop.create('taken', {}, sent)).headers.get('idempotency-replayed')).toBe('true')
    expect((await shop.create('taken')).body.code).toBe('order_exists')
    const after = await scrape()
    for (const name of ['baycall_claim_conflicts_total', 'baycall_idempotency_replays_total']) {
      expect(after.sum(name) - before.sum(name), name).toBe(1)
    }
  })

  it('count entries by what became of them', async () => {
    const { projectId, destinationId } = shop
    const record = entryRecord({ projectId, destinationId })
    const body = { projectId, entries: [record, record, entryRecord({ destinationId }), { entryTime: 'never' }] }
    expect((await shop.call('/api/prod1/entry', { method: 'POST', body })).body.accepted).toBe(2)
    // Its place has no name, and an app is told nothing of that.
    const nowhere = { _type: 'transition', event: 'enter', tst: 1427634603 }
    await shop.call('/api/prod1/receive/owntracks', { method: 'POST', body: nowhere })
    const seen = await scrape()
    const results = ['accepted', 'duplicate', 'rejected']
    expect(results.map((result) => seen.sum('baycall_entries_total', { result }))).toEqual([2, 1, 2])
  })

  it('know the boards that are open, and how late they learn', async () => {
    const { headers } = await shop.signIn()
    const query = `projectId=${shop.projectId}&destinationId=${shop.destinationId}&after=0`
    const boards = [1, 2].map(() => new EventReader(`${server.baseUrl}/api/staff/board/stream?${query}`, headers))
    for (const board of boards) await board.next(({ event }) => event === 'heartbeat')
    await shop.create('seen')
    for (const board of boards) await board.nextOrder('seen')
    const seen = await scrape()
    expect(seen.sum('baycall_boards_connected')).toBe(2)
    expect(seen.sum('baycall_feed_listening')).toBeGreaterThan(0)
    expect(seen.sum('baycall_feed_lag_seconds_count')).toBeGreaterThan(0)
    expect(seen.sum('baycall_feed_lag_seconds_bucket', { le: '2.5' })).toBe(seen.sum('baycall_feed_lag_seconds_count'))
    for (const board of boards) board.close()
    await expect.poll(async () => (await scrape()).sum('baycall_boards_connected'), { timeout: withinMs }).toBe(0)
  })

  it('hold what the dashboard and the guide for operators ask for', async () => {
    const names = (await scrape()).names()
    const asked = namesIn('grafana.json')
    expect(asked.length).toBeGreaterThan(15)
    expect(asked.filter((name) => !names.has(name))).toEqual([])
    // And the role that statements run as.
    const told = namesIn('operations.md').filter((name) => !names.has(name) && !names.has(`${name}_count`))
    expect(told).toEqual(['baycall_app'])
    const ours = [...names].filter((name) => name.startsWith('baycall_') && !/_(sum|count)$/.test(name))
    expect(ours.filter((name) => !asked.includes(name))).toEqual([])
  })

  it('come in time also while one of them hangs, and say so', async () => {
    const [hung = 0] = server.workers()
    process.kill(hung, 'SIGSTOP')
    const ask = () => Scrape.of(server.baseUrl, token, 3_000).catch(() => null)
    await expect.poll(async () => (await ask())?.sum('baycall_workers_up'), { timeout: withinMs }).toBe(1)
    process.kill(hung, 'SIGKILL')
    await expect.poll(async () => (await ask())?.sum('baycall_workers_up'), { timeout: withinMs }).toBe(2)
    expect((await scrape()).workersOf('process_resident_memory_bytes')).toEqual(['1', '2'])
  })
})

describe('the metrics of a server whose database is away', () => {
  it('count statements that failed and requests that were told so', async () => {
    const away = 'postgresql://nobody@127.0.0.1:1/nothing'
    const alone = await startServer({ databaseUrl: away, env: { METRICS_TOKEN: token, WORKERS: '1' } })
    try {
      const answer = await fetch(`${alone.baseUrl}/api/orders`, { headers: { 'x-service-api-key': shop.secretKey } })
      expect(answer.status).toBe(503)
      const seen = await Scrape.of(alone.baseUrl, token)
      expect(seen.sum('baycall_database_away_total')).toBe(1)
      expect(seen.sum('baycall_database_errors_total', { class: 'connection' })).toBeGreaterThan(0)
    } finally {
      await alone.stop()
    }
  })
})
