import { beforeEach, describe, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { arrivedOrder, Staff } from '@/integration/staff'
import { pools } from '@/lib/db'

let shop: Shop
let ada: Staff
let ben: Staff

beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  ada = await Staff.of(shop, { name: 'Ada Mensah' })
  ben = await Staff.of(shop, { name: 'Ben Ortiz' })
})

const place = ({ version: _, lastUpdateTime: __, maskedBy: ___, ...rest }: Record<string, unknown>) => rest

describe('an undo', () => {
  it('of a hand-over brings the customer back, the wait running from the same arrival', async () => {
    const order = await arrivedOrder(shop, 'u1')
    const before = await ada.sees(order)
    const done = (await ada.act(order, 'complete')).body
    expect(done).toMatchObject({ status: 'Completed', isAcknowledged: true, closedBy: 'Ada Mensah' })
    const undone = (await ada.act(order, 'undo', { version: done.version })).body
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
    const order = await arrivedOrder(shop, `u2 ${action}`)
    const before = await ada.sees(order)
    const { body: acted } = await ada.act(order, action, more)
    expect(place(acted)).not.toEqual(place(before))
    const { status, body } = await ben.act(order, 'undo', { version: acted.version })
    expect(status).toBe(200)
    expect(place(body)).toEqual(place(before))
    expect(body.version).toBe(Number(acted.version) + 1)
  })

  it('keeps what the customer’s app has told meanwhile', async () => {
    const order = await arrivedOrder(shop, 'u3')
    const { body: seen } = await ada.act(order, 'acknowledge')
    await shop.update('u3', { hsFields: { 'Parking Bay': '9' }, etaSeconds: 60 })
    const { status, body } = await ada.act(order, 'undo', { version: seen.version })
    expect(status).toBe(200)
    expect(body).toMatchObject({ isAcknowledged: false, acknowledgedBy: null, hsFields: { 'Parking Bay': '9' } })
  })

  it('is refused when a colleague has acted since, and says who and when', async () => {
    const order = await arrivedOrder(shop, 'u4')
    const { body: seen } = await ada.act(order, 'acknowledge')
    await ben.act(order, 'complete')
    const { status, body } = await ada.act(order, 'undo', { version: seen.version })
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'action_conflict',
      lastChange: { eventType: 'fulfilled', actor: 'staff', actorName: 'Ben Ortiz' },
      order: { status: 'Completed' },
    })
    expect(body.detail).toMatch(/^Ben Ortiz handed over this order at \d{4}-\d\d-\d\dT[\d:.]+Z\.$/)
  })

  it('is refused when the customer has moved since, and says so', async () => {
    const order = await arrivedOrder(shop, 'u5')
    const { body: moved } = await ada.act(order, 'move', { section: 'OnTheWay' })
    await shop.update('u5', { eventType: 'arrival' })
    const { status, body } = await ada.act(order, 'undo', { version: moved.version })
    expect(status).toBe(409)
    expect(body.lastChange).toMatchObject({ eventType: 'arrival', actor: 'server' })
    expect(body.order).toMatchObject({ section: 'Arrived', isAcknowledged: false })
  })

  it('takes nobody from the board who has told their arrival since staff moved them there, and says so', async () => {
    const { body: order } = await shop.create('u8', { eventType: 'onTheWay' })
    const { body: moved } = await ada.act(order, 'move', { section: 'Arrived' })
    await shop.update('u8', { eventType: 'arrival' })
    await shop.update('u8', { hsFields: { 'Parking Bay': '9' } })
    const { status, body } = await ada.act(order, 'undo', { version: moved.version })
    expect(status).toBe(409)
    expect(body.lastChange).toMatchObject({ eventType: 'arrival', actor: 'server' })
    expect(body.order).toMatchObject({ section: 'Arrived', arrivedAt: moved.arrivedAt })
    // Who has seen that they are there may still send them back.
    expect((await ada.act(order, 'move', { section: 'OnTheWay', from: 'Arrived' })).status).toBe(200)
  })

  it('of an acknowledgement passes over an arrival that is told again', async () => {
    const order = await arrivedOrder(shop, 'u9')
    const { body: seen } = await ada.act(order, 'acknowledge')
    await shop.update('u9', { eventType: 'arrival' })
    const { status, body } = await ada.act(order, 'undo', { version: seen.version })
    expect([status, body.section, body.isAcknowledged]).toEqual([200, 'Arrived', false])
  })

  it('of an acknowledgement passes over the arrival of an order that stood there since it was created', async () => {
    const { body: order } = await shop.create('u10', { eventType: 'arrival' })
    const { body: seen } = await ada.act(order, 'acknowledge')
    await shop.update('u10', { eventType: 'arrival', hsFields: { 'Parking Bay': '9' } })
    const { status, body } = await ada.act(order, 'undo', { version: seen.version })
    expect(status).toBe(200)
    expect(body).toMatchObject({ section: 'Arrived', isAcknowledged: false, hsFields: { 'Parking Bay': '9' } })
  })

  it('happens once: of two at the same time one is told who was first', async () => {
    const order = await arrivedOrder(shop, 'u6')
    const { body: done } = await ada.act(order, 'complete')
    const answers = await Promise.all([
      ada.act(order, 'undo', { version: done.version }),
      ben.act(order, 'undo', { version: done.version }),
    ])
    const [won, lost] = answers.sort((a, b) => a.status - b.status)
    expect([won?.status, lost?.status]).toEqual([200, 409])
    expect(lost?.body.detail).toContain('undid the hand-over of this order')
    expect((await ada.act(order, 'undo', { version: won?.body.version })).status).toBe(409)
  })

  it('is of what staff did, within 24 hours', async () => {
    const order = await arrivedOrder(shop, 'u7')
    const { status, body } = await ada.act(order, 'undo', { version: 2 })
    expect(status).toBe(409)
    expect(body.detail).toContain('no action of staff')
    expect(body.lastChange).toBeUndefined()
    const { body: done } = await ada.act(order, 'complete')
    await pools().hot.query(
      `update order_event set recorded_at = recorded_at - interval '24 hours' where project_id = $1 and version = $2`,
      [shop.projectId, done.version],
    )
    expect((await ada.act(order, 'undo', { version: done.version })).status).toBe(409)
  })
})
