import { beforeAll, describe, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { revokeApiKeys } from '@/lib/auth/data'
import { createKey, createStore } from '@/prisma/factories/project'

let shop: Shop

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
})

describe('an API key', () => {
  it('is asked for, and a wrong one is refused', async () => {
    const none = await shop.create('k0', {}, { key: null })
    expect(none.status).toBe(401)
    expect(none.body.code).toBe('credential_missing')
    expect(none.headers.get('www-authenticate')).toBeTruthy()
    expect((await shop.create('k0', {}, { key: 'sk_wrong' })).body.code).toBe('credential_invalid')
  })

  it('works no more within five seconds of being revoked', async () => {
    const key = await createKey(shop.projectId, 'secret')
    const ask = () => shop.call(`/api/orders?projectId=${shop.projectId}`, { key })
    expect((await ask()).status).toBe(200)
    expect(await revokeApiKeys(shop.projectId, key.slice(0, 10), new Date())).toBe(1)
    await expect.poll(async () => (await ask()).status, { timeout: 5_000, interval: 100 }).toBe(401)
  })

  it('works no more once it has expired', async () => {
    const key = await createKey(shop.projectId, 'secret', { expiresAt: new Date(Date.now() - 1) })
    expect((await shop.create('k1', {}, { key })).status).toBe(401)
  })

  it('reaches the stores it is narrowed to, and no other', async () => {
    const { destinationId } = await createStore(shop.projectId)
    const key = await createKey(shop.projectId, 'secret', { destinationIds: [destinationId] })
    await shop.create('k2')
    expect((await shop.create('k3', { destinationId }, { key })).status).toBe(201)
    expect((await shop.create('k4', {}, { key })).body.code).toBe('store_not_found')
    expect((await shop.update('k2', {}, { key })).body.code).toBe('order_not_found')
    expect((await shop.get('k2', { key })).status).toBe(404)
    const listed = await shop.call(`/api/orders?projectId=${shop.projectId}`, { key })
    expect((listed.body.orders as { orderId: string }[]).map((o) => o.orderId)).toEqual(['k3'])
  })
})

describe('a publishable key', () => {
  it('creates an order, and reaches it by its userToken only', async () => {
    const key = shop.publishableKey
    const made = await shop.create('p1', {}, { key })
    expect(made.status).toBe(201)
    const userToken = String(made.body.userToken)
    expect((await shop.update('p1', { eventType: 'onTheWay' }, { key })).body.code).toBe('user_token_required')
    expect((await shop.update('p1', { eventType: 'onTheWay', userToken: 'guessed' }, { key })).body.code).toBe(
      'user_token_mismatch',
    )
    expect((await shop.get('p1', { key })).status).toBe(403)
    expect((await shop.get('p1', { key, headers: { 'x-user-token': 'guessed' } })).status).toBe(403)
    expect((await shop.get('p1', { key, headers: { 'x-user-token': userToken } })).body.status).toBe('Registered')
    const told = await shop.update('p1', { eventType: 'arrival' }, { key, headers: { 'x-user-token': userToken } })
    expect(told.body).toMatchObject({ status: 'Arrived', userToken })
  })

  it('cancels nobody’s order by creating it anew', async () => {
    const made = await shop.create('p3')
    const refused = await shop.create('p3', { forceOverwrite: true }, { key: shop.publishableKey })
    expect(refused.body.code).toBe('right_missing')
    expect((await shop.get('p3')).body.serviceId).toBe(made.body.serviceId)
  })

  it('does not refuse a phone because another used the same idempotency key', async () => {
    const sent = { key: shop.publishableKey, headers: { 'idempotency-key': '1' } }
    expect((await shop.create('p4', {}, sent)).status).toBe(201)
    expect((await shop.create('p5', {}, sent)).status).toBe(201)
    expect((await shop.create('p5', { customerName: 'other' }, sent)).body.code).toBe('idempotency_key_reused')
  })

  it('lists nothing', async () => {
    const listed = await shop.call(`/api/orders?projectId=${shop.projectId}`, { key: shop.publishableKey })
    expect(listed.body.code).toBe('right_missing')
  })

  it('is not given the answer to a retry without the token', async () => {
    const made = await shop.create('p2', {}, { key: shop.publishableKey })
    const headers = { 'idempotency-key': 'arrival of p2' }
    const body = { eventType: 'arrival' }
    const withToken = { ...headers, 'x-user-token': String(made.body.userToken) }
    expect((await shop.update('p2', body, { key: shop.publishableKey, headers: withToken })).status).toBe(200)
    const guessed = { ...headers, 'x-user-token': 'guessed' }
    expect((await shop.update('p2', body, { key: shop.publishableKey, headers: guessed })).status).toBe(409)
  })
})

