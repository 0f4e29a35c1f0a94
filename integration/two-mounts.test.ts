import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type RawAnswer, type RawRequest, sendRaw } from '@/integration/raw-request'
import { startNext } from '@/integration/setup/next-server'
import { startServer } from '@/integration/setup/test-server'
import { openShop, type Shop } from '@/integration/shop'
import { seedEntries } from '@/prisma/factories/entry'
import { findApiAddresses } from '@/scripts/front/api-addresses.mjs'
import { dataHeaders } from '@/scripts/front/security-headers.mjs'
import { inRoot } from '@/scripts/settings/places.mjs'

type Sent = Partial<Omit<RawRequest, 'body'>> & { body?: string | Uint8Array }

let next: Awaited<ReturnType<typeof startNext>>
let shop: Shop
let staff: Record<string, string>

beforeAll(async () => {
  next = await startNext()
  shop = await openShop(inject('baseUrl'))
  staff = (await shop.signIn({ role: 'manager' })).headers
})
afterAll(() => next?.stop())

/** The same request to both; what only one of them can know (ids, times, secrets) is left out of the answers. */
async function sendBoth(sent: (mount: 'front' | 'nextt') => Sent): Promise<{ front: RawAnswer; behind: RawAnswer }> {
  const send = async (baseUrl: string, mount: 'front' | 'nextt') => {
    const { method = 'GET', path = '/', headers = {}, body } = sent(mount)
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    const length: Record<string, string> = bytes ? { 'content-length': String(bytes.byteLength) } : {}
    return masked(await sendRaw(baseUrl, { method, path, headers: { ...length, ...headers }, body: bytes }))
  }
  return { front: await send(inject('baseUrl'), 'front'), behind: await send(next.baseUrl, 'nextt') }
}

const ofConnection = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']
// The front's own: what browsers are to refuse (http-headers.test.ts).
const ofFront = Object.keys(dataHeaders())
// Next says so of each answer, for its own pages' sake.
const nextsOwnVary = /^rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch(, )?/

function masked({ status, reason, headers, text }: RawAnswer): RawAnswer {
  const told = headers.vary ? { ...headers, vary: String(headers.vary).replace(nextsOwnVary, '') } : headers
  const kept = Object.entries(told).filter(([name, value]) => ![...ofConnection, ...ofFront].includes(name) && value)
  return JSON.parse(
    JSON.stringify({ status, reason, headers: Object.fromEntries(kept), text })
      .replaceAll('nextt', 'front')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
      .replace(/\\"(userToken|accessToken|refreshToken|cursor)\\":\\"[^"]+\\"/g, '$1'),
  )
}

const json = (value: unknown) => ({ body: JSON.stringify(value), headers: { 'content-type': 'application/json' } })
const withKey = (sent: Sent): Sent => ({ ...sent, headers: { ...sent.headers, 'x-service-api-key': shop.secretKey } })
const order = (id: string, more: object = {}) => ({
  projectId: shop.projectId,
  destinationId: 'deli',
  orderId: id,
  ...more,
})

async function expectSame(sent: (mount: 'front' | 'nextt') => Sent, status: number): Promise<RawAnswer> {
  const { front, behind } = await sendBoth(sent)
  expect(front).toEqual(behind)
  expect(front.status).toBe(status)
  return front
}

describe('the front', () => {
  it('has the addresses that Next finds in the same files', () => {
    const manifest = JSON.parse(readFileSync(inRoot('.next', 'app-path-routes-manifest.json'), 'utf8'))
    const ofNext = Object.keys(manifest).filter((name) => /^\/api\/.*\/route$/.test(name))
    const ofFront = findApiAddresses(inRoot('app')).map(
      ({ file }) => `/${decodeURIComponent(file).replace(/\.ts$/, '')}`,
    )
    expect(ofFront.toSorted()).toEqual(ofNext.toSorted())
  })
})

