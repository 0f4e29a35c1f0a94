import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { openShop, type Shop, untilServed } from '@/integration/shop'
import { pools } from '@/lib/db'
import { createStore } from '@/prisma/factories/project'

let shop: Shop
let number = 0
const newId = () => {
  number += 1
  return `order-${number}`
}

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
})

const elevenFields = [
  'customerName',
  'destinationId',
  'hsFields',
  'isAcknowledged',
  'lastTransitionTime',
  'lastUpdateTime',
  'orderId',
  'projectId',
  'serviceId',
  'status',
  'userToken',
]

describe('creating an order', () => {
  it('answers exactly the eleven fields of the specification, Registered whatever the customer tells', async () => {
    const id = newId()
    const { status, body, headers } = await shop.create(id, {
      customerName: 'Tomás Hernández',
      eventType: 'onTheWay',
      hsFields: { 'Mobile Number': '+1 555 0100', 'Car Plate': 'ABC 907' },
      customEventMetaData: { campaign: 'autumn' },
    })
    expect(status).toBe(201)
    expect(Object.keys(body).sort()).toEqual(elevenFields)
    expect(body).toMatchObject({
      projectId: shop.projectId,
      destinationId: shop.destinationId,
      orderId: id,
      status: 'Registered',
      customerName: 'Tomás Hernández',
      isAcknowledged: false,
      hsFields: { 'Mobile Number': '+1 555 0100', 'Car Plate': 'ABC 907' },
    })
    expect(body.lastUpdateTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(body.userToken).toMatch(/^[\w-]{16,}$/)
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/)
    expect(headers.get('cache-control')).toBe('no-store')
    const fetched = await shop.call(headers.get('location') ?? '')
    expect(fetched.status).toBe(200)
    expect(fetched.body).toEqual(body)
  })

  it('gives one of 100 simultaneous creates of an id the order, and 99 a conflict that says what to do', async () => {
    const id = newId()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, phone) => {
        const headers = { 'idempotency-key': `phone ${phone} with ${id}` }
        return untilServed(() => shop.create(id, {}, { headers }))
      }),
    )
    const refused = answers.filter((a) => a.status === 409)
    expect(answers.filter((a) => a.status === 201)).toHaveLength(1)
    expect(refused).toHaveLength(99)
    for (const { body } of refused) {
      expect(body).toMatchObject({ code: 'order_exists', status: 409 })
      expect(body.detail).toContain('PUT')
      expect(Date.parse(String(body.freeAt)) - Date.parse(String(body.createdAt))).toBe(24 * 60 * 60 * 1000)
    }
  })

  it('makes one order of 20 parallel retries with one idempotency key, and answers all of them alike', async () => {
    const id = newId()
    const headers = { 'idempotency-key': `retry of ${id}` }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.create(id, { hsFields: { b: '2', a: '1' } }, { headers })),
    )
    expect(answers.map((a) => a.status)).toEqual(Array(20).fill(201))
    expect(new Set(answers.map((a) => JSON.stringify(a.body))).size).toBe(1)
    expect(new Set(answers.map((a) => a.headers.get('etag'))).size).toBe(1)
    expect(answers.filter((a) => a.headers.get('idempotency-replayed') === 'true')).toHaveLength(19)
    const again = await shop.create(id, { hsFields: { a: '1', b: '2' } }, { headers })
    expect(again.status).toBe(201)
    expect(again.body).toEqual(answers[0]?.body)
  })

  it('refuses an idempotency key that was used for another request', async () => {
    const headers = { 'idempotency-key': 'used once' }
    expect((await shop.create(newId(), {}, { headers })).status).toBe(201)
    const other = await shop.create(newId(), {}, { headers })
    expect(other.status).toBe(409)
    expect(other.body.code).toBe('idempotency_key_reused')
  })

  it('keeps nothing of a refused create: its idempotency key is free for the corrected request', async () => {
    const id = newId()
    await shop.create(id)
    const headers = { 'idempotency-key': 'refused, then corrected' }
    expect((await shop.create(id, {}, { headers })).status).toBe(409)
    expect((await shop.create(newId(), {}, { headers })).status).toBe(201)
  })

  it('replaces an order on forceOverwrite: the old one is cancelled and its token dead', async () => {
    const id = newId()
    const old = await shop.create(id)
    const made = await shop.create(id, { forceOverwrite: true })
    expect(made.status).toBe(201)
    expect(made.body.serviceId).not.toBe(old.body.serviceId)
    const withOldToken = await shop.update(id, { userToken: old.body.userToken, eventType: 'arrival' })
    expect(withOldToken.status).toBe(403)
    const listed = await shop.call(`/api/orders?projectId=${shop.projectId}&status=Cancelled`)
    const ids = (listed.body.orders as { serviceId: string }[]).map((o) => o.serviceId)
    expect(ids).toContain(old.body.serviceId)
  })

  it('leaves one order open after 20 simultaneous forced creates of one id', async () => {
    const id = newId()
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.create(id, { forceOverwrite: true })))
    expect(answers.map((a) => a.status)).toEqual(Array(20).fill(201))
    const listed = await shop.call(`/api/orders?projectId=${shop.projectId}&status=Registered&pageSize=1000`)
    const open = (listed.body.orders as { orderId: string; serviceId: string }[]).filter((o) => o.orderId === id)
    expect(open).toHaveLength(1)
    expect((await shop.get(id)).body.serviceId).toBe(open[0]?.serviceId)
  })

  it('makes an unknown store, unless the project is strict', async () => {
    const made = await shop.create(newId(), { destinationId: 'a store nobody named' })
    expect(made.status).toBe(201)
    const strict = await openShop(inject('baseUrl'), { strict: true })
    const refused = await strict.create(newId(), { destinationId: 'nowhere' })
    expect(refused.status).toBe(404)
    expect(refused.body.code).toBe('destination_unknown')
    expect((await strict.create(newId())).status).toBe(201)
  })

  it('names every bad field, the unknown ones included', async () => {
    const { status, body } = await shop.create('', {
      parkingBay: '4',
      hsFields: { ok: 'x', bad: { deep: 1 } },
      etaSeconds: -1,
    })
    expect(status).toBe(400)
    const paths = (body.errors as { path: string }[]).map((e) => e.path).sort()
    expect(paths).toEqual(['etaSeconds', 'hsFields.bad', 'orderId', 'parkingBay'])
  })
})

