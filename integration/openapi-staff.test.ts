import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Contract } from '@/integration/contract'
import { meetCommonRefusals, notMet } from '@/integration/refusals'
import { accountInTwoSteps } from '@/integration/second-step'
import { startServer } from '@/integration/setup/test-server'
import { openShop, type Shop } from '@/integration/shop'
import { createStore } from '@/prisma/factories/project'

let contract: Contract
let shop: Shop
let ids: { projectId: string; destinationId: string }
let bearer: Record<string, string>
let account: { email: string; password: string }

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
  shop = await openShop(inject('baseUrl'))
  ids = { projectId: shop.projectId, destinationId: shop.destinationId }
  const signedIn = await shop.signIn()
  bearer = signedIn.headers
  account = signedIn.account
})

const session = '/api/staff/session'
const act = 'POST /api/staff/orders/{serviceId}/actions'
const timeline = 'GET /api/staff/orders/{serviceId}/timeline'
const ofProject = '/api/staff/projects/{projectId}/settings'
const ofStore = '/api/staff/stores/settings'
const nowhere = { projectId: randomUUID(), destinationId: 'nowhere' }

/** A browser that has signed in: its cookie and its origin. */
async function browser() {
  const origin = { origin: inject('baseUrl') }
  const { headers } = await contract.expect(`POST ${session}`, 200, null, { headers: origin, body: account })
  return {
    ...origin,
    cookie: headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  }
}

