import { beforeAll, describe, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import type { ApiKeyCaller } from '@/lib/auth/model'
import { prisma, sql } from '@/lib/db'
import { createOrder, getOrder, updateOrder } from '@/lib/orders/service'
import { createStore } from '@/prisma/factories/project'

// Time is a parameter of the service, so that days pass here without waiting.
const hourMs = 60 * 60 * 1000
const noon = new Date('2026-03-01T12:00:00.000Z')
const later = (hours: number) => new Date(noon.getTime() + hours * hourMs)

let shop: Shop
let caller: ApiKeyCaller

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
  caller = { kind: 'apiKey', keyKind: 'secret', keyId: 'test', projectId: shop.projectId, destinationIds: null }
})

const order = (orderId: string) => ({ projectId: shop.projectId, destinationId: shop.destinationId, orderId })

describe('an orderId', () => {
  it('is held for 24 hours from creation, not from the last update, and then makes a new order', async () => {
    const first = await createOrder(caller, order('t1'), undefined, noon)
    await updateOrder(caller, 't1', { projectId: shop.projectId, customerName: 'A' }, {}, later(23))
    await expect(createOrder(caller, order('t1'), undefined, new Date(later(24).getTime() - 1))).rejects.toMatchObject({
      code: 'order_exists',
    })
    const second = await createOrder(caller, order('t1'), undefined, later(24))
    expect(second.order.serviceId).not.toBe(first.order.serviceId)
    expect(second.order.userToken).not.toBe(first.order.userToken)
    const told = await updateOrder(caller, 't1', { projectId: shop.projectId, eventType: 'arrival' }, {}, later(25))
    expect(told.order.serviceId).toBe(second.order.serviceId)
    const sought = { projectId: shop.projectId, orderId: 't1' }
    expect((await getOrder(caller, sought)).order.serviceId).toBe(second.order.serviceId)
  })

  it('stays held when its order is closed early', async () => {
    await createOrder(caller, order('t2'), undefined, noon)
    await updateOrder(caller, 't2', { projectId: shop.projectId, eventType: 'fulfilled' }, {}, later(1))
    await expect(createOrder(caller, order('t2'), undefined, later(2))).rejects.toMatchObject({ code: 'order_exists' })
  })
})

describe('an orderId whose order is open for longer than it is held', () => {
  const app = async (): Promise<ApiKeyCaller> => {
    const key = await prisma().apiKey.findFirstOrThrow({ where: { projectId: shop.projectId, kind: 'publishable' } })
    return { ...caller, keyKind: 'publishable', keyId: key.keyId }
  }
  const tell = (by: ApiKeyCaller, orderId: string, userToken: string | undefined, hours: number) =>
    updateOrder(by, orderId, { projectId: shop.projectId, eventType: 'arrival' }, { userToken }, later(hours))

  it('is taken over by no app, and free again once its order is closed', async () => {
    const { order: made } = await createOrder(caller, order('o1'), undefined, noon)
    const by = await app()
    const attempt = () => createOrder(by, order('o1'), undefined, later(25))
    await expect(attempt()).rejects.toMatchObject({
      code: 'order_exists',
      message: expect.stringContaining('still open'),
      extras: { members: { createdAt: noon.toISOString() } },
    })
    expect((await tell(by, 'o1', made.userToken, 26)).order.serviceId).toBe(made.serviceId)
    await updateOrder(caller, 'o1', { projectId: shop.projectId, eventType: 'fulfilled' }, {}, later(27))
    expect((await attempt()).order.serviceId).not.toBe(made.serviceId)
  })

  it('is still its customer’s, by the token, when the retailer has used the id again, here or in another store', async () => {
    const by = await app()
    const elsewhere = (await createStore(shop.projectId)).destinationId
    const { order: first } = await createOrder(caller, order('o2'), undefined, noon)
    const { order: second } = await createOrder(caller, order('o2'), undefined, later(24))
    const { order: third } = await createOrder(by, { ...order('o2'), destinationId: elsewhere }, undefined, later(24))
    for (const { userToken, serviceId } of [first, second, third]) {
      expect((await tell(by, 'o2', userToken, 25)).order.serviceId).toBe(serviceId)
      const sought = { projectId: shop.projectId, orderId: 'o2', userToken }
      expect((await getOrder(by, sought)).order.serviceId).toBe(serviceId)
    }
    const here = { projectId: shop.projectId, destinationId: shop.destinationId }
    const told = await updateOrder(caller, 'o2', { ...here, customerName: 'A' }, {}, later(25))
    expect(told.order.serviceId).toBe(second.serviceId)
    await expect(tell(caller, 'o2', undefined, 25)).rejects.toMatchObject({ code: 'order_ambiguous' })
    await expect(tell(by, 'o2', 'a guess', 25)).rejects.toMatchObject({ code: 'user_token_mismatch' })
  })

  it('is told of as an app’s to the retailer that finds it taken', async () => {
    const by = await app()
    await createOrder(by, order('o3'), undefined, noon)
    await expect(createOrder(caller, order('o3'), undefined, later(1))).rejects.toMatchObject({
      message: expect.stringMatching(/with a publishable key.*forceOverwrite: true/),
      extras: { members: { createdWith: 'publishable' } },
    })
    await expect(createOrder(by, order('o3'), undefined, later(1))).rejects.toMatchObject({
      message: expect.not.stringContaining('publishable'),
    })
  })
})

