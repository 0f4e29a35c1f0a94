import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { LimitedServers, ofSecretKey, passed, times, unasked, withinMs } from '@/integration/limited-servers'
import { sendRaw } from '@/integration/raw-request'
import { type Answered, openShop, type Shop } from '@/integration/shop'
import { whileHeld } from '@/integration/while-held'
import { sql } from '@/lib/db'
import { Refusal } from '@/lib/errors'
import { hearByHeader } from '@/lib/limits/heard'
import { makeMarked, userTokenKind, userTokenMarking } from '@/lib/marked'
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
const storeOf = ({ projectId, destinationId }: Shop) => ({ projectId, destinationId })

describe('a secret key on two servers', () => {
  it('passes as much as it may, no more, and is told when to come again', async () => {
    const list = `/api/orders?projectId=${shop.projectId}`
    const { perSecond, burst } = ofSecretKey
    const startedAt = performance.now()
    const answers = await times(400, (n) => at(n).call(list))
    const seconds = (performance.now() - startedAt) / 1000
    // Some may have been let through and not been served, on a machine that 400 at once are too many for.
    const served = answers.filter((answer) => answer.status === 200)
    expect(passed(answers)).toBeGreaterThanOrEqual(burst)
    expect(served.length).toBeGreaterThan(0)
    expect(served.length).toBeLessThanOrEqual(burst + unasked + Math.ceil(seconds * perSecond))
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers, body } of refused) {
      expect(body.code).toBe('too_many_requests')
      expect(headers.get('retry-after')).toBe('1')
      expect(headers.get('ratelimit-limit')).toBe(String(burst))
      expect(headers.get('ratelimit-remaining')).toBe('0')
    }
    const key = await createKey(shop.projectId, 'secret')
    expect((await at(0).call(list, { key })).status).toBe(200)
    expect(await until(async () => (await at(1).call(list)).status === 200, withinMs)).toBe(true)
  })
})

