import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sendRaw } from '@/integration/raw-request'
import { startServer } from '@/integration/setup/test-server'
import { type Answered, openShop, type Shop } from '@/integration/shop'
import { createKey, createStaff } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'
import type { TestServer } from '@/scripts/testing/test-server.mjs'

const withinMs = 20_000
const perSecond = 2
const burst = 100
// What each process lets a caller do before it asks (lib/limits/leases.ts).
const unasked = 3 * 4

/** Two servers of two processes each, behind one proxy that says whom it answers. */
let servers: TestServer[]
let shop: Shop

beforeAll(async () => {
  const env = {
    RATE_LIMIT_SECRET_KEY: `${perSecond}:${burst}`,
    RATE_LIMIT_PUBLISHABLE_KEY: '0.2:20',
    RATE_LIMIT_SIGN_IN: '0.01:3',
    TRUSTED_PROXIES: '1',
  }
  const databaseUrl = inject('databaseUrl')
  servers = await Promise.all([startServer({ databaseUrl, env }), startServer({ databaseUrl, env })])
  shop = await openShop(inject('baseUrl'))
})
afterAll(() => Promise.all(servers?.map((server) => server.stop()) ?? []))

const at = (n: number) => shop.at(servers[n % 2]?.baseUrl ?? '')
const times = <T>(count: number, of: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => of(n)))
const passed = (answers: Answered[]) => answers.filter((answer) => answer.status !== 429).length

describe('a secret key on two servers', () => {
  it('passes as much as it may, no more, and is told when to come again', async () => {
    const list = `/api/orders?projectId=${shop.projectId}`
    const startedAt = performance.now()
    const answers = await times(400, (n) => at(n).call(list))
    const seconds = (performance.now() - startedAt) / 1000
    // Some may have been let through and not been served, on a machine that 400 at once are too many for.
    const served = answers.filter((answer) => answer.status === 200)
    expect(passed(answers)).toBeGreaterThanOrEqual(burst)
    expect(served.length).toBeGreaterThan(0)
    expect(served.length).toBeLessThanOrEqual(burst + unasked + Math.ceil(seconds * perSecond))
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers, body } of refused) {
      expect(body.code).toBe('too_many_requests')
      expect(headers.get('retry-after')).toBe('1')
      expect(headers.get('ratelimit-limit')).toBe(String(burst))
      expect(headers.get('ratelimit-remaining')).toBe('0')
    }
    const key = await createKey(shop.projectId, 'secret')
    expect((await at(0).call(list, { key })).status).toBe(200)
    expect(await until(async () => (await at(1).call(list)).status === 200, withinMs)).toBe(true)
  })
})

describe('a publishable key', () => {
  const ask = (n: number, from: string) =>
    at(n).call('/api/orders/none?projectId=x', {
      key: shop.publishableKey,
      headers: { 'x-forwarded-for': from },
    })

  it('is counted for each address, and what a client claims of its address counts for nothing', async () => {
    const busy = await times(60, (n) => ask(n, '203.0.113.7'))
    expect(passed(busy)).toBeLessThan(60)
    // The proxy appends what it saw: what stands before it is the client's own invention.
    const claimed = await times(20, (n) => ask(n, `198.51.100.${n}, 203.0.113.7`))
    expect(passed(claimed)).toBeLessThan(20)
    expect((await ask(0, '203.0.113.8')).status).not.toBe(429)
  })
})

describe('signing in', () => {
  it('is slowed down for who guesses an account from an address, not for its owner elsewhere', async () => {
    const account = await createStaff({ projectId: shop.projectId })
    const tryIn = (password: string, from: string) =>
      at(0).call('/api/prod1/sessions', {
        method: 'POST',
        key: null,
        body: { email: account.email, password },
        headers: { 'x-forwarded-for': from },
      })
    const guesses: Answered[] = []
    for (let n = 0; n < 12; n++) guesses.push(await tryIn(`guess-${n}`, '203.0.113.66'))
    expect(guesses.map((answer) => answer.status)).toContain(429)
    expect((await tryIn(account.password, '203.0.113.66')).status).toBe(429)
    expect((await tryIn(account.password, '203.0.113.99')).status).toBe(201)
  })
})

describe('an address that somebody writes in an odd way', () => {
  it('is counted with the rest: what a client claims counts for nothing there either', async () => {
    const email = 'nobody@shop.example'
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) {
      const body = Buffer.from(JSON.stringify({ email, password: `guess-${n}` }))
      const headers = {
        'content-type': 'application/json',
        'content-length': String(body.byteLength),
        'x-forwarded-for': `198.51.100.${n}, 203.0.113.5`,
      }
      const path = '/api/./prod1/sessions'
      statuses.push((await sendRaw(servers[0]?.baseUrl ?? '', { method: 'POST', path, headers, body })).status)
    }
    expect(statuses).toContain(429)
  })
})
