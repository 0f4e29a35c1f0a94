import { beforeEach, describe, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { nextCustomer } from '@/integration/visits'
import { atConsole } from '@/lib/audit/actor'
import { countRecords, eraseRecords } from '@/lib/customers/records'
import { pools } from '@/lib/db'
import { inProjects } from '@/lib/wall'
import { createStore } from '@/prisma/factories/project'

let shop: Shop
let owner: Record<string, string>
beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  owner = (await shop.signIn({ role: 'owner', name: 'Olga Owner' })).headers
})

const query = async (text: string, values: unknown[] = []) => (await pools().hot.query(text, values)).rows

const ask = (verb: 'find' | 'export' | 'erase', value: string, kind = 'phone') =>
  shop.call(`/api/staff/projects/${shop.projectId}/customers/${verb}`, {
    ...{ method: 'POST', body: { kind, value }, headers: owner, key: null },
  })

type Named = { name: string; filters: Record<string, unknown> }

describe('a saved view that names a customer', () => {
  const save = async (name: string, filters: object = {}, of = { shop, headers: owner }) => {
    const body = { projectId: of.shop.projectId, name, filters }
    const saved = await of.shop.call('/api/staff/views', { method: 'POST', body, headers: of.headers, key: null })
    expect([name, saved.status]).toEqual([name, 201])
  }
  const listed = async (of = { shop, headers: owner }): Promise<Named[]> => {
    const { body } = await of.shop.call(`/api/staff/views?projectId=${of.shop.projectId}`, {
      headers: of.headers,
      key: null,
    })
    return (body.views as Named[]).map(({ name, filters }) => ({ name, filters }))
  }

  it('is found and exported, and goes where its filters name her; where its name alone does, that is emptied', async () => {
    const [priya, other] = [nextCustomer(), nextCustomer()]
    await shop.create('v1', { customerName: 'Guest', hsFields: { phone: priya.phone } })
    await shop.create('v2', { customerName: other.name, hsFields: { phone: other.phone, plate: other.plate } })
    const entry = { entryTime: new Date().toISOString(), destinationId: shop.destinationId, orderId: 'v1' }
    const entries = [{ ...entry, installRef: priya.install }]
    const sent = { method: 'POST', body: { projectId: shop.projectId, entries } }
    expect((await shop.call('/api/prod1/entry', sent)).body).toMatchObject({ accepted: 1 })
    // By her device, and by her phone however it is written.
    await save('by device', { installRef: priya.install })
    await save('by phone', { installRef: `tel:${priya.athome}` })
    const filters = { destinationId: shop.destinationId, preset: 'last7Days' }
    const naming = [
      priya.athome,
      `rings from ${priya.phone}`,
      `0044-${priya.number.slice(0, 5)} / ${priya.number.slice(5)}`,
    ]
    for (const name of naming) await save(name, filters)
    const others = ['Ringwood', 'Guest', other.name, other.athome, other.plate, '2026-11-22 Ringwood']
    for (const name of others) await save(name, name === other.athome ? { installRef: 'somebody else' } : {})
    // Another project's views are its own, whatever they name.
    const next = await openShop(shop.baseUrl)
    const there = { shop: next, headers: (await next.signIn({ role: 'manager' })).headers }
    await save(priya.phone, { installRef: priya.phone }, there)
    const before = await listed()

    const found = { orders: 1, entries: 1, requests: 0, views: 5 }
    expect((await ask('find', priya.phone)).body.found).toEqual(found)
    const { body: document } = await ask('export', priya.phone)
    expect(document.found).toEqual(found)
    expect((document.views as Named[]).map(({ name }) => name).sort()).toEqual(
      [...naming, 'by device', 'by phone'].sort(),
    )
    expect(document.views).toContainEqual(expect.objectContaining({ name: priya.athome, filters }))
    expect(await listed()).toEqual(before)

    expect((await ask('erase', priya.phone)).body.erased).toEqual(found)
    const left = await listed()
    expect(left.filter(({ name }) => name === '')).toEqual(naming.map(() => ({ name: '', filters })))
    expect(left.filter(({ name }) => name !== '')).toEqual(before.filter(({ name }) => others.includes(name)))
    expect(await listed(there)).toEqual([{ name: priya.phone, filters: { installRef: priya.phone } }])
    const [line] = await query(
      `select details from audit_entry where project_id = $1 and action = 'customer.erased' order by sequence desc`,
      [shop.projectId],
    )
    expect(line.details).toMatchObject(found)
    expect((await ask('find', priya.phone)).body.found).toEqual({ orders: 0, entries: 0, requests: 0, views: 0 })
  })

  it('is found by a plate likewise, as words of its own', async () => {
    const priya = nextCustomer()
    const parted = priya.plate.toLowerCase().replace(' ', '-')
    await save('by plate', { os: parted })
    await save(`grey car ${parted}`)
    const longer = [`${priya.plate}X`, `1${parted}`]
    for (const name of longer) await save(name, { os: name })
    expect((await ask('erase', priya.plate, 'plate')).body.erased).toMatchObject({ views: 2 })
    expect((await listed()).map(({ name }) => name).sort()).toEqual(['', ...longer].sort())
  })

  it('is all that is kept of somebody, and can be given a name again', async () => {
    const priya = nextCustomer()
    await save(`rings from ${priya.phone}`)
    expect((await ask('erase', priya.athome)).body.erased).toEqual({ orders: 0, entries: 0, requests: 0, views: 1 })
    const { body } = await shop.call(`/api/staff/views?projectId=${shop.projectId}`, { headers: owner, key: null })
    const [view] = body.views as { viewId: string; name: string }[]
    expect(view?.name).toBe('')
    const renamed = await shop.call(`/api/staff/views/${view?.viewId}?projectId=${shop.projectId}`, {
      ...{ method: 'PATCH', body: { name: 'Ringwood' }, headers: owner, key: null },
    })
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Ringwood'])
  })
})

