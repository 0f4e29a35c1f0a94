import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { sendRaw } from '@/integration/raw-request'
import { startServer } from '@/integration/setup/test-server'
import { openShop, type Shop } from '@/integration/shop'
import { sql } from '@/lib/db'
import { entryRecord, ndjson } from '@/prisma/factories/entry'
import { asOwner } from '@/prisma/factories/owner'
import { createStaff } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'
import type { TestServer } from '@/scripts/testing/test-server.mjs'

const person = {
  name: 'Priya Natarajan',
  phone: '+44-7700-900123',
  plate: 'KX71-ABC',
  email: 'priya@customers.example',
  orderId: 'order-4711-of-priya',
  token: 'guessed-token-of-priya',
  key: 'sk_guessed_key_of_priya',
  installRef: 'phone-of-priya',
  idempotencyKey: 'retry-of-priya',
  latitude: '51.507351',
}
const details = { customerName: person.name, hsFields: { Phone: person.phone, Plate: person.plate } }
const slow = 'Slow'
const stuck = 'Stuck'
const withinMs = 10_000
const noDatabase = 'postgresql://nobody@127.0.0.1:1/nothing'

type Line = {
  level: number
  msg: string
  requestId?: string
  traceId?: string
  status?: number
  ms?: number
  unsaid?: number
}

const linesOf = (server: TestServer): Line[] =>
  server
    .logs()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

async function lineOf(server: TestServer, requestId: string, msg = 'answered'): Promise<Line> {
  const find = () => linesOf(server).find((line) => line.requestId === requestId && line.msg === msg)
  await expect.poll(find, { timeout: withinMs }).toBeDefined()
  return find() as Line
}

let server: TestServer
let shop: Shop
/** What must not be in the log: what a person is, and what opens a door. */
const secrets = new Set<string>(Object.values(person))

// The project's orders fail on what a customer is called, as a statement may: the database then quotes the value.
async function plantFailure(projectId: string): Promise<void> {
  await asOwner(
    `create function fail_on_name() returns trigger language plpgsql as $$
     begin
       if new.customer_name = '${slow}' then perform pg_sleep(1.1);
       elsif new.customer_name = '${stuck}' then perform pg_sleep(10); else perform new.customer_name::uuid; end if;
       return new;
     end $$`,
  )
  await asOwner(
    `create trigger fail_on_name before insert on orders for each row
     when (new.project_id = '${projectId}') execute function fail_on_name()`,
  )
}

beforeAll(async () => {
  server = await startServer({ databaseUrl: inject('databaseUrl'), env: { LOG_LEVEL: 'trace', WORKERS: '1' } })
  shop = await openShop(server.baseUrl)
  secrets.add(shop.secretKey).add(shop.publishableKey)
})
afterAll(async () => {
  await asOwner('drop function if exists fail_on_name cascade')
  await server?.stop()
})

/** Requests of each kind that a customer's phone sends: good ones, and each way to get one wrong. */
async function customersCall(): Promise<number[]> {
  const { orderId } = person
  const again = { headers: { 'idempotency-key': person.idempotencyKey } }
  const made = await shop.create(orderId, details, again)
  secrets.add(String(made.body.userToken))
  const post = (body: string) => shop.call('/api/orders', { method: 'POST', body })
  const answers = [
    made,
    await shop.create(orderId, details, again),
    await shop.create(orderId, { customerName: 'other' }, again),
    await shop.create(orderId, details),
    await shop.create(orderId, { ...details, [person.plate]: person.phone }),
    await shop.create(orderId, { ...details, etaSeconds: person.phone }),
    await shop.create(orderId, details, { key: person.key }),
    await post(`{"customerName":"${person.name}" "orderId"`),
    await post(`{"customerName":"${person.name}\\u0000"}`),
    await shop.update(orderId, { ...details, eventType: 'arrival', userToken: made.body.userToken }),
    await shop.update(orderId, { userToken: person.token }, { headers: { 'x-user-token': person.token } }),
    await shop.update(`${person.phone}/${person.plate}`, details),
    await shop.get(orderId),
    await shop.call(`/api/orders/${orderId}?projectId=${person.email}`),
    await shop.call(`/api/${orderId}/${person.phone}?name=${encodeURIComponent(person.name)}`),
    await shop.call(`/api/orders/${orderId}`, { method: 'DELETE' }),
    await shop.call(`/c/${made.body.userToken}`, { key: null }),
  ]
  const unreadable = { method: 'GET', path: `/api/orders/%ZZ${orderId}`, headers: {} }
  return [...answers.map(({ status }) => status), (await sendRaw(server.baseUrl, unreadable)).status]
}

