import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Contract } from '@/integration/contract'
import { LimitedServers, times, withinMs } from '@/integration/limited-servers'
import type { Shop } from '@/integration/shop'
import { pairedTablet, TabletDevice } from '@/integration/tablet'
import { findApiKeyCaller, newKey } from '@/lib/auth/api-keys'
import { env } from '@/lib/env'
import { limitUnknown } from '@/lib/limits/unknown'
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
