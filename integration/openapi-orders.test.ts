import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Contract, type Sent } from '@/integration/contract'
import { meetCommonRefusals, notMet } from '@/integration/refusals'
import { openShop, type Shop } from '@/integration/shop'
import { pools } from '@/lib/db'
import { createKey, createStore } from '@/prisma/factories/project'

let contract: Contract
let shop: Shop
let ids: { projectId: string; destinationId: string }
let project: { projectId: string }
let headers: Record<string, string>

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
  shop = await openShop(inject('baseUrl'))
  ids = { projectId: shop.projectId, destinationId: shop.destinationId }
  project = { projectId: shop.projectId }
  headers = { 'x-service-api-key': shop.secretKey }
})

const list = 'GET /api/orders'
const create = 'POST /api/orders'
const update = 'PUT /api/orders/{orderId}'
const get = 'GET /api/orders/{orderId}'
const nobodys = { projectId: randomUUID() }

async function newOrder(more: Record<string, unknown> = {}) {
  const body = { ...ids, orderId: randomUUID(), ...more }
  const { body: order } = await contract.expect(create, 201, null, { headers, body })
  return { body, params: { orderId: body.orderId }, order: order as { serviceId: string; userToken: string } }
}

/** A key that reaches one other store only. */
async function narrowKey() {
  const { destinationId } = await createStore(shop.projectId)
  return { 'x-service-api-key': await createKey(shop.projectId, 'secret', { destinationIds: [destinationId] }) }
}

describe('orders are answered as the document says', () => {
  it('when they are created', async () => {
    const strict = await openShop(inject('baseUrl'), { strict: true })
    const once = { ...headers, 'idempotency-key': randomUUID() }
    const body = { ...ids, orderId: randomUUID(), eventType: 'arrival', hsFields: { 'Parking Bay': 4 } }
    await contract.expect(create, 201, null, { headers: once, body })
    const { headers: again } = await contract.expect(create, 201, null, { headers: once, body })
    expect(again.get('idempotency-replayed')).toBe('true')
    const other = { ...body, customerName: 'Else' }
    await contract.expect(create, 409, 'idempotency_key_reused', { headers: once, body: other })
    await contract.expect(create, 409, 'order_exists', { headers, body })
    await contract.expect(create, 403, 'right_missing', {
      headers: { 'x-service-api-key': shop.publishableKey },
      body: { ...body, forceOverwrite: true },
    })
    await contract.expect(create, 404, 'project_not_found', { headers, body: { ...body, ...nobodys } })
    await contract.expect(create, 404, 'store_not_found', { headers: await narrowKey(), body })
    await contract.expect(create, 404, 'destination_unknown', {
      headers: { 'x-service-api-key': strict.secretKey },
      body: { ...body, projectId: strict.projectId, destinationId: 'nowhere' },
    })
    const app = { 'x-service-api-key': shop.publishableKey }
    const open = (orderId: string) => ({ headers: app, body: { ...ids, orderId, destinationId: `new ${orderId}` } })
    for (let n = 0; n < 20; n++) await contract.expect(create, 201, null, open(String(n)))
    await contract.expect(create, 429, 'stores_full', open('one too many'))
  })

  it.each([get, update])('when one is reached by %s', async (name) => {
    const { params, body, order } = await newOrder()
    const naming = (what: Record<string, string>): Sent => (name === get ? { query: what } : { body: what })
    const sent = (more: Sent = {}): Sent => ({ params, headers, ...naming(ids), ...more })
    const { headers: answered } = await contract.expect(name, 200, null, sent())
    expect(answered.get('etag')).toBe(`"${order.serviceId}.${name === get ? 1 : 2}"`)
    await contract.expect(name, 404, 'project_not_found', sent(naming(nobodys)))
    await contract.expect(name, 404, 'order_not_found', sent({ params: { orderId: 'none' } }))
    await contract.expect(name, 400, 'field_invalid', sent({ params: { orderId: '\u0000' } }))
    const customer = { 'x-service-api-key': shop.publishableKey }
    await contract.expect(name, 403, 'user_token_required', sent({ headers: customer }))
    const stranger = { ...customer, 'x-user-token': 'wrong' }
    await contract.expect(name, 403, 'user_token_mismatch', sent({ headers: stranger }))
    await contract.expect(name, 200, null, sent({ headers: { ...customer, 'x-user-token': order.userToken } }))
    await contract.expect(create, 201, null, { headers, body: { ...body, destinationId: 'another' } })
    await contract.expect(name, 409, 'order_ambiguous', sent(naming(project)))
  })

  it('when they are updated', async () => {
    const { params, order } = await newOrder()
    const once = { ...headers, 'idempotency-key': randomUUID() }
    const arrive = { params, headers: once, body: { ...project, eventType: 'arrival' } }
    await contract.expect(update, 200, null, arrive)
    const { headers: again } = await contract.expect(update, 200, null, arrive)
    expect(again.get('idempotency-replayed')).toBe('true')
    await contract.expect(update, 409, 'idempotency_key_reused', { params, headers: once, body: project })
    const old = { ...headers, 'if-match': '"old"' }
    await contract.expect(update, 412, 'version_mismatch', { params, headers: old, body: project })
    // As after so many changes: from a phone what takes the customer on is told all the same.
    await pools().hot.query('update orders set version = 200 where project_id = $1 and service_id = $2', [
      shop.projectId,
      order.serviceId,
    ])
    const phone = { 'x-service-api-key': shop.publishableKey, 'x-user-token': order.userToken }
    const tells = { ...project, hsFields: { Bay: '5' } }
    await contract.expect(update, 409, 'order_full', { params, headers: phone, body: tells })
    await contract.expect(update, 200, null, { params, headers: phone, body: { ...project, etaSeconds: 60 } })
    await contract.expect(update, 200, null, { params, headers, body: tells })
    const cancel = { params, headers, body: { ...project, eventType: 'cancelled' } }
    await contract.expect(update, 200, null, cancel)
    const { body } = await contract.expect(update, 409, 'order_closed', cancel)
    expect(body).toMatchObject({ orderStatus: 'Cancelled' })
  })

  it('when they are listed', async () => {
    await newOrder()
    await newOrder()
    const page = { ...project, pageSize: '1' }
    const { body } = await contract.expect(list, 200, null, { headers, query: page })
    const { paginationToken } = body as { paginationToken: string }
    await contract.expect(list, 200, null, { headers, query: { ...page, paginationToken } })
    const other = { ...page, status: 'Arrived', paginationToken }
    await contract.expect(list, 400, 'pagination_token_invalid', { headers, query: other })
    await contract.expect(list, 404, 'project_not_found', { headers, query: nobodys })
    await contract.expect(list, 404, 'store_not_found', { headers: await narrowKey(), query: ids })
  })

  it('when a request is refused for what any request may be refused for', async () => {
    await meetCommonRefusals(contract, 'orders', {
      apiKey: headers,
      secretKey: headers,
      publishable: { 'x-service-api-key': shop.publishableKey },
    })
  })

  it('and the document says nothing that no caller can get', () => {
    expect(notMet(contract, 'orders')).toEqual([])
  })
})
