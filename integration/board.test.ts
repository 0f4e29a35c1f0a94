import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { EventReader } from '@/integration/event-source'
import { openShop, type Shop } from '@/integration/shop'
import { pools } from '@/lib/db'
import { createStore } from '@/prisma/factories/project'

let shop: Shop
let headers: Record<string, string>
let opened: EventReader[] = []

beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  headers = (await shop.signIn({ name: 'Ada Mensah' })).headers
})

afterEach(() => {
  for (const reader of opened) reader.close()
  opened = []
})

const address = (more = '') => `projectId=${shop.projectId}&destinationId=${shop.destinationId}${more}`
const getBoard = () => shop.call(`/api/staff/board?${address()}`, { headers, key: null })

async function openStream(cursor?: string): Promise<EventReader> {
  const after = cursor ?? String((await getBoard()).body.cursor)
  const reader = new EventReader(`${shop.baseUrl}/api/staff/board/stream?${address(`&after=${after}`)}`, headers)
  opened.push(reader)
  await reader.next(({ event }) => event === 'heartbeat')
  return reader
}

const act = (serviceId: unknown, action: string, by = headers) =>
  shop.call(`/api/staff/orders/${serviceId}/actions`, {
    method: 'POST',
    body: { projectId: shop.projectId, action },
    headers: by,
    key: null,
  })

describe("a store's board", () => {
  it('shows what staff may see: no token, no customEventMetaData', async () => {
    await shop.create('b1', { customerName: 'Priya N.', eventType: 'onTheWay', customEventMetaData: { secret: 's3' } })
    const { body } = await getBoard()
    expect(body.orders).toHaveLength(1)
    expect((body.orders as object[])[0]).toMatchObject({ orderId: 'b1', status: 'Registered', section: 'OnTheWay' })
    expect(JSON.stringify(body)).not.toMatch(/userToken|s3/)
  })

  it('is nobody else’s', async () => {
    const other = await openShop(shop.baseUrl)
    const stranger = (await other.signIn()).headers
    const { destinationId } = await createStore(shop.projectId)
    const narrowed = (await shop.signIn({ destinationIds: [destinationId] })).headers
    const made = await shop.create('b2')
    for (const by of [stranger, narrowed]) {
      expect((await shop.call(`/api/staff/board?${address()}`, { headers: by, key: null })).body.code).toBe(
        'store_not_found',
      )
      expect(
        (await shop.call(`/api/staff/board/stream?${address('&after=0')}`, { headers: by, key: null })).status,
      ).toBe(404)
      expect((await act(made.body.serviceId, 'complete', by)).status).toBe(404)
    }
    expect((await shop.call(`/api/staff/board?${address()}`, { key: null })).status).toBe(401)
  })
})

describe('the stream', () => {
  it('tells of each change as it happens, with the whole order', async () => {
    const reader = await openStream()
    await shop.create('s1', { customerName: 'Dan' })
    expect((await reader.nextOrder('s1')).order).toMatchObject({ section: 'Expected', version: 1 })
    await shop.update('s1', { eventType: 'arrival', hsFields: { 'Parking Bay': '4' } })
    expect((await reader.nextOrder('s1')).order).toMatchObject({
      section: 'Arrived',
      version: 2,
      hsFields: { 'Parking Bay': '4' },
      isAcknowledged: false,
    })
  })

  it('resumes behind the last message, with nothing lost', async () => {
    const reader = await openStream()
    await shop.create('s2')
    const { id } = await reader.nextOrder('s2')
    reader.close()
    await shop.update('s2', { eventType: 'arrival' })
    await shop.create('s3')
    const again = new EventReader(`${shop.baseUrl}/api/staff/board/stream?${address('&after=0')}`, {
      ...headers,
      'last-event-id': id,
    })
    opened.push(again)
    const { data } = await again.next(({ event }) => event === 'orders')
    const orders = data.orders as { orderId: string; section: string }[]
    expect(orders.find((o) => o.orderId === 's2')?.section).toBe('Arrived')
    expect(orders.map((o) => o.orderId)).toContain('s3')
  })

  it('skips no row that commits after one with a higher sequence', async () => {
    const slow = await shop.create('slow')
    const reader = await openStream()
    const client = await pools().hot.connect()
    try {
      // A writer that takes its sequence now and commits later.
      await client.query('begin')
      await client.query(
        `update orders set customer_name = 'changed late', version = version + 1 where project_id = $1 and service_id = $2`,
        [shop.projectId, slow.body.serviceId],
      )
      await client.query(
        `insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor, recorded_at)
         values ($1, $2, $3, 'updateOrder', 'Registered', 'Expected', 2, 'api', clock_timestamp())`,
        [shop.projectId, shop.destinationId, slow.body.serviceId],
      )
      await shop.create('fast')
      await reader.nextOrder('fast')
      await client.query('commit')
    } finally {
      client.release()
    }
    expect((await reader.nextOrder('slow')).order).toMatchObject({ customerName: 'changed late', version: 2 })
  })

  it('tells twenty boards the same', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, () => openStream()))
    const ids = Array.from({ length: 10 }, () => `s-${randomUUID()}`)
    await Promise.all(ids.map((id) => shop.create(id)))
    for (const reader of readers) {
      const missing = new Set(ids)
      await reader.next(({ event, data }) => {
        if (event === 'orders') for (const o of data.orders as { orderId: string }[]) missing.delete(o.orderId)
        return missing.size === 0
      })
      expect(missing.size).toBe(0)
    }
  })

  it('says when the gap is too wide to stream', async () => {
    await pools().hot.query(
      `insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor, recorded_at)
       select $1, $2, gen_random_uuid(), 'updateOrder', 'Registered', 'Expected', 1, 'api', clock_timestamp() - interval '1 hour'
       from generate_series(1, 1200)`,
      [shop.projectId, shop.destinationId],
    )
    const reader = new EventReader(`${shop.baseUrl}/api/staff/board/stream?${address('&after=0')}`, headers)
    opened.push(reader)
    expect((await reader.next()).event).toBe('reset')
    await shop.create('after the reset')
    expect((await reader.nextOrder('after the reset')).order).toMatchObject({ version: 1 })
  })
})

