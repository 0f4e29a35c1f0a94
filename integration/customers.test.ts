import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { rowsWith } from '@/integration/rows-with'
import { openShop, type Shop } from '@/integration/shop'
import { arrivedOrder, Staff } from '@/integration/staff'
import { nextCustomer, visit } from '@/integration/visits'
import { whileHeld } from '@/integration/while-held'
import { atConsole } from '@/lib/audit/actor'
import { eraseRecords } from '@/lib/customers/records'
import { pools } from '@/lib/db'
import { inProjects } from '@/lib/wall'
import { createStore } from '@/prisma/factories/project'
import { inRoot, root } from '@/scripts/settings/places.mjs'

let shop: Shop
let owner: Record<string, string>
beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  owner = (await shop.signIn({ role: 'owner', name: 'Olga Owner' })).headers
})

const query = async (text: string, values: unknown[] = []) => (await pools().hot.query(text, values)).rows

const at = (place: string) => `/api/staff/projects/${shop.projectId}/${place}`
const ask = (verb: 'find' | 'export' | 'erase', asked: object, headers = owner) =>
  shop.call(at(`customers/${verb}`), { method: 'POST', body: asked, headers, key: null })

const nothing = { orders: 0, entries: 0, requests: 0, views: 0 }

describe('what is kept of a customer', () => {
  it('is found by phone or plate, however it is written, by owners alone', async () => {
    const [priya, other] = [nextCustomer(), nextCustomer()]
    await visit(shop, 'p1', priya)
    await visit(shop, 'p2', other)
    for (const asked of [
      { kind: 'phone', value: priya.phone },
      { kind: 'phone', value: `0044${priya.number}` },
      { kind: 'phone', value: `(0${priya.number.slice(0, 3)}) ${priya.number.slice(3)}` },
      { kind: 'plate', value: priya.plate.toLowerCase().replace(' ', '-') },
    ]) {
      const { status, body } = await ask('find', asked)
      expect([asked, status, body.found]).toEqual([asked, 200, { orders: 1, entries: 3, requests: 2, views: 0 }])
      expect(body.orders).toMatchObject([{ orderId: 'p1', customerName: priya.name }])
    }
    const asked = { kind: 'phone', value: priya.phone }
    // Each look leaves its line, with a digest that is the same for one number.
    const lines = await query(
      `select subject_id, details from audit_entry where project_id = $1 and action = 'customer.searched' order by sequence`,
      [shop.projectId],
    )
    expect(lines.map(({ details }) => details)).toEqual(
      ['phone', 'phone', 'phone', 'plate'].map((askedBy) => ({
        askedBy,
        orders: 1,
        entries: 3,
        requests: 2,
        views: 0,
      })),
    )
    expect(new Set(lines.map((line) => line.subject_id)).size).toBe(2)
    expect((await ask('find', { kind: 'phone', value: '12345' })).body).toMatchObject({ code: 'field_invalid' })
    const manager = (await shop.signIn({ role: 'manager' })).headers
    const stranger = (await (await openShop(shop.baseUrl)).signIn({ role: 'owner' })).headers
    for (const verb of ['find', 'export', 'erase'] as const) {
      expect((await ask(verb, asked, manager)).body).toMatchObject({ code: 'right_missing', status: 403 })
      expect((await ask(verb, asked, stranger)).body).toMatchObject({ code: 'project_not_found', status: 404 })
    }
    expect((await rowsWith(priya.name)).length).toBeGreaterThan(0)
  })

  it('is exported as one document, which the record tells of without saying of whom', async () => {
    const priya = nextCustomer()
    await visit(shop, 'p1', priya)
    await visit(shop, 'p2', nextCustomer())
    const { status, headers, body } = await ask('export', { kind: 'plate', value: priya.plate })
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe('attachment; filename="customer.json"')
    expect(body.orders).toMatchObject([{ orderId: 'p1', customerName: priya.name, hsFields: { Bay: '4' } }])
    expect(body.entries).toHaveLength(3)
    const text = JSON.stringify(body)
    for (const value of [priya.name, priya.phone, priya.athome, priya.plate, priya.install])
      expect(text).toContain(value)
    expect(text).not.toContain('p2')
    expect(text).not.toMatch(/token/i)
    const lines = await query(`select * from audit_entry where project_id = $1 and subject_kind = 'customer'`, [
      shop.projectId,
    ])
    expect(lines).toMatchObject([
      { action: 'customer.exported', actor_name: 'Olga Owner', details: { askedBy: 'plate', orders: 1, entries: 3 } },
    ])
    expect(lines[0].subject_id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('is erased everywhere at once, and waits, counts and everybody else stay', async () => {
    const [priya, other] = [nextCustomer(), nextCustomer()]
    const order = await visit(shop, 'p1', priya)
    await visit(shop, 'p2', other)
    const cancelled = await arrivedOrder(shop, 'p3')
    await shop.update('p3', { hsFields: { phone: priya.phone } })
    const ada = await Staff.of(shop, { name: 'Ada Mensah' })
    await ada.act(cancelled, 'cancel', { reason: `${priya.name} rang from ${priya.phone}` })
    const before = await ada.sees(order)
    const counted = () =>
      query('select count(*)::int as n, min(entry_time) as first from entry where project_id = $1', [shop.projectId])
    const entries = await counted()

    const { body } = await ask('erase', { kind: 'phone', value: priya.athome })
    expect(body.erased).toEqual({ orders: 2, entries: 4, requests: 2, views: 0 })

    const { phone, number, athome, name, plate, install, user } = priya
    expect(await rowsWith(phone, number, athome, name, plate, install, user)).toEqual([])
    const after = await ada.sees(order)
    expect(after).toMatchObject({ customerName: '', arrivedAt: before.arrivedAt, section: 'Arrived' })
    expect(after.hsFields).toEqual({})
    const [{ meta }] = await query(`select custom_event_meta_data as meta from orders where service_id = $1`, [
      order.serviceId,
    ])
    expect(meta).toEqual({})
    expect(Number(after.version)).toBeGreaterThan(Number(before.version))
    const { events } = (await ada.timeline(order)).body
    // Nobody looks at the board, which is told of as well where all this takes long.
    expect((events as { eventType: string }[]).filter(({ eventType }) => eventType !== 'escalated')).toMatchObject([
      { eventType: 'erased', actor: 'system' },
      {},
      {},
      {},
    ])
    expect(await counted()).toEqual(entries)
    expect((await shop.get('p2')).body).toMatchObject({ customerName: other.name })

    for (const asked of [
      { kind: 'phone', value: priya.phone },
      { kind: 'plate', value: priya.plate },
    ]) {
      expect((await ask('find', asked)).body.found).toEqual({ orders: 0, entries: 0, requests: 0, views: 0 })
    }
    const [line] = await query(`select details from audit_entry where project_id = $1 and action = 'customer.erased'`, [
      shop.projectId,
    ])
    expect(line.details).toEqual({ askedBy: 'phone', orders: 2, entries: 4, requests: 2, views: 0, isWhole: true })
  })
})

it('a phone, a plate or a name that an app has made a detail’s own name of is found, exported and erased like a value', async () => {
  const [priya, other] = [nextCustomer(), nextCustomer()]
  const retried = () => ({ headers: { 'idempotency-key': randomUUID() } })
  const meta = { [`plate ${priya.plate}`]: 'told', basket: 'b-7' }
  const hsFields = { [`Ring ${priya.athome}`]: 'yes', 'Car Plate': priya.plate }
  const told = { customerName: priya.name, hsFields }
  const { body: order } = await shop.create('n1', { ...told, customEventMetaData: meta }, retried())
  // Lost since: in the timeline and in the first answer alone, as a removal too.
  await shop.update('n1', { hsFields: { [`Ring ${priya.athome}`]: null, [`for ${priya.name}`]: '2 bags' } }, retried())
  await shop.create('n2', { hsFields: { [`Ring ${other.athome}`]: 'yes' } })
  const entry = { entryTime: new Date().toISOString(), destinationId: shop.destinationId, installRef: other.install }
  const entries = [{ ...entry, customEventMetaData: { [priya.phone]: '', visit: '2' } }]
  const sent = { method: 'POST', body: { projectId: shop.projectId, entries } }
  expect((await shop.call('/api/prod1/entry', sent)).body).toMatchObject({ accepted: 1 })

  const found = { orders: 1, entries: 1, requests: 2, views: 0 }
  expect((await ask('find', { kind: 'plate', value: priya.plate })).body.found).toMatchObject({ orders: 1 })
  const { body: document } = await ask('export', { kind: 'phone', value: priya.phone })
  expect(document.found).toEqual(found)
  for (const name of [`Ring ${priya.athome}`, `plate ${priya.plate}`, priya.phone])
    expect(JSON.stringify(document)).toContain(name)
  expect((await ask('erase', { kind: 'phone', value: priya.phone })).body.erased).toEqual(found)
  expect(await rowsWith(priya.athome, priya.phone, priya.plate, priya.name)).toEqual([])
  expect((await shop.get('n1')).body.hsFields).toEqual({})
  const rows = await query(
    `select custom_event_meta_data as meta from orders where service_id = $1
     union all select custom_event_meta_data from entry where project_id = $2`,
    [order.serviceId, shop.projectId],
  )
  expect(rows.map(({ meta }) => meta)).toEqual([{}, {}])
  expect((await shop.get('n2')).body.hsFields).toEqual({ [`Ring ${other.athome}`]: 'yes' })
})

it('what is a customer’s goes however it is written, and where the names of details do not say so', async () => {
  const priya = nextCustomer()
  const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0))
  const arabic = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))
  const parted = (sign: string) => `${priya.athome.slice(0, 4)}${sign}${priya.athome.slice(4)}`
  const inThai = priya.athome.replace(/\d/g, (digit) => String.fromCodePoint(0xe50 + Number(digit)))
  const written = [wide(priya.athome), arabic(priya.athome), inThai, ...Array.from('_,•*|~\u200b', parted)]
  for (const [n, value] of written.entries()) await shop.create(`w${n}`, { hsFields: { Ref: value } })
  const inCyrillic = priya.plate.replaceAll('K', 'К').replaceAll('X', 'Х').replaceAll('P', 'р').replaceAll('Y', 'У')
  const plated = [wide(priya.plate), priya.plate.replace(' ', '\u200b'), inCyrillic]
  for (const [n, value] of plated.entries()) await shop.create(`v${n}`, { hsFields: { Ref: value } })
  const unsaid = {
    Ref: priya.phone,
    Ref2: '01632 960 983',
    Ref3: 'p@priya.example',
    Ref4: 'KX21 PRY',
    Ref5: `for ${priya.name}`,
  }
  const { body: order } = await shop.create('u1', { customerName: priya.name, hsFields: unsaid })
  await shop.update('u1', { hsFields: { Ref3: null }, customEventMetaData: { who: priya.name.toUpperCase() } })
  const device = { fenceName: `${priya.name}’s drive`, deviceInfo: { deviceType: `phone of ${priya.name}` } }
  const entry = { entryTime: new Date().toISOString(), destinationId: shop.destinationId, installRef: priya.install }
  const entries = [{ ...entry, ...device, orderId: 'u1', customEventMetaData: { Ref6: '01632 960 984' } }]
  const sent = { method: 'POST', body: { projectId: shop.projectId, entries } }
  expect((await shop.call('/api/prod1/entry', sent)).body).toMatchObject({ accepted: 1 })
  // An answer kept for a retry holds what its order has lost since; a timeline may be left of an order that is gone.
  const [lost, left] = ['q@priya.example', '01632 960 986']
  const retried = { headers: { 'idempotency-key': randomUUID() } }
  await shop.create('u2', { hsFields: { Ref: priya.phone }, customEventMetaData: { Ref7: lost } }, retried)
  await shop.update('u2', { customEventMetaData: { Ref7: null } })
  await shop.create('u3', { hsFields: { Ref: priya.phone, Ref8: left } })
  await query(`delete from orders where project_id = $1 and order_id = 'u3'`, [shop.projectId])
  // Of whom it tells may stand in such an answer alone.
  await shop.create(
    'u4',
    { customEventMetaData: { Ref9: priya.phone } },
    { headers: { 'idempotency-key': randomUUID() } },
  )
  await shop.update('u4', { customEventMetaData: { Ref9: null } })
  const save = (name: string, filters: object) => {
    const body = { projectId: shop.projectId, name, filters }
    return shop.call('/api/staff/views', { method: 'POST', body, headers: owner, key: null })
  }
  await save(`${priya.name}’s phone`, { installRef: priya.install })
  await save('Another phone', { installRef: `${priya.install}0` })

  const plates = (await ask('erase', { kind: 'plate', value: priya.plate })).body
  expect(plates.erased).toMatchObject({ orders: plated.length })
  const { body } = await ask('erase', { kind: 'phone', value: priya.phone })
  expect(body.erased).toEqual({ orders: written.length + 4, entries: 1, requests: 2, views: 1 })
  const gone = [
    ...written,
    ...Object.values(unsaid),
    priya.name,
    priya.name.toUpperCase(),
    '960 984',
    `"${priya.install}"`,
    lost,
    left,
  ]
  expect(await rowsWith(...gone, ...plated)).toEqual([])
  expect((await shop.get('u1')).body).toMatchObject({ orderId: order.orderId, hsFields: {} })
  const views = await query('select name from saved_view where project_id = $1', [shop.projectId])
  expect(views).toEqual([{ name: 'Another phone' }])
})