describe("staff's part is answered as the document says", () => {
  it('when a browser signs in and out', async () => {
    const headers = await browser()
    await contract.expect(`GET ${session}`, 200, null, { headers })
    await contract.expect(`DELETE ${session}`, 204, null, { headers })
    await contract.expect(`GET ${session}`, 401, 'credential_missing', { headers })
    const { origin } = headers
    const wrong = { headers: { origin }, body: { ...account, password: 'wrong' } }
    await contract.expect(`POST ${session}`, 401, 'sign_in_failed', wrong)
    const inTwo = await accountInTwoSteps(shop)
    await contract.expect(`POST ${session}`, 401, 'second_step_required', { headers: { origin }, body: inTwo })
    const half = { headers: { origin }, body: { ...inTwo, code: '12345' } }
    await contract.expect(`POST ${session}`, 401, 'second_step_failed', half)
    const foreign = { headers: { origin: 'https://elsewhere.example' }, body: account }
    await contract.expect(`POST ${session}`, 403, 'origin_refused', foreign)
  })

  it('when a board is read and streamed', async () => {
    const headers = bearer
    await shop.create(randomUUID(), { eventType: 'arrival', scheduledTimeForCollection: '2030-01-01T00:00:00Z' })
    await contract.expect('GET /api/staff/stores', 200, null, { headers })
    const { body } = await contract.expect('GET /api/staff/board', 200, null, { headers, query: ids })
    await contract.expect('GET /api/staff/board', 404, 'store_not_found', { headers, query: nowhere })
    const after = (body as { cursor: string }).cursor
    const stream = 'GET /api/staff/board/stream'
    const { text } = await contract.expect(stream, 200, null, { headers, query: { ...ids, after } })
    const message = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? 'null')
    expect(text).toMatch(/^event: orders$/m)
    expect(contract.mistakeIn(message, 'components', 'schemas', 'BoardMessage')).toBeNull()
    await contract.expect(stream, 404, 'store_not_found', { headers, query: { ...nowhere, after } })
    const { text: all } = await contract.expect('GET /api/staff/stores/stream', 200, null, { headers })
    expect(all).toMatch(/^event: stores$/m)
    const stores = JSON.parse(/^data: (.*)$/m.exec(all)?.[1] ?? 'null')
    expect(contract.mistakeIn(stores, 'components', 'schemas', 'StoresMessage')).toBeNull()
  })

  it('when somebody acts on an order', async () => {
    const headers = bearer
    const { body: order } = await shop.create(randomUUID(), { eventType: 'arrival' })
    const params = { serviceId: String(order.serviceId) }
    const body = { projectId: shop.projectId, action: 'acknowledge' }
    await contract.expect(act, 200, null, { params, headers, body })
    const { body: problem } = await contract.expect(act, 409, 'action_conflict', { params, headers, body })
    const member = (name: string) => Reflect.get(Object(problem), name)
    expect(contract.mistakeIn(member('order'), 'components', 'schemas', 'BoardOrder')).toBeNull()
    expect(contract.mistakeIn(member('lastChange'), 'components', 'schemas', 'TimelineEvent')).toBeNull()
    const query = { projectId: shop.projectId }
    await contract.expect(timeline, 200, null, { params, headers, query })
    await contract.expect(act, 404, 'order_not_found', { params: { serviceId: randomUUID() }, headers, body })
    const foreign = { ...body, projectId: nowhere.projectId }
    await contract.expect(act, 404, 'project_not_found', { params, headers, body: foreign })
    await contract.expect(act, 400, 'field_invalid', { params: { serviceId: 'none' }, headers, body })
    await contract.expect(timeline, 404, 'order_not_found', { params: { serviceId: randomUUID() }, headers, query })
    const elsewhere = { projectId: nowhere.projectId }
    await contract.expect(timeline, 404, 'project_not_found', { params, headers, query: elsewhere })
  })

  it('when a manager reads and changes settings', async () => {
    const manager = (await shop.signIn({ role: 'manager' })).headers
    const project = { params: { projectId: shop.projectId }, headers: manager }
    const store = { query: ids, headers: manager }
    const waits = { dueSeconds: 60, lateSeconds: 90, overSeconds: 120 }
    const ticketFace = { bayField: 'Bay', fields: ['Car Plate'] }
    await contract.expect(`PATCH ${ofProject}`, 200, null, { ...project, body: { waits, ticketFace } })
    await contract.expect(`GET ${ofProject}`, 200, null, project)
    await contract.expect(`PATCH ${ofStore}`, 200, null, { ...store, body: { waits, bays: ['1'], name: 'Oakfield' } })
    await contract.expect(`GET ${ofStore}`, 200, null, store)
    const old = { ...manager, 'if-match': '"0"' }
    await contract.expect(`PATCH ${ofProject}`, 412, 'version_mismatch', { ...project, headers: old, body: {} })
    await contract.expect(`PATCH ${ofStore}`, 412, 'version_mismatch', { ...store, headers: old, body: {} })
    for (const method of ['GET', 'PATCH']) {
      const body = method === 'PATCH' ? {} : undefined
      await contract.expect(`${method} ${ofProject}`, 403, 'right_missing', { ...project, headers: bearer, body })
      await contract.expect(`${method} ${ofStore}`, 403, 'right_missing', { ...store, headers: bearer, body })
      const elsewhere = { params: { projectId: nowhere.projectId }, headers: manager, body }
      await contract.expect(`${method} ${ofProject}`, 404, 'project_not_found', elsewhere)
      const away = { query: nowhere, headers: manager, body }
      await contract.expect(`${method} ${ofStore}`, 404, 'store_not_found', away)
      const bad = { params: { projectId: 'none' }, headers: manager, body }
      await contract.expect(`${method} ${ofProject}`, 400, 'field_invalid', bad)
    }
  })

  it('when a store is removed', async () => {
    const remove = 'DELETE /api/staff/stores'
    const { headers } = await shop.signIn({ role: 'manager' })
    const { destinationId } = await createStore(shop.projectId)
    const query = { projectId: shop.projectId, destinationId }
    await shop.create(randomUUID(), { destinationId })
    await contract.expect(remove, 403, 'right_missing', { headers: bearer, query })
    await contract.expect(remove, 404, 'store_not_found', { headers, query: nowhere })
    const { body } = await contract.expect(remove, 409, 'store_in_use', { headers, query })
    expect(body).toMatchObject({ orders: 1, tablets: 0, people: 0 })
    const { destinationId: empty } = await createStore(shop.projectId)
    await contract.expect(remove, 204, null, { headers, query: { ...query, destinationId: empty } })
  })

  it('when entries are counted', async () => {
    const summary = 'GET /api/staff/entries/summary'
    const entries = ['08:00', '09:00'].map((at) => ({
      destinationId: shop.destinationId,
      entryTime: `2026-03-01T${at}:00Z`,
    }))
    await shop.call('/api/prod1/entry', {
      method: 'POST',
      body: { projectId: shop.projectId, entries },
    })
    const manager = (await shop.signIn({ role: 'manager' })).headers
    const ask = (query: Record<string, string>) => ({
      headers: manager,
      query: { projectId: shop.projectId, ...query },
    })
    await contract.expect(summary, 403, 'right_missing', { ...ask({}), headers: bearer })
    await contract.expect(summary, 200, null, ask({ timeType: 'entryTime', timeZone: 'Asia/Kolkata' }))
    await contract.expect(summary, 400, 'field_invalid', ask({ timeZone: 'Mars/Olympus' }))
    await contract.expect(summary, 404, 'project_not_found', ask({ projectId: nowhere.projectId }))
    await contract.expect(summary, 404, 'zone_not_found', ask({ zoneId: 'none' }))
    const { headers } = await shop.signIn({ role: 'manager', destinationIds: ['another'] })
    const query = { projectId: shop.projectId, destinationId: shop.destinationId }
    await contract.expect(summary, 404, 'store_not_found', { headers, query })
  })

  it('when a request is refused, and nothing else is documented', async () => {
    const { cookie } = await browser()
    await meetCommonRefusals(contract, 'staff', { bearer, cookie: { cookie }, none: { origin: inject('baseUrl') } })
    expect(notMet(contract, 'staff')).toEqual([])
  })
})

