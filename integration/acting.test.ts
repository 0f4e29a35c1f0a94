import { beforeEach, describe, expect, inject, it } from 'vitest'
import { type Answered, openShop, type Shop } from '@/integration/shop'
import { pools } from '@/lib/db'

let shop: Shop
let ada: Record<string, string>
let ben: Record<string, string>

beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  ada = (await shop.signIn({ name: 'Ada Mensah' })).headers
  ben = (await shop.signIn({ name: 'Ben Ortiz' })).headers
})

const act = (order: Answered['body'], action: string, more: object = {}, by = ada) =>
  shop.call(`/api/staff/orders/${order.serviceId}/actions`, {
    method: 'POST',
    body: { projectId: shop.projectId, action, ...more },
    headers: by,
    key: null,
  })

/** The order as the board shows it. */
async function standing(order: Answered['body']): Promise<Record<string, unknown>> {
  const address = `/api/staff/board?projectId=${shop.projectId}&destinationId=${shop.destinationId}`
  const { body } = await shop.call(address, { headers: ada, key: null })
  const orders = body.orders as Record<string, unknown>[]
  return orders.find(({ serviceId }) => serviceId === order.serviceId) ?? {}
}

/** An order whose customer stands at the kerb. */
async function arrived(orderId: string): Promise<Answered['body']> {
  const { body } = await shop.create(orderId, { eventType: 'onTheWay', etaSeconds: 300 })
  await shop.update(orderId, { eventType: 'arrival' })
  return body
}

const place = ({ version: _, lastUpdateTime: __, ...rest }: Record<string, unknown>) => rest

describe('an undo', () => {
  it('of a hand-over brings the customer back, the wait running from the same arrival', async () => {
    const order = await arrived('u1')
    const before = await standing(order)
    const done = (await act(order, 'complete')).body
    expect(done).toMatchObject({ status: 'Completed', isAcknowledged: true, closedBy: 'Ada Mensah' })
    const undone = (await act(order, 'undo', { version: done.version })).body
    expect(place(undone)).toEqual(place(before))
    expect(undone).toMatchObject({ isAcknowledged: false, arrivedAt: before.arrivedAt, closedAt: null })
    const { body } = await shop.get('u1')
    expect(body).toMatchObject({ status: 'Arrived', isAcknowledged: false })
    // Its app goes on speaking for it.
    expect((await shop.update('u1', { hsFields: { Bay: '4' } })).status).toBe(200)
  })

  it.each([
    ['acknowledge', {}],
    ['complete', {}],
    ['cancel', { reason: 'Never came' }],
    ['move', { section: 'OnTheWay' }],
    ['move', { section: 'Expected' }],
  ])('of %s %j puts everything back as it was, for whoever asks', async (action, more) => {
    const order = await arrived(`u2 ${action}`)
    const before = await standing(order)
    const { body: acted } = await act(order, action, more)
    expect(place(acted)).not.toEqual(place(before))
    const { status, body } = await act(order, 'undo', { version: acted.version }, ben)
    expect(status).toBe(200)
    expect(place(body)).toEqual(place(before))
    expect(body.version).toBe(Number(acted.version) + 1)
  })

  it('keeps what the customer’s app has told meanwhile', async () => {
    const order = await arrived('u3')
    const { body: seen } = await act(order, 'acknowledge')
    await shop.update('u3', { hsFields: { 'Parking Bay': '9' }, etaSeconds: 60 })
    const { status, body } = await act(order, 'undo', { version: seen.version })
    expect(status).toBe(200)
    expect(body).toMatchObject({ isAcknowledged: false, acknowledgedBy: null, hsFields: { 'Parking Bay': '9' } })
  })

  it('is refused when a colleague has acted since, and says who and when', async () => {
    const order = await arrived('u4')
    const { body: seen } = await act(order, 'acknowledge')
    await act(order, 'complete', {}, ben)
    const { status, body } = await act(order, 'undo', { version: seen.version })
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'action_conflict',
      lastChange: { eventType: 'fulfilled', actor: 'staff', actorName: 'Ben Ortiz' },
      order: { status: 'Completed' },
    })
    expect(body.detail).toMatch(/^Ben Ortiz handed over this order at \d{4}-\d\d-\d\dT[\d:.]+Z\.$/)
  })

  it('is refused when the customer has moved since, and says so', async () => {
    const order = await arrived('u5')
    const { body: moved } = await act(order, 'move', { section: 'OnTheWay' })
    await shop.update('u5', { eventType: 'arrival' })
    const { status, body } = await act(order, 'undo', { version: moved.version })
    expect(status).toBe(409)
    expect(body.lastChange).toMatchObject({ eventType: 'arrival', actor: 'server' })
    expect(body.order).toMatchObject({ section: 'Arrived', isAcknowledged: false })
  })

  it('happens once: of two at the same time one is told who was first', async () => {
    const order = await arrived('u6')
    const { body: done } = await act(order, 'complete')
    const answers = await Promise.all([
      act(order, 'undo', { version: done.version }),
      act(order, 'undo', { version: done.version }, ben),
    ])
    const [won, lost] = answers.sort((a, b) => a.status - b.status)
    expect([won?.status, lost?.status]).toEqual([200, 409])
    expect(lost?.body.detail).toContain('undid the hand-over of this order')
    expect((await act(order, 'undo', { version: won?.body.version })).status).toBe(409)
  })

  it('is of what staff did, within 24 hours', async () => {
    const order = await arrived('u7')
    const { status, body } = await act(order, 'undo', { version: 2 })
    expect(status).toBe(409)
    expect(body.detail).toContain('no action of staff')
    expect(body.lastChange).toBeUndefined()
    const { body: done } = await act(order, 'complete')
    await pools().hot.query(
      `update order_event set recorded_at = recorded_at - interval '24 hours' where project_id = $1 and version = $2`,
      [shop.projectId, done.version],
    )
    expect((await act(order, 'undo', { version: done.version })).status).toBe(409)
  })
})