it('what the project has declared as nobody’s stays in what is erased, unless it holds what was asked for', async () => {
  const [priya, other] = [nextCustomer(), nextCustomer()]
  const personalFields = { Items: 'none', 'bay no.': 'none', Desk: 'none', customerName: 'none', Ref: 'other' }
  const declaring = { method: 'PATCH', body: { personalFields }, headers: owner, key: null }
  expect((await shop.call(at('privacy'), declaring)).status).toBe(200)
  const kept = { Items: `2 bags for ${priya.name}`, 'Bay No': '4' }
  const named = { customerName: priya.name, [`Desk ${priya.athome}`]: 'x' }
  const gone = { phone: priya.phone, Desk: `ring ${priya.athome}`, Colour: 'grey', Ref: 'R1', ...named }
  const told = { customerName: priya.name, hsFields: { ...kept, ...gone }, customEventMetaData: { ...kept, ...gone } }
  await shop.create('k1', told, { headers: { 'idempotency-key': randomUUID() } })
  await shop.update('k1', { hsFields: { Items: '3 bags', Colour: null, Ref: null } })
  const entry = { entryTime: new Date().toISOString(), destinationId: shop.destinationId, orderId: 'k1' }
  const sent = { projectId: shop.projectId, entries: [{ ...entry, customEventMetaData: { ...kept, ...gone } }] }
  expect((await shop.call('/api/prod1/entry', { method: 'POST', body: sent })).body).toMatchObject({ accepted: 1 })
  await shop.create('k2', { customerName: other.name, hsFields: { Colour: priya.name, phone: other.phone } })

  const erased = { orders: 1, entries: 1, requests: 1, views: 0 }
  expect((await ask('erase', { kind: 'phone', value: priya.phone })).body.erased).toEqual(erased)
  // A detail called customerName is a name whatever is declared; what was declared as personal keeps its own name alone.
  const left = { ...kept, Desk: '', customerName: '' }
  const [row] = await query(
    `select o.hs_fields as fields, o.custom_event_meta_data as meta, k.answer, e.custom_event_meta_data as entered,
       array(select l.details -> 'hsFields' from order_event l where l.service_id = o.service_id
             and l.details ? 'hsFields' order by l.sequence) as lines
     from orders o join idempotency_key k on k.answer ->> 'service_id' = o.service_id::text
       join entry e on e.project_id = o.project_id and e.order_id = o.order_id
     where o.project_id = $1 and o.order_id = 'k1'`,
    [shop.projectId],
  )
  expect(row).toEqual({
    fields: { ...left, Items: '3 bags' },
    meta: { ...left, Ref: '' },
    answer: expect.objectContaining({
      ...{ customer_name: '', hs_fields: { ...left, Ref: '' }, custom_event_meta_data: { ...left, Ref: '' } },
    }),
    entered: { ...left, Ref: '' },
    lines: [
      { ...left, Ref: '' },
      { Items: '3 bags', Ref: null },
    ],
  })
  expect((await shop.get('k2')).body).toMatchObject({ customerName: other.name, hsFields: { Colour: priya.name } })
  expect((await ask('find', { kind: 'phone', value: priya.phone })).body.found).toEqual(nothing)
  expect((await ask('erase', { kind: 'phone', value: priya.phone })).body.erased).toEqual(nothing)
})