/** The same of imports and of staff. */
async function retailersCall(): Promise<number[]> {
  const { projectId, destinationId } = shop
  const { installRef, latitude } = person
  const location = { latitude: Number(latitude), longitude: 0 }
  const record = entryRecord({ projectId, destinationId, installRef, location })
  const entries = [record, { ...record, location: person.phone }, { ...record, [person.name]: 1 }]
  const { account, headers } = await shop.signIn({ name: person.name, role: 'manager' })
  for (const secret of [account.email, account.password, headers.authorization.slice(7)]) secrets.add(secret)
  const session = (body: unknown) => shop.call('/api/prod1/sessions', { method: 'POST', body, key: null })
  const opened = await session(account)
  secrets.add(String(opened.body.refreshToken))
  const search = (body: unknown) => shop.call('/api/prod1/entry/_search', { method: 'POST', body, headers, key: null })
  const lines = { method: 'POST', headers: { 'content-type': 'application/x-ndjson' } }
  const answers = [
    await shop.call('/api/prod1/entry', { method: 'POST', body: { projectId, entries } }),
    await shop.call('/api/prod1/entry', { ...lines, body: `${ndjson([record])}{"installRef":"${installRef}"` }),
    opened,
    await session({ email: person.email, password: person.token }),
    await session({ email: person.email, password: [person.token] }),
    await search({ projectId, installRef }),
    await search({ projectId: person.phone, installRef }),
    await shop.call('/api/staff/session', { headers: { authorization: `Bearer ${person.token}` }, key: null }),
    await shop.call('/api/staff/session', { headers: { cookie: `baycall.session_token=${person.token}` }, key: null }),
    await shop.call(`/entries?projectId=${projectId}&installRef=${installRef}`, { headers, key: null }),
  ]
  return answers.map(({ status }) => status)
}

function expectNoSecretIn(text: string): void {
  for (const secret of secrets) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(encodeURIComponent(secret))
  }
}

