import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { arrivedOrder, Staff } from '@/integration/staff'
import { pools } from '@/lib/db'
import { limitActions } from '@/lib/limits/record'
import { unnamed } from '@/lib/limits/take'
import { until } from '@/scripts/process/processes.mjs'

let shop: Shop
let ada: Staff
let ben: Staff

beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  ada = await Staff.of(shop, { name: 'Ada Mensah' })
  ben = await Staff.of(shop, { name: 'Ben Ortiz' })
})

describe('a move', () => {
  it('takes an order anywhere, also back, and its next arrival rings and waits anew', async () => {
    const order = await arrivedOrder(shop, 'm1')
    await ada.act(order, 'acknowledge')
    const { body: back } = await ada.act(order, 'move', { section: 'OnTheWay' })
    expect(back).toMatchObject({ status: 'OnTheWay', isAcknowledged: false, acknowledgedBy: null, arrivedAt: null })
    const first = (await shop.get('m1')).body.lastTransitionTime
    await shop.update('m1', { eventType: 'arrival' })
    const again = await ada.sees(order)
    expect(again).toMatchObject({ section: 'Arrived', isAcknowledged: false })
    expect(Date.parse(String(again.arrivedAt))).toBeGreaterThanOrEqual(Date.parse(String(first)))
    const { body: expected } = await ada.act(order, 'move', { section: 'Expected' })
    expect(expected).toMatchObject({ status: 'Registered', section: 'Expected', onTheWayAt: null, expectedAt: null })
    const { body: here } = await ben.act(order, 'move', { section: 'Arrived' })
    expect(here).toMatchObject({ status: 'Arrived', isAcknowledged: true, acknowledgedBy: 'Ben Ortiz' })
    expect(here.arrivedAt).not.toBeNull()
  })

  it('brings an order out of Done for 24 hours after it was closed, by whomever', async () => {
    const order = await arrivedOrder(shop, 'm2')
    const { arrivedAt } = await ada.sees(order)
    await shop.update('m2', { eventType: 'cancelled' })
    const { body } = await ada.act(order, 'move', { section: 'Arrived' })
    expect(body).toMatchObject({ status: 'Arrived', arrivedAt, closedAt: null, closedBy: null })
    expect((await shop.update('m2', { hsFields: { Bay: '1' } })).status).toBe(200)
    await ada.act(order, 'complete')
    await pools().hot.query(
      `update orders set closed_at = closed_at - interval '24 hours' where project_id = $1 and service_id = $2`,
      [shop.projectId, order.serviceId],
    )
    expect((await ada.act(order, 'move', { section: 'Arrived' })).status).toBe(409)
  })

  it('is told where the order stands already, and who took it there', async () => {
    const order = await arrivedOrder(shop, 'm3')
    await ben.act(order, 'move', { section: 'OnTheWay' })
    const answers = await Promise.all([
      ada.act(order, 'move', { section: 'Arrived' }),
      ben.act(order, 'move', { section: 'Arrived' }),
    ])
    const lost = answers.find(({ status }) => status === 409)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(lost?.body.detail).toMatch(/^(Ada Mensah|Ben Ortiz) moved this order to Arrived at /)
  })

  it('leaves an orderId with the order that claimed it since: the older one is moved by staff alone', async () => {
    const old = await arrivedOrder(shop, 'm4')
    const { body: fresh } = await shop.create('m4', { forceOverwrite: true })
    expect((await ada.act(old, 'move', { section: 'Arrived' })).body).toMatchObject({ section: 'Arrived' })
    await shop.update('m4', { eventType: 'onTheWay' })
    expect(await ada.sees(fresh)).toMatchObject({ section: 'OnTheWay' })
    expect(await ada.sees(old)).toMatchObject({ section: 'Arrived' })
    const withOldToken = await shop.update('m4', { userToken: old.userToken, eventType: 'fulfilled' })
    expect(withOldToken.body.code).toBe('user_token_mismatch')
    const { body } = await ada.timeline(old)
    expect((body.events as object[])[0]).toMatchObject({ eventType: 'moved', replacedBy: fresh.serviceId })
  })
})

