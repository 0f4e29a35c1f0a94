import { afterAll, beforeAll, describe, expect, inject, it, type TestContext } from 'vitest'
import { EventReader, watch } from '@/integration/event-source'
import { escalatedEvents, ringFor } from '@/integration/ringing'
import { startServer } from '@/integration/setup/test-server'
import { openShop } from '@/integration/shop'
import { Staff } from '@/integration/staff'
import { pools } from '@/lib/db'
import type { RingingStore } from '@/lib/escalations/schema'
import { createStore } from '@/prisma/factories/project'
import type { TestServer } from '@/scripts/testing/test-server.mjs'

/** Two machines on one database. */
let here: TestServer
let there: TestServer

beforeAll(async () => {
  here = await startServer({ databaseUrl: inject('databaseUrl'), env: { WORKERS: '1' } })
  there = await startServer({ databaseUrl: inject('databaseUrl'), env: { WORKERS: '1' } })
})
afterAll(() => Promise.all([here?.stop(), there?.stop()]))

/** A retailer of a test's own, with a second store whose board helps: tests wait for clocks, and so all at once. */
async function openProject({ onTestFinished }: TestContext) {
  const shop = await openShop(here.baseUrl)
  const manager = (await shop.signIn({ role: 'manager' })).headers
  const helper = (await createStore(shop.projectId, { name: 'Helper' })).destinationId
  const readers: EventReader[] = []
  onTestFinished(() => {
    for (const reader of readers) reader.close()
  })
  const openBoard = (destinationId: string, by = manager, server = here): EventReader => {
    const query = new URLSearchParams({ projectId: shop.projectId, destinationId, after: '0' })
    const reader = new EventReader(`${server.baseUrl}/api/staff/board/stream?${query}`, by)
    readers.push(reader)
    return reader
  }
  const rings = (orderId: string, seconds: number, destinationId?: string) =>
    ringFor(shop, orderId, seconds, destinationId)
  return { shop, manager, helper, readers, openBoard, rings }
}

type Elsewhere = (RingingStore & { escalation: { reason: string; count: number; waiting: unknown[] } | null })[]

/** What a board is told of other stores next, for which the test holds. */
async function told(reader: EventReader, wanted: (stores: Elsewhere) => boolean): Promise<Elsewhere> {
  const { data } = await reader.next(
    ({ event, data }) => event === 'elsewhere' && wanted(data.stores as unknown as Elsewhere),
  )
  return data.stores as unknown as Elsewhere
}

describe.concurrent('an arrival at a store without a board', () => {
  it('calls the other boards of the project, until somebody acknowledges', async (context) => {
    const { shop, helper, openBoard, rings } = await openProject(context)
    const board = openBoard(helper)
    await told(board, (stores) => stores.length === 0)
    const order = await rings('alone', 60)
    const [store] = await told(board, (stores) => stores[0]?.escalation != null)
    expect(store).toMatchObject({
      destinationId: shop.destinationId,
      ringing: 1,
      escalation: { reason: 'noBoard', count: 1, waiting: [{ customerName: 'Priya N.', orderId: 'alone' }] },
    })
    const staff = await Staff.of(shop)
    await staff.act(order, 'acknowledge')
    await told(board, (stores) => stores.length === 0)
    const { body } = await staff.timeline(order)
    expect(body.events).toMatchObject([
      { eventType: 'acknowledged' },
      { eventType: 'escalated', actor: 'system', reason: 'noBoard', changed: [] },
      { eventType: 'arrival' },
    ])
  })

  it('is given time for a board to be opened, and calls nobody after half a day', async (context) => {
    const { helper, openBoard, rings } = await openProject(context)
    const board = openBoard(helper)
    await told(board, (stores) => stores.length === 0)
    await rings('forgotten', 13 * 60 * 60)
    await rings('just now', 0)
    const [store] = await told(board, (stores) => stores.length > 0)
    expect(store).toMatchObject({ ringing: 1, escalation: null })
  })
})

describe.concurrent('an arrival that nobody acknowledges', () => {
  it('calls the other boards when the time that the store has set is over, and not its own', async (context) => {
    const { shop, manager, helper, openBoard, rings } = await openProject(context)
    const address = `/api/staff/stores/settings?projectId=${shop.projectId}&destinationId=${shop.destinationId}`
    const body = { acknowledgeWithinSeconds: 30 }
    await shop.call(address, { method: 'PATCH', body, headers: manager, key: null })
    const own = openBoard(shop.destinationId)
    expect(await told(own, () => true)).toEqual([])
    const board = openBoard(helper, manager, there)
    await told(board, (stores) => stores.length === 0)
    await rings('in time', 20)
    await rings('late', 40)
    const [store] = await told(board, (stores) => stores[0]?.ringing === 2 && stores[0].escalation != null)
    expect(store?.escalation).toMatchObject({ reason: 'notAcknowledged', count: 1, waiting: [{ orderId: 'late' }] })
    expect(await escalatedEvents(shop)).toMatchObject([{ reason: 'notAcknowledged:30' }])
    await rings('at the helper', 0, helper)
    expect(await told(own, () => true)).toMatchObject([{ destinationId: helper, ringing: 1 }])
  })
})

