import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { EventReader } from '@/integration/event-source'
import { openShop, type Shop } from '@/integration/shop'
import { unhurried } from '@/integration/unhurried'
import { getBoard, getBoardText } from '@/lib/board/service'
import { pools } from '@/lib/db'
import { makeCaller, makeTabletCaller } from '@/prisma/factories/caller'
import { createStore } from '@/prisma/factories/project'

let shop: Shop
let owner: Record<string, string>
beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  owner = (await shop.signIn({ role: 'owner' })).headers
})

const query = async (text: string, values: unknown[]) => (await pools().hot.query(text, values)).rows
const ask = (address: string, sent: { method?: string; body?: unknown; headers?: Record<string, string> } = {}) =>
  shop.call(address, { headers: owner, key: null, ...sent })
const times = <T>(count: number, of: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => of(n)))

const ofStore = (destinationId: string) => new URLSearchParams({ projectId: shop.projectId, destinationId })
const settingsOf = (destinationId: string) => `/api/staff/stores/settings?${ofStore(destinationId)}`
const projectSettings = () => `/api/staff/projects/${shop.projectId}/settings`

type Listed = { destinationId: string; name: string; isNew: boolean; ringing: number }
async function listed(more: Record<string, string> = {}): Promise<Listed[]> {
  return (await ask(`/api/staff/stores?${new URLSearchParams(more)}`)).body.stores as Listed[]
}
const idsOf = (stores: Listed[]) => stores.map(({ destinationId }) => destinationId)

/** So many stores that nobody has named. */
const makeStores = (count: number) =>
  unhurried(
    `insert into store (project_id, destination_id, name, default_zone_id, created_at)
     select $1, 'made-' || n, 'made-' || n, 'zone', now() from generate_series(1, $2) n`,
    [shop.projectId, count],
  )

describe('the key that is in every customer’s app', () => {
  const create = (destinationId: string, key = shop.publishableKey) =>
    shop.create(`order of ${destinationId}`, { destinationId }, { key })

  it('makes twenty stores in a day, however many ask at once; and more once they are named, or a day later', async () => {
    const answers = await times(30, (n) => create(`unheard-${n}`))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    for (const { body, headers } of answers.filter(({ status }) => status !== 201)) {
      expect(body).toMatchObject({ status: 429, code: 'stores_full', detail: expect.stringContaining('secret key') })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(23 * 60 * 60)
    }
    expect(await listed()).toHaveLength(21)
    expect((await create(shop.destinationId)).status).toBe(201)
    expect((await create('of a server', shop.secretKey)).status).toBe(201)

    const [made] = answers.filter(({ status }) => status === 201)
    await ask(settingsOf(String(made?.body.destinationId)), { method: 'PATCH', body: { name: 'Harbour Street' } })
    expect((await create('named one')).status).toBe(201)
    expect((await create('one too many')).body.code).toBe('stores_full')
    await query(`update store set created_at = created_at - interval '24 hours' where project_id = $1`, [
      shop.projectId,
    ])
    expect((await create('the next day')).status).toBe(201)
  })

  it('leaves nothing behind where it was refused, so that the same request is done once it may be', async () => {
    await times(20, (n) => create(`unheard-${n}`))
    const headers = { 'idempotency-key': 'the same' }
    const send = () => shop.create('late', { destinationId: 'late' }, { key: shop.publishableKey, headers })
    expect((await send()).body.code).toBe('stores_full')
    await query(`update store set is_new = false where project_id = $1`, [shop.projectId])
    expect((await send()).status).toBe(201)
  })

  it('makes none where the project takes orders for known stores only, and neither does another', async () => {
    const { body } = await ask(projectSettings(), { method: 'PATCH', body: { knownStoresOnly: true } })
    expect(body).toMatchObject({ knownStoresOnly: true, settings: { goalSeconds: null } })
    expect((await create('unheard')).body.code).toBe('destination_unknown')
    expect((await create('unheard', shop.secretKey)).body.code).toBe('destination_unknown')
    expect((await create(shop.destinationId)).status).toBe(201)
    await ask(projectSettings(), { method: 'PATCH', body: { goalSeconds: 90 } })
    expect((await ask(projectSettings())).body.knownStoresOnly).toBe(true)
    const { body: record } = await ask(`/api/staff/audit?projectId=${shop.projectId}`)
    expect(record.entries).toContainEqual(
      expect.objectContaining({
        action: 'project.changed',
        details: { changes: { knownStoresOnly: { from: false, to: true } } },
      }),
    )
  })
})

