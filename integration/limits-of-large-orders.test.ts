import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { LimitedServers, passed, times, withinMs } from '@/integration/limited-servers'
import { startServer } from '@/integration/setup/test-server'
import { type Answered, openShop, type Shop } from '@/integration/shop'
import { sql } from '@/lib/db'
import { createKey } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'

let limited: LimitedServers
let shop: Shop

beforeAll(async () => {
  limited = await LimitedServers.start()
  shop = limited.shop
})
afterAll(() => limited?.stop())

const at = (n: number) => limited.at(n)

describe('a publishable key', () => {
  it.each([
    ['of which the length is announced', '203.0.113.183'],
    ['of unknown length', '203.0.113.184'],
  ])('sends no more that is refused for what it holds, %s: it was looked through', async (how, from) => {
    const orderId = `nonsense ${from}`
    const { body } = await shop.create(orderId)
    const tell = async (nonsense: object) => {
      const { projectId, destinationId } = shop
      const told = { projectId, destinationId, eventType: 'arrival', userToken: body.userToken, ...nonsense }
      const text = JSON.stringify(told)
      const answer = await fetch(`${limited.url(0)}/api/orders/${encodeURIComponent(orderId)}`, {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': from,
          'x-service-api-key': shop.publishableKey,
        },
        body: how.endsWith('announced') ? text : new Blob([text]).stream(),
        duplex: 'half',
      } as RequestInit)
      return { status: answer.status, code: (await answer.json()).code }
    }
    const answers: Awaited<ReturnType<typeof tell>>[] = []
    while (answers.length < 16 && answers.at(-1)?.status !== 429) answers.push(await tell({ zzz: 'x'.repeat(40_000) }))
    expect(answers.pop()).toEqual({ status: 429, code: 'too_many_requests' })
    expect(answers.length).toBeGreaterThanOrEqual(2)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
    expect((await tell({})).status).toBe(200)
  })

  it('has no more kept of a large order by requests that are small: each idempotency key keeps an answer', async () => {
    // Eighteen thousand bytes, in a third as many letters.
    const hsFields = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`${n}`, 'ก'.repeat(500)]))
    const { body } = await shop.create('kept', { hsFields })
    const told = { eventType: 'arrival', userToken: body.userToken }
    const tell = (more: Record<string, string>) => {
      const headers = { 'x-forwarded-for': '203.0.113.182', ...more }
      return at(0).update('kept', told, { key: shop.publishableKey, headers })
    }
    const answers: Answered[] = []
    while (answers.length < 16 && answers.at(-1)?.status !== 429) {
      answers.push(await tell({ 'idempotency-key': `kept ${answers.length}` }))
    }
    const { length } = answers.filter(({ status }) => status === 200)
    expect([length >= 5, length <= 9]).toEqual([true, true])
    expect(answers.at(-1)?.body.code).toBe('too_many_requests')
    expect((await tell({})).status).toBe(200)
    // Another customer behind that address, whose app sends keys as well, is not missed.
    const { body: other } = await shop.create('kept too', { hsFields })
    let sent = 0
    const tellOther = (eventType: string) => {
      sent += 1
      const headers = { 'x-forwarded-for': '203.0.113.182', 'idempotency-key': `other ${sent}` }
      return at(0).update('kept too', { eventType, userToken: other.userToken }, { key: shop.publishableKey, headers })
    }
    while (sent < 16 && (await tellOther('onTheWay')).status === 200);
    expect((await tellOther('onTheWay')).body.code).toBe('too_many_requests')
    expect((await tellOther('arrival')).body.status).toBe('Arrived')
  })
})

