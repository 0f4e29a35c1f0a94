import { randomUUID } from 'node:crypto'
import { beforeEach, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { nextCustomer } from '@/integration/visits'
import { atConsole } from '@/lib/audit/actor'
import { countRecords, eraseRecords, exportRecords } from '@/lib/customers/records'
import { eraseAnswers, scanAnswersOf } from '@/lib/customers/statements/erasing-statement'
import { pools } from '@/lib/db'
import { databaseIsAway } from '@/lib/failed-statement'
import { inProjects } from '@/lib/wall'
import { until } from '@/scripts/process/processes.mjs'

let shop: Shop
beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
})

const query = async (text: string, values: unknown[] = []) => (await pools().hot.query(text, values)).rows
const within = <Done>(work: () => Promise<Done>) => inProjects([shop.projectId], work)

const askedFor = ({ phone }: { phone: string }) => ({ kind: 'phone', value: phone }) as const
const asking = (one: { phone: string }) => ({
  projectId: shop.projectId,
  asked: askedFor(one),
  actor: atConsole,
})
const erase = (one: { phone: string }) => within(() => eraseRecords(asking(one), new Date()))

/** The answers kept for retries in which a name stands. */
const answersWith = (name: string) =>
  query(
    `select key from idempotency_key where project_id = $1 and position($2 in answer::text) > 0 order by scope, key`,
    [shop.projectId, name],
  )

