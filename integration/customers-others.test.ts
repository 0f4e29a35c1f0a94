import { AsyncLocalStorage } from 'node:async_hooks'
import { beforeEach, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { nextCustomer } from '@/integration/visits'
import { readAccessToken } from '@/lib/auth/access-token'
import { findStaffBySession } from '@/lib/auth/data'
import { eraseCustomer, exportCustomer, findCustomer } from '@/lib/customers/service'
import { pools } from '@/lib/db'
import { limitExports } from '@/lib/limits/record'

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
    // Not what something else of this process asks for meanwhile, nor the buckets that are swept now and then as one is asked.
    const own = new AsyncLocalStorage<true>()
    const count = () => {
      if (!own.getStore()) return
      statements += 1
      if (statements === 2) gone.abort()
    }
    pools().bulk.on('acquire', count)
    const request = new Request(shop.baseUrl, { signal: gone.signal })
    const asking = { projectId, asked: { kind: 'phone', value: priya.phone }, request } as const
    const done = await own.run(true, () => work(asking)).catch((error: unknown) => error)
    pools().bulk.off('acquire', count)
    return { statements, done }
  }
  const lines = () =>
    query(
      `select action, details from audit_entry where project_id = $1 and subject_kind = 'customer' order by sequence`,
      [projectId],
    )
  await limitExports('customers', by.userId)
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
  expect((await shop.get('d2')).body).toMatchObject({ customerName: '', hsFields: {} })
})