it('a detail that is nobody’s stays in every line, answer and entry but those in which it holds what was asked for', async () => {
  const { phone } = nextCustomer()
  const declaring = { method: 'PATCH', body: { personalFields: { Items: 'none' } }, headers: owner, key: null }
  expect((await shop.call(at('privacy'), declaring)).status).toBe(200)
  const calling = `call ${phone}`
  const tell = async (orderId: string, Items: string) => {
    const told = { hsFields: { Items, phone }, customEventMetaData: { Items: `${Items}!` } }
    await shop.create(orderId, told, { headers: { 'idempotency-key': randomUUID() } })
    const entry = { entryTime: new Date().toISOString(), destinationId: shop.destinationId, orderId }
    const sent = { projectId: shop.projectId, entries: [{ ...entry, customEventMetaData: { Items } }] }
    expect((await shop.call('/api/prod1/entry', { method: 'POST', body: sent })).body).toMatchObject({ accepted: 1 })
  }
  await tell('told', calling)
  await tell('other', '2 bags')
  await shop.update('told', { hsFields: { Items: '3 bags' } })
  expect((await ask('erase', { kind: 'phone', value: phone })).body.erased).toMatchObject({ orders: 2, entries: 2 })
  const left = await query(
    `select o.order_id as of, o.hs_fields ->> 'Items' as fields, o.custom_event_meta_data ->> 'Items' as meta,
       k.answer -> 'hs_fields' ->> 'Items' as answer, e.custom_event_meta_data ->> 'Items' as entry,
       array(select l.details -> 'hsFields' ->> 'Items' from order_event l where l.service_id = o.service_id
             and l.details ? 'hsFields' order by l.sequence) as lines
     from orders o join idempotency_key k on k.answer ->> 'service_id' = o.service_id::text
       join entry e on e.project_id = o.project_id and e.order_id = o.order_id
     where o.project_id = $1 order by o.order_id`,
    [shop.projectId],
  )
  const whole = '2 bags'
  expect(left).toEqual([
    { of: 'other', fields: whole, meta: `${whole}!`, answer: whole, entry: whole, lines: [whole] },
    { of: 'told', fields: '3 bags', meta: '', answer: '', entry: '', lines: ['', '3 bags'] },
  ])
})

