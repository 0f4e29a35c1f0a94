import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Contract } from '@/integration/contract'
import { EventReader } from '@/integration/event-source'
import { meetCommonRefusals } from '@/integration/refusals'
import { openShop, type Shop } from '@/integration/shop'
import { arrivedOrder } from '@/integration/staff'
import { pairedTablet, TabletDevice } from '@/integration/tablet'
import { prisma, sql } from '@/lib/db'
import { codeFrom, codeLetters, mostListedTablets } from '@/lib/tablets/model'
import { createStore } from '@/prisma/factories/project'

const tablets = '/api/staff/tablets'
const tablet = `${tablets}/{tabletId}`
const waiting = `${tablets}/pairing`

let contract: Contract
let shop: Shop
let manager: Record<string, string>
let account: { email: string; password: string }

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
  shop = await openShop(inject('baseUrl'))
  const signedIn = await shop.signIn({ role: 'manager', name: 'Ada Mensah' })
  manager = signedIn.headers
  account = signedIn.account
})

const query = () => ({ projectId: shop.projectId })
const asked = (userCode: string, more: object = {}) => ({ ...query(), userCode, ...more })
const named = (userCode: string, more: object = {}) =>
  asked(userCode, { destinationId: shop.destinationId, name: ' Counter 1 ', ...more })
const address = (destinationId = shop.destinationId, more = '') =>
  `projectId=${shop.projectId}&destinationId=${destinationId}${more}`

/** As if the code had been shown for so long already. */
async function wait(userCode: string, seconds: number): Promise<void> {
  const where = { userCode: codeFrom(userCode) ?? '' }
  const { expiresAt, polledAt } = await prisma().tabletPairing.findUniqueOrThrow({ where })
  const earlier = (time: Date) => new Date(time.getTime() - seconds * 1000)
  const data = { expiresAt: earlier(expiresAt), polledAt: polledAt && earlier(polledAt) }
  await prisma().tabletPairing.update({ where, data })
}

const auditOf = (tabletId: string) =>
  prisma().auditEntry.findMany({
    where: { projectId: shop.projectId, subjectId: tabletId },
    orderBy: { sequence: 'asc' },
  })