describe('a publishable key', () => {
  const ask = (n: number, from: string) =>
    at(n).call('/api/orders/none?projectId=x', {
      key: shop.publishableKey,
      headers: { 'x-forwarded-for': from },
    })

  it('is counted for each address, and what a client claims of its address counts for nothing', async () => {
    const busy = await times(60, (n) => ask(n, '203.0.113.7'))
    expect(passed(busy)).toBeLessThan(60)
    // The proxy appends what it saw: what stands before it is the client's own invention.
    const claimed = await times(20, (n) => ask(n, `198.51.100.${n}, 203.0.113.7`))
    expect(passed(claimed)).toBeLessThan(20)
    expect((await ask(0, '203.0.113.8')).status).not.toBe(429)
  })

  it('lets a customer tell that they are there who shows the userToken, however much others behind the address ask for', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.33' }
    const [order, other] = await Promise.all(['header', 'body'].map((orderId) => shop.create(orderId)))
    const [inHeader = '', inBody = ''] = [order, other].map((one) => String(one?.body.userToken))
    const tell = (n: number, orderId: string, shown: { headers?: Record<string, string>; body?: object }) =>
      at(n).call(`/api/orders/${orderId}`, {
        method: 'PUT',
        key: shop.publishableKey,
        headers: { ...headers, ...shown.headers },
        body: { ...storeOf(shop), eventType: 'arrival', ...shown.body },
      })
    const arrive = (n: number, userToken: string) => tell(n, 'header', { headers: { 'x-user-token': userToken } })
    const isSpent = async () => (await times(20, (n) => ask(n, '203.0.113.33'))).every(({ status }) => status === 429)
    expect(await until(isSpent, withinMs, 1)).toBe(true)
    const madeUp = randomBytes(20).toString('base64url')
    expect((await arrive(0, inHeader)).status).toBe(200)
    expect((await tell(0, 'body', { body: { userToken: inBody } })).status).toBe(200)
    // One comes back every five seconds.
    const isRefused = ({ status }: { status: number }) => status === 429
    const strangers = await times(20, (n) =>
      n % 2 ? arrive(n, madeUp) : tell(n, 'body', { body: { userToken: madeUp } }),
    )
    expect(strangers.filter(isRefused).length).toBeGreaterThan(10)
    const read = { key: shop.publishableKey, headers: { ...headers, 'x-user-token': inHeader } }
    const address = `/api/orders/header?${new URLSearchParams(storeOf(shop))}`
    expect((await times(20, (n) => at(n).call(address, read))).filter(isRefused).length).toBeGreaterThan(10)
    // As often as a customer has to say so, in each of four processes, and no more than half of what all may ask for.
    const again = await times(40, (n) => arrive(n, inHeader))
    expect(again.filter(isRefused).length).toBeGreaterThan(20)
  })

  it('has a share of such customers at an address, whose first words come before what somebody says again', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.34' }
    const made = await times(40, (n) => shop.create(`heard ${n}`))
    const foreign = await (await openShop(inject('baseUrl'))).create('heard elsewhere')
    const tell = (n: number, userToken: unknown) =>
      at(n).call(`/api/orders/heard ${n}`, {
        method: 'PUT',
        key: shop.publishableKey,
        headers: { ...headers, 'x-user-token': String(userToken) },
        body: { ...storeOf(shop), eventType: 'onTheWay' },
      })
    const isSpent = async () => (await times(20, (n) => ask(n, '203.0.113.34'))).every(({ status }) => status === 429)
    expect(await until(isSpent, withinMs, 1)).toBe(true)
    const isHeard = ({ status }: Answered) => status === 200
    const heard = async (from: number, to: number, tokenOf = (n: number) => made[n]?.body.userToken) =>
      (await times(to - from, (n) => tell(from + n, tokenOf(from + n)))).filter(isHeard).length
    expect(await heard(0, 40, () => foreign.body.userToken)).toBeLessThan(5)
    // What four say again and again has half of what the address may ask for; each first one has of the whole, and a process that
    // has heard nothing of an order takes its first for one.
    let again = 0
    for (let round = 0; round < 10; round += 1) again += await heard(0, 4)
    expect([again >= 4, again < 24]).toEqual([true, true])
    const first = await heard(4, 40)
    expect([first >= 10, first < 30]).toEqual([true, true])
    const malformed = await times(10, (n) =>
      at(n).call('/api/orders/heard 0', { method: 'PUT', key: shop.publishableKey, headers, body: { projectId: 1 } }),
    )
    expect(malformed.filter(({ status }) => status === 429).length).toBeGreaterThan(5)
  })

  it('keeps nobody of another project from their session and board, however slowly the database counts it', async () => {
    const other = (await openShop(inject('baseUrl'))).at(limited.url(0))
    const { headers } = await other.signIn()
    const from = (n: number) => `192.0.2.${n % 10}`
    await times(10, (n) => ask(0, from(n)))
    const [key] = await sql<{ key_id: string }>(
      'publishable-key-of',
      `select key_id from api_key where project_id = $1 and kind = 'publishable'`,
      [shop.projectId],
    )
    const buckets = 'select 1 from rate_bucket where name like $1 for update'
    await whileHeld(buckets, [`key ${key?.key_id} %`], async ({ wait, release }) => {
      const asked = times(100, (n) => ask(0, from(n)))
      expect(await wait(4)).toBe(true)
      const answers = await times(8, (n) =>
        other.call(n % 2 ? '/api/staff/session' : `/api/staff/board?${new URLSearchParams(storeOf(other))}`, {
          key: null,
          headers,
        }),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
      await release()
      await asked
    })
  })

  it('is counted for the address that the proxy saw, however many lines stand before the one that it wrote', async () => {
    const claim = async (n: number, lines = 90) => {
      const filler = Array.from({ length: lines }, () => ['a', '']).flat()
      const baseUrl = limited.url(n)
      const before = ['Host', new URL(baseUrl).host, 'x-service-api-key', shop.publishableKey]
      const [claimed, seen] = [`198.51.100.${n}`, '203.0.113.19'].map((address) => ['x-forwarded-for', address])
      const headers = [before, claimed ?? [], filler, seen ?? []].flat()
      return (await sendRaw(baseUrl, { method: 'GET', path: '/api/orders/none?projectId=x', headers })).status
    }
    const told = await times(60, (n) => claim(n))
    expect(new Set(told)).toEqual(new Set([400, 429]))
    // Of more than are read one may be the one that counts.
    expect(await claim(0, 1_900)).toBe(431)
    expect((await ask(0, '203.0.113.10')).status).toBe(400)
  })

  it('makes so many orders from an address, and tells of those all the same; a secret key makes any', async () => {
    const sent = { key: shop.publishableKey, headers: { 'x-forwarded-for': '203.0.113.60' } }
    const answers = await times(6, (n) => at(n).create(`flood-${n}`, {}, sent))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(60)
    const made = answers.findIndex(({ status }) => status === 201)
    const arrives = { eventType: 'arrival', userToken: answers[made]?.body.userToken }
    expect((await at(0).update(`flood-${made}`, arrives, sent)).status).toBe(200)
    const key = await createKey(shop.projectId, 'secret')
    expect((await at(0).create('of a server', {}, { ...sent, key })).status).toBe(201)
    const elsewhere = { ...sent, headers: { 'x-forwarded-for': '203.0.113.61' } }
    expect((await at(0).create('of another phone', {}, elsewhere)).status).toBe(201)
  })

  it('makes no more orders from all addresses of an IPv6 network than from twenty, nor from everywhere than a project may', async () => {
    const own = await openShop(inject('baseUrl'))
    /** Orders from an address each, ten at a time, until some are refused: how many were made. */
    const madeFrom = async (addressOf: (n: number) => string) => {
      for (let made = 0, from = 0; from < 200; from += 10) {
        const answers = await times(10, (n) => {
          const headers = { 'x-forwarded-for': addressOf(from + n) }
          const body = { projectId: own.projectId, destinationId: own.destinationId, orderId: addressOf(from + n) }
          return at(n).call('/api/orders', { method: 'POST', body, headers, key: own.publishableKey })
        })
        made += answers.filter(({ status }) => status === 201).length
        const refused = answers.find(({ status }) => status === 429)
        if (refused) return { made, told: refused.body.code, retryAfter: Number(refused.headers.get('retry-after')) }
      }
      return null
    }
    const ofNetwork = await madeFrom((n) => `2001:db8:99:${n.toString(16)}::1`)
    expect(ofNetwork).toMatchObject({ told: 'too_many_requests' })
    expect(ofNetwork?.retryAfter).toBeGreaterThan(0)
    // Twenty times four; what is paid for afterwards may pass meanwhile.
    expect(ofNetwork?.made).toBeGreaterThanOrEqual(80)
    expect(ofNetwork?.made).toBeLessThanOrEqual(100)
    const ofProject = await madeFrom((n) => `198.51.100.${n}`)
    expect(ofProject).toMatchObject({ told: 'too_many_requests' })
    const all = (ofNetwork?.made ?? 0) + (ofProject?.made ?? 0)
    expect(all).toBeGreaterThanOrEqual(120)
    expect(all).toBeLessThanOrEqual(140)
    expect((await own.at(limited.url(0)).create('of its server')).status).toBe(201)
  })

  it('sends so many bytes from an address; what is small is told all the same, and so is all from another', async () => {
    const { body } = await shop.create('large')
    const tell = (detail: string, from: string) => {
      const hsFields = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${n}`, detail]))
      const told = { eventType: 'arrival', userToken: body.userToken, hsFields }
      return at(0).update('large', told, { key: shop.publishableKey, headers: { 'x-forwarded-for': from } })
    }
    const large = 'x'.repeat(1_000)
    const answers: Answered[] = []
    while (answers.length < 16 && answers.at(-1)?.status !== 429) answers.push(await tell(large, '203.0.113.180'))
    const refused = answers.at(-1)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2)
    expect([refused?.status, refused?.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(30)
    expect((await tell('here', '203.0.113.180')).status).toBe(200)
    expect((await tell(large, '203.0.113.181')).status).toBe(200)
  })

  it('is told with every answer how much is left, and who is nobody is told nothing', async () => {
    const from = { 'x-forwarded-for': '203.0.113.21' }
    const told = ({ headers }: Answered) => ['limit', 'remaining', 'reset'].map((n) => headers.get(`ratelimit-${n}`))
    const [first, second] = [await ask(0, from['x-forwarded-for']), await ask(0, from['x-forwarded-for'])]
    expect([first.status, second.status]).toEqual([400, 400])
    expect(told(first)[0]).toBe('20')
    const [left = 0, leftThen = 0] = [first, second].map((answer) => Number(told(answer)[1]))
    expect(left).toBeLessThan(20)
    expect(left).toBeGreaterThan(10)
    expect(leftThen).toBeLessThanOrEqual(left)
    expect(Number(told(second)[2])).toBeGreaterThanOrEqual(Math.floor((20 - leftThen) / 0.2))
    const good = await at(0).create(
      'told',
      {},
      { key: shop.publishableKey, headers: { 'x-forwarded-for': '203.0.113.22' } },
    )
    expect([good.status, told(good)[0]]).toEqual([201, '20'])
    expect(told(await at(0).call('/api/orders', { key: 'pk_nobody' }))).toEqual([null, null, null])
  })
})

it('a customer for whom a spent address had no room comes again, and one of a shop’s own order has room whatever others made', async () => {
  const { projectId } = shop
  const caller = {
    kind: 'apiKey',
    keyKind: 'publishable',
    keyId: randomUUID(),
    projectId,
    destinationIds: null,
  } as const
  const tokenOf = (keyKind: 'secret' | 'publishable') => makeMarked(userTokenMarking, userTokenKind(projectId, keyKind))
  const isHeard = (userToken: string) => {
    const headers = { 'x-forwarded-for': '203.0.113.35', 'x-user-token': userToken }
    const refusal = new Refusal('too_many_requests', 'Send this again.')
    return hearByHeader(caller, new Request(shop.baseUrl, { method: 'PUT', headers }), refusal).then(
      () => true,
      (error) => error !== refusal && Promise.reject(error),
    )
  }
  const tokens = await times(120, async () => tokenOf('publishable'))
  const heard = async () => (await times(120, (n) => isHeard(tokens[n] ?? ''))).filter((is) => is).length
  expect(await until(async () => (await heard()) < 40, withinMs, 1)).toBe(true)
  const late = tokenOf('publishable')
  const tries: boolean[] = []
  for (let n = 0; n < 8; n += 1) {
    await heard()
    tries.push(await isHeard(late))
  }
  expect(tries.filter((is) => is).length).toBeLessThan(4)
  expect(await times(2, () => isHeard(tokenOf('secret')))).toEqual([true, true])
  expect(await until(() => isHeard(late), 5_000, 100)).toBe(true)
})