it('what an app tells of a customer while their order is being erased goes as well', async () => {
  const { phone } = nextCustomer()
  const declaring = { method: 'PATCH', body: { personalFields: { Items: 'none' } }, headers: owner, key: null }
  expect((await shop.call(at('privacy'), declaring)).status).toBe(200)
  await shop.create('told', { hsFields: { Items: '2 bags', phone } })
  const telling = `update orders set hs_fields = hs_fields || jsonb_build_object('Items', $2::text) where project_id = $1`
  const { body } = await whileHeld(telling, [shop.projectId, `call ${phone}`], async ({ wait, keep }) => {
    const erasing = ask('erase', { kind: 'phone', value: phone })
    expect(await wait(1)).toBe(true)
    await keep()
    return erasing
  })
  expect(body.erased).toMatchObject({ orders: 1 })
  expect((await shop.get('told')).body.hsFields).toEqual({ Items: '' })
})

describe('an id that is used again', () => {
  /** An entry of the order `same`, or of none, and how long ago it came. */
  const tell = async (installRef: string, minutesAgo: number, more: object = { orderId: 'same' }) => {
    const entry = { entryTime: new Date().toISOString(), destinationId: shop.destinationId, installRef, ...more }
    const body = { projectId: shop.projectId, entries: [entry] }
    expect((await shop.call('/api/prod1/entry', { method: 'POST', body })).body).toMatchObject({ accepted: 1 })
    await query(
      `update entry set creation_time = now() - make_interval(mins => $3) where sequence = (
         select max(sequence) from entry where project_id = $1 and install_ref = $2)`,
      [shop.projectId, installRef, minutesAgo],
    )
  }
  const make = async ({ phone }: { phone: string }, minutesAgo: number) => {
    const { body } = await shop.create('same', { hsFields: { phone }, forceOverwrite: true })
    await query(`update orders set created_at = now() - make_interval(mins => $2) where service_id = $1`, [
      body.serviceId,
      minutesAgo,
    ])
    return String(body.serviceId)
  }
  const installsOf = async (phone: string) => {
    const { body } = await ask('export', { kind: 'phone', value: phone })
    return (body.entries as { installRef: string }[]).map(({ installRef }) => installRef).sort()
  }

  it('is of the order that had it when an entry came, also where nobody has closed the first one', async () => {
    const [first, next, last] = [nextCustomer(), nextCustomer(), nextCustomer()]
    const left = await make(first, 60)
    await tell('of the first', 50)
    await make(next, 40)
    await tell('of the next', 30)
    await make(last, 20)
    await tell('of the last', 10)
    // A day later a retailer's server may make the next order of an id without closing the one before.
    await query(
      `update orders set closed_at = null, status = 'Registered', section = 'Expected' where service_id = $1`,
      [left],
    )
    const at = (await query(`select created_at from orders where service_id = $1`, [left]))[0].created_at
    expect(await installsOf(first.phone)).toEqual(['of the first'])
    expect(await installsOf(next.phone)).toEqual(['of the next'])
    expect(await installsOf(last.phone)).toEqual(['of the last'])
    // Of one moment as well: the first by its serviceId has no time of its own.
    await query(`update orders set created_at = $2, closed_at = null where project_id = $1 and order_id = 'same'`, [
      shop.projectId,
      at,
    ])
    const told = []
    for (const { phone } of [first, next, last]) told.push(await installsOf(phone))
    expect(told.filter(({ length }) => length > 0)).toEqual([['of the first', 'of the last', 'of the next']])
  })

  it('says of a device whose it is by who had it when it told: nothing of hers is missed, nothing of his taken', async () => {
    const [priya, william] = [nextCustomer(), nextCustomer()]
    const device = (one: { name: string }) => `device of ${one.name}`
    await make(priya, 180)
    await tell(device(priya), 170)
    await tell(device(priya), 165, {})
    await make(william, 160)
    await tell(device(william), 150)
    await tell(device(william), 145, {})
    expect(await installsOf(priya.phone)).toEqual([device(priya), device(priya)])
    expect(await installsOf(william.phone)).toEqual([device(william), device(william)])
    // His device tells of an order of hers, to whom his id has come since: it stays his.
    const again = nextCustomer()
    await make(again, 120)
    await tell(device(william), 110)
    expect(await installsOf(again.phone)).toEqual([device(william)])
    // Her own from before, of which nothing is told any more, makes a device nobody else's.
    await query(
      `update orders set customer_name = '', hs_fields = '{}', redacted_at = now()
       where project_id = $1 and hs_fields ->> 'phone' = $2`,
      [shop.projectId, priya.phone],
    )
    await query(`delete from order_event where project_id = $1`, [shop.projectId])
    await shop.create('another', { hsFields: { phone: priya.phone } })
    await tell(device(priya), 0, { orderId: 'another' })
    expect(await installsOf(priya.phone)).toEqual([device(priya), device(priya), device(priya)])
    expect((await ask('erase', { kind: 'phone', value: priya.phone })).body.erased).toMatchObject({ entries: 3 })
    expect((await rowsWith(device(priya))).length).toBe(0)
    expect((await rowsWith(device(william))).length).toBe(3)
  })
})