describe('of very many stores', () => {
  it('lists hold so many, those with customers and those with a name first; a search finds the others', async () => {
    await makeStores(2_300)
    await shop.create('rings', { destinationId: 'made-2222', eventType: 'arrival' })
    const stores = await listed()
    expect(stores).toHaveLength(300)
    expect(idsOf(stores)).toEqual(expect.arrayContaining([shop.destinationId, 'made-2222']))
    expect(idsOf(await listed({ search: ' MADE-2191 ' }))).toEqual(['made-2191'])
    expect(idsOf(await listed({ search: 'made-2191', projectId: randomUUID() }))).toEqual([])

    const { body: privacy } = await ask(`/api/staff/projects/${shop.projectId}/privacy`)
    expect(privacy.stores).toHaveLength(100)
    const patch = { stores: { 'made-2191': true } }
    const { body: changed } = await ask(`/api/staff/projects/${shop.projectId}/privacy`, {
      method: 'PATCH',
      body: patch,
    })
    const made = { destinationId: 'made-2191', name: 'made-2191', isNew: true }
    expect(changed.stores).toContainEqual({ ...made, maskOnSharedBoards: true })
    const { body: people } = await ask(`/api/staff/people?projectId=${shop.projectId}`)
    expect(people.stores).toHaveLength(2_000)
  })

  it('somebody who has some sees those, wherever they would stand', async () => {
    await makeStores(600)
    const { headers } = await shop.signIn({ destinationIds: ['made-599', 'made-98'] })
    const { body } = await ask('/api/staff/stores', { headers })
    expect(idsOf(body.stores as Listed[])).toEqual(['made-599', 'made-98'])
  })

  it('where it rings nearly everywhere a list holds those where somebody has waited longest', async () => {
    await makeStores(1_200)
    await query(
      `insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section,
                           arrived_at, created_at, last_update_time, last_transition_time)
       select $1, gen_random_uuid(), 'made-' || n, 'order ' || n, gen_random_uuid(), 'Registered', 'Arrived',
              now() - n * interval '1 second', now(), now(), now()
       from generate_series(1, 1200) n`,
      [shop.projectId],
    )
    const stores = await listed()
    await query(`delete from orders where project_id = $1`, [shop.projectId])
    const longest = Array.from({ length: 1_000 }, (_, n) => `made-${n + 201}`)
    expect(idsOf(stores)).toEqual(expect.arrayContaining(longest))
    expect(idsOf(stores)).not.toContain('made-99')
    expect(new Set(stores.map(({ ringing }) => ringing))).toEqual(new Set([1]))
  })

  it('who asks for what is read of them very often keeps nobody else waiting', async () => {
    await makeStores(5_000)
    const other = await openShop(shop.baseUrl)
    const [colleague, elsewhere] = await Promise.all([shop, other].map((one) => one.signIn({ role: 'owner' })))
    const ofProject = `projectId=${shop.projectId}`
    for (const address of [
      `/api/staff/stores?${ofProject}`,
      '/api/staff/stores',
      `/api/staff/insights?${ofProject}&startDate=2026-01-01&endDate=2026-01-01`,
      `/api/staff/pins?${ofProject}`,
      `/api/staff/people?${ofProject}`,
      `/api/staff/projects/${shop.projectId}/privacy`,
    ]) {
      const answered: string[] = []
      const asking = async (who: string, where: string, headers = owner) => {
        const { status } = await ask(where, { headers })
        answered.push(who)
        return status
      }
      const flood = times(40, () => asking('flood', address))
      const others = [
        asking('colleague', address, colleague?.headers),
        asking('elsewhere', '/api/staff/stores', elsewhere?.headers),
      ]
      expect([address, ...(await Promise.all(others))]).toEqual([address, 200, 200])
      await flood
      // Whoever comes last is answered while some of the others still wait; what is read in no time may be over by then.
      if (!address.startsWith('/api/staff/stores')) continue
      for (const who of ['colleague', 'elsewhere']) {
        expect([address, who, answered.indexOf(who) < 40]).toEqual([address, who, true])
      }
    }
  })
})