describe('a service whose database is away', () => {
  const away = 'postgresql://nobody@127.0.0.1:1/nothing'
  const token = 'a-token-for-metrics'
  let server: Awaited<ReturnType<typeof startServer>>

  beforeAll(async () => {
    server = await startServer({ databaseUrl: away, env: { METRICS_TOKEN: token, WORKERS: '1' } })
  })
  afterAll(() => server.stop())

  it('says so in the documented form wherever it needs it, and still lives', async () => {
    const there = contract.at(server.baseUrl)
    const headers = { ...bearer, 'x-service-api-key': shop.secretKey }
    await there.expect('GET /api/health/live', 200, null)
    await there.expect('GET /api/health/ready', 503, 'unavailable')
    await there.expect('GET /api/orders', 503, 'unavailable', { headers })
    await there.expect('POST /api/orders', 503, 'unavailable', { headers, body: {} })
    await there.expect('POST /api/prod1/sessions', 503, 'unavailable', { body: account })
    await there.expect('GET /api/staff/stores', 503, 'unavailable', { headers })
  })

  it('and shows its metrics to whoever has the token', async () => {
    const there = contract.at(server.baseUrl)
    const metrics = 'GET /api/metrics'
    const { text } = await there.expect(metrics, 200, null, { headers: { authorization: `Bearer ${token}` } })
    expect(text).toContain('baycall_request_seconds_count')
    await there.expect(metrics, 401, 'credential_invalid')
    await contract.expect(metrics, 404, 'route_not_found')
    await contract.expect('GET /api/health/live', 200, null)
    await contract.expect('GET /api/health/ready', 200, null)
    await contract.expect('GET /api/openapi.json', 200, null)
    await meetCommonRefusals(contract, 'service', {})
    for (const answer of there.seen) contract.seen.add(answer)
    expect(notMet(contract, 'service')).toEqual([])
  })
})