describe('an idempotency key', () => {
  it('answers a retry for 24 hours, then takes a new request', async () => {
    const first = await createOrder(caller, order('t3'), 'key of t3', noon)
    const retried = await createOrder(caller, order('t3'), 'key of t3', new Date(later(24).getTime() - 1))
    expect(retried).toEqual({ ...first, replayed: true })
    const anew = await createOrder(caller, order('t3'), 'key of t3', later(24))
    expect(anew.replayed).toBe(false)
    expect(anew.order.serviceId).not.toBe(first.order.serviceId)
  })
})

describe('a wrong clock on a phone', () => {
  it('puts nobody at the top of the board for ever', async () => {
    const arrivedAt = async (orderId: string) => {
      const [row] = await sql<{ arrived_at: Date }>(
        'arrival-of-order',
        'select arrived_at from orders where project_id = $1 and order_id = $2',
        [shop.projectId, orderId],
      )
      return row?.arrived_at
    }
    await createOrder(caller, { ...order('c1'), eventType: 'arrival', eventTime: new Date(0) }, undefined, noon)
    expect(await arrivedAt('c1')).toEqual(later(-1))
    await createOrder(caller, order('c2'), undefined, noon)
    const arrival = { projectId: shop.projectId, eventType: 'arrival' as const }
    await updateOrder(caller, 'c2', { ...arrival, eventTime: new Date(0) }, {}, later(1))
    expect(await arrivedAt('c2')).toEqual(noon)
    await createOrder(caller, order('c3'), undefined, noon)
    await updateOrder(caller, 'c3', { ...arrival, eventTime: later(100) }, {}, later(1))
    expect(await arrivedAt('c3')).toEqual(later(1))
  })
})

describe('an accepted arrival', () => {
  const entriesOf = (orderId: string) =>
    sql<{ source: string; order_id: string; zone_id: string; entry_time: Date; creation_time: Date }>(
      'entries-of-order',
      'select source, order_id, zone_id, entry_time, creation_time from entry where project_id = $1 and order_id = $2',
      [shop.projectId, orderId],
    )

  it('records one entry event of the store, at the time that the phone tells', async () => {
    await createOrder(caller, order('t4'), undefined, noon)
    const arrival = { projectId: shop.projectId, eventType: 'arrival' as const, eventTime: later(0.9) }
    await updateOrder(caller, 't4', arrival, {}, later(1))
    await updateOrder(caller, 't4', arrival, {}, later(2))
    expect(await entriesOf('t4')).toEqual([
      { source: 'order', order_id: 't4', zone_id: shop.zoneId, entry_time: later(0.9), creation_time: later(1) },
    ])
  })

  it('records one entry event under 20 parallel tellings', async () => {
    await createOrder(caller, order('t5'), undefined, noon)
    const arrival = { projectId: shop.projectId, eventType: 'arrival' as const }
    await Promise.all(Array.from({ length: 20 }, () => updateOrder(caller, 't5', arrival, {}, later(1))))
    expect(await entriesOf('t5')).toHaveLength(1)
  })

  it('counts when it comes with the create', async () => {
    await createOrder(caller, { ...order('t6'), eventType: 'arrival' }, undefined, noon)
    expect(await entriesOf('t6')).toHaveLength(1)
  })

  it('writes a timeline row for every accepted event, in the same transaction', async () => {
    const rows = await sql<{ event_type: string; status: string; version: number }>(
      'timeline-of-order',
      `select e.event_type, e.status, e.version from order_event e
       join orders o on o.project_id = e.project_id and o.service_id = e.service_id
       where e.project_id = $1 and o.order_id = $2 order by e.sequence`,
      [shop.projectId, 't4'],
    )
    expect(rows).toEqual([
      { event_type: 'registration', status: 'Registered', version: 1 },
      { event_type: 'arrival', status: 'Arrived', version: 2 },
      { event_type: 'arrival', status: 'Arrived', version: 3 },
    ])
  })
})
