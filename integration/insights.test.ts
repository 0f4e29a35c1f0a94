import { beforeEach, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { openShop, type Shop } from '@/integration/shop'
import { arrivedOrder, Staff } from '@/integration/staff'
import { unhurried } from '@/integration/unhurried'
import { pools } from '@/lib/db'
import { longWaitsStatement, packOrderDays } from '@/lib/insights/data'
import { createStaff, createStore } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'

let shop: Shop
let manager: Record<string, string>

beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  manager = (await shop.signIn({ role: 'manager' })).headers
})

type Figures = Record<string, unknown> & { arrivals: number; wait: { count: number; p50: number } }
type Asked = Record<string, string>

const march = { startDate: '2026-03-02', endDate: '2026-04-05' }

const ask = (query: Asked, headers = manager) =>
  shop.call(`/api/prod1/insights?${new URLSearchParams({ projectId: shop.projectId, ...query })}`, {
    headers,
    key: null,
  })

const query = async (text: string, values: unknown[] = []) => (await pools().hot.query(text, values)).rows

/** Orders of five weeks in three stores, over both changes of the clocks: all that may become of one is among them. */
async function seedOrders(): Promise<void> {
  await createStore(shop.projectId, { destinationId: 'madrid', timeZone: 'Europe/Madrid' })
  await createStore(shop.projectId, { destinationId: 'kathmandu', timeZone: 'Asia/Kathmandu' })
  await createStore(shop.projectId, { destinationId: 'new york', timeZone: 'America/New_York' })
  await query(
    `insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section, created_at,
                         on_the_way_at, arrived_at, acknowledged_at, closed_at, last_update_time, last_transition_time)
     select $1, gen_random_uuid(), (array['madrid', 'kathmandu', 'new york'])[1 + i % 3], 'o' || i, 't',
            t.status::order_status, case when t.status = 'Arrived' then 'Arrived' else 'Done' end::board_section,
            a - interval '1 hour', case when i % 4 > 0 then a - (i % 90) * interval '2.5 s' end, a,
            case when i % 7 > 0 then a + w * 0.4 end, case when t.status <> 'Arrived' then a + w end, a, a
     from generate_series(1, 900) i
     cross join lateral (
       select case when i % 23 = 0 then 'Cancelled' when i % 31 = 0 then 'Arrived' else 'Completed' end as status,
              timestamptz '2026-02-24T00:00:07.250Z' + i * interval '68 min 3.7 s' as a,
              (10 + (i * 7919 % 640) + case when i % 97 = 0 then 20000 else 0 end) * interval '1.013 s' as w) t`,
    [shop.projectId],
  )
}

const groups: Record<string, string> = {
  store: 'o.destination_id',
  hour: 'extract(hour from l.at)::int::text',
  weekday: 'extract(isodow from l.at)::int::text',
  day: 'l.at::date::text',
}

const spread = (name: string, seconds: string, of: string) =>
  `jsonb_build_object('count', count(*) filter (where ${of}), ${[50, 70, 90].map(
    (share) => `'p${share}', percentile_disc(0.${share}) within group (order by floor(extract(epoch from ${seconds})))
                 filter (where ${of})`,
  )}) as "${name}"`

/** The same asked of PostgreSQL, in its own words and from the orders themselves. */
async function counted(by: string): Promise<Figures[]> {
  const told = 'n.noticed >= 60'
  const done = `o.status = 'Completed'`
  return query(
    `select ${groups[by]} as key, count(*)::int as arrivals, (count(*) filter (where ${done}))::int as "handedOver",
            (count(*) filter (where o.status = 'Cancelled'))::int as cancelled,
            (count(*) filter (where o.status = 'Arrived'))::int as open,
            ${spread('wait', 'o.closed_at - o.arrived_at', `${done} and ${told}`)},
            ${spread('acknowledge', 'o.acknowledged_at - o.arrived_at', `o.acknowledged_at is not null and ${told}`)},
            ${spread('handOver', 'o.closed_at - o.acknowledged_at', `${done} and o.acknowledged_at is not null and ${told}`)},
            (count(*) filter (where ${done} and ${told} and o.closed_at - o.arrived_at < interval '180 s'))::int as "underGoal"
     from orders o
     join store s on s.project_id = o.project_id and s.destination_id = o.destination_id
     cross join lateral (select o.arrived_at at time zone s.time_zone as at) l
     cross join lateral (
       select extract(epoch from o.arrived_at - coalesce(o.on_the_way_at, o.created_at)) as noticed) n
     where o.project_id = $1 and l.at::date between $2 and $3
     group by 1 order by 1`,
    [shop.projectId, march.startDate, march.endDate],
  )
}