it('what nobody has declared is gone from all of a customer’s entries, orders and answers, however many there are', async () => {
  const priya = nextCustomer()
  const [bell, son] = [`the bell ${priya.name.slice(6)}`, `P. her son ${priya.name.slice(6)}`]
  const told = { customerName: priya.name, hsFields: { phone: priya.phone, Ref1: bell } }
  const { body: order } = await shop.create('n1', told, { headers: { 'idempotency-key': randomUUID() } })
  await query(
    `insert into entry (project_id, entry_id, zone_id, destination_id, install_ref, order_id, source, entry_time,
                        creation_time, custom_event_meta_data)
     select $1::uuid, 'n' || n || $1::text, $3, $4, case when n = 901 then 'another’s' when n % 2 = 0 or n = 1 then $2 end,
       case when n % 2 = 1 and n < 901 then 'n1' end, 'sdk', now(), now(), jsonb_build_object('visit', '2', 'Ref2', $5::text)
     from generate_series(1, 901) n`,
    [shop.projectId, priya.install, shop.zoneId, shop.destinationId, son],
  )
  const { body } = await ask('erase', { kind: 'phone', value: priya.phone })
  expect(body.erased).toEqual({ orders: 1, entries: 900, requests: 1, views: 0 })
  expect(await rowsWith(priya.install, priya.name, priya.phone, bell)).toEqual([])
  expect((await shop.get('n1')).body).toMatchObject({ serviceId: order.serviceId, hsFields: {} })
  const left = await query(
    `select install_ref, custom_event_meta_data as meta, count(*)::int as n from entry where project_id = $1
     group by 1, 2 order by n`,
    [shop.projectId],
  )
  expect(left).toEqual([
    { install_ref: 'another’s', meta: { visit: '2', Ref2: son }, n: 1 },
    { install_ref: null, meta: {}, n: 900 },
  ])
})