describe('the front answers as Next does, to the byte', () => {
  it('an order’s whole life, retries and refusals included', async () => {
    const create = (mount: string): Sent =>
      withKey({ method: 'POST', path: '/api/orders', ...json(order(`life-${mount}`, { hsFields: { Bay: 'ü🚗' } })) })
    const keyed = (mount: string): Sent => {
      const sent = create(`keyed-${mount}`)
      return { ...sent, headers: { ...sent.headers, 'idempotency-key': `k-${mount}`, 'x-request-id': 'mine-1' } }
    }
    await expectSame(create, 201)
    await expectSame(create, 409)
    await expectSame(keyed, 201)
    const replayed = await expectSame(keyed, 201)
    expect(replayed.headers).toMatchObject({ 'idempotency-replayed': 'true', 'x-request-id': 'mine-1' })
    const path = (mount: string) => `/api/orders/life-${mount}`
    const update =
      (more: object, headers: Record<string, string> = {}) =>
      (mount: string): Sent => {
        const sent = withKey({ method: 'PUT', path: path(mount), ...json({ projectId: shop.projectId, ...more }) })
        return { ...sent, headers: { ...sent.headers, ...headers } }
      }
    await expectSame(update({ eventType: 'arrival' }), 200)
    await expectSame(update({ hsFields: { Bay: null } }, { 'if-match': '"old"' }), 412)
    await expectSame(update({ userToken: 'wrong' }), 403)
    await expectSame((m) => withKey({ path: `${path(m)}?projectId=${shop.projectId}` }), 200)
    await expectSame(update({ eventType: 'fulfilled' }), 200)
    await expectSame(update({ eventType: 'arrival' }), 409)
  })

  it('an id of any characters, wherever the slash', async () => {
    for (const id of ['a b', 'ü', 'x/y', '100%', '🚗', 'a+b', '%2F', 'q?r', 'a;b=c', 'a\\b']) {
      const path = `/api/orders/${encodeURIComponent(id)}?projectId=${shop.projectId}`
      await expectSame(() => withKey({ path }), 404)
    }
    // An address that steps up or stands still is the one that it leads to.
    await expectSame(() => withKey({ path: `/api/orders/.?projectId=${shop.projectId}` }), 200)
    await expectSame(() => withKey({ path: `/api/orders/%2E%2e?projectId=${shop.projectId}` }), 404)
    await expectSame(() => withKey({ path: `/api/orders/?projectId=${shop.projectId}` }), 200)
    await expectSame(() => withKey({ path: `/api/orders/x/?projectId=${shop.projectId}` }), 404)
    await expectSame(() => withKey({ path: `/api/orders/../orders/x?projectId=${shop.projectId}` }), 404)
  })

  it('the bare paths of the specification', async () => {
    await expectSame((m) => withKey({ method: 'POST', path: '/orders', ...json(order(`bare-${m}`)) }), 201)
    await expectSame((m) => withKey({ path: `/orders/bare-${m}?projectId=${shop.projectId}` }), 200)
    await expectSame(() => ({ method: 'POST', path: '/prod1/entry/_search', ...json({}) }), 401)
    await expectSame(() => ({ path: '/prod1/nothing' }), 404)
  })

  it('what no method, address or credential fits', async () => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      for (const path of [
        '/api/orders/x',
        '/api/prod1/sessions',
        '/api/health/live',
        '/api',
        '/api/no/such',
        '/api/a.b',
      ]) {
        const { front, behind } = await sendBoth(() => ({ method, path }))
        expect(front, `${method} ${path}`).toEqual(behind)
      }
    }
    await expectSame(() => ({ path: '/api/orders', headers: { 'x-service-api-key': 'sk_wrong' } }), 401)
    await expectSame(() => ({ path: '/api/staff/session', headers: { authorization: 'Bearer x.y' } }), 401)
    await expectSame(() => ({ path: '/api/staff/session', headers: { cookie: 'baycall.session_token=x.y' } }), 401)
    await expectSame(() => ({ path: '/api/staff/stores', headers: staff }), 200)
  })

  it('bodies that are broken, too large, no JSON, or of the wrong kind', async () => {
    const post = (sent: Sent): Sent => withKey({ method: 'POST', path: '/api/orders', ...sent })
    const type = { 'content-type': 'application/json' }
    const bad: [Sent, number][] = [
      [{ body: '{', headers: type }, 400],
      [{ body: '', headers: type }, 400],
      [{ headers: type }, 400],
      [{ body: '{}' }, 415],
      [{ body: '{}', headers: { 'content-type': 'text/plain' } }, 415],
      [{ body: new Uint8Array([0x22, 0xff, 0x22]), headers: type }, 400],
      [{ body: `\ufeff${JSON.stringify({ projectId: 'x' })}`, headers: type }, 400],
      [{ body: ' '.repeat(65_537), headers: type }, 413],
      [json(order('x', { hsFields: { a: 'x\u0000' } })), 400],
      [json(order('x', { unheard: true, customerName: 7 })), 400],
    ]
    for (const [sent, status] of bad) await expectSame(() => post(sent), status)
    const doubtful = ['?projectId=a&projectId=b', '?projectId=', '?projectId=%00', '?unheard=1', '?projectId=%FF', '?%']
    for (const query of doubtful) await expectSame(() => withKey({ path: `/api/orders${query}` }), 400)
  })

  it('pages of entries as JSON, CSV and NDJSON, ingest by batch and by line', async () => {
    const from = new Date('2026-01-01T00:00:00Z')
    await seedEntries(shop.projectId, { count: 250, stores: [shop], from })
    const search = (more: object) => (): Sent => ({
      method: 'POST',
      path: '/api/prod1/entry/_search',
      ...json({ projectId: shop.projectId, pageSize: 100, ...more }),
      headers: { ...staff, 'content-type': 'application/json' },
    })
    const first = await expectSame(search({}), 200)
    const { paginationToken } = JSON.parse(first.text)
    await expectSame(search({ paginationToken }), 200)
    await expectSame(search({ paginationToken: `${paginationToken}x` }), 400)
    await expectSame(search({ format: 'csv' }), 200)
    await expectSame(search({ format: 'ndjson' }), 200)
    await expectSame(search({ count: true }), 200)
    const line = (mount: string) => ({
      projectId: shop.projectId,
      entryId: `l-${mount}`,
      entryTime: '2026-01-01T00:00:00.000Z',
      destinationId: 'deli',
    })
    const lines = (mount: string) =>
      `${JSON.stringify(line(mount))}\nnot json\n${JSON.stringify({ ...line(mount), entryId: `m-${mount}` })}`
    const ingest = { method: 'POST', path: '/api/prod1/entry' }
    await expectSame(
      (m) => withKey({ ...ingest, body: lines(m), headers: { 'content-type': 'application/x-ndjson' } }),
      200,
    )
    await expectSame(
      (m) => withKey({ ...ingest, ...json({ projectId: shop.projectId, entries: [line(m), { bad: 1 }] }) }),
      200,
    )
  })

  it('the document, the service’s state and the beginning of a board’s stream', async () => {
    await expectSame(() => ({ path: '/api/openapi.json' }), 200)
    await expectSame(() => ({ path: '/api/health/ready' }), 200)
    const board = `projectId=${shop.projectId}&destinationId=${shop.destinationId}`
    await expectSame(() => ({ path: `/api/staff/board?${board}`, headers: staff }), 200)
    const stream = await expectSame(() => ({ path: `/api/staff/board/stream?${board}&after=0`, headers: staff }), 200)
    expect(stream.headers['content-type']).toContain('text/event-stream')
  })

  it('a wrong password as such, whichever of the two has looked at a session first', async () => {
    const own = await startServer({ databaseUrl: inject('databaseUrl'), env: { WORKERS: '1' } })
    try {
      const page = await fetch(`${own.baseUrl}/board`, {
        headers: { cookie: 'baycall.session_token=none.none' },
        redirect: 'manual',
      })
      expect(page.headers.get('location')).toContain('/sign-in')
      const body = { email: 'nobody@shop.example', password: 'no such password' }
      expect((await shop.at(own.baseUrl).call('/api/prod1/sessions', { method: 'POST', body })).status).toBe(401)
    } finally {
      await own.stop()
    }
  })
})
