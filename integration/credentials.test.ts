import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import * as z from 'zod'
import { Browser } from '@/integration/browser'
import { Contract } from '@/integration/contract'
import { openShop, type Shop } from '@/integration/shop'
import { pairedTablet } from '@/integration/tablet'
import { revokeApiKeys } from '@/lib/auth/data'
import { deleteOverSessions } from '@/lib/credentials/data'
import { sql } from '@/lib/db'
import { defineRoute, type Handler } from '@/lib/http/define-route'
import { readJson } from '@/lib/http/json-body'
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

  it('nor because an order of the same number in another store had that key, as it was made or later', async () => {
    const key = shop.publishableKey
    const sent = { key, headers: { 'idempotency-key': 'p6' } }
    const here = await shop.create('p6', {}, sent)
    const elsewhere = await shop.create('p6', { destinationId: 'elsewhere' }, sent)
    expect([here.status, elsewhere.status]).toEqual([201, 201])
    const tell = (of: typeof here, body: Record<string, unknown>) =>
      shop.update('p6', body, {
        key,
        headers: { 'idempotency-key': 'p6 arrives', 'x-user-token': String(of.body.userToken) },
      })
    const stranger = await tell(elsewhere, { destinationId: 'elsewhere' })
    const arrival = await tell(here, { eventType: 'arrival' })
    expect([stranger.status, arrival.status, arrival.body.status]).toEqual([200, 200, 'Arrived'])
    const again = await tell(here, { eventType: 'arrival' })
    expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', arrival.body])
  })

  it('is told an order’s userToken again by an idempotency key that holds a random UUID, and by no other', async () => {
    const make = (orderId: string, idempotencyKey: string, more = {}, key = shop.publishableKey) =>
      shop.create(orderId, { customerName: 'Anna', ...more }, { key, headers: { 'idempotency-key': idempotencyKey } })
    for (const [orderId, own, isTold] of [
      ['i-10871', '9f1c2d4e-6b70-4c5e-9c57-2f6f4a3c8e10', true],
      ['i-10872', 'I-10872', false],
      ['i-10873', 'create order i-10873 of the app 2', false],
    ] as const) {
      const { body: made } = await make(orderId, own)
      const again = await make(orderId, own)
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
      expect(again.body).toEqual({ ...made, userToken: isTold ? made.userToken : '' })
      const empty = await shop.update(
        orderId,
        { userToken: '' },
        { key: shop.publishableKey, headers: { 'x-user-token': '' } },
      )
      expect(empty.body.code).toBe('user_token_required')
    }
    const { body: ofServer } = await make('i-10874', 'i-10874', {}, shop.secretKey)
    expect((await make('i-10874', 'i-10874', {}, shop.secretKey)).body).toEqual(ofServer)
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
    const refused = await shop.update('p2', body, { key: shop.publishableKey, headers: guessed })
    expect([refused.status, refused.body.code]).toEqual([403, 'user_token_mismatch'])
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

  it('is refreshed by what its program was given, not by what a copy of the database or a browser’s cookie holds', async () => {
    const { account } = await shop.signIn()
    const refresh = async (refreshToken: string) =>
      (await shop.call('/api/prod1/sessions/refresh', { method: 'POST', body: { refreshToken }, key: null })).status
    const browser = new Browser(shop)
    await browser.signIn(account)
    const rows = await sql<{ token: string }>(
      'tokens-of',
      'select token from staff_session s join staff_user u on u.id = s.user_id where u.email = $1',
      [account.email],
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(new Set(await Promise.all(rows.map(({ token }) => refresh(token))))).toEqual(new Set([401]))
    const cookie = /baycall\.session_token=([^;]+)/.exec(browser.headers.cookie ?? '')?.[1] ?? ''
    expect(cookie).toContain('.')
    expect(await refresh(decodeURIComponent(cookie))).toBe(401)
  })

  it('of a browser lives on with each use, once a day, and opens nothing once it is over', async () => {
    const { account } = await shop.signIn()
    const browser = new Browser(shop)
    await browser.signIn(account)
    const ofAccount = 'user_id = (select id from staff_user where email = $1)'
    const livesFor = (days: number) =>
      sql(
        'lives-for',
        `update staff_session set expires_at = now() + make_interval(days => $2) where ${ofAccount} returning 1`,
        [account.email, days],
      )
    const isExtended = async () =>
      (
        await sql(
          'is-extended',
          `select 1 from staff_session where ${ofAccount} and expires_at > now() + interval '29 days 12 hours'`,
          [account.email],
        )
      ).length
    expect(await livesFor(10)).not.toEqual([])
    expect(await isExtended()).toBe(0)
    expect(await browser.isIn()).toBe(true)
    await expect.poll(isExtended).toBe(1)
    await livesFor(-1)
    expect(await browser.isIn()).toBe(false)
  })

  it('is deleted once it is over, with the address that it came from, and no other is', async () => {
    const [over, live] = [await shop.signIn(), await shop.signIn()]
    const sessionsOf = (email: string) =>
      sql('sessions-of', 'select 1 from staff_session where user_id = (select id from staff_user where email = $1)', [
        email,
      ])
    await sql(
      'end-sessions',
      "update staff_session set expires_at = now() - interval '1 s' where user_id = (select id from staff_user where email = $1)",
      [over.account.email],
    )
    while ((await deleteOverSessions(new Date())) > 0);
    expect(await sessionsOf(over.account.email)).toHaveLength(0)
    expect(await sessionsOf(live.account.email)).toHaveLength(1)
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

describe('a right that ends while a body is on its way', () => {
  const seen = { summary: 'Tell who asks', response: z.object({ projects: z.number(), at: z.number() }) }
  const body = z.object({})
  const byStaff = defineRoute({ ...seen, auth: 'staff', tablets: true, body }, ({ caller, now }) => ({
    projects: caller.memberships.length,
    at: now.getTime(),
  }))
  const byKey = defineRoute({ ...seen, auth: 'secretKey', body }, ({ now }) => ({ projects: 1, at: now.getTime() }))
  const byStream = defineRoute(
    { ...seen, auth: 'receiverKey', streamedBody: { 'application/json': body } },
    async ({ request, whoIsHere }) => {
      await readJson(request, 100)
      return { projects: 1, at: (await whoIsHere()).now.getTime() }
    },
  )

  /** What comes of a request whose body is sent when `meanwhile` is done, and the time is so much later. */
  async function sends(
    to: Handler,
    headers: Record<string, string>,
    meanwhile: () => Promise<unknown>,
    laterMs = 5_000,
  ) {
    let sentAt = 0
    // In nobody's request, and again where somebody else has the table for as long as a statement may wait.
    const happens = AsyncLocalStorage.bind(() => meanwhile().catch(meanwhile).catch(meanwhile))
    async function pull(stream: ReadableStreamDefaultController) {
      await happens()
      sentAt = Date.now() + laterMs
      vi.useFakeTimers({ toFake: ['Date'], now: sentAt })
      stream.enqueue(Buffer.from('{}'))
      stream.close()
    }
    const held = new ReadableStream({ pull }, { highWaterMark: 0 })
    const type = { 'content-type': 'application/json', host: new URL(shop.baseUrl).host }
    const init = { method: 'POST', headers: { ...type, ...headers }, body: held, duplex: 'half' } as const
    const answer = await to(new Request(shop.baseUrl, init))
    const { projects, at, code } = (await answer.json()) as { projects?: number; at?: number; code?: string }
    vi.useRealTimers()
    return code ?? [projects, (at ?? 0) >= sentAt]
  }
  afterEach(() => {
    vi.useRealTimers()
  })

  it('ends for that request too, whoever sends it, and what is done is done when all of it was there', async () => {
    const nothing = async () => undefined
    const leaves = (email: string) => () =>
      sql('leaves', 'delete from membership m using staff_user u where u.id = m.user_id and u.email = $1', [email])
    const isOut = (email: string) => () =>
      sql('is-out', 'delete from staff_session s using staff_user u where u.id = s.user_id and u.email = $1', [email])
    for (const [end, expected] of [
      [leaves, [0, true]],
      [isOut, 'credential_invalid'],
    ] as const) {
      const program = await shop.signIn()
      expect(await sends(byStaff, program.headers, nothing)).toEqual([1, true])
      expect(await sends(byStaff, program.headers, end(program.account.email))).toEqual(expected)
      const other = await shop.signIn()
      // Held back for no longer than it takes to be refused elsewhere.
      expect(await sends(byStaff, other.headers, end(other.account.email), 0)).toEqual(expected)
      const person = (await shop.signIn()).account
      const browser = new Browser(shop)
      await browser.signIn(person)
      expect(await sends(byStaff, browser.headers, end(person.email))).toEqual(expected)
    }
    const manager = (await shop.signIn({ role: 'manager' })).headers
    const { device, tabletId } = await pairedTablet(await Contract.of(shop.baseUrl), shop, manager)
    const isRevoked = () => sql('revoke', 'update tablet set revoked_at = now() where tablet_id = $1', [tabletId])
    expect(await sends(byStaff, device.headers, nothing)).toEqual([1, true])
    expect(await sends(byStaff, device.headers, isRevoked)).toBe('credential_invalid')
    for (const route of [byKey, byStream]) {
      const key = await createKey(shop.projectId, 'secret')
      const revoked = () => revokeApiKeys(shop.projectId, key.slice(0, 10), new Date())
      expect(await sends(route, { 'x-service-api-key': key }, nothing)).toEqual([1, true])
      expect(await sends(route, { 'x-service-api-key': key }, revoked)).toBe('credential_invalid')
    }
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
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
    expect((await shop.call('/api/orders', { method: 'POST', body: deep })).body.code).toBe('body_malformed')
    const bad = `[${'["\\u0000",'.repeat(60)}1${']'.repeat(60)}${',"\\u0000"'.repeat(5_000)}]`
    const refused = await shop.call('/api/orders', { method: 'POST', body: bad })
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