describe.concurrent('who is told', () => {
  it('sees the stores of their account alone, and of their project', async (context) => {
    const { shop, helper, readers, openBoard, rings } = await openProject(context)
    const third = (await createStore(shop.projectId)).destinationId
    const narrow = (await shop.signIn({ destinationIds: [helper, third] })).headers
    const stranger = await openShop(here.baseUrl)
    const strange = watch(stranger, (await stranger.signIn()).headers)
    readers.push(strange)
    const [wide, narrowed] = [openBoard(helper), openBoard(helper, narrow)]
    expect(await told(strange, () => true)).toEqual([])
    expect(await told(narrowed, () => true)).toEqual([])
    await rings('not theirs', 60)
    await told(wide, (stores) => stores.length === 1)
    await rings('theirs', 60, third)
    await told(wide, (stores) => stores.length === 2)
    expect((await told(narrowed, () => true)).map((store) => store.destinationId)).toEqual([third])
    await stranger.create('of another project', { destinationId: 'elsewhere', eventType: 'arrival' })
    expect((await told(strange, () => true)).map((store) => store.destinationId)).toEqual(['elsewhere'])
  })

  it('changes with the right: a board whose account is narrowed is told no more, and has to come again', async (context) => {
    const { shop, helper, openBoard } = await openProject(context)
    const { account, headers } = await shop.signIn()
    const board = openBoard(helper, headers)
    await told(board, () => true)
    await pools().hot.query(
      `update membership m set destination_ids = $3 from staff_user u
       where m.project_id = $1 and m.user_id = u.id and u.email = $2`,
      [shop.projectId, account.email, JSON.stringify([helper])],
    )
    await expect(board.next(() => false)).rejects.toThrow('the stream ended')
  })
})

describe.concurrent('on two servers', () => {
  it('each arrival is escalated exactly once for each reason', async (context) => {
    const { shop, manager, helper, openBoard, rings } = await openProject(context)
    const boards = [here, there].flatMap((server) =>
      Array.from({ length: 3 }, () => openBoard(helper, manager, server)),
    )
    for (const board of boards) await told(board, () => true)
    const orders = await Promise.all(Array.from({ length: 20 }, (_, at) => rings(`rush-${at}`, 60)))
    for (const board of boards) await told(board, (stores) => stores[0]?.escalation?.count === 20)
    expect(await escalatedEvents(shop)).toEqual(
      orders.map(({ serviceId }) => ({ service_id: serviceId, reason: 'noBoard' })).sort(byService),
    )
    // Now the other reason holds as well, and both servers look again.
    await pools().hot.query(
      `update orders set last_transition_time = last_transition_time - interval '10 minutes' where project_id = $1`,
      [shop.projectId],
    )
    await rings('one more', 0)
    for (const board of boards) await told(board, (stores) => stores[0]?.ringing === 21)
    // Of those twenty: the one behind them is called for as well, where all that took longer than the time for a board.
    const twenty = new Set<unknown>(orders.map(({ serviceId }) => serviceId))
    const events = (await escalatedEvents(shop)).filter((event) => twenty.has(event.service_id))
    const reasons = events.map(({ reason }) => reason)
    expect(reasons.filter((reason) => reason === 'noBoard')).toHaveLength(20)
    expect(reasons.filter((reason) => reason === 'notAcknowledged:120')).toHaveLength(20)
  })

  it('a board counts for all of them, and one whose server dies is missed within seconds', async (context) => {
    const { shop, manager, helper, openBoard, rings } = await openProject(context)
    const dying = await startServer({ databaseUrl: inject('databaseUrl'), env: { WORKERS: '1' } })
    const held = openBoard(shop.destinationId, manager, dying)
    await told(held, () => true)
    const board = openBoard(helper)
    await told(board, (stores) => stores.length === 0)
    await rings('watched', 60)
    expect(await told(board, (stores) => stores.length > 0)).toMatchObject([{ ringing: 1, escalation: null }])
    await dying.kill9()
    const diedAt = performance.now()
    expect(await told(board, (stores) => stores[0]?.escalation != null)).toMatchObject([
      { escalation: { reason: 'noBoard' } },
    ])
    const seconds = (performance.now() - diedAt) / 1000
    expect(seconds).toBeGreaterThan(11)
    expect(seconds).toBeLessThan(21)
    const again = openBoard(shop.destinationId, manager, there)
    await told(again, () => true)
    expect(await told(board, () => true)).toMatchObject([{ ringing: 1, escalation: null }])
  })
})

const byService = (a: { service_id: unknown }, b: { service_id: unknown }) =>
  String(a.service_id) < String(b.service_id) ? -1 : 1