describe('an action', () => {
  it.each([
    ['move', { section: 'OnTheWay' }],
    ['cancel', { reason: 'Never came' }],
  ])(
    '(%s %j) that was decided on before the customer arrived hides nobody, and says that they have',
    async (action, more) => {
      const { body: order } = await shop.create(`a0 ${action}`)
      await shop.update(`a0 ${action}`, { eventType: 'arrival' })
      const { status, body } = await ada.act(order, action, { ...more, from: 'Expected' })
      expect([status, body.code]).toEqual([409, 'action_conflict'])
      expect(body.lastChange).toMatchObject({ eventType: 'arrival', section: 'Arrived' })
      expect(body.order).toMatchObject({ section: 'Arrived', isAcknowledged: false })
      expect(await ada.sees(order)).toMatchObject({ section: 'Arrived', isAcknowledged: false })
      expect((await ada.act(order, action, { ...more, from: 'Arrived' })).status).toBe(200)
    },
  )

  it('decided on before an arrival that is being written hides nobody either', async () => {
    const orders = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => (await shop.create(`a1 ${at}`, { eventType: 'onTheWay' })).body),
    )
    const both = await Promise.all(
      orders.map(async (order) => {
        const [arrival, move] = await Promise.all([
          shop.update(String(order.orderId), { eventType: 'arrival' }),
          ada.act(order, 'move', { section: 'Expected', from: 'OnTheWay' }),
        ])
        return { arrival: arrival.status, move: move.status, section: (await ada.sees(order)).section }
      }),
    )
    // Whichever was first: who has arrived is there.
    expect(both.map(({ arrival, section }) => [arrival, section])).toEqual(orders.map(() => [200, 'Arrived']))
  })

  it('says from where only where that matters', async () => {
    const order = await arrivedOrder(shop, 'a2')
    for (const [action, more] of [
      ['acknowledge', { from: 'Arrived' }],
      ['complete', { from: 'Arrived' }],
      ['undo', { version: 2, from: 'Arrived' }],
      ['cancel', { from: 'Nowhere' }],
    ] as const) {
      expect([action, (await ada.act(order, action, more)).status]).toEqual([action, 400])
    }
  })

  it('on an order that is closed is refused with who closed it', async () => {
    const order = await arrivedOrder(shop, 'r1')
    expect((await ben.act(order, 'cancel', { reason: 'Out of stock' })).body).toMatchObject({ status: 'Cancelled' })
    for (const action of ['acknowledge', 'complete', 'cancel']) {
      const { status, body } = await ada.act(order, action)
      expect(status).toBe(409)
      expect(body.detail).toMatch(/^Ben Ortiz cancelled this order at /)
    }
    expect((await shop.update('r1', { eventType: 'arrival' })).body.code).toBe('order_closed')
  })

  it('has its own fields and no other', async () => {
    const order = await arrivedOrder(shop, 'r2')
    const wrong = [
      ['move', {}, 'section'],
      ['move', { section: 'Done' }, 'section'],
      ['undo', {}, 'version'],
      ['complete', { version: 2 }, 'version'],
      ['acknowledge', { reason: 'x' }, 'reason'],
    ] as const
    for (const [action, more, path] of wrong) {
      const { status, body } = await ada.act(order, action, more)
      expect(status).toBe(400)
      expect((body.errors as { path: string }[]).map((error) => error.path)).toEqual([path])
    }
  })

  it('of a hand-over and a cancellation at once is one of the two', async () => {
    const order = await arrivedOrder(shop, 'r3')
    const answers = await Promise.all([ada.act(order, 'complete'), ben.act(order, 'cancel')])
    const [won, lost] = answers.sort((a, b) => a.status - b.status)
    expect([won?.status, lost?.status]).toEqual([200, 409])
    expect(lost?.body.order).toMatchObject({ status: won?.body.status, version: won?.body.version })
  })

  it('is one of so many that somebody does to one order, and to all: each stays in the record for good', async () => {
    const order = await arrivedOrder(shop, 'r4')
    const moves = Array.from({ length: 80 }, (_, n) => ({ section: n % 2 ? 'Expected' : 'OnTheWay' }))
    const answers = await Promise.all(moves.map((to) => ada.act(order, 'move', to)))
    const refused = answers.filter(({ status }) => status === 429)
    // Each process lets the first three pass unasked.
    expect([refused.length >= 10, refused.length <= 30]).toEqual([true, true])
    expect(refused[0]?.body.detail).toMatch(/^Too many actions in a short time\. Wait \d+ s, then try again\.$/)
    // Who did so keeps nobody from handing it over, nor themselves from another.
    expect((await ada.act(await arrivedOrder(shop, 'r5'), 'acknowledge')).status).toBe(200)
    expect((await ben.act(order, 'complete')).status).toBe(200)
    const others = Array.from({ length: 210 }, (_, n) => limitActions(shop.projectId, `order ${n}`))
    const settled = (await Promise.allSettled(others)).map(({ status }) => status)
    expect([settled.slice(0, 150).includes('rejected'), settled.at(-1)]).toEqual([false, 'rejected'])
  })

  it('is counted of its order and of all at once: an action waits for one answer, not for two', async () => {
    const [userId, serviceId] = [randomUUID(), randomUUID()]
    const [ofOne, ofAll] = [`actions ${unnamed(userId, serviceId)}`, `actions ${unnamed(userId)}`]
    for (let n = 0; n < 3; n++) await limitActions(userId, serviceId)
    const isCounted = async (name: string) =>
      (await pools().hot.query('select from rate_bucket where name = $1', [name])).rowCount === 1
    const holder = await pools().hot.connect()
    try {
      await holder.query('begin')
      await holder.query('select take_tokens($1, 1, 1, 50)', [ofOne])
      // It waits as long as a request may, and no longer.
      const counting = limitActions(userId, serviceId).catch(() => undefined)
      expect(await until(() => isCounted(ofAll), 10_000, 5)).toBe(true)
      await holder.query('commit')
      await counting
    } finally {
      holder.release(true)
    }
  })
})