describe('a tablet is paired', () => {
  it('by the code that it shows: a manager sees what waits, names it, and it has the board of that store', async () => {
    const device = new TabletDevice(contract)
    const begun = await device.begin()
    expect(begun.user_code).toMatch(new RegExp(`^[${codeLetters}]{4}-[${codeLetters}]{4}$`))
    expect(begun.verification_uri_complete).toBe(`${shop.baseUrl}/settings/tablets?code=${begun.user_code}`)
    await device.ask(400, 'authorization_pending')
    const typed = begun.user_code.toLowerCase().replace('-', ' ')
    const seen = await contract.expect(`POST ${waiting}`, 200, null, { headers: manager, body: asked(typed) })
    const here = { address: '127.0.0.1', isElsewhere: false }
    expect(seen.body).toMatchObject({ userCode: begun.user_code, device: 'Chrome · Android', ...here })
    const where = { userCode: codeFrom(typed) ?? '' }
    await prisma().tabletPairing.update({ where, data: { address: '203.0.113.7' } })
    const strange = await contract.expect(`POST ${waiting}`, 200, null, { headers: manager, body: asked(typed) })
    expect(strange.body).toMatchObject({ address: '203.0.113.7', isElsewhere: true })
    const body = named(typed)
    const { body: made } = await contract.expect(`POST ${tablets}`, 201, null, { headers: manager, body })
    expect(made).toMatchObject({ name: 'Counter 1', pairedBy: 'Ada Mensah', lastSeenAt: null })
    const { headers } = await device.ask(200, null)
    const [cookie = ''] = headers.getSetCookie()
    expect(cookie).toMatch(/^baycall\.tablet=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/)
    expect((await device.call(shop, '/api/staff/session')).body).toMatchObject({ name: 'Counter 1', isTablet: true })
    expect((await device.call(shop, `/api/staff/board?${address()}`)).status).toBe(200)
    const { body: list } = await contract.expect(`GET ${tablets}`, 200, null, { headers: manager, query: query() })
    const { tabletId } = made as { tabletId: string }
    const listed = (list as { tablets: { tabletId: string }[] }).tablets.find((one) => one.tabletId === tabletId)
    expect(listed).toMatchObject({ destinationId: shop.destinationId, lastSeenAt: expect.any(String) })
    expect(await auditOf(tabletId)).toMatchObject([
      { action: 'tablet.paired', actorName: 'Ada Mensah', details: { address: '203.0.113.7' } },
    ])
  })

  it('with nothing in the database that would open a board', async () => {
    const { device } = await pairedTablet(contract, shop, manager)
    const token = device.cookies.find((one) => one.startsWith('baycall.tablet='))?.split('=')[1] ?? ''
    const rows = [await prisma().tablet.findMany(), await prisma().tabletLookup.findMany()].flat()
    const text = JSON.stringify(rows, (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : value,
    )
    expect(token).toHaveLength(43)
    expect(text).not.toContain(token)
  })

  it('once: its code is used up, its credential is given a single time, and of two managers one is told so', async () => {
    const device = new TabletDevice(contract)
    const { user_code: code } = await device.begin()
    const both = await Promise.all(
      ['First', 'Second'].map((name) =>
        contract.send(`POST ${tablets}`, { headers: manager, body: named(code, { name }) }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 404])
    const inList = await prisma().tablet.count({ where: { ...query(), name: { in: ['First', 'Second'] } } })
    expect(inList).toBe(1)
    const asking = { headers: device.headers, body: { device_code: device.deviceCode } }
    const twice = await Promise.all([1, 2].map(() => contract.send('POST /api/pair/token', asking)))
    // By the process that is asked just now, and by another one.
    const others = twice.map(({ code: told }) => told).filter((told) => told !== null)
    expect(others).toHaveLength(1)
    expect(['invalid_grant', 'slow_down']).toContain(others[0])
    await device.ask(400, 'invalid_grant')
    await contract.expect(`POST ${tablets}`, 404, 'pairing_not_found', { headers: manager, body: named(code) })
    await contract.expect(`POST ${waiting}`, 404, 'pairing_not_found', { headers: manager, body: asked(code) })
    const gone = { headers: manager, query: asked(code) }
    await contract.expect(`DELETE ${waiting}`, 404, 'pairing_not_found', gone)
  })

  it('not by one that asks too often, that has run out, or that a manager refused', async () => {
    const hasty = new TabletDevice(contract)
    const { user_code: first } = await hasty.begin()
    await hasty.ask(400, 'authorization_pending')
    expect((await hasty.ask(400, 'slow_down')).body).toMatchObject({ error: 'slow_down', interval: 10 })
    await wait(first, 9)
    await hasty.ask(400, 'slow_down')
    await wait(first, 16)
    await hasty.ask(400, 'authorization_pending')
    await wait(first, 600)
    await contract.expect(`POST ${tablets}`, 404, 'pairing_not_found', { headers: manager, body: named(first) })
    await hasty.ask(400, 'expired_token')

    const refused = new TabletDevice(contract)
    const { user_code: second } = await refused.begin()
    await contract.expect(`DELETE ${waiting}`, 204, null, { headers: manager, query: asked(second) })
    await refused.ask(400, 'access_denied')
    const where = { projectId: shop.projectId, action: 'tablet.refused' }
    expect(await prisma().auditEntry.findMany({ where })).toMatchObject([
      { subjectKind: 'tablet', subjectId: null, details: { address: '127.0.0.1' } },
    ])
    await contract.expect(`DELETE ${waiting}`, 404, 'pairing_not_found', { headers: manager, query: asked(second) })
    await contract.expect(`POST ${tablets}`, 404, 'pairing_not_found', { headers: manager, body: named(second) })
    const foreign = { headers: { origin: 'https://elsewhere.example' }, body: { device_code: refused.deviceCode } }
    await contract.expect('POST /api/pair/token', 403, 'origin_refused', foreign)
    for (const origin of ['https://elsewhere.example', 'null']) {
      await contract.expect('POST /api/pair', 403, 'origin_refused', { headers: { origin } })
    }
    await contract.expect('POST /api/pair', 200, null, { headers: { origin: shop.baseUrl } })
    await contract.expect('POST /api/pair', 200, null)
  })

  it('under a name that turns nothing around in the sentences that name it', async () => {
    const device = new TabletDevice(contract)
    const { user_code: code } = await device.begin()
    const { tabletId } = await pairedTablet(contract, shop, manager)
    const target = { query: query(), params: { tabletId }, headers: manager }
    for (const name of ['\u202e1 retnuoC', 'Counter \u2066', ' ']) {
      const answers = [
        await contract.expect(`POST ${tablets}`, 400, 'field_invalid', {
          headers: manager,
          body: named(code, { name }),
        }),
        await contract.expect(`PATCH ${tablet}`, 400, 'field_invalid', { ...target, body: { name } }),
      ]
      for (const { body } of answers) expect(body).toMatchObject({ errors: [{ path: 'name' }] })
    }
  })

  it('by managers, each for the stores that they manage', async () => {
    const device = new TabletDevice(contract)
    const { user_code: code } = await device.begin()
    const { destinationId } = await createStore(shop.projectId)
    const staff = (await shop.signIn({ role: 'staff' })).headers
    const narrowed = (await shop.signIn({ role: 'manager', destinationIds: [destinationId] })).headers
    const { tabletId } = await pairedTablet(contract, shop, manager)
    const projectId = randomUUID()
    const target = { query: query(), params: { tabletId } }
    const nowhere = { query: { projectId }, params: { tabletId } }
    for (const [headers, status, refusal] of [
      [staff, 403, 'right_missing'],
      [manager, 404, 'project_not_found'],
    ] as const) {
      const at = status === 403 ? target : nowhere
      const body = named(code, at.query)
      await contract.expect(`GET ${tablets}`, status, refusal, { headers, query: at.query })
      await contract.expect(`POST ${tablets}`, status, refusal, { headers, body })
      await contract.expect(`POST ${waiting}`, status, refusal, { headers, body: asked(code, at.query) })
      await contract.expect(`DELETE ${waiting}`, status, refusal, { headers, query: asked(code, at.query) })
      await contract.expect(`PATCH ${tablet}`, status, refusal, { headers, ...at, body: { name: 'x' } })
      await contract.expect(`DELETE ${tablet}`, status, refusal, { headers, ...at })
    }
    const headers = narrowed
    await contract.expect(`POST ${tablets}`, 404, 'store_not_found', { headers, body: named(code) })
    await contract.expect(`POST ${tablets}`, 404, 'store_not_found', {
      headers: manager,
      body: named(code, { destinationId: 'nowhere' }),
    })
    await contract.expect(`PATCH ${tablet}`, 404, 'tablet_not_found', { headers, ...target, body: { name: 'x' } })
    await contract.expect(`DELETE ${tablet}`, 404, 'tablet_not_found', { headers, ...target })
    await contract.expect(`POST ${tablets}`, 201, null, { headers, body: named(code, { destinationId }) })
    const { body } = await contract.expect(`GET ${tablets}`, 200, null, { headers, query: query() })
    expect((body as { tablets: object[] }).tablets).toMatchObject([{ destinationId }])
    await contract.expect(`PATCH ${tablet}`, 200, null, { headers: manager, ...target, body: { name: 'Counter 2' } })
    expect((await auditOf(tabletId)).at(-1)).toMatchObject({ action: 'tablet.renamed', details: { from: 'Counter 1' } })
  })
})

describe('a paired tablet', () => {
  it('reaches its store and nothing else', async () => {
    const { device } = await pairedTablet(contract, shop, manager)
    const { destinationId } = await createStore(shop.projectId)
    const { body: theirs } = await shop.create('theirs', { destinationId, eventType: 'arrival' })
    const { body: own } = await shop.create('own', { eventType: 'arrival' })
    const timeline = (serviceId: unknown) => `/api/staff/orders/${serviceId}/timeline?projectId=${shop.projectId}`
    const codeOf = async (path: string, sent = {}) => (await device.call(shop, path, sent)).body.code
    expect(await codeOf(`/api/staff/board?${address(destinationId)}`)).toBe('store_not_found')
    expect(await codeOf(`/api/staff/board/stream?${address(destinationId, '&after=0')}`)).toBe('store_not_found')
    expect(await codeOf(timeline(theirs.serviceId))).toBe('order_not_found')
    expect((await device.act(shop, theirs.serviceId, 'acknowledge')).body.code).toBe('order_not_found')
    const { body: stores } = await device.call(shop, '/api/staff/stores')
    expect((stores as { stores: object[] }).stores).toMatchObject([{ destinationId: shop.destinationId }])
    const search = { method: 'POST', body: { projectId: shop.projectId } }
    const closed: [string, { method?: string; body?: unknown }?][] = [
      ['/api/prod1/entry/_search', search],
      [`/api/staff/entries/summary?projectId=${shop.projectId}`],
      [`/api/staff/insights?projectId=${shop.projectId}`],
      [`/api/staff/views?projectId=${shop.projectId}`],
      [`/api/staff/projects/${shop.projectId}/settings`],
      [`/api/staff/stores/settings?${address()}`],
      [`${tablets}?projectId=${shop.projectId}`],
      [`/api/staff/pins?projectId=${shop.projectId}`],
      [`/api/staff/pin?projectId=${shop.projectId}`],
      ['/api/staff/session', { method: 'DELETE' }],
    ]
    for (const [path, sent] of closed) expect([path, await codeOf(path, sent)]).toEqual([path, 'right_missing'])
    for (const page of ['/settings', '/entries', '/insights', '/settings/tablets', '/account/pin', '/pair']) {
      const { status, headers } = await device.call(shop, page)
      expect([page, status, headers.get('location')]).toEqual([page, 307, '/board'])
    }
    const acted = await device.act(shop, own.serviceId, 'acknowledge')
    expect(acted.body).toMatchObject({ acknowledgedBy: 'Counter 1' })
    const foreign = { ...device.headers, origin: 'https://elsewhere.example' }
    const path = `/api/staff/orders/${own.serviceId}/actions`
    const body = { projectId: shop.projectId, action: 'complete' }
    const forged = await shop.call(path, { method: 'POST', body, headers: foreign, key: null })
    expect(forged.body.code).toBe('origin_refused')
  })

  it('is no tablet any more within five seconds of being revoked, and its open board ends', async () => {
    const { device, tabletId } = await pairedTablet(contract, shop, manager)
    const stream = new EventReader(
      `${shop.baseUrl}/api/staff/board/stream?${address(undefined, '&after=0')}`,
      device.headers,
    )
    await stream.next(({ event }) => event === 'heartbeat')
    const sent = { headers: manager, query: query(), params: { tabletId } }
    const revokedAt = performance.now()
    await contract.expect(`DELETE ${tablet}`, 204, null, sent)
    await expect(stream.next(() => false)).rejects.toThrow('the stream ended')
    expect(performance.now() - revokedAt).toBeLessThan(4_500)
    const status = async () => (await device.call(shop, `/api/staff/board?${address()}`)).status
    await expect.poll(status, { timeout: 5_000, interval: 100 }).toBe(401)
    expect((await device.call(shop, '/board')).headers.get('location')).toBe('/pair')
    await contract.expect(`DELETE ${tablet}`, 404, 'tablet_not_found', sent)
    expect((await auditOf(tabletId)).map(({ action }) => action)).toEqual(['tablet.paired', 'tablet.revoked'])
  })

  it('opens nothing that is masked from the moment it is revoked, and the record tells of nothing behind that', async () => {
    const { device, tabletId } = await pairedTablet(contract, shop, manager)
    const order = await arrivedOrder(shop, 'behind the end')
    const path = `/api/staff/orders/${order.serviceId}/reveal`
    const reveal = () => device.call(shop, path, { method: 'POST', body: query() })
    expect((await reveal()).status).toBe(200)
    await contract.expect(`DELETE ${tablet}`, 204, null, { headers: manager, query: query(), params: { tabletId } })
    const refused = await reveal()
    expect([refused.status, refused.body.code]).toEqual([401, 'credential_invalid'])
    const where = { ...query(), actorId: tabletId, action: 'order.revealed' }
    expect(await prisma().auditEntry.count({ where })).toBe(1)
  })

  it('steps back while a person is signed in on it', async () => {
    const { device } = await pairedTablet(contract, shop, manager)
    const signed = await device.call(shop, '/api/staff/session', { method: 'POST', body: account })
    expect(signed.status).toBe(200)
    expect((await device.call(shop, '/api/staff/session')).body).toMatchObject({ name: 'Ada Mensah' })
    expect((await device.call(shop, `${tablets}?projectId=${shop.projectId}`)).status).toBe(200)
    expect((await device.call(shop, '/api/staff/session', { method: 'DELETE' })).status).toBe(204)
    expect((await device.call(shop, '/api/staff/session')).body).toMatchObject({ name: 'Counter 1' })
  })
})

describe('a list of more tablets than it holds', () => {
  const strange = `50 % off_ 'now' "or" \\ never`
  let many: Shop
  let theirs: string
  let tabletOf: Map<string, string>

  beforeAll(async () => {
    many = await openShop(inject('baseUrl'))
    theirs = (await createStore(many.projectId)).destinationId
    const rows = await sql<{ tablet_id: string; name: string }>(
      'make-tablets',
      `insert into tablet (project_id, tablet_id, destination_id, name, device, paired_by, paired_by_name, paired_at)
       select $1::uuid, gen_random_uuid(), $2, 'Counter ' || lpad(n::text, 3, '0'), '', 'x', 'X', now()
       from generate_series(1, 250) n
       union all select $1::uuid, gen_random_uuid(), $3, 'Hatch', '', 'x', 'X', now()
       union all select $1::uuid, gen_random_uuid(), $2, $4, '', 'x', 'X', now()
       returning tablet_id, name`,
      [many.projectId, many.destinationId, theirs, strange],
    )
    tabletOf = new Map(rows.map((row) => [row.name, row.tablet_id]))
  })

  const finderOf = async (destinationIds?: string[]) => {
    const { headers } = await many.signIn({ role: 'manager', ...(destinationIds && { destinationIds }) })
    return async (search?: string) => {
      const asked = { projectId: many.projectId, ...(search !== undefined && { search }) }
      const { body } = await contract.expect(`GET ${tablets}`, 200, null, { headers, query: asked })
      const { tablets: found, hasMore } = body as { tablets: { name: string }[]; hasMore: boolean }
      return { names: found.map(({ name }) => name), hasMore }
    }
  }

  it('tells the first and that there are more, and a search finds the others', async () => {
    const find = await finderOf()
    const first = await find()
    expect([first.names.length, first.hasMore]).toEqual([mostListedTablets, true])
    expect(first.names).not.toContain('Counter 250')
    expect(await find('')).toEqual(first)
    const last = { names: ['Counter 250'], hasMore: false }
    for (const search of ['COUNTER 250', ' ter 250 ', tabletOf.get('Counter 250')]) {
      expect(await find(search)).toEqual(last)
    }
    expect(await find(theirs)).toEqual({ names: ['Hatch'], hasMore: false })
    expect((await find('counter')).hasMore).toBe(true)
  })

  it('holds exactly as many without a word of more', async () => {
    const find = await finderOf([many.destinationId])
    const { tablet: table } = prisma()
    const kept = { projectId: many.projectId, destinationId: many.destinationId }
    const over = { ...kept, name: { gt: 'Counter 199' } }
    expect((await find()).hasMore).toBe(true)
    expect(await table.count({ where: { ...kept, NOT: over } })).toBe(mostListedTablets)
    await table.updateMany({ where: over, data: { revokedAt: new Date() } })
    const { names, hasMore } = await find()
    await table.updateMany({ where: over, data: { revokedAt: null } })
    expect([names.length, hasMore]).toEqual([mostListedTablets, false])
  })

  it('tells a manager of other stores nothing of them, whatever is searched for', async () => {
    const find = await finderOf([theirs])
    const own = { names: ['Hatch'], hasMore: false }
    expect(await find()).toEqual(own)
    expect(await find('hatch')).toEqual(own)
    for (const search of ['counter', 'Counter 001', tabletOf.get('Counter 001'), many.destinationId]) {
      expect([search, await find(search)]).toEqual([search, { names: [], hasMore: false }])
    }
  })

  it('is searched for signs as they are', async () => {
    const find = await finderOf()
    for (const search of ['%', "'now'", '"or"', '\\', strange]) {
      expect([search, (await find(search)).names]).toEqual([search, [strange]])
    }
    for (const search of ['counter_250', 'c%250', "';--", 'x'.repeat(128), '🚗'.repeat(128)]) {
      expect([search, await find(search)]).toEqual([search, { names: [], hasMore: false }])
    }
    const { headers } = await many.signIn({ role: 'manager' })
    const tooLong = { projectId: many.projectId, search: 'x'.repeat(129) }
    await contract.expect(`GET ${tablets}`, 400, 'field_invalid', { headers, query: tooLong })
  })
})

it('the addresses of tablets and PINs refuse what they document', async () => {
  const origin = { origin: inject('baseUrl') }
  const { headers } = await shop.call('/api/staff/session', {
    method: 'POST',
    body: account,
    headers: origin,
    key: null,
  })
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  await meetCommonRefusals(contract, 'tablets', { bearer: manager, cookie: { cookie }, none: origin })
})