it('a device that somebody else is known by too takes nothing of theirs along, whoever said that it was the customer’s', async () => {
  const priya = nextCustomer()
  const { destinationId: far } = await createStore(shop.projectId)
  const near = shop.destinationId
  await shop.create('d1', { hsFields: { phone: priya.phone } })
  await shop.create('d2', { customerName: 'William Other' })
  const entryTime = new Date().toISOString()
  const told = async (...entries: object[]) => {
    const body = { projectId: shop.projectId, entries: entries.map((entry) => ({ entryTime, ...entry })) }
    expect((await shop.call('/api/prod1/entry', { method: 'POST', body })).body).toMatchObject({
      accepted: entries.length,
    })
  }
  const customEventMetaData = { visit: '2' }
  await told(
    { destinationId: near, orderId: 'd1', installRef: 'priyas', location: { latitude: 51.5, longitude: -0.1 } },
    { destinationId: near, installRef: 'priyas', customEventMetaData: { userId: priya.user } },
    { destinationId: near, installRef: priya.phone, customEventMetaData },
    { destinationId: near, fenceName: `where ${priya.athome} parks`, customEventMetaData: { shown: priya.user } },
    // Of a household, or said by somebody of a device that is another's.
    { destinationId: near, orderId: 'd1', installRef: 'williams' },
    { destinationId: near, installRef: 'williams' },
    { destinationId: near, orderId: 'd2', installRef: 'williams' },
    { destinationId: near, orderId: 'd1', installRef: 'walkers' },
    { destinationId: far, installRef: 'walkers' },
  )
  for (const installRef of ['priyas', 'williams', 'walkers']) {
    const body = { projectId: shop.projectId, name: installRef, filters: { installRef } }
    await shop.call('/api/staff/views', { method: 'POST', body, headers: owner, key: null })
  }
  const asked = { kind: 'phone', value: priya.phone } as const
  expect((await ask('export', asked)).body).toMatchObject({ found: { orders: 1, entries: 6 }, isWhole: true })
  const asking = { projectId: shop.projectId, asked, actor: atConsole }
  const inTime = (writeMs: number) => inProjects([shop.projectId], () => eraseRecords(asking, new Date(), writeMs))
  // However short the time is, each time something is emptied: what is a device's alone, what is her own, her order.
  await expect(inTime(-1)).rejects.toMatchObject({ code: 'too_many_requests' })
  expect((await ask('find', asked)).body.found).toMatchObject({ orders: 1, entries: 5 })
  await expect(inTime(-1)).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(await inTime(-1)).toMatchObject({ orders: 1, requests: 0 })
  expect((await ask('find', asked)).body.found).toEqual({ orders: 0, entries: 0, requests: 0, views: 0 })
  const lines = await query(
    `select details ->> 'isWhole' as whole from audit_entry
     where project_id = $1 and action like 'customer.erase%' order by sequence`,
    [shop.projectId],
  )
  expect(lines.map(({ whole }) => whole)).toEqual([null, 'false', null, 'false', null, 'true'])
  const left = await query(
    `select install_ref, order_id, destination_id = $2 as near from entry
     where project_id = $1 and install_ref is not null order by 1, 2`,
    [shop.projectId, near],
  )
  expect(left).toEqual([
    { install_ref: 'walkers', order_id: null, near: false },
    { install_ref: 'williams', order_id: 'd2', near: true },
    { install_ref: 'williams', order_id: null, near: true },
  ])
  const views = await query('select name from saved_view where project_id = $1 order by name', [shop.projectId])
  expect(views.map(({ name }) => name)).toEqual(['walkers', 'williams'])
  expect(await rowsWith(priya.phone, priya.athome, priya.user)).toEqual([])
})