type Shown = { orderId: string; section: string; hsFields: Record<string, string> }

describe('a board', () => {
  const board = async () => {
    const { body } = await ask(`/api/staff/board?${ofStore(shop.destinationId)}`)
    return { ...body, leftOut: body.leftOut, orders: body.orders as Shown[], bytes: JSON.stringify(body).length }
  }
  /** So many orders at once, as they would have come one by one. */
  const make = (count: number, section: string, detail: string, closed = false) =>
    query(
      `insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section, hs_fields,
                           arrived_at, closed_at, created_at, last_update_time, last_transition_time)
       select $1, gen_random_uuid(), $2, $4::text || ' ' || n, gen_random_uuid(), $6::order_status, $4::board_section,
              jsonb_build_object('Bay', n::text, 'Colour', $5::text),
              case when $4::text = 'Arrived' then now() - n * interval '1 second' end,
              case when $4::text = 'Done' then now() end, now(), now(), now()
       from generate_series(1, $3) n`,
      [shop.projectId, shop.destinationId, count, section, detail, closed ? 'Completed' : 'Registered'],
    )
  const of = (orders: Shown[], section: string) => orders.filter((order) => order.section === section)

  it('shows who arrived, then who comes, up to so many, and says how many of those it leaves out', async () => {
    await make(2_100, 'Expected', 'short')
    await make(5, 'OnTheWay', 'short')
    await make(3, 'Arrived', 'short')
    const { orders, leftOut } = await board()
    expect(of(orders, 'Arrived')).toHaveLength(3)
    expect(of(orders, 'OnTheWay')).toHaveLength(5)
    expect(orders).toHaveLength(2_000)
    expect(leftOut).toBe(108)
    await query(`delete from orders where project_id = $1 and section = 'Expected'`, [shop.projectId])
    expect((await board()).leftOut).toBeUndefined()
  })

  it('is brought along by its page as far as that bears, and has itself read whole at once', async () => {
    await make(1_500, 'Arrived', 'short')
    await make(20, 'Done', 'short', true)
    const person = await makeCaller({ projectId: shop.projectId, role: 'owner', destinationIds: null })
    const place = { projectId: shop.projectId, destinationId: shop.destinationId }
    const brought = await getBoard(person, place, new Date())
    const { orders } = await board()
    expect(orders).toHaveLength(1_520)
    const eldest = of(orders, 'Arrived').map(({ orderId }) => orderId)
    expect(eldest.slice(0, 2)).toEqual(['Arrived 1500', 'Arrived 1499'])
    expect(brought.orders.length).toBeGreaterThan(100)
    expect(brought.orders.length).toBeLessThan(400)
    expect(brought.orders.map(({ orderId }) => orderId)).toEqual(eldest.slice(0, brought.orders.length))
    const stream = new EventReader(
      `${shop.baseUrl}/api/staff/board/stream?${ofStore(shop.destinationId)}&after=${brought.cursor}`,
      owner,
    )
    expect(await stream.next(({ event }) => event !== 'settings' && event !== 'elsewhere')).toMatchObject({
      event: 'reset',
    })
    stream.close()
  })

  it('leaves out no arrival, whatever others have sent: those that no room is left for are told in short', async () => {
    const long = 'x'.repeat(50_000)
    await make(300, 'Expected', long)
    await make(120, 'Arrived', long)
    await make(60, 'Done', long, true)
    const { orders, leftOut, bytes } = await board()
    const arrived = of(orders, 'Arrived')
    expect(arrived).toHaveLength(120)
    // Who has waited longest is told whole.
    const [first, last] = [arrived[0], arrived.at(-1)]
    expect([first?.orderId, first?.hsFields.Colour]).toEqual(['Arrived 120', long])
    expect(last?.hsFields).toEqual({ Bay: '1', Colour: long.slice(0, 40) })
    expect(leftOut).toBe(300)
    expect(bytes).toBeLessThan(3_500_000)

    // A shared board hides what is cut off where it might tell, and nothing else for it.
    await query(`update project set settings = settings || '{"maskOnSharedBoards": true}' where project_id = $1`, [
      shop.projectId,
    ])
    const place = { projectId: shop.projectId, destinationId: shop.destinationId }
    const tablet = await makeTabletCaller(place)
    const text = new TextDecoder().decode(await getBoardText(tablet, place, new Date()))
    const shown: { section: string; hsFields: Record<string, string> }[] = JSON.parse(text).orders
    const colours = shown.filter(({ section }) => section === 'Arrived').map(({ hsFields }) => hsFields.Colour)
    expect([colours[0], colours.at(-1)]).toEqual([long, '•••'])
  })

  it.each([
    ['as it is guessed', null, { 'Car Color': 'white', 'Car Model': 'Fabia', Parking_Bay: '4' }],
    [
      'as a manager chose',
      { bayField: 'Abholparkplatz', fields: ['Kennzeichen'] },
      { Abholparkplatz: '4', kennzeichen: 'B 7' },
    ],
    [
      'as chosen in other letters',
      { bayField: 'Über Plätze', fields: ['Место'] },
      { 'ÜBER-PLÄTZE': '4', МЕСТО: 'N 7' },
    ],
    [
      'as chosen in part',
      { bayField: null, fields: ['Ankunft am Tor'] },
      { 'Ankunft am Tor': 'Nord', 'parking-bay': '4' },
    ],
  ])(
    'leaves of what is told in short what stands on the row, %s, however short others are called',
    async (_, ticketFace, row) => {
      await query(
        `update project set settings = settings || jsonb_build_object('ticketFace', $2::jsonb) where project_id = $1`,
        [shop.projectId, JSON.stringify(ticketFace)],
      )
      await make(60, 'Arrived', 'x'.repeat(50_000))
      const others = Object.fromEntries('ABCDEFGHIJKLM'.split('').map((name) => [name, '1']))
      await shop.create('behind', { eventType: 'arrival', hsFields: { bay: ' ', ...others, ...row } })
      const shown = (orders: Shown[]) => orders.find(({ orderId }) => orderId === 'behind')?.hsFields
      const whole = shown((await board()).orders) ?? {}
      expect(whole).toMatchObject(row)
      expect(Object.keys(whole)).toHaveLength(8)
      await query(`update project set settings = settings || '{"maskOnSharedBoards": true}' where project_id = $1`, [
        shop.projectId,
      ])
      const place = { projectId: shop.projectId, destinationId: shop.destinationId }
      const text = new TextDecoder().decode(await getBoardText(await makeTabletCaller(place), place, new Date()))
      const { orders } = JSON.parse(text) as { orders: Shown[] }
      expect(Object.values(shown(orders) ?? {})).toContain('4')
    },
  )

  // As anybody may send them who has a publishable key: what each is called has to be looked at.
  const fill = (destinationId: string, orders = 200) =>
    query(
      `insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section, hs_fields,
                           created_at, last_update_time, last_transition_time)
       select $1, gen_random_uuid(), $2, $2 || ' named ' || n, gen_random_uuid(), 'Registered', 'Arrived',
              (select jsonb_object_agg(repeat('ü', 30) || n || ' ' || $2 || ' ' || field, '')
               from generate_series(1, 50) field),
              now(), now(), now()
       from generate_series(1, $3) n`,
      [shop.projectId, destinationId, orders],
    )

  it.each([
    ['large', 200],
    ['small', 60],
  ])('of many stores, however %s, that are hidden at once some are there long before the last', async (_, orders) => {
    const stores = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    for (const id of stores) {
      await shop.create(`first of ${id}`, { destinationId: id })
      await fill(id, orders)
    }
    await query(`update project set settings = settings || '{"maskOnSharedBoards": true}' where project_id = $1`, [
      shop.projectId,
    ])
    const since = performance.now()
    const took = await Promise.all(
      stores.map(async (destinationId) => {
        const place = { projectId: shop.projectId, destinationId }
        await getBoardText(await makeTabletCaller(place), place, new Date())
        return performance.now() - since
      }),
    )
    expect(Math.min(...took) / Math.max(...took)).toBeLessThan(0.6)
  })

  it('is hidden in pieces, however short what its details are made of is', async () => {
    await fill(shop.destinationId)
    await query(`update project set settings = settings || '{"maskOnSharedBoards": true}' where project_id = $1`, [
      shop.projectId,
    ])
    const place = { projectId: shop.projectId, destinationId: shop.destinationId }
    const tablet = await makeTabletCaller(place)
    const since = performance.now()
    let [lookedMs, longestMs, isOver] = [since, 0, false]
    const look = () => {
      const now = performance.now()
      longestMs = Math.max(longestMs, now - lookedMs)
      lookedMs = now
      if (!isOver) setImmediate(look)
    }
    setImmediate(look)
    const text = Buffer.from(await getBoardText(tablet, place, new Date())).toString()
    isOver = true
    expect(longestMs / (performance.now() - since)).toBeLessThan(1 / 4)
    // And not all of it is looked through: some of what so many say they are called is not even shown.
    const counts = (JSON.parse(text).orders as { hsFields: object }[]).map(
      ({ hsFields }) => Object.keys(hsFields).length,
    )
    expect([...new Set(counts)].toSorted()).toEqual([0, 50])
    expect(counts.filter((count) => count === 50).length).toBeLessThan(150)
  })
})