/** What becomes of some work while an order is held by somebody else, and the database ends whoever waits for it. */
async function whileHeld(serviceId: string, work: () => Promise<unknown>): Promise<unknown> {
  const pg = await import('pg')
  const holder = new pg.default.Client({ connectionString: inject('databaseUrl') })
  await holder.connect()
  try {
    await holder.query('begin')
    const hold = 'select from orders where project_id = $1 and service_id = $2 for update'
    await holder.query(hold, [shop.projectId, serviceId])
    let isOver = false
    const done = work()
      .catch((error: unknown) => error)
      .finally(() => {
        isOver = true
      })
    const end = `select pg_terminate_backend(pid) from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
    await until(async () => (await holder.query(end)) && isOver, 10_000)
    return await done
  } finally {
    await holder.query('rollback')
    await holder.end()
  }
}

it('an erasing that breaks off among the orders has emptied the answers that only they led to', async () => {
  const priya = nextCustomer()
  const made: string[] = []
  for (const id of ['b1', 'b2']) {
    // The phone comes later, and in no answer that is kept.
    const keyed = { headers: { 'idempotency-key': randomUUID() } }
    const { body } = await shop.create(id, { customerName: priya.name }, keyed)
    await shop.update(id, { hsFields: { phone: priya.phone } })
    made.push(String(body.serviceId))
  }
  expect(await answersWith(priya.name)).toHaveLength(2)
  const last = made.sort()[1]
  expect(databaseIsAway(await whileHeld(String(last), () => erase(priya)))).toBe(true)
  expect(await erase(priya)).toMatchObject({ orders: 1 })
  expect(await answersWith(priya.name)).toEqual([])
})

it('an order that only a kept answer tells of is found until it is empty itself', async () => {
  const priya = nextCustomer()
  const made: string[] = []
  const prefix = randomUUID()
  for (const id of ['a1', 'a2']) {
    const keyed = { headers: { 'idempotency-key': `${prefix} ${id}` } }
    const told = { customerName: priya.name, customEventMetaData: { Ref: priya.phone, Hint: priya.name } }
    const { body } = await shop.create(id, told, keyed)
    await shop.update(id, { customEventMetaData: { Ref: null } })
    made.push(String(body.serviceId))
  }
  const kept = () =>
    query(`select order_id from orders where project_id = $1 and customer_name <> ''`, [shop.projectId])
  expect(databaseIsAway(await whileHeld(String(made[1]), () => erase(priya)))).toBe(true)
  expect(await kept()).toHaveLength(1)
  expect(await erase(priya)).toMatchObject({ orders: 1 })
  expect(await kept()).toEqual([])
  expect(await answersWith(priya.name)).toEqual([])
})

it('kept answers are emptied and counted page by page, whichever come or go in between', async () => {
  const { name } = nextCustomer()
  const [hers, others] = [randomUUID(), randomUUID()]
  const keep = (from: number, to: number, whose: string, suffix = '') =>
    query(
      `insert into idempotency_key (project_id, scope, key, request_digest, answer, created_at, free_at)
       select $1::uuid, 's', 'k' || lpad(n::text, 5, '0') || $5, '', jsonb_build_object('service_id', $4::text, 'customer_name',
         $6::text, 'hs_fields', '{}'::jsonb, 'custom_event_meta_data', '{}'::jsonb), now(), now() + interval '1 day'
       from generate_series($2::int, $3::int) n`,
      [shop.projectId, from, to, whose, suffix, name],
    )
  const [first, middle] = [randomUUID(), randomUUID()]
  // One page ends at the 2,000th.
  await keep(1, 1, first)
  await keep(2, 2000, others)
  await keep(2001, 2001, middle)
  await keep(2002, 2099, others)
  await keep(2100, 2100, hers)
  const erased = await within(async () => {
    let pages = 0
    for await (const { found } of scanAnswersOf(shop.projectId, [randomUUID()])) {
      pages += 1
      expect(found).toEqual([])
    }
    // Whoever looks at the clock is asked also where there is nothing.
    expect(pages).toBe(2)
    let sum = 0
    let page = 0
    const counts = eraseAnswers(shop.projectId, [first, middle, hers], async () => {
      page += 1
      if (page === 1)
        await query(`delete from idempotency_key where project_id = $1 and key = 'k00500'`, [shop.projectId])
      else await keep(2050, 2050, others, 'a')
      return { also: new Map(), left: [] }
    })
    for await (const count of counts) sum += count
    return sum
  })
  expect(erased).toBe(3)
  const kept = (await answersWith(name)).map(({ key }) => key)
  expect(kept).toHaveLength(2097)
  for (const key of ['k00001', 'k02001', 'k02100']) expect(kept).not.toContain(key)
})

it('a customer of more devices than are followed is not said to be whole: neither exported nor erased', async () => {
  const [priya, few] = [nextCustomer(), nextCustomer()]
  await shop.create('many', { hsFields: { phone: priya.phone } })
  await shop.create('few', { hsFields: { phone: few.phone } })
  const tell = (orderId: string, count: number) =>
    query(
      `insert into entry (project_id, entry_id, zone_id, destination_id, install_ref, order_id, source, entry_time, creation_time)
       select $1::uuid, $4 || n || $1::text, $2, $3, $4 || n, $4, 'sdk', now(), now() from generate_series(1, $5::int) n`,
      [shop.projectId, shop.zoneId, shop.destinationId, orderId, count],
    )
  await tell('many', 2_001)
  await tell('few', 20)
  const [exported, whole] = await within(async () => [
    await exportRecords(asking(priya), new Date()),
    await exportRecords(asking(few), new Date()),
  ])
  expect(exported).toMatchObject({ found: { orders: 1, entries: 2_001 }, isWhole: false })
  expect(whole).toMatchObject({ found: { orders: 1, entries: 20 }, isWhole: true })
  expect(await erase(priya)).toEqual({ orders: 1, entries: 2_001, requests: 0, views: 0 })
  expect(await erase(few)).toEqual({ orders: 1, entries: 20, requests: 0, views: 0 })
  const lines = await query(
    `select details ->> 'isWhole' as whole from audit_entry
     where project_id = $1 and action = 'customer.erased' order by sequence`,
    [shop.projectId],
  )
  expect(lines.map(({ whole }) => whole)).toEqual(['false', 'true'])
})

it('of a customer with more orders than ids are sent along the same is found, and nothing of anybody else', async () => {
  const [priya, william] = [nextCustomer(), nextCustomer()]
  const { body: order } = await shop.create('m0', { hsFields: { phone: priya.phone } })
  await shop.create('w0', { customerName: william.name, hsFields: { phone: william.phone } })
  await query(
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object('service_id', gen_random_uuid(),
       'order_id', 'm' || n, 'user_token', gen_random_uuid()))).* from orders o, generate_series(1, 1000) n
     where o.project_id = $1 and o.service_id = $2`,
    [shop.projectId, order.serviceId],
  )
  await query(
    `insert into entry (project_id, entry_id, zone_id, destination_id, install_ref, order_id, source, entry_time, creation_time)
     select $1::uuid, 'e' || n || o.order_id || $1::text, $2, $3, case when o.order_id = 'w0' then 'his' end, o.order_id, 'sdk',
       now(), now() from orders o, generate_series(1, 2) n where o.project_id = $1`,
    [shop.projectId, shop.zoneId, shop.destinationId],
  )
  const found = (one: { phone: string }) => within(() => countRecords(shop.projectId, askedFor(one)))
  expect(await found(priya)).toEqual({ orders: 1_001, entries: 2_002, requests: 0, views: 0 })
  expect(await found(william)).toEqual({ orders: 1, entries: 2, requests: 0, views: 0 })
})