describe('an entry that came before the order that it names', () => {
  /** An entry of an order's id, and how long ago it came. */
  const tell = async (orderId: string, installRef: string, minutesAgo: number, more: object = {}) => {
    const entry = { entryTime: new Date().toISOString(), destinationId: shop.destinationId, installRef, orderId }
    const body = { projectId: shop.projectId, entries: [{ ...entry, ...more }] }
    expect((await shop.call('/api/prod1/entry', { method: 'POST', body })).body).toMatchObject({ accepted: 1 })
    await query(
      `update entry set creation_time = now() - make_interval(mins => $3) where sequence = (
         select max(sequence) from entry where project_id = $1 and install_ref = $2)`,
      [shop.projectId, installRef, minutesAgo],
    )
  }
  const make = async (orderId: string, { phone }: { phone: string }, minutesAgo: number, destinationId?: string) => {
    const more = { hsFields: { phone }, forceOverwrite: true, ...(destinationId && { destinationId }) }
    const { body } = await shop.create(orderId, more)
    await query(`update orders set created_at = now() - make_interval(mins => $2) where service_id = $1`, [
      body.serviceId,
      minutesAgo,
    ])
  }
  const installsOf = async ({ phone }: { phone: string }) => {
    const { body } = await ask('export', phone)
    return (body.entries as { installRef: string }[]).map(({ installRef }) => installRef).sort()
  }

  it('is the customer’s where nobody else ever had that id, however long before it came', async () => {
    const priya = nextCustomer()
    await tell('hers', 'refused', 3 * 24 * 60)
    await tell('hers', 'at once', 31)
    await make('hers', priya, 30)
    await tell('hers', 'behind', 20)
    await make('hers', priya, 10)
    await tell('another', 'nobody’s', 60)
    expect(await installsOf(priya)).toEqual(['at once', 'behind', 'refused'])
    expect((await ask('erase', priya.phone)).body.erased).toMatchObject({ orders: 2, entries: 3 })
    const left = await query('select install_ref from entry where project_id = $1 and install_ref is not null', [
      shop.projectId,
    ])
    expect(left).toEqual([{ install_ref: 'nobody’s' }])
  })

  it('is nobody’s where somebody else had the id, before or behind, or in another store', async () => {
    const [priya, william, next] = [nextCustomer(), nextCustomer(), nextCustomer()]
    const { destinationId: far } = await createStore(shop.projectId)
    await tell('before', 'of william', 50)
    await make('before', william, 60)
    await make('before', priya, 40)
    await tell('behind', 'before both', 50)
    await make('behind', priya, 40)
    await make('behind', next, 20)
    await tell('far', 'before the near one', 50)
    await make('far', priya, 40)
    await make('far', william, 30, far)
    expect(await installsOf(priya)).toEqual([])
    expect(await installsOf(william)).toEqual(['of william'])
    expect(await installsOf(next)).toEqual([])
    // Of a store that has no such order, and what was read in from the time before, when another may have had it.
    await tell('alone', 'elsewhere', 50, { destinationId: far })
    await tell('alone', 'read in', 50, { source: 'import' })
    await make('alone', priya, 40)
    expect(await installsOf(priya)).toEqual([])
  })

  it('says of its device whose it is: hers is not taken along with an order that was his alone', async () => {
    const [priya, william] = [nextCustomer(), nextCustomer()]
    await tell('his', 'his device', 50)
    await make('his', william, 40)
    await make('hers', priya, 30)
    await tell('hers', 'his device', 20)
    await tell('hers', 'hers', 15)
    // Of no order, it follows its device.
    for (const installRef of ['his device', 'hers']) {
      const entry = { entryTime: new Date().toISOString(), destinationId: shop.destinationId, installRef }
      const body = { projectId: shop.projectId, entries: [entry] }
      expect((await shop.call('/api/prod1/entry', { method: 'POST', body })).body).toMatchObject({ accepted: 1 })
    }
    expect(await installsOf(priya)).toEqual(['hers', 'hers', 'his device'])
  })
})