describe('a store that should not be there', () => {
  const remove = (destinationId: string, headers = owner) =>
    ask(`/api/staff/stores?${ofStore(destinationId)}`, { method: 'DELETE', headers })

  it('is removed by who decides for all stores, with a line in the record, and comes back with an order', async () => {
    const { body: order } = await shop.create('junk', { destinationId: 'junk' })
    const manager = (await shop.signIn({ role: 'manager', destinationIds: ['junk'] })).headers
    expect((await remove('junk', manager)).body.code).toBe('right_missing')
    expect((await remove('junk')).body).toMatchObject({ code: 'store_in_use', orders: 1, tablets: 0, people: 1 })
    await ask(`/api/staff/orders/${order.serviceId}/actions`, {
      method: 'POST',
      body: { projectId: shop.projectId, action: 'complete' },
    })
    expect((await remove('junk')).body).toMatchObject({ code: 'store_in_use', orders: 0, people: 1 })
    await query(`update membership set destination_ids = null where project_id = $1`, [shop.projectId])
    expect((await remove('junk')).status).toBe(204)
    expect((await remove('junk')).body.code).toBe('store_not_found')
    expect(idsOf(await listed())).toEqual([shop.destinationId])
    const { body: record } = await ask(`/api/staff/audit?projectId=${shop.projectId}`)
    expect(record.entries).toContainEqual(
      expect.objectContaining({ action: 'store.removed', subject: { kind: 'store', id: 'junk', name: 'junk' } }),
    )

    await shop.create('again', { destinationId: 'junk' })
    expect(await listed()).toContainEqual(expect.objectContaining({ destinationId: 'junk', isNew: true }))
  })

  it('is shown while somebody comes to it all the same', async () => {
    const { destinationId } = await createStore(shop.projectId)
    await shop.create('long ago', { destinationId })
    const forgotten = `update orders set last_update_time = last_update_time - interval '73 hours' where project_id = $1`
    await query(forgotten, [shop.projectId])
    expect((await remove(destinationId)).status).toBe(204)
    expect(idsOf(await listed())).toEqual([shop.destinationId])
    await shop.update('long ago', { destinationId, eventType: 'arrival' })
    expect(await listed()).toContainEqual(expect.objectContaining({ destinationId, ringing: 1 }))
    // A change of its settings brings it back for good, also one of nothing, and the record says so.
    const before = (await ask(settingsOf(destinationId))).body.name
    for (const _ of ['back', 'there']) await ask(settingsOf(destinationId), { method: 'PATCH', body: { name: before } })
    const { body: record } = await ask(`/api/staff/audit?projectId=${shop.projectId}&subjectId=${destinationId}`)
    expect(record.entries).toMatchObject([
      { action: 'store.changed', details: { changes: { removed: { from: true, to: false } } } },
      { action: 'store.removed' },
    ])
    await query(`update orders set status = 'Cancelled', section = 'Done', closed_at = now() where project_id = $1`, [
      shop.projectId,
    ])
    expect(idsOf(await listed())).toContain(destinationId)
  })
})
