import { beforeEach, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { nextCustomer } from '@/integration/visits'
import { atConsole } from '@/lib/audit/actor'
import { readAccessToken } from '@/lib/auth/access-token'
import { findStaffBySession } from '@/lib/auth/data'
import { countRecords, eraseRecords, exportRecords } from '@/lib/customers/records'
import { eraseCustomer, exportCustomer, findCustomer } from '@/lib/customers/service'
import { pools } from '@/lib/db'
import { inProjects } from '@/lib/wall'

let shop: Shop
let owner: Record<string, string>
beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  owner = (await shop.signIn({ role: 'owner', name: 'Olga Owner' })).headers
})

const query = async (text: string, values: unknown[] = []) => (await pools().hot.query(text, values)).rows

const ask = (verb: 'find' | 'erase', value: string) =>
  shop.call(`/api/staff/projects/${shop.projectId}/customers/${verb}`, {
    ...{ method: 'POST', body: { kind: 'phone', value }, headers: owner, key: null },
  })

it('what broke off goes on for the very customer alone, not for who has the same number in another country', async () => {
  const priya = nextCustomer()
  const within = <T>(work: () => Promise<T>) => inProjects([shop.projectId], work)
  await shop.create('huge', { customerName: priya.name, hsFields: { phone: priya.phone } })
  await shop.update('huge', { hsFields: { phone: null } })
  await query(
    `insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor, details,
                              recorded_at)
     select o.project_id, o.destination_id, o.service_id, 'updateOrder', o.status, o.section, n, 'api',
            jsonb_build_object('customerName', $2::text, 'hsFields', jsonb_build_object('Ref', $2::text)), o.created_at
     from orders o, generate_series(1, 150) n where o.project_id = $1 and o.order_id = 'huge'`,
    [shop.projectId, priya.name],
  )
  const abroad = `+49 ${priya.number}`
  const askingFor = (value: string) => {
    const asked = { kind: 'phone', value } as const
    return { projectId: shop.projectId, asked, actor: atConsole }
  }
  const erase = (value: string, writeMs: number) =>
    within(() => eraseRecords(askingFor(value), new Date(), { readMs: 60_000, writeMs }))
  const ordersOf = async (value: string) =>
    (await within(() => countRecords(shop.projectId, askingFor(value).asked))).orders
  const named = async () => {
    const rows = await query(`select 1 from order_event where project_id = $1 and position($2 in details::text) > 0`, [
      shop.projectId,
      priya.name,
    ])
    return rows.length
  }

  // Somebody else's, with a detail of the same name.
  await shop.create('theirs', { hsFields: { Tel: abroad, Ref: 'the blue door' } })
  await expect(erase(priya.phone, -1)).rejects.toMatchObject({ code: 'too_many_requests' })
  const left = await named()
  expect(left).toBeGreaterThan(0)
  expect(await ordersOf(abroad)).toBe(1)
  const document = await within(() => exportRecords(askingFor(abroad), new Date()))
  expect(document.orders).toHaveLength(1)
  expect(JSON.stringify(document)).not.toContain(priya.name)
  expect(await erase(abroad, 60_000)).toMatchObject({ orders: 1 })
  expect((await shop.get('theirs')).body.hsFields).toMatchObject({ Tel: '', Ref: 'the blue door' })
  expect(await named()).toBe(left)

  // Hers is found however she is asked for, also behind that, and goes on.
  for (const value of [priya.phone, priya.phone.slice(1), `0044${priya.number}`, priya.athome])
    expect([value, await ordersOf(value)]).toEqual([value, 1])
  expect(await erase(priya.phone.slice(1), 60_000)).toMatchObject({ orders: 1 })
  expect(await named()).toBe(0)
})

it('the orders of an hour are not those of the phone that its digits may be', async () => {
  await shop.create('h1', { customerName: 'Ann Abel', hsFields: { slot: '2026-10-22 18:00' } })
  await shop.create('h2', {
    customerName: 'Bob Bell',
    hsFields: { pickupDate: '2026-11-22', slot: '2026-10-22, 18:30' },
  })
  await shop.create('h3', { hsFields: { slot: '2026-10-22 18:00 (202) 610-2218' } })
  const found = async (value: string) => (await ask('find', value)).body.found as { orders: number }
  expect((await found('+45 20 26 11 22')).orders).toBe(0)
  expect((await found('+1 202 610 2218')).orders).toBe(1)
  expect((await ask('erase', '+1 202 610 2218')).body.erased).toMatchObject({ orders: 1 })
  expect((await shop.get('h1')).body).toMatchObject({
    customerName: 'Ann Abel',
    hsFields: { slot: '2026-10-22 18:00' },
  })
})

it('is read no further for whoever has hung up, which the record tells; what is emptied is emptied all the same', async () => {
  const priya = nextCustomer()
  await shop.create('g1', { customerName: priya.name, hsFields: { phone: priya.phone } })
  const now = new Date()
  const session = readAccessToken(String(owner.authorization).replace('Bearer ', ''), now)?.sessionId ?? ''
  const by = await findStaffBySession(session, now)
  if (!by) throw new Error('nobody is signed in')
  const { projectId } = shop
  /** How many statements are made of some work whose reader hangs up as the second is underway, and what it comes to. */
  const leaving = async <T>(work: (asking: Parameters<typeof exportCustomer>[1]) => Promise<T>) => {
    const gone = new AbortController()
    let statements = 0
    const count = () => {
      statements += 1
      if (statements === 2) gone.abort()
    }
    pools().bulk.on('acquire', count)
    const request = new Request(shop.baseUrl, { signal: gone.signal })
    const asking = { projectId, asked: { kind: 'phone', value: priya.phone }, request } as const
    const done = await work(asking).catch((error: unknown) => error)
    pools().bulk.off('acquire', count)
    return { statements, done }
  }
  const lines = () =>
    query(
      `select action, details from audit_entry where project_id = $1 and subject_kind = 'customer' order by sequence`,
      [projectId],
    )
  const refused = { statements: 2, done: { code: 'too_many_requests' } }
  expect(await leaving((asking) => exportCustomer(by, asking, now))).toMatchObject(refused)
  expect(await leaving((asking) => findCustomer(by, asking, now))).toMatchObject(refused)
  const none = { askedBy: 'phone', orders: 0, entries: 0, requests: 0, views: 0 }
  expect(await lines()).toEqual([{ action: 'customer.exported', details: { ...none, isWhole: false } }])
  const erased = await leaving((asking) => eraseCustomer(by, asking, now))
  expect(erased.done).toMatchObject({ orders: 1 })
  expect(erased.statements).toBeGreaterThan(2)
  expect((await lines()).at(-1)).toMatchObject({ action: 'customer.erased', details: { isWhole: true } })
})

it('a day in one piece, or of a year of two digits, is nobody’s phone where it says so', async () => {
  await shop.create('d1', { customerName: 'Ann Abel', hsFields: { 'Pickup date': '20261122', slot: '22.11.26 18.30' } })
  await shop.create('d2', { customerName: 'Bob Bell', hsFields: { Ref: '20  -  26  -  11  -  22' } })
  expect((await ask('erase', '+45 20 26 11 22')).body.erased).toMatchObject({ orders: 1 })
  expect((await ask('erase', '22 11 26 18 30')).body.erased).toMatchObject({ orders: 0 })
  expect((await shop.get('d1')).body).toMatchObject({ customerName: 'Ann Abel', hsFields: { slot: '22.11.26 18.30' } })
  expect((await shop.get('d2')).body).toMatchObject({ customerName: '', hsFields: { Ref: '' } })
})