it('what is told of large orders with a publishable key is counted for the address, and of others it is not', async () => {
  const from = (orderId: string, userToken: unknown, address: string) =>
    at(0).get(orderId, {
      key: shop.publishableKey,
      headers: { 'x-forwarded-for': address, 'x-user-token': String(userToken) },
    })
  const hsFields = Object.fromEntries(Array.from({ length: 45 }, (_, n) => [`Hint ${n}`, 'x'.repeat(1_000)]))
  const [large, small] = [await shop.create('told much', { hsFields }), await shop.create('told little')]
  let told = 0
  while ((await from('told much', large.body.userToken, '203.0.113.189')).status === 200) told += 1
  expect(told).toBeGreaterThanOrEqual(4)
  expect(told).toBeLessThan(12)
  expect((await from('told little', small.body.userToken, '203.0.113.189')).status).toBe(200)
  const sent = { key: shop.publishableKey, headers: { 'x-forwarded-for': '203.0.113.189' } }
  const tell = (more: object) => at(0).update('told much', { userToken: large.body.userToken, ...more }, sent)
  expect((await tell({})).body.code).toBe('too_many_requests')
  expect((await tell({ eventType: 'onTheWay' })).status).toBe(429)
  // Four of the six that both processes have: not more, since the address has but few requests.
  for (let n = 0; n < 4; n += 1) await tell({ eventType: 'arrival', userToken: `guess-${n}` })
  // Nobody is missed by it, whoever else says so without the token; and nobody arrives on and on.
  expect((await tell({ eventType: 'arrival' })).body.status).toBe('Arrived')
  let arrived = 1
  while (arrived < 20 && (await tell({ eventType: 'arrival' })).status === 200) arrived += 1
  expect(arrived).toBeGreaterThanOrEqual(3)
  expect(arrived).toBeLessThan(10)
  expect((await from('told much', large.body.userToken, '203.0.113.181')).status).toBe(200)
  const key = await createKey(shop.projectId, 'secret')
  expect((await at(0).get('told much', { key })).status).toBe(200)
})

it.each([
  { what: 'details that no answer tells', details: 'customEventMetaData', ifMatch: null, expected: 200, at: 186 },
  {
    what: 'details of an order that has changed since',
    details: 'hsFields',
    ifMatch: '"x"',
    expected: 412,
    at: 187,
  },
  { what: 'details of an order that can hold no more', details: 'hsFields', ifMatch: null, expected: 400, at: 188 },
])('$what are counted as what is told, where somebody goes on changing the order', async (row) => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`Hint ${n}`, 'x'.repeat(900)]))
  const { body } = await shop.create(row.what, { [row.details]: many })
  const headers = { 'x-forwarded-for': `203.0.113.${row.at}`, ...(row.ifMatch !== null && { 'if-match': row.ifMatch }) }
  const told = { userToken: body.userToken, ...(row.expected === 400 && { hsFields: { 'One more': 'x' } }) }
  const tell = () => at(0).update(row.what, told, { key: shop.publishableKey, headers })
  let read = 0
  while ((await tell()).status === row.expected) read += 1
  expect((await tell()).body.code).toBe('too_many_requests')
  expect(read).toBeGreaterThanOrEqual(4)
  expect(read).toBeLessThan(12)
})