async function expectExact(): Promise<void> {
  for (const by of Object.keys(groups)) {
    const { status, body } = await ask({ ...march, groupBy: by })
    expect(status).toBe(200)
    const told = body.groups as (Figures & { key: string })[]
    const expected = await counted(by)
    expect(told.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual(
      expected.toSorted((a, b) => (String(a.key) < String(b.key) ? -1 : 1)).map((row) => expect.objectContaining(row)),
    )
    expect((body.total as Figures).arrivals).toBe(expected.reduce((sum, row) => sum + row.arrivals, 0))
  }
}

const packedDays = () => query('select 1 from order_day where project_id = $1', [shop.projectId])

async function packAll(): Promise<void> {
  // A server may be at it as well: then it is its turn.
  let packed = -1
  for (let last = -2; packed !== last || packed < 100; packed = (await packedDays()).length) {
    last = packed
    await packOrderDays(1000)
  }
}

describe('insights', () => {
  it('are exact to the second on each store’s own clock, packed or not, and after every change of an old order', async () => {
    await seedOrders()
    await expectExact()
    await packAll()
    await expectExact()
    const where = `project_id = $1 and arrived_at is not null`
    await query(`update orders set closed_at = closed_at + interval '5 s' where ${where} and order_id like 'o3%'`, [
      shop.projectId,
    ])
    await query(
      `update orders set arrived_at = null, section = 'OnTheWay', status = 'OnTheWay' where ${where} and order_id like 'o41%'`,
      [shop.projectId],
    )
    await query(
      `update orders set arrived_at = arrived_at - interval '3 days' where ${where} and order_id like 'o5%'`,
      [shop.projectId],
    )
    await query(`delete from orders where ${where} and order_id like 'o6%'`, [shop.projectId])
    await expectExact()
  })

  it('count an order from its arrival to the hand-over that stands: what staff undo or move back never was', async () => {
    const ada = await Staff.of(shop)
    const today = new Date().toISOString().slice(0, 10)
    const total = async () => (await ask({ startDate: today, endDate: today })).body.total as Figures
    const order = await arrivedOrder(shop, 'w1')
    await query(`update orders set on_the_way_at = arrived_at - interval '5 min' where project_id = $1`, [
      shop.projectId,
    ])
    expect(await total()).toMatchObject({ arrivals: 1, open: 1, wait: { count: 0, p50: null } })
    const { body: done } = await ada.act(order, 'complete')
    expect(await total()).toMatchObject({ handedOver: 1, open: 0, wait: { count: 1 }, handOver: { count: 0 } })
    await ada.act(order, 'undo', { version: done.version })
    expect(await total()).toMatchObject({ handedOver: 0, open: 1, wait: { count: 0 } })
    await ada.act(order, 'move', { section: 'OnTheWay' })
    expect(await total()).toMatchObject({ arrivals: 0, open: 0 })
    const unannounced = await shop.create('w2', { eventType: 'arrival' })
    await ada.act(unannounced.body, 'cancel')
    const { body: third } = await shop.create('w3', { eventType: 'arrival' })
    await ada.act(third, 'complete')
    expect(await total()).toMatchObject({
      arrivals: 2,
      cancelled: 1,
      wait: { count: 0 },
      withoutNotice: { arrivals: 2, wait: { count: 1 } },
    })
  })

  it('tell a manager’s page the worst waits and what they are compared with, and a program the same as CSV', async () => {
    await seedOrders()
    const address = `/api/staff/insights?${new URLSearchParams({ projectId: shop.projectId, ...march })}`
    const { body } = await shop.call(address, { headers: manager, key: null })
    const longest = body.longest as { serviceId: string; waitSeconds: number }[]
    const worst = await query(
      `select floor(extract(epoch from closed_at - arrived_at))::int as seconds
       from orders o join store s using (project_id, destination_id)
       where project_id = $1 and status = 'Completed'
         and (arrived_at at time zone time_zone)::date between $2 and $3 order by 1 desc limit 20`,
      [shop.projectId, march.startDate, march.endDate],
    )
    expect(longest.map((wait) => wait.waitSeconds)).toEqual(worst.map(({ seconds }) => seconds))
    const { counts } = body.distribution as { counts: number[] }
    const { total } = body as unknown as { total: Figures }
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total.wait.count)
    expect(body.previousStartDate).toBe('2026-01-26')
    const before = { startDate: '2026-01-26', endDate: '2026-03-01' }
    expect(body.previous).toEqual((await ask(before)).body.total)
    const answer = await fetch(
      `${shop.baseUrl}/api/prod1/insights?${new URLSearchParams({ projectId: shop.projectId, ...march, groupBy: 'day', format: 'csv' })}`,
      { headers: manager },
    )
    const lines = (await answer.text()).trim().split('\n')
    expect(lines[0]).toMatch(/^key,name,arrivals,handedOver,/)
    expect(lines).toHaveLength(1 + (await counted('day')).length)
  })

  it('find the worst waits by their minutes, however many orders their stores had', async () => {
    await seedOrders()
    const minutes = Math.floor(Date.parse('2026-03-02T00:00:00Z') / 60_000)
    const { text, values } = longWaitsStatement(shop.projectId, [
      { destinationId: 'madrid', minutes, waitSeconds: 600 },
    ])
    const client = await pools().hot.connect()
    try {
      await client.query('begin')
      await client.query('set local enable_seqscan = off')
      const { rows } = await client.query(`explain ${text}`, values)
      const conditions = rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Index Cond'))
      expect(conditions).toEqual([expect.stringContaining('arrived_at')])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('and no more than the worst, however many of one minute waited as long', async () => {
    await seedOrders()
    const wave = `insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section,
        created_at, arrived_at, closed_at, last_update_time, last_transition_time)
      select $1, gen_random_uuid(), 'madrid', 'w' || i, 't', 'Completed', 'Done', a - interval '1 hour', a,
             a + interval '1000 min', a, a
      from generate_series(1, 300) i cross join lateral (
        select timestamptz '2026-03-09T12:00:00Z' + i * interval '0.1 s' as a) t`
    await query(wave, [shop.projectId])
    const address = `/api/staff/insights?${new URLSearchParams({ projectId: shop.projectId, ...march })}`
    const { body } = await shop.call(address, { headers: manager, key: null })
    const longest = body.longest as { orderId: string }[]
    expect(longest.map(({ orderId }) => orderId)).toEqual(Array.from({ length: 20 }, (_, i) => `w${i + 1}`))
  })

  it('stand in their page, but those of very many stores, which the browser asks for', async () => {
    await seedOrders()
    const browser = new Browser(shop)
    await browser.signIn(await createStaff({ projectId: shop.projectId, role: 'manager' }))
    const days = { project: shop.projectId, first: march.startDate, last: march.endDate }
    const address = `${shop.baseUrl}/insights?${new URLSearchParams(days)}`
    const page = async () => (await fetch(address, { headers: browser.headers })).text()
    // A page waits for no report that others have the turn before.
    const brings = async () => (await page()).includes('Stores compared<')
    expect(await until(brings, 10_000)).toBe(true)
    await query(
      `insert into store (project_id, destination_id, name, time_zone, default_zone_id, created_at)
       select $1, 'branch ' || n, 'Branch ' || n, 'Europe/Madrid', 'zone ' || n, now() from generate_series(1, 300) n`,
      [shop.projectId],
    )
    expect(await page()).not.toContain('Stores compared<')
  })

  it('have an end: of very many stores those with the most arrivals are told of one by one, and all in the total', async () => {
    const stores = 20_050
    // Not yet of those days that are packed: of so many stores that keeps a server busy for minutes.
    const recent = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await unhurried(
      `insert into store (project_id, destination_id, name, time_zone, default_zone_id, created_at)
       select $1, 'branch ' || n, 'Branch ' || n, 'UTC', 'zone ' || n, now() from generate_series(1, $2) n`,
      [shop.projectId, stores],
    )
    // The last fifty stores had one customer each, the others two.
    await unhurried(
      `insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section,
         created_at, arrived_at, closed_at, last_update_time, last_transition_time)
       select $1, gen_random_uuid(), 'branch ' || n, 'o' || n || '-' || i, 't', 'Completed', 'Done', a - interval '1 hour', a,
              a + interval '1 s' * least(n, 500), a, a
       from generate_series(1, $2) n
       cross join lateral (select i, $3::date + interval '12 h' + i * interval '1 s' as a
                           from generate_series(1, case when n > $2 - 50 then 1 else 2 end) i) t`,
      [shop.projectId, stores, recent],
    )
    const day = { startDate: recent, endDate: recent }
    const { body } = await ask({ ...day, groupBy: 'store' })
    expect(body.leftOut).toBe(50)
    const groups = body.groups as { key: string; arrivals: number }[]
    expect([groups.length, new Set(groups.map(({ arrivals }) => arrivals))]).toEqual([20_000, new Set([2])])
    expect(body.total).toMatchObject({ arrivals: 2 * stores - 50, wait: { count: 2 * stores - 50, p90: 500 } })
    const address = `/api/staff/insights?${new URLSearchParams({ projectId: shop.projectId, ...day })}`
    const view = (await shop.call(address, { headers: manager, key: null })).body
    const shown = view.stores as { destinationId: string; figures: { arrivals: number } }[]
    expect(view.total).toEqual(body.total)
    expect(shown.length).toBeLessThanOrEqual(2_020)
    expect(shown.length + Number(view.leftOut)).toBe(stores)
    expect(new Set(shown.map(({ figures }) => figures.arrivals))).toEqual(new Set([2]))
    // Whatever waited the longest can be told with its store.
    const told = new Set(shown.map(({ destinationId }) => destinationId))
    expect((view.longest as { destinationId: string }[]).filter((one) => !told.has(one.destinationId))).toEqual([])
  })

  it('and entries are CSV of which no part is a formula, whatever an app calls a store and however cells are separated', async () => {
    const destinationId = `x;=cmd|'/C calc'!A0;"+1`
    const { serviceId } = (await shop.create('1', { destinationId, eventType: 'arrival' })).body
    expect(serviceId).toEqual(expect.any(String))
    const today = new Date().toISOString().slice(0, 10)
    const { projectId } = shop
    const linesOf = async (address: string, asked: Asked) => {
      const query = new URLSearchParams({ projectId, format: 'csv', ...asked })
      const answer = await fetch(`${shop.baseUrl}${address}?${query}`, { headers: manager })
      return (await answer.text()).trimEnd().split('\n')
    }
    const cell = `"x;'=cmd|'/C calc'!A0;""'+1"`
    const range = { startDate: today, endDate: today, groupBy: 'store' }
    const [, group] = await linesOf('/api/prod1/insights', range)
    expect(group?.split(',').slice(0, 2)).toEqual([cell, cell])
    const details = { entryId: 'told', customEventMetaData: { note: 'a;=1' }, entryTime: '2026-03-02T10:00:00Z' }
    const entries = [{ ...details, destinationId }]
    expect((await shop.call('/api/prod1/entry', { method: 'POST', body: { projectId, entries } })).body).toMatchObject({
      accepted: 1,
    })
    const [, ...records] = await linesOf('/api/staff/entries/export', {})
    expect(records).toHaveLength(2)
    for (const record of records) expect(record.split(',').slice(3, 5)).toEqual([cell, cell])
    expect(records.find((record) => record.startsWith('told'))).toMatch(/,"\{""note"": ""a;'=1""\}"$/)
  })

  it('are of the stores that an account may see, and of nobody else’s project', async () => {
    await seedOrders()
    const narrowed = (await shop.signIn({ role: 'manager', destinationIds: ['madrid'] })).headers
    const { body } = await ask({ ...march, groupBy: 'store' }, narrowed)
    expect((body.groups as { key: string }[]).map(({ key }) => key)).toEqual(['madrid'])
    expect((await ask({ ...march, destinationId: 'new york' }, narrowed)).body.code).toBe('store_not_found')
    const other = await openShop(shop.baseUrl)
    expect((await ask(march, (await other.signIn({ role: 'manager' })).headers)).body.code).toBe('project_not_found')
    expect((await ask({ startDate: '2026-03-02', endDate: '2026-03-01' })).body.code).toBe('field_invalid')
  })
})
