import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Contract } from '@/integration/contract'
import { LimitedServers, ofSecretKey, passed, times, unasked, withinMs } from '@/integration/limited-servers'
import { sendRaw } from '@/integration/raw-request'
import { startServer } from '@/integration/setup/test-server'
import { type Answered, openShop, type Shop } from '@/integration/shop'
import { pairedTablet, TabletDevice } from '@/integration/tablet'
import { whileHeld } from '@/integration/while-held'
import { findApiKeyCaller, newKey } from '@/lib/auth/api-keys'
import { sql } from '@/lib/db'
import { env } from '@/lib/env'
import { Refusal } from '@/lib/errors'
import { hearByHeader } from '@/lib/limits/heard'
import { limitUnknown } from '@/lib/limits/unknown'
import { makeMarked, userTokenKind, userTokenMarking } from '@/lib/marked'
import { findTabletByCookie } from '@/lib/tablets/credential'
import { beginPairing, fetchCredential } from '@/lib/tablets/pairing'
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

describe('keys that nobody has', () => {
  it('are tried from one address until it is stopped; a key that is good is good elsewhere', async () => {
    const list = `/api/orders?projectId=${shop.projectId}`
    const ask = (key: string, from: string) => at(0).call(list, { key, headers: { 'x-forwarded-for': from } })
    const answers = await times(60, (n) => ask(`sk_guess-${n}`, '203.0.113.60'))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]))
    expect(
      await until(async () => (await ask(`sk_more-${Math.random()}`, '203.0.113.60')).status === 429, withinMs),
    ).toBe(true)
    const good = await createKey(shop.projectId, 'secret')
    expect((await ask(good, '203.0.113.61')).status).toBe(200)
  })

  it('and cookies and codes that no tablet has keep out nobody behind the same address who was let in before', async () => {
    const contract = await Contract.of(shop.baseUrl)
    const { headers: manager } = await shop.signIn({ role: 'manager' })
    const { device } = await pairedTablet(contract, shop, manager)
    const waiting = new TabletDevice(contract)
    await waiting.begin()
    const key = await createKey(shop.projectId, 'secret')
    const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` })
    const asked = (headers: Record<string, string>) => new Request(shop.baseUrl, { headers })
    const byKey = (name: string, now: Date) => findApiKeyCaller(name, asked(from(161)), now)
    const byCookie = (cookie: string, now: Date) => findTabletByCookie(asked({ ...from(162), cookie }), now)
    const byCode = (code: string, now: Date) => fetchCredential({ device_code: code }, asked(from(163)), now)
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        (found) => found !== null,
        ({ code }) => code,
      )
    const now = new Date()
    // What a server has believed for a while it looks up anew.
    const later = new Date(now.getTime() + 10_000)
    for (const [look, good, wrong, is, isNot] of [
      [byKey, key, 'sk_guess', true, false],
      [byCookie, device.headers.cookie ?? '', 'baycall.tablet=guess', true, false],
      [byCode, waiting.deviceCode, 'guess', 'authorization_pending', 'invalid_grant'],
    ] as const) {
      expect(await codeOf(look(good, now))).toBe(is)
      const guesses = await times(250, (n) => codeOf(look(`${wrong}-${n}`, now)))
      expect(new Set(guesses)).toEqual(new Set([isNot, 'too_many_requests']))
      // As a cookie a key is nobody's, and a key all the same.
      const asCookie = asked({ ...from(164), cookie: `baycall.tablet=${key}` })
      expect(await codeOf(findTabletByCookie(asCookie, now))).toBe(false)
      expect(await codeOf(look(good, later))).toBe(is)
    }
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

it('whoever makes keys and cookies up keeps out nobody there whom a server has yet to hear of', async () => {
  const contract = await Contract.of(shop.baseUrl)
  const { headers: manager } = await shop.signIn({ role: 'manager' })
  const { device } = await pairedTablet(contract, shop, manager)
  const beside = await pairedTablet(contract, shop, manager, { name: 'Counter 2' })
  const key = await createKey(shop.projectId, 'publishable')
  const now = new Date()
  const asked = (cookie?: string) => {
    const headers = { 'x-forwarded-for': '203.0.113.171', ...(cookie && { cookie }) }
    return new Request(shop.baseUrl, { headers })
  }
  const told = (work: Promise<unknown>) =>
    work.then(
      (found) => found !== null,
      ({ code }) => code,
    )
  const byKey = (one: string) => told(findApiKeyCaller(one, asked(), now))
  const byCookie = (cookie: string) => told(findTabletByCookie(asked(cookie), now))
  const { device_code } = await beginPairing(asked(), now)
  const guesses = await times(250, (n) => (n % 2 ? byKey(`pk_guess-${n}`) : byCookie(`baycall.tablet=guess-${n}`)))
  expect(new Set(guesses)).toEqual(new Set([false, 'too_many_requests']))
  expect([await byKey(key), await byCookie(device.headers.cookie ?? '')]).toEqual([true, true])
  // A tablet that was admitted meanwhile fetches its credential.
  expect(await told(fetchCredential({ device_code }, asked(), now))).toBe('authorization_pending')
  // What was a key once is counted as well, and apart.
  const ended = await times(250, () => byKey(newKey({ kind: 'publishable', isTest: false }).key))
  expect(new Set(ended)).toEqual(new Set([false, 'too_many_requests']))
  expect(await byCookie(beside.device.headers.cookie ?? '')).toBe(true)
})

it('who has tried too many keys that nobody has looks one up at a time, however many they send at once', async () => {
  const request = new Request(shop.baseUrl, { headers: { 'x-forwarded-for': '203.0.113.181' } })
  let looks = 0
  const guess = () =>
    limitUnknown(`key ${randomUUID()}`, request, async () => {
      looks += 1
      return null
    }).catch(() => null)
  const since = performance.now()
  while (looks < 20) await times(50, guess)
  const before = looks
  const isLater = () => performance.now() - since > 5_000
  while (!isLater()) await times(50, guess)
  // What is refilled, and here and there one beside it.
  const { perSecond: refilled = 0 } = env().RATE_LIMIT_PUBLISHABLE_KEY ?? {}
  expect(looks - before).toBeLessThan(2 * (100 + refilled * 5))
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

describe('guessing the userToken of an order', () => {
  it('is told to wait after a few attempts from an address, and keeps its customer out nowhere, not even there', async () => {
    const { body } = await shop.create('guessed')
    const tell = (userToken: unknown, from: string) =>
      at(0).update(
        'guessed',
        { eventType: 'onTheWay' },
        { key: shop.publishableKey, headers: { 'x-user-token': String(userToken), 'x-forwarded-for': from } },
      )
    const guesses: number[] = []
    for (let n = 0; n < 10; n++) guesses.push((await tell(`guess-${n}`, '203.0.113.40')).status)
    expect([...new Set(guesses)]).toEqual([403, 429])
    const late = await tell('guess-more', '203.0.113.40')
    expect([late.status, late.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const from of ['203.0.113.40', '203.0.113.41']) {
      expect((await tell(body.userToken, from)).status).toBe(200)
    }
  })

  it('ends likewise where it is what the order was made with that is guessed, by its idempotency key', async () => {
    const sent = { 'x-forwarded-for': '203.0.113.42', 'idempotency-key': 'guessed by its key' }
    const tell = (orderId: string, etaSeconds: number, headers = {}) =>
      at(0).update(orderId, { etaSeconds }, { key: shop.publishableKey, headers: { ...sent, ...headers } })
    const make = (customerName: string, where = at(0)) =>
      where.create('guessed by its key', { customerName }, { key: shop.publishableKey, headers: sent })
    const { body } = await make('Anna', shop)
    const own = { 'x-user-token': String(body.userToken) }
    expect((await tell('guessed by its key', 0, own)).status).toBe(200)
    const told: unknown[] = []
    for (let n = 1; n <= 10; n++) told.push((await tell('guessed by its key', n, own)).body.code)
    expect([...new Set(told)]).toEqual(['idempotency_key_reused', 'too_many_requests'])
    expect((await make('a guess')).body.code).toBe('too_many_requests')
    expect((await make('Anna')).status).toBe(201)
    expect((await tell('guessed by its key', 0, own)).status).toBe(200)
  })
})

it('an IPv6 network, however many addresses it has, tries keys that nobody has as often as five of them', async () => {
  const attempt = (network: string, n: number) => {
    const from = { 'x-forwarded-for': `2001:db8:${network}:${n.toString(16)}::1` }
    const request = new Request(shop.baseUrl, { headers: from })
    return limitUnknown(`nobody ${network} ${n}`, request, async () => null).then(
      () => 'looked up',
      ({ code }) => code,
    )
  }
  let passed = 0
  const startedAt = performance.now()
  const isStopped = async () => {
    const tried = await times(100, (n) => attempt('88', passed + n))
    passed += tried.filter((told) => told === 'looked up').length
    return tried.every((told) => told === 'too_many_requests')
  }
  expect(await until(isStopped, withinMs, 1)).toBe(true)
  const refilled = ((performance.now() - startedAt) / 1000) * 100
  expect([passed >= 500 && passed < 1_000 + refilled, await attempt('89', 1)]).toEqual([true, 'looked up'])
})