it('is found, exported and erased also where an order has been told very much, once at a time', async () => {
  const priya = nextCustomer()
  await visit(shop, 'l1', priya)
  // Some megabytes, and names enough that none may be compared with all.
  await query(
    `insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor, details,
                              recorded_at)
     select o.project_id, o.destination_id, o.service_id, 'updateOrder', o.status, o.section, n, 'api',
            jsonb_build_object('hsFields', (select jsonb_object_agg('Ref ' || x || ' ' || n,
              case when x = 1 then $2 else repeat('1 ', 300) end) from generate_series(1, 25) x)), o.created_at
     from orders o, generate_series(1, 230) n where o.project_id = $1 and o.order_id = 'l1'`,
    [shop.projectId, priya.phone],
  )
  const asked = { kind: 'phone', value: priya.phone }
  // One more than there are serving processes, each of which does one at a time.
  const all = await Promise.all(Array.from({ length: 3 }, () => ask('find', asked)))
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 429]))
  const late = all.find(({ status }) => status === 429)
  expect([late?.headers.get('retry-after'), late?.body.code]).toEqual(['5', 'too_many_requests'])
  expect((await ask('export', asked)).body.found).toMatchObject({ orders: 1 })
  // One after another, names enough that all their letters at once were some gigabytes.
  await query(
    `insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor, details,
                              recorded_at)
     select o.project_id, o.destination_id, o.service_id, 'updateOrder', o.status, o.section, n, 'api',
            jsonb_build_object('customerName', n || repeat(' ' || md5(n::text), 5)), o.created_at
     from orders o, generate_series(1, 5000) n where o.project_id = $1 and o.order_id = 'l1'`,
    [shop.projectId],
  )
  const turns = monitorEventLoopDelay({ resolution: 5 })
  turns.enable()
  const asking = { projectId: shop.projectId, asked: { kind: 'phone', value: priya.phone } as const, actor: atConsole }
  const erased = await inProjects([shop.projectId], () => eraseRecords(asking, new Date()))
  turns.disable()
  expect(erased).toEqual({ orders: 1, entries: 3, requests: 2, views: 0 })
  // The longest that anybody else had to wait meanwhile: all of it at once takes seconds.
  expect(turns.max / 1e6).toBeLessThan(1_000)
  expect(await rowsWith(priya.phone, priya.athome, priya.name)).toEqual([])
})