describe('a move', () => {
  it('takes an order anywhere, also back, and its next arrival rings and waits anew', async () => {
    const order = await arrived('m1')
    await act(order, 'acknowledge')
    const { body: back } = await act(order, 'move', { section: 'OnTheWay' })
    expect(back).toMatchObject({ status: 'OnTheWay', isAcknowledged: false, acknowledgedBy: null, arrivedAt: null })
    const first = (await shop.get('m1')).body.lastTransitionTime
    await shop.update('m1', { eventType: 'arrival' })
    const again = await standing(order)
    expect(again).toMatchObject({ section: 'Arrived', isAcknowledged: false })
    expect(Date.parse(String(again.arrivedAt))).toBeGreaterThanOrEqual(Date.parse(String(first)))
    const { body: expected } = await act(order, 'move', { section: 'Expected' })
    expect(expected).toMatchObject({ status: 'Registered', section: 'Expected', onTheWayAt: null, expectedAt: null })
    const { body: here } = await act(order, 'move', { section: 'Arrived' }, ben)
    expect(here).toMatchObject({ status: 'Arrived', isAcknowledged: true, acknowledgedBy: 'Ben Ortiz' })
    expect(here.arrivedAt).not.toBeNull()
  })

  it('brings an order out of Done for 24 hours after it was closed, by whomever', async () => {
    const order = await arrived('m2')
    const { arrivedAt } = await standing(order)
    await shop.update('m2', { eventType: 'cancelled' })
    const { body } = await act(order, 'move', { section: 'Arrived' })
    expect(body).toMatchObject({ status: 'Arrived', arrivedAt, closedAt: null, closedBy: null })
    expect((await shop.update('m2', { hsFields: { Bay: '1' } })).status).toBe(200)
    await act(order, 'complete')
    await pools().hot.query(
      `update orders set closed_at = closed_at - interval '24 hours' where project_id = $1 and service_id = $2`,
      [shop.projectId, order.serviceId],
    )
    expect((await act(order, 'move', { section: 'Arrived' })).status).toBe(409)
  })

  it('is told where the order stands already, and who took it there', async () => {
    const order = await arrived('m3')
    await act(order, 'move', { section: 'OnTheWay' }, ben)
    const answers = await Promise.all([
      act(order, 'move', { section: 'Arrived' }),
      act(order, 'move', { section: 'Arrived' }, ben),
    ])
    const lost = answers.find(({ status }) => status === 409)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(lost?.body.detail).toMatch(/^(Ada Mensah|Ben Ortiz) moved this order to Arrived at /)
  })

  it('leaves an orderId with the order that claimed it since: the older one is moved by staff alone', async () => {
    const old = await arrived('m4')
    const { body: fresh } = await shop.create('m4', { forceOverwrite: true })
    expect((await act(old, 'move', { section: 'Arrived' })).body).toMatchObject({ section: 'Arrived' })
    await shop.update('m4', { eventType: 'onTheWay' })
    expect(await standing(fresh)).toMatchObject({ section: 'OnTheWay' })
    expect(await standing(old)).toMatchObject({ section: 'Arrived' })
    const { body } = await timeline(old)
    expect((body.events as object[])[0]).toMatchObject({ eventType: 'moved', replacedBy: fresh.serviceId })
  })
})