describe('the stream under stress', () => {
  it('tells of what comes behind a rush of more changes than it reads at a time', async () => {
    const reader = await openStream()
    await pools().hot.query(
      `insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor, recorded_at)
       select $1, $2, gen_random_uuid(), 'updateOrder', 'Registered', 'Expected', 1, 'api', clock_timestamp()
       from generate_series(1, 2500)`,
      [shop.projectId, shop.destinationId],
    )
    await shop.create('behind the rush')
    expect((await reader.nextOrder('behind the rush')).order).toMatchObject({ version: 1 })
    const joining = await openStream()
    await shop.create('after the rush')
    expect((await joining.nextOrder('after the rush')).order).toMatchObject({ version: 1 })
  })

  it('ends with the right to see it', async () => {
    const { headers: theirs } = await shop.signIn()
    headers = theirs
    const reader = await openStream()
    await pools().hot.query(
      'delete from staff_session where user_id in (select user_id from membership where project_id = $1)',
      [shop.projectId],
    )
    await expect(reader.next(() => false)).rejects.toThrow('the stream ended')
  })
})

describe('staff', () => {
  it('acknowledge an arrival once: of two taps the second learns who was first', async () => {
    const made = await shop.create('a1')
    expect((await act(made.body.serviceId, 'acknowledge')).body.code).toBe('action_conflict')
    await shop.update('a1', { eventType: 'arrival' })
    const answers = await Promise.all([
      act(made.body.serviceId, 'acknowledge'),
      act(made.body.serviceId, 'acknowledge'),
    ])
    const [won, lost] = answers.sort((a, b) => a.status - b.status)
    expect(won?.status).toBe(200)
    expect(won?.body).toMatchObject({ isAcknowledged: true, acknowledgedBy: 'Ada Mensah' })
    expect(lost?.status).toBe(409)
    expect(lost?.body.detail).toContain('Ada Mensah')
    expect(lost?.body.order).toMatchObject({ isAcknowledged: true, orderId: 'a1' })
    expect((await shop.get('a1')).body.isAcknowledged).toBe(true)
  })

  it('complete an order, which every board learns and the customer’s app as well', async () => {
    const made = await shop.create('a2', { eventType: 'arrival' })
    const reader = await openStream()
    expect((await act(made.body.serviceId, 'complete')).body).toMatchObject({
      status: 'Completed',
      closedBy: 'Ada Mensah',
    })
    expect((await reader.nextOrder('a2')).order).toMatchObject({ section: 'Done', isAcknowledged: true })
    expect((await shop.get('a2')).body.status).toBe('Completed')
    expect((await shop.update('a2', { eventType: 'arrival' })).body.code).toBe('order_closed')
    expect((await act(made.body.serviceId, 'complete')).body.code).toBe('action_conflict')
  })
})