describe('updating an order', () => {
  it('writes no details again of which nothing is told: of a large order that would be its size for each request', async () => {
    const id = newId()
    const many = Object.fromEntries(
      Array.from({ length: 40 }, () => [randomUUID(), `${randomUUID()}${randomUUID()}`.repeat(9)]),
    )
    await shop.create(id, { hsFields: many, customEventMetaData: many })
    const { hot } = pools()
    const kept = async () => {
      const { rows } = await hot.query(
        `select pg_column_toast_chunk_id(hs_fields) as hs, pg_column_toast_chunk_id(custom_event_meta_data) as meta
         from orders where project_id = $1 and order_id = $2`,
        [shop.projectId, id],
      )
      return rows[0]
    }
    const before = await kept()
    expect(Number(before.hs)).toBeGreaterThan(0)
    expect((await shop.update(id, { eventType: 'onTheWay', customerName: 'Ada' })).body.hsFields).toEqual(many)
    expect(await kept()).toEqual(before)
    const [first] = Object.keys(many)
    expect((await shop.update(id, { hsFields: { [String(first)]: null } })).body.hsFields).not.toHaveProperty(
      String(first),
    )
    expect((await kept()).hs).not.toEqual(before.hs)
    expect((await kept()).meta).toEqual(before.meta)
  })

  it('loses none of 50 parallel updates with different keys', async () => {
    const id = newId()
    await shop.create(id)
    const keys = Array.from({ length: 50 }, (_, i) => `key ${i}`)
    const answers = await Promise.all(
      keys.map((key) => untilServed(() => shop.update(id, { hsFields: { [key]: key } }))),
    )
    expect(answers.map((a) => a.status)).toEqual(Array(50).fill(200))
    const { body } = await shop.get(id)
    expect(Object.keys(body.hsFields as object).sort()).toEqual(keys.sort())
  })

  it('merges details, removes what is null, takes numbers as text, and keeps __proto__ as data', async () => {
    const id = newId()
    await shop.create(id, { hsFields: { 'Car Color': 'Red', Note: 'x' } })
    const raw = `{"projectId":"${shop.projectId}","hsFields":{"Parking Bay":7,"Note":null,"__proto__":"p","constructor":true,"emoji 🚗":"né"}}`
    const { status, body } = await shop.call(`/api/orders/${id}`, { method: 'PUT', body: raw })
    expect(status).toBe(200)
    expect(Object.entries(body.hsFields as object).sort()).toEqual(
      Object.entries(
        JSON.parse('{"Car Color":"Red","Parking Bay":"7","__proto__":"p","constructor":"true","emoji 🚗":"né"}'),
      ).sort(),
    )
  })

  it('holds at most 50 details, also after a merge, and a refused merge changes nothing', async () => {
    const id = newId()
    const fields = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`k${from + i}`, 'v']))
    await shop.create(id, { hsFields: fields(0, 50) })
    const refused = await shop.update(id, { hsFields: { more: 'x' }, eventType: 'arrival' })
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toEqual([{ path: 'hsFields', message: expect.stringContaining('50') }])
    expect((await shop.get(id)).body).toMatchObject({ status: 'Registered', hsFields: fields(0, 50) })
    expect((await shop.update(id, { hsFields: { more: 'x', k0: null } })).status).toBe(200)
    const meta = await shop.update(id, { customEventMetaData: fields(0, 51) })
    expect([meta.status, meta.body.code]).toEqual([400, 'field_invalid'])
    expect((await shop.update(id, { customEventMetaData: fields(0, 50), eventType: 'onTheWay' })).status).toBe(200)
    const over = await shop.update(id, { customEventMetaData: { more: 'x' }, eventType: 'arrival' })
    expect(over.body.errors).toEqual([{ path: 'customEventMetaData', message: expect.stringContaining('50') }])
    expect((await shop.get(id)).body.status).toBe('OnTheWay')
  })

  it('writes nothing of a merge that it refuses', async () => {
    const id = newId()
    const fields = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, 'v']))
    await shop.create(id, { hsFields: fields })
    const { hot } = pools()
    // Whoever has written a row and undone it stands in its xmax.
    const writtenBy = async () =>
      (await hot.query('select xmax from orders where project_id = $1 and order_id = $2', [shop.projectId, id])).rows
    const before = await writtenBy()
    expect((await shop.update(id, { hsFields: { more: 'x' } })).status).toBe(400)
    expect(await writtenBy()).toEqual(before)
  })

  it('moves a customer forward only: late and repeated events change details, never the status', async () => {
    const id = newId()
    await shop.create(id)
    const way = await shop.update(id, { eventType: 'onTheWay', etaSeconds: 300 })
    expect(way.body.status).toBe('OnTheWay')
    const here = await shop.update(id, { eventType: 'arrival', hsFields: { 'Parking Bay': '4' } })
    expect(here.body.status).toBe('Arrived')
    const late = await shop.update(id, { eventType: 'onTheWay', hsFields: { Note: 'late' } })
    expect(late.status).toBe(200)
    expect(late.body).toMatchObject({
      status: 'Arrived',
      lastTransitionTime: here.body.lastTransitionTime,
      hsFields: { 'Parking Bay': '4', Note: 'late' },
    })
    expect(Date.parse(String(late.body.lastUpdateTime))).toBeGreaterThanOrEqual(
      Date.parse(String(here.body.lastUpdateTime)),
    )
    const again = await shop.update(id, { eventType: 'arrival' })
    expect(again.body).toMatchObject({ status: 'Arrived', lastTransitionTime: here.body.lastTransitionTime })
  })

  it('tells a closed order nothing more', async () => {
    const id = newId()
    await shop.create(id)
    expect((await shop.update(id, { eventType: 'fulfilled' })).body.status).toBe('Completed')
    const refused = await shop.update(id, { eventType: 'arrival' })
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'order_closed', orderStatus: 'Completed' })
  })

  it('gives the first answer again to a retry, though the order has moved on', async () => {
    const id = newId()
    await shop.create(id)
    const headers = { 'idempotency-key': `arrival of ${id}` }
    const first = await shop.update(id, { eventType: 'arrival' }, { headers })
    await shop.update(id, { eventType: 'fulfilled' })
    const retried = await shop.update(id, { eventType: 'arrival' }, { headers })
    expect(retried.status).toBe(200)
    expect(retried.headers.get('idempotency-replayed')).toBe('true')
    expect(retried.body).toEqual(first.body)
  })

  it('honours If-Match', async () => {
    const id = newId()
    const { headers } = await shop.create(id)
    const etag = headers.get('etag') ?? ''
    const first = await shop.update(id, { customerName: 'A' }, { headers: { 'if-match': etag } })
    expect(first.status).toBe(200)
    const second = await shop.update(id, { customerName: 'B' }, { headers: { 'if-match': etag } })
    expect(second.status).toBe(412)
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    expect((await shop.update(id, {}, { headers: { 'if-match': `W/${first.headers.get('etag')}` } })).status).toBe(412)
    expect((await shop.update(id, {}, { headers: { 'if-match': `"x", ${first.headers.get('etag')}` } })).status).toBe(
      200,
    )
    expect((await shop.update(id, {}, { headers: { 'if-match': '*' } })).status).toBe(200)
    expect((await shop.get(id)).body.customerName).toBe('A')
  })

  it('wants the path, the body and the project to agree', async () => {
    const id = newId()
    await shop.create(id)
    expect((await shop.update(id, { orderId: 'another' })).status).toBe(400)
    expect((await shop.update(id, { orderId: id })).status).toBe(200)
    expect((await shop.update('never made', {})).body.code).toBe('order_not_found')
    const stranger = await openShop(inject('baseUrl'))
    expect((await stranger.update(id, {})).body.code).toBe('order_not_found')
    expect((await stranger.call(`/api/orders/${id}?projectId=${shop.projectId}`)).body.code).toBe('project_not_found')
  })

  it('asks for the store only when two have that id open', async () => {
    const id = newId()
    const { destinationId } = await createStore(shop.projectId)
    await shop.create(id)
    const there = await shop.create(id, { destinationId })
    const ambiguous = await shop.update(id, { eventType: 'arrival' })
    expect(ambiguous.status).toBe(409)
    expect(ambiguous.body.code).toBe('order_ambiguous')
    expect((await shop.get(id)).body.code).toBe('order_ambiguous')
    const told = await shop.update(id, { destinationId, eventType: 'fulfilled' })
    expect(told.body.serviceId).toBe(there.body.serviceId)
    expect((await shop.update(id, { eventType: 'arrival' })).body).toMatchObject({
      status: 'Arrived',
      destinationId: shop.destinationId,
    })
  })
})

