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
    const mail = `p.${priya.user}@shop.example`
    await shop.create('v1', {
      customerName: priya.name,
      hsFields: { phone: priya.phone, plate: priya.plate, 'E-mail': mail },
      customEventMetaData: { userId: priya.user },
    })
    await shop.create('v2', { customerName: other.name, hsFields: { phone: other.phone, plate: other.plate } })
    const parted = priya.plate.toLowerCase().replace(' ', '-')
    // By an app's own number of her, her phone and her plate, however they are written.
    await save('by number', { installRef: priya.user })
    await save('by phone', { installRef: `tel:${priya.athome}` })
    await save('by plate', { os: parted })
    const filters = { destinationId: shop.destinationId, preset: 'last7Days' }
    const naming = [priya.athome, `grey car ${parted}`, `for ${mail}`, `${priya.name.toUpperCase()}’s visits`]
    for (const name of naming) await save(name, filters)
    const others = ['Ringwood', other.name, other.athome, other.plate, '2026-11-22 Ringwood', `not ${other.name}`]
    for (const name of others) await save(name, name === other.athome ? { installRef: 'somebody else' } : {})
    // Another project's views are its own, whatever they name.
    const next = await openShop(shop.baseUrl)
    const there = { shop: next, headers: (await next.signIn({ role: 'manager' })).headers }
    await save(priya.phone, { installRef: priya.phone }, there)
    const before = await listed()

    const found = { orders: 1, entries: 0, requests: 0, views: 7 }
    expect((await ask('find', priya.phone)).body.found).toEqual(found)
    const { body: document } = await ask('export', priya.phone)
    expect(document.found).toEqual(found)
    expect((document.views as Named[]).map(({ name }) => name).sort()).toEqual(
      [...naming, 'by number', 'by phone', 'by plate'].sort(),
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

  it('stays as it is where it names what others’ orders tell too, such as the shop’s own phone', async () => {
    const [priya, mate, other] = [nextCustomer(), nextCustomer(), nextCustomer()]
    const [desk, mail] = [nextCustomer().athome, `desk.${priya.user}@shop.example`]
    const ofShop = { 'Store phone': desk, 'Store e-mail': mail }
    await shop.create('s1', {
      customerName: priya.name,
      // Her own second phone, in another order of hers as well: one that does not tell of the one that is asked for.
      hsFields: { phone: priya.phone, 'Second phone': mate.athome, ...ofShop },
    })
    await shop.create('s2', { customerName: priya.name, hsFields: { phone: mate.athome } })
    await shop.create('s3', { customerName: other.name, hsFields: { phone: other.phone, ...ofShop } })
    const filters = { destinationId: shop.destinationId }
    for (const name of [`desk ${desk}`, `asks ${mail}`, `hers ${mate.athome}`]) await save(name, filters)
    await save('of the desk', { installRef: desk })
    await save(`at ${priya.athome}`, { os: desk })
    expect((await ask('find', priya.phone)).body.found).toMatchObject({ orders: 1, views: 2 })
    expect((await ask('erase', priya.phone)).body.erased).toMatchObject({ orders: 1, views: 2 })
    const names = (await listed()).map(({ name }) => name)
    expect(names.sort()).toEqual(['', '', `asks ${mail}`, `desk ${desk}`, 'of the desk'])
    // Of whoever asks for it, it is; and then nobody else tells of what is told beside it.
    expect((await ask('erase', desk)).body.erased).toMatchObject({ orders: 1, views: 4 })
    expect((await listed()).map(({ name }) => name)).toEqual(['', '', ''])
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

it('an order that was told very much is emptied some lines at a time, and goes on where it broke off', async () => {
  const priya = nextCustomer()
  const { body: order } = await shop.create('huge', { hsFields: { phone: priya.phone } })
  await shop.update('huge', { hsFields: { phone: null } })
  // Behind the first lines nothing tells of the phone any more, and all the same every line names her.
  await query(
    `insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor, details,
                              recorded_at)
     select o.project_id, o.destination_id, o.service_id, 'updateOrder', o.status, o.section, n, 'api',
            jsonb_build_object('customerName', $2::text, 'hsFields', jsonb_build_object('Ref', $2::text)), o.created_at
     from orders o, generate_series(1, 350) n where o.project_id = $1 and o.order_id = 'huge'`,
    [shop.projectId, priya.name],
  )
  const asked = { kind: 'phone', value: priya.phone } as const
  const asking = { projectId: shop.projectId, asked, actor: atConsole }
  const inTime = () =>
    inProjects([shop.projectId], () => eraseRecords(asking, new Date(), { readMs: 60_000, writeMs: -1 }))
  const named = async () => {
    const [row] = await query(
      `select count(*)::int as n from order_event where project_id = $1 and position($2 in details::text) > 0`,
      [shop.projectId, priya.name],
    )
    return row.n
  }
  const counts = [await named()]
  for (let turn = 0; turn < 3; turn++) {
    await expect(inTime()).rejects.toMatchObject({ code: 'too_many_requests' })
    counts.push(await named())
    // Whoever asks is told that there is something left.
    const left = await inProjects([shop.projectId], () => countRecords(shop.projectId, asked))
    expect(left).toMatchObject({ orders: 1 })
  }
  expect(counts).toEqual([350, 252, 152, 52])
  expect(await inTime()).toMatchObject({ orders: 1 })
  expect(await named()).toBe(0)
  const lines = await query(
    `select event_type from order_event where project_id = $1 and service_id = $2 and event_type = 'erased'`,
    [shop.projectId, order.serviceId],
  )
  expect(lines).toHaveLength(1)
  const left = await inProjects([shop.projectId], () => countRecords(shop.projectId, asked))
  expect(left).toMatchObject({ orders: 0 })
  const [first, ...more] = await query(
    `select details from audit_entry where project_id = $1 and action = 'customer.erased' order by sequence`,
    [shop.projectId],
  )
  expect(first.details).toMatchObject({ isWhole: false, begun: { [String(order.serviceId)]: expect.any(String) } })
  expect(more.at(-1)?.details).toEqual({
    askedBy: 'phone',
    orders: 1,
    entries: 0,
    requests: 0,
    views: 0,
    country: expect.any(String),
    isWhole: true,
  })
})

it('what only the order’s own redaction would have found is gone with what told it', async () => {
  const { phone } = nextCustomer()
  const naming = { 'Guest name': 'Anna Kowalska', 'Collected by': 'Ben Jones', Plate: 'KA-LX 77' }
  const hints = { Hint: 'Kowalska, Anna waits', Handover: 'to Ben Jones', Car: 'grey corsa ka lx 77' }
  const others = { Items: 'Anna biscuits', Bay: '4' }
  await shop.create('g1', { customerName: 'Web Order', hsFields: { phone, ...hints, ...others } })
  await shop.update('g1', { eventType: 'arrival', hsFields: naming })
  await shop.create('g2', { customerName: 'Web Order', hsFields: { Served: 'Anna Kowalska' } })
  expect((await ask('erase', phone)).body.erased).toMatchObject({ orders: 1 })
  const emptied = (details: object) => Object.fromEntries(Object.keys(details).map((key) => [key, '']))
  const gone = { phone: '', ...emptied(hints) }
  expect((await shop.get('g1')).body.hsFields).toEqual({ ...gone, ...others, ...emptied(naming) })
  const told = await query(
    `select e.details -> 'hsFields' as fields from order_event e join orders o using (project_id, service_id)
     where o.project_id = $1 and o.order_id = 'g1' and e.details ? 'hsFields' order by e.sequence`,
    [shop.projectId],
  )
  expect(told.map(({ fields }) => fields).slice(0, 2)).toEqual([{ ...gone, ...others }, emptied(naming)])
  expect((await shop.get('g2')).body.hsFields).toEqual({ Served: 'Anna Kowalska' })
})

it('whoever is called as anybody may be is not the customer who is: a view stays, and another’s phone', async () => {
  const [one, other] = [nextCustomer(), nextCustomer()]
  const save = (name: string, filters: object) =>
    shop.call('/api/staff/views', {
      ...{ method: 'POST', body: { projectId: shop.projectId, name, filters }, headers: owner, key: null },
    })
  const naming = { customerName: other.name }
  await shop.create('w1', {
    customerName: 'Guest',
    hsFields: { phone: one.phone, 'Second phone': other.phone, ...naming },
    customEventMetaData: naming,
  })
  await shop.create('w2', { customerName: 'Guest', hsFields: { phone: other.phone } })
  await shop.create('w3', { customerName: other.name, hsFields: { phone: other.phone } })
  for (const [name, filters] of [
    ['Guest', {}],
    [other.name, {}],
    ['by phone', { installRef: other.phone }],
  ] as const)
    expect((await save(name, filters)).status).toBe(201)
  const { body: document } = await ask('export', one.phone)
  expect(document.views).toEqual([])
  expect((await ask('erase', one.phone)).body.erased).toMatchObject({ orders: 1, views: 0 })
  const { body } = await shop.call(`/api/staff/views?projectId=${shop.projectId}`, { headers: owner, key: null })
  expect((body.views as Named[]).map(({ name }) => name).sort()).toEqual(['Guest', 'by phone', other.name].sort())
})