describe('at the server’s console', () => {
  /** The command as `npm run privacy` runs it; nobody sits there to be asked. */
  const run = (...words: string[]) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const program = ['--import', 'tsx', inRoot('scripts', 'privacy.ts'), ...words]
      const child = execFile(process.execPath, program, { cwd: root }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
      )
      child.stdin?.end()
    })

  it('one command exports a customer, and another erases her once somebody means it', async () => {
    const priya = nextCustomer()
    await visit(shop, 'c1', priya)
    const folder = mkdtempSync(path.join(tmpdir(), 'baycall-privacy-'))
    const out = path.join(folder, 'customer.json')
    const [exported, dry, unasked, nobody, nowhere] = await Promise.all([
      run('export', '--phone', priya.athome, '--out', out),
      run('erase', '--plate', priya.plate, '--dry-run'),
      run('erase', '--plate', priya.plate, '--project', shop.projectId),
      run('erase', '--phone', '12'),
      run('export', '--phone', priya.athome, '--out', path.join(folder, 'none', 'customer.json')),
    ])
    expect(nowhere).toEqual({ code: 1, said: expect.stringMatching(/^ENOENT: no such file or directory[^\n]+\n$/) })
    expect(exported).toEqual({ code: 0, said: `Written to ${out}.\n` })
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ found: { orders: 1 }, orders: [{ orderId: 'c1' }] })
    expect(statSync(out).mode & 0o777).toBe(0o600)
    rmSync(folder, { recursive: true })
    expect(dry).toMatchObject({
      code: 0,
      said: expect.stringContaining('1 orders, 3 entries, 2 answers kept for retries, 0 saved views'),
    })
    expect(unasked).toMatchObject({ code: 1, said: expect.stringContaining('--yes') })
    expect(nobody).toEqual({ code: 1, said: 'Expected a phone of six digits or more\n' })
    expect((await rowsWith(priya.name)).length).toBeGreaterThan(0)

    expect((await run('erase', '--plate', priya.plate, '--yes')).code).toBe(0)
    expect(await rowsWith(priya.name)).toEqual([])
    const again = await run('erase', '--plate', priya.plate, '--yes')
    expect(again).toEqual({ code: 0, said: 'Nothing is kept of this customer.\n' })
    const lines = await query(
      `select action, actor_kind from audit_entry where project_id = $1 and action like 'customer.%' order by action`,
      [shop.projectId],
    )
    expect(lines).toEqual([
      { action: 'customer.eraseBegun', actor_kind: 'console' },
      { action: 'customer.erased', actor_kind: 'console' },
      { action: 'customer.exported', actor_kind: 'console' },
      { action: 'customer.exported', actor_kind: 'console' },
      // By a dry run, and by somebody who was asked and did not mean it.
      { action: 'customer.searched', actor_kind: 'console' },
      { action: 'customer.searched', actor_kind: 'console' },
    ])
  })
})