describe('the log at its most talkative', () => {
  it('has one line for each answered request, and nothing of customers, staff, keys or addresses', async () => {
    expect(await customersCall()).toEqual([
      201, 201, 409, 409, 400, 400, 401, 400, 400, 200, 403, 404, 200, 400, 404, 405, 404, 400,
    ])
    expect(await retailersCall()).toEqual([200, 200, 201, 401, 400, 200, 400, 401, 401, 307])
    const requestId = randomUUID()
    await shop.get(person.orderId, { headers: { 'x-request-id': requestId } })
    const line = await lineOf(server, requestId)
    expect(Object.keys(line).toSorted()).toEqual(
      ['level', 'method', 'ms', 'msg', 'requestId', 'route', 'status', 'time', 'traceId'].toSorted(),
    )
    expect(line).toMatchObject({ level: 20, route: 'Get an order', method: 'GET', status: 200 })
    expect(linesOf(server).filter(({ msg }) => msg === 'answered').length).toBeGreaterThan(25)
    expectNoSecretIn(server.logs())
  })

  it('names the caller’s trace', async () => {
    const traceId = randomBytes(16).toString('hex')
    const headers = { 'x-request-id': randomUUID(), traceparent: `00-${traceId}-${'a'.repeat(16)}-00` }
    await shop.get(person.orderId, { headers })
    expect((await lineOf(server, headers['x-request-id'])).traceId).toBe(traceId)
  })

  it('tells of an entry that was refused, where its sender is told nothing', async () => {
    const headers = { 'x-request-id': randomUUID(), 'x-limit-u': person.name }
    const body = { _type: 'transition', event: 'enter', tst: 1427634603, tid: person.plate, topic: person.email }
    const sent = await shop.call('/api/prod1/receive/owntracks', { method: 'POST', headers, body })
    expect([sent.status, sent.body]).toEqual([200, []])
    const line = await lineOf(server, headers['x-request-id'], 'OwnTracks entry refused')
    expect(line).toMatchObject({ level: 40, errors: [{ path: 'destinationId', message: expect.any(String) }] })
    expectNoSecretIn(server.logs())
  })

  it('tells of what fails and of what is slow aloud, and of a failure where, but not the value that it failed on', async () => {
    await plantFailure(shop.projectId)
    const failed = { headers: { 'x-request-id': randomUUID() } }
    expect((await shop.create('fails', details, failed)).status).toBe(500)
    expect((await lineOf(server, failed.headers['x-request-id'])).level).toBe(50)
    const told = await lineOf(server, failed.headers['x-request-id'], 'request failed')
    expect(told).toMatchObject({ err: { code: '22P02' } })
    expect(JSON.stringify(told)).toMatch(/at .*createOrder/)
    const late = { headers: { 'x-request-id': randomUUID() } }
    expect((await shop.create('late', { customerName: slow }, late)).status).toBe(201)
    const line = await lineOf(server, late.headers['x-request-id'])
    expect(line.level).toBe(40)
    expect(line.ms).toBeGreaterThan(1_000)
    expectNoSecretIn(server.logs())
  })

  it('tells of a page that fails by its digest and the pattern of its address, and not the value that it failed on', async () => {
    const elsewhere = await openShop(server.baseUrl)
    const { projectId, destinationId, baseUrl } = elsewhere
    const browser = new Browser(elsewhere)
    const account = await createStaff({ projectId, role: 'manager' })
    for (const secret of [account.email, account.password]) secrets.add(secret)
    await browser.signIn(account)
    await sql('nowhere', `update store set time_zone = 'No/Where' where project_id = $1`, [projectId])
    const page = await fetch(`${baseUrl}/board/${projectId}/${destinationId}`, { headers: browser.headers })
    expect(page.status).toBe(500)
    const find = () => linesOf(server).find(({ msg }) => msg === 'page failed')
    await expect.poll(find, { timeout: withinMs }).toBeDefined()
    const told = { level: 50, route: '/board/[projectId]/[destinationId]', digest: expect.any(String) }
    expect(find()).toMatchObject({ ...told, err: { name: 'RangeError' } })
    expect(server.logs()).not.toContain('No/Where')
    expectNoSecretIn(server.logs())
  })

  it('tells of a statement that takes too long by its name alone, and not of a database that is away', async () => {
    const sent = { headers: { 'x-request-id': randomUUID() } }
    const answer = await shop.create('stuck', { ...details, customerName: stuck }, sent)
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
    const told = await lineOf(server, sent.headers['x-request-id'], 'statement took too long')
    expect(told).toMatchObject({ level: 40, statement: 'create-order' })
    expect(linesOf(server).some(({ msg }) => msg === 'database away')).toBe(false)
    expectNoSecretIn(server.logs())
  })

  it('says nothing of them either while the database is away', async () => {
    const body = { email: person.email, password: person.token }
    const alone = await startServer({ databaseUrl: noDatabase, env: { LOG_LEVEL: 'trace', WORKERS: '1' } })
    try {
      const lost = Object.assign(Object.create(Object.getPrototypeOf(shop)), shop, { baseUrl: alone.baseUrl }) as Shop
      const answers = [
        await lost.create(person.orderId, details),
        await lost.update(person.orderId, details),
        await lost.call('/api/prod1/sessions', { method: 'POST', body, key: null }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
      expect((await lost.call(`/join/${person.token}`, { key: null })).status).toBe(503)
      expect(linesOf(alone).map(({ msg }) => msg)).not.toContain('page failed')
      expect(await lineOf(alone, String(answers[2]?.headers.get('x-request-id')))).toMatchObject({ level: 40 })
      expectNoSecretIn(alone.logs())
    } finally {
      await alone.stop()
    }
  })

  it('tells of what many requests meet a second at a time, and of how many it has not told', async () => {
    const alone = await startServer({ databaseUrl: noDatabase, env: { LOG_LEVEL: 'info', WORKERS: '1' } })
    try {
      const lost = shop.at(alone.baseUrl)
      // Whoever started it has asked whether it is ready.
      const before = linesOf(alone).length
      const said = (msg: string) =>
        linesOf(alone)
          .slice(before)
          .filter((line) => line.msg === msg)
      const told = (msg: string) => said(msg).reduce((sum, { unsaid = 0 }) => sum + 1 + unsaid, 0)
      const startedAt = performance.now()
      const answers = await Promise.all(Array.from({ length: 200 }, () => lost.get(person.orderId)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
      const look = () => lost.call('/api/health/ready', { key: null })
      for (let n = 0; n < 50; n += 1) expect((await look()).status).toBe(503)
      const areTold = async () => {
        await Promise.all([lost.get(person.orderId), look()])
        return told('database away') >= 200 && told('answered') >= 200 && told('not ready') >= 50
      }
      expect(await until(areTold, withinMs)).toBe(true)
      const seconds = (performance.now() - startedAt) / 1000
      for (const [msg, level] of [
        ['database away', 50],
        ['answered', 40],
        ['not ready', 50],
      ] as const) {
        // Two routes were asked.
        expect(said(msg).length).toBeLessThan((msg === 'answered' ? 2 : 1) * (seconds + 2))
        expect(new Set(said(msg).map((line) => line.level))).toEqual(new Set([level]))
      }
    } finally {
      await alone.stop()
    }
  })
})