describe('listing orders', () => {
  it('walks all of a store once, newest first, and ends without a token', async () => {
    const here = await openShop(inject('baseUrl'))
    const ids = Array.from({ length: 12 }, (_, i) => `n${i}`)
    for (const id of ids) await here.create(id)
    const seen: string[] = []
    let token: unknown
    do {
      const query = new URLSearchParams({ projectId: here.projectId, destinationId: here.destinationId, pageSize: '4' })
      if (token) query.set('paginationToken', String(token))
      const { body } = await here.call(`/api/orders?${query}`)
      seen.push(...(body.orders as { orderId: string }[]).map((o) => o.orderId))
      token = body.paginationToken
    } while (token)
    expect(seen).toEqual(ids.reverse())
  })

  it('ends a page where it holds two megabytes of details, however small they are kept, and goes on behind it', async () => {
    const here = await openShop(inject('baseUrl'))
    await pools().hot.query(
      `insert into orders (project_id, service_id, destination_id, order_id, user_token, hs_fields,
                           created_at, last_update_time, last_transition_time)
       select $1, gen_random_uuid(), $2, 'large ' || n, gen_random_uuid(),
              jsonb_build_object('Colour', repeat('x', case when n = 50 then 2100000 else 40000 end)), now(), now(), now()
       from generate_series(1, 100) n`,
      [here.projectId, here.destinationId],
    )
    const pages: string[][] = []
    for (let token: unknown; pages.length === 0 || token; ) {
      const query = new URLSearchParams({ projectId: here.projectId, pageSize: '1000' })
      if (token) query.set('paginationToken', String(token))
      const { body } = await here.call(`/api/orders?${query}`)
      pages.push((body.orders as { orderId: string }[]).map((order) => order.orderId))
      token = body.paginationToken
    }
    const all = pages.flat()
    expect([all.length, new Set(all).size]).toEqual([100, 100])
    for (const page of pages) expect(page.length).toBeLessThan(50)
    expect(pages).toContainEqual(['large 50'])
  })

  it('refuses a token of another query, and one that was altered', async () => {
    const first = await shop.call(`/api/orders?projectId=${shop.projectId}&pageSize=1`)
    const token = String(first.body.paginationToken)
    const other = await shop.call(`/api/orders?projectId=${shop.projectId}&status=Arrived&paginationToken=${token}`)
    expect(other.body.code).toBe('pagination_token_invalid')
    const altered = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    const refused = await shop.call(`/api/orders?projectId=${shop.projectId}&pageSize=1&paginationToken=${altered}`)
    expect(refused.status).toBe(400)
  })
})