describe('an order that was told very much', () => {
  /** Lines of an order's timeline, each with what `tells` makes of its number. */
  const addLines = (orderId: string, count: number, tells: string) =>
    query(
      `insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor, details,
                                recorded_at)
       select o.project_id, o.destination_id, o.service_id, 'updateOrder', o.status, o.section, n, 'api', ${tells}, o.created_at
       from orders o, generate_series(1, $3::int) n where o.project_id = $1 and o.order_id = $2`,
      [shop.projectId, orderId, count],
    )
  const asking = (value: string) => {
    const asked = { kind: 'phone', value } as const
    return { projectId: shop.projectId, asked, actor: atConsole }
  }
  const inTime = (value: string, writeMs = -1) =>
    inProjects([shop.projectId], () => eraseRecords(asking(value), new Date(), writeMs))
  const ordersOf = async (value: string) =>
    (await inProjects([shop.projectId], () => countRecords(shop.projectId, asking(value).asked))).orders
  const linesWith = async (text: string) =>
    (
      await query(`select from order_event where project_id = $1 and position($2 in details::text) > 0`, [
        shop.projectId,
        text,
      ])
    ).length

  it('is emptied some lines at a time, and found until it is through, wherever the phone stands', async () => {
    const priya = nextCustomer()
    const { body: order } = await shop.create('huge', { customerName: priya.name, hsFields: { phone: priya.phone } })
    await shop.update('huge', { hsFields: { phone: null } })
    // Behind the first lines nothing tells of the phone any more, but for one in the middle, and all the same each names her.
    await addLines(
      'huge',
      350,
      `jsonb_build_object('customerName', '${priya.name}', 'hsFields', jsonb_build_object('Ref', '${priya.name}')
         || case when n = 150 then '{"phone": "${priya.phone}"}' else '{}' end::jsonb)`,
    )
    const counts = [await linesWith(priya.name)]
    while (counts.length < 20) {
      const done = await inTime(priya.phone).catch((error) => error)
      counts.push(await linesWith(priya.name))
      if (!(done instanceof Error)) break
      expect(done).toMatchObject({ code: 'too_many_requests' })
      expect(await ordersOf(priya.phone)).toBe(1)
    }
    expect(counts).toEqual([351, 253, 154, 54, 2, 1, 0])
    expect([await linesWith(priya.phone), await ordersOf(priya.phone)]).toEqual([0, 0])
    const events = await query(
      `select from order_event where project_id = $1 and service_id = $2 and event_type = 'erased'`,
      [shop.projectId, order.serviceId],
    )
    expect(events).toHaveLength(1)
    const lines = await query(
      `select details from audit_entry where project_id = $1 and action = 'customer.erased' order by sequence`,
      [shop.projectId],
    )
    const all = { askedBy: 'phone', entries: 0, requests: 0, views: 0 }
    expect(lines[0]?.details).toEqual({ ...all, orders: 0, isWhole: false })
    expect(lines.at(-1)?.details).toEqual({ ...all, orders: 1, isWhole: true })
  })

  it('stays as it is for who has the same number in another country, also when it was begun', async () => {
    const priya = nextCustomer()
    await shop.create('hers', { customerName: priya.name, hsFields: { phone: priya.phone } })
    await addLines('hers', 150, `jsonb_build_object('customerName', '${priya.name}')`)
    const abroad = `+49 ${priya.number}`
    await shop.create('theirs', { customerName: 'Ulla Udo', hsFields: { Tel: abroad } })
    await expect(inTime(priya.phone)).rejects.toMatchObject({ code: 'too_many_requests' })
    const left = await linesWith(priya.name)
    expect(left).toBeGreaterThan(0)
    expect(await inTime(abroad, 60_000)).toMatchObject({ orders: 1 })
    expect((await shop.get('theirs')).body).toMatchObject({ customerName: '', hsFields: {} })
    expect(await linesWith(priya.name)).toBe(left)
    for (const value of [priya.phone, priya.phone.slice(1), `0044${priya.number}`, priya.athome])
      expect([value, await ordersOf(value)]).toEqual([value, 1])
    expect(await inTime(priya.athome, 60_000)).toMatchObject({ orders: 1 })
    expect(await linesWith(priya.name)).toBe(0)
  })
})
