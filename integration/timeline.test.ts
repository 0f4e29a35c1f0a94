import { beforeEach, describe, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { Staff } from '@/integration/staff'
import { pools } from '@/lib/db'

let shop: Shop
let ada: Staff
let ben: Staff

beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  ada = await Staff.of(shop, { name: 'Ada Mensah' })
  ben = await Staff.of(shop, { name: 'Ben Ortiz' })
})

describe('a timeline', () => {
  it('says who did what and how it came, and of details the names alone', async () => {
    const told = {
      customerName: 'Priya N.',
      hsFields: { 'Car Plate': 'NM 1234' },
      customEventMetaData: { inner: 's3' },
    }
    const { body: order } = await shop.create('t1', { ...told, eventType: 'onTheWay' })
    const phone = { key: shop.publishableKey }
    await shop.update('t1', { eventType: 'arrival', userToken: order.userToken, hsFields: { Bay: '2' } }, phone)
    const { body: done } = await ada.act(order, 'cancel', { reason: 'Wrong store' })
    await ben.act(order, 'undo', { version: done.version })
    const { status, body } = await ada.timeline(order)
    expect(status).toBe(200)
    expect(body.hasEarlier).toBe(false)
    const events = body.events as Record<string, unknown>[]
    expect(events.map(({ eventType, actor, source }) => [eventType, actor, source])).toEqual([
      ['undone', 'staff', 'board'],
      ['cancelled', 'staff', 'board'],
      ['arrival', 'phone', 'api'],
      ['onTheWay', 'server', 'api'],
    ])
    expect(events[0]).toMatchObject({ actorName: 'Ben Ortiz', undone: 'cancelled', from: 'Done', section: 'Arrived' })
    expect(events[1]).toMatchObject({ actorName: 'Ada Mensah', reason: 'Wrong store', from: 'Arrived', changed: [] })
    expect(events[2]).toMatchObject({ changed: ['Bay'], version: 2 })
    expect(new Set(events[3]?.changed as string[])).toEqual(new Set(['Car Plate', 'customerName']))
    expect(JSON.stringify(body)).not.toMatch(/NM 1234|s3|customEventMetaData|userToken/)
    expect(JSON.stringify(body)).not.toContain(String(order.userToken))
  })

  it('is nobody else’s', async () => {
    const { body: order } = await shop.create('t2')
    const other = await openShop(shop.baseUrl)
    const narrowed = await Staff.of(shop, { destinationIds: ['elsewhere'] })
    expect((await new Staff(shop, (await other.signIn()).headers).timeline(order)).body.code).toBe('project_not_found')
    expect((await narrowed.timeline(order)).body.code).toBe('order_not_found')
  })

  it('is empty for an order of which nothing was recorded, and still nobody else’s', async () => {
    const { body: order } = await shop.create('t4')
    await pools().hot.query('delete from order_event where project_id = $1', [shop.projectId])
    expect(await ada.timeline(order)).toMatchObject({ status: 200, body: { events: [], hasEarlier: false } })
    const narrowed = await Staff.of(shop, { destinationIds: ['elsewhere'] })
    expect((await narrowed.timeline(order)).body.code).toBe('order_not_found')
    expect((await ada.timeline({ ...order, serviceId: shop.projectId })).body.code).toBe('order_not_found')
  })

  it('of a phone that never stops telling holds the newest, and says that there was more', async () => {
    const { body: order } = await shop.create('t3')
    await pools().hot.query(
      `insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor, recorded_at)
       select $1, $2, $3, 'updateOrder', 'Registered', 'Expected', v, 'api', clock_timestamp()
       from generate_series(2, 300) v`,
      [shop.projectId, shop.destinationId, order.serviceId],
    )
    const { body } = await ada.timeline(order)
    expect(body.events).toHaveLength(200)
    expect(body.hasEarlier).toBe(true)
  })
})