it('whoever has made large orders by the dozen arrives with some sixty of them, and has no answer of those kept', async () => {
  const own = await startServer({
    databaseUrl: inject('databaseUrl'),
    env: { TRUSTED_PROXIES: '1', WORKERS: '1', RATE_LIMIT_PUBLISHABLE_KB: '0.1:100' },
  })
  try {
    const there = shop.at(own.baseUrl)
    const hsFields = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`Hint ${n}`, 'x'.repeat(1_000)]))
    const orders = await times(40, async (n) => {
      const { body } = await there.create(`dozens ${n}`, { hsFields })
      return { orderId: `dozens ${n}`, userToken: body.userToken }
    })
    const arrive = ({ orderId, userToken }: (typeof orders)[number], address: string, more = {}) =>
      there.update(
        orderId,
        { userToken, eventType: 'arrival' },
        { key: shop.publishableKey, headers: { 'x-forwarded-for': address, ...more } },
      )
    const from = '203.0.113.190'
    const answers: Answered[] = []
    for (let round = 0; round < 3; round += 1) for (const order of orders) answers.push(await arrive(order, from))
    // The first of each is not known to be large.
    expect(passed(answers)).toBeGreaterThanOrEqual(100)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['429 too_many_requests']),
    )
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeLessThan(30)
    const small = await there.create('one of theirs')
    const arrived = await arrive({ orderId: 'one of theirs', userToken: small.body.userToken }, from)
    expect(arrived.body.status).toBe('Arrived')

    // Where too much was kept another customer is not missed, and no more is kept of what they tell.
    const other = '203.0.113.191'
    const { body: comes } = await there.create('comes', { hsFields })
    const told: unknown[] = []
    const comesBy = async (key: string) => {
      const order = { orderId: 'comes', userToken: comes.userToken }
      const { status, headers } = await arrive(order, other, { 'idempotency-key': key })
      told.push([status, headers.get('idempotency-replayed')])
    }
    await comesBy('first')
    const [used] = orders
    const keep = () => {
      const headers = { 'x-forwarded-for': other, 'idempotency-key': `more ${Math.random()}` }
      return there.update(`${used?.orderId}`, { userToken: used?.userToken }, { key: shop.publishableKey, headers })
    }
    expect(await until(async () => (await keep()).status === 429, withinMs, 1)).toBe(true)
    await comesBy('behind')
    // What was kept before is told again, and not done again.
    await comesBy('first')
    expect(told).toEqual([
      [200, null],
      [200, null],
      [200, 'true'],
    ])
    const kept = await sql<{ key: string }>('kept-keys', 'select key from idempotency_key where project_id = $1', [
      shop.projectId,
    ])
    const keys = kept.map(({ key }) => key).filter((key) => /first|behind/.test(key))
    expect(keys).toHaveLength(1)
  } finally {
    await own.stop()
  }
})

it('what is kept of a project’s customers has a bound, from however many addresses: neither a small order nor an arrival is refused for it', async () => {
  const own = await startServer({
    databaseUrl: inject('databaseUrl'),
    env: { TRUSTED_PROXIES: '1', WORKERS: '1', RATE_LIMIT_PUBLISHABLE_KB: '0.001:40' },
  })
  try {
    const there = (await openShop(own.baseUrl)).at(own.baseUrl)
    const hsFields = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`Hint ${n}`, 'x'.repeat(1_000)]))
    const bring = (n: number, more: object) => {
      const headers = { 'x-forwarded-for': `10.7.${n >> 8}.${n & 255}` }
      return there.create(`brought ${n}`, { ...more }, { key: there.publishableKey, headers })
    }
    const { body: guest } = await there.create('guest')
    const tell = (n: number, body: Record<string, unknown>) => {
      const headers = { 'x-forwarded-for': `10.8.${n >> 8}.${n & 255}` }
      return there.update('guest', body, { key: there.publishableKey, headers })
    }
    // What is refused is kept nowhere, and takes nothing from the others.
    const guesses = await times(300, (n) => tell(n, { userToken: `guess ${n}`, hsFields }))
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([403]))
    let from = 0
    const isFull = async () => {
      from += 8
      const answers = await times(8, (n) => bring(from + n, { hsFields }))
      return answers.every(({ body }) => body.code === 'too_many_requests')
    }
    expect(await until(isFull, withinMs, 1)).toBe(true)
    // Two hundred times as much as one address, and what passed until it was counted.
    expect(from).toBeGreaterThanOrEqual(200)
    expect(from).toBeLessThan(280)
    expect((await bring(9_999, {})).status).toBe(201)
    const said = {
      userToken: guest.userToken,
      hsFields: { Note: 'x'.repeat(990), 'Note 2': 'x'.repeat(990), 'Note 3': 'x' },
    }
    const statuses = [
      await tell(999, { ...said, eventType: 'onTheWay' }),
      await tell(999, { ...said, eventType: 'arrival' }),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([429, 200])
    expect((await there.create('by a server', { hsFields })).status).toBe(201)
  } finally {
    await own.stop()
  }
})