describe('a userToken', () => {
  it('if given must match, whatever the key, and a mismatch changes nothing', async () => {
    await shop.create('u1')
    const refused = await shop.update('u1', { userToken: 'wrong', eventType: 'arrival', hsFields: { a: 'b' } })
    expect(refused.status).toBe(403)
    expect(refused.body.code).toBe('user_token_mismatch')
    expect((await shop.get('u1')).body).toMatchObject({ status: 'Registered', hsFields: {} })
  })
})

describe('a session', () => {
  it('opens with a password, is refreshed, and says which of the two was wrong to nobody', async () => {
    const { account } = await shop.signIn()
    const open = (body: unknown) => shop.call('/api/prod1/sessions', { method: 'POST', body, key: null })
    const opened = await open(account)
    expect(opened.status).toBe(201)
    expect(opened.body).toMatchObject({ tokenType: 'Bearer', expiresIn: 3600 })
    const wrong = await open({ ...account, password: 'not this one' })
    const unknown = await open({ email: 'nobody@example.test', password: 'not this one' })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.body.detail).toBe(unknown.body.detail)
    const { refreshToken } = opened.body
    const refreshed = await shop.call('/api/prod1/sessions/refresh', {
      method: 'POST',
      body: { refreshToken },
      key: null,
    })
    expect(refreshed.status).toBe(201)
    const headers = { authorization: `Bearer ${refreshed.body.accessToken}` }
    expect((await shop.call('/api/staff/session', { headers, key: null })).body.email).toBe(account.email)
    const forged = { authorization: `Bearer ${String(refreshed.body.accessToken).slice(0, -2)}xx` }
    expect((await shop.call('/api/staff/session', { headers: forged, key: null })).status).toBe(401)
  })

  it('of a browser takes changes from pages of this server only', async () => {
    const { account } = await shop.signIn()
    const origin = new URL(shop.baseUrl).origin
    const sign = (from: string) => {
      return shop.call('/api/staff/session', { method: 'POST', body: account, headers: { origin: from }, key: null })
    }
    expect((await sign('https://elsewhere.example')).body.code).toBe('origin_refused')
    const signed = await sign(origin)
    expect(signed.status).toBe(200)
    const setCookie = signed.headers.getSetCookie().find((c) => c.includes('session_token')) ?? ''
    expect(setCookie).toMatch(/HttpOnly/i)
    expect(setCookie).toMatch(/SameSite=Lax/i)
    const cookie = setCookie.split(';')[0] ?? ''
    const out = (from: string) =>
      shop.call('/api/staff/session', { method: 'DELETE', headers: { cookie, origin: from }, key: null })
    expect((await out('https://elsewhere.example')).body.code).toBe('origin_refused')
    expect((await shop.call('/api/staff/session', { headers: { cookie }, key: null })).status).toBe(200)
    expect((await out(origin)).status).toBe(204)
    expect((await shop.call('/api/staff/session', { headers: { cookie }, key: null })).status).toBe(401)
  })
})

describe('the edge', () => {
  it('answers problems in one shape', async () => {
    const wrongMethod = await shop.call('/api/orders', { method: 'PATCH' })
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
    const notJson = await shop.call('/api/orders', {
      method: 'POST',
      body: 'a=b',
      headers: { 'content-type': 'text/plain' },
    })
    expect(notJson.status).toBe(415)
    expect((await shop.call('/api/orders', { method: 'POST', body: '{"projectId":' })).body.code).toBe('body_malformed')
    expect((await shop.create('x'.repeat(70_000))).status).toBe(413)
    const nowhere = await shop.call('/api/nothing/here')
    expect(nowhere.status).toBe(404)
    for (const { headers, body } of [wrongMethod, notJson, nowhere]) {
      expect(headers.get('content-type')).toBe('application/problem+json')
      expect(body.requestId).toBe(headers.get('x-request-id'))
    }
  })

  it('refuses a body of nothing but bad text and brackets without working at it', async () => {
    const whole = `${'["\\u0000",'.repeat(5_000)}1${']'.repeat(5_000)}`
    const refused = await shop.call('/api/orders', { method: 'POST', body: whole })
    expect(refused.body.code).toBe('field_invalid')
    expect(JSON.stringify(refused.body).length).toBeLessThan(10_000)
  })

  it('answers at the bare paths of the specification as well', async () => {
    const body = { projectId: shop.projectId, destinationId: shop.destinationId, orderId: 'bare / path' }
    expect((await shop.call('/orders', { method: 'POST', body })).status).toBe(201)
    const put = await shop.call('/orders/bare%20%2F%20path', {
      method: 'PUT',
      body: { projectId: shop.projectId, eventType: 'arrival' },
    })
    expect([put.status, put.body.orderId]).toEqual([200, 'bare / path'])
  })
})