it('an erasing whose end nobody could note says what ended it, and goes on with the rest when it is asked for again', async () => {
  const priya = nextCustomer()
  const made: { serviceId: string; orderId: string }[] = []
  for (const orderId of ['e1', 'e2']) {
    const hsFields = { phone: priya.phone, Ref1: 'the blue door' }
    const { body } = await shop.create(orderId, { customerName: priya.name, hsFields })
    made.push({ serviceId: String(body.serviceId), orderId })
  }
  const last = made.sort((one, other) => (one.serviceId < other.serviceId ? -1 : 1))[1]
  // The record takes no end of an erasing, and the database ends the statement for the second order.
  const pg = await import('pg')
  const database = new pg.default.Client({ connectionString: inject('databaseUrl') })
  await database.connect()
  try {
    await database.query(`create function refuse_the_end() returns trigger language plpgsql as $$ begin
      if new.action = 'customer.erased' and new.project_id = '${shop.projectId}' then raise exception 'no end'; end if;
      return new; end $$`)
    await database.query(
      'create trigger refuse_the_end before insert on audit_entry for each row execute function refuse_the_end()',
    )
    const broken = await whileHeld(String(last?.serviceId), () => erase(priya))
    expect(databaseIsAway(broken)).toBe(true)
  } finally {
    await database.query('drop function if exists refuse_the_end cascade')
    await database.end()
  }
  const kept = async () => JSON.stringify((await shop.get(String(last?.orderId))).body)
  expect(await kept()).toContain('the blue door')
  expect(await erase(priya)).toMatchObject({ orders: 1 })
  expect(await kept()).not.toContain('the blue door')
  const lines = await query(
    `select action from audit_entry where project_id = $1 and subject_kind = 'customer' order by sequence`,
    [shop.projectId],
  )
  expect(lines.map(({ action }) => action)).toEqual(['customer.eraseBegun', 'customer.eraseBegun', 'customer.erased'])
})

it('a phone is found and erased beside whatever other digits it stands, and nobody else’s with it', async () => {
  const { athome, number } = nextCustomer()
  const beside = [
    `${athome} / 0172 7654321`,
    `030 765432 / ${athome}`,
    `bay 12 ${athome}`,
    `Order 4711 - ${athome}`,
    `2026-11-22 ${athome.replaceAll(' ', '')} 12:30`,
    `18:00 +44${number} / 030 1234567`,
    `４ ${athome}\u200b (18:30)，2 bags`,
  ]
  const others = [
    `+49 ${athome.slice(1)}`,
    `(+49) ${athome}`,
    `${athome.replaceAll(' ', '')}0123456`,
    `bay 12 ${athome}`.slice(0, -1),
  ]
  for (const [n, Ref] of beside.entries()) await shop.create(`d${n}`, { hsFields: { Ref } })
  for (const [n, Ref] of others.entries()) await shop.create(`o${n}`, { hsFields: { Ref } })
  for (const phone of [athome, `+44${number}`]) {
    const found = await within(() => countRecords(shop.projectId, { kind: 'phone', value: phone }))
    // Asked for without a country it may be that of any.
    expect([phone, found.orders]).toEqual([phone, phone === athome ? beside.length + 2 : beside.length])
  }
  expect(await erase({ phone: `+44${number}` })).toMatchObject({ orders: beside.length })
  const kept = async (id: string) => ((await shop.get(id)).body.hsFields as Record<string, string>).Ref
  for (const n of beside.keys()) expect(await kept(`d${n}`)).toBeUndefined()
  for (const [n, Ref] of others.entries()) expect(await kept(`o${n}`)).toBe(Ref)
})