describe('an action', () => {
  it('on an order that is closed is refused with who closed it', async () => {
    const order = await arrived('r1')
    expect((await act(order, 'cancel', { reason: 'Out of stock' }, ben)).body).toMatchObject({ status: 'Cancelled' })
    for (const action of ['acknowledge', 'complete', 'cancel']) {
      const { status, body } = await act(order, action)
      expect(status).toBe(409)
      expect(body.detail).toMatch(/^Ben Ortiz cancelled this order at /)
    }
    expect((await shop.update('r1', { eventType: 'arrival' })).body.code).toBe('order_closed')
  })

  it('has its own fields and no other', async () => {
    const order = await arrived('r2')
    const wrong = [
      ['move', {}, 'section'],
      ['move', { section: 'Done' }, 'section'],
      ['undo', {}, 'version'],
      ['complete', { version: 2 }, 'version'],
      ['acknowledge', { reason: 'x' }, 'reason'],
    ] as const
    for (const [action, more, path] of wrong) {
      const { status, body } = await act(order, action, more)
      expect(status).toBe(400)
      expect((body.errors as { path: string }[]).map((error) => error.path)).toEqual([path])
    }
  })

  it('of a hand-over and a cancellation at once is one of the two', async () => {
    const order = await arrived('r3')
    const answers = await Promise.all([act(order, 'complete'), act(order, 'cancel', {}, ben)])
    const [won, lost] = answers.sort((a, b) => a.status - b.status)
    expect([won?.status, lost?.status]).toEqual([200, 409])
    expect(lost?.body.order).toMatchObject({ status: won?.body.status, version: won?.body.version })
  })
})

const timeline = (order: Answered['body'], by = ada) =>
  shop.call(`/api/staff/orders/${order.serviceId}/timeline?projectId=${shop.projectId}`, { headers: by, key: null })

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
    const { body: done } = await act(order, 'cancel', { reason: 'Wrong store' })
    await act(order, 'undo', { version: done.version }, ben)
    const { status, body } = await timeline(order)
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
    const narrowed = (await shop.signIn({ destinationIds: ['elsewhere'] })).headers
    expect((await timeline(order, (await other.signIn()).headers)).body.code).toBe('project_not_found')
    expect((await timeline(order, narrowed)).body.code).toBe('order_not_found')
  })

  it('of a phone that never stops telling holds the newest, and says that there was more', async () => {
    const { body: order } = await shop.create('t3')
    await pools().hot.query(
      `insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor, recorded_at)
       select $1, $2, $3, 'updateOrder', 'Registered', 'Expected', v, 'api', clock_timestamp()
       from generate_series(2, 300) v`,
      [shop.projectId, shop.destinationId, order.serviceId],
    )
    const { body } = await timeline(order)
    expect(body.events).toHaveLength(200)
    expect(body.hasEarlier).toBe(true)
  })
})
