import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { Contract } from '@/integration/contract'
import { sendRaw } from '@/integration/raw-request'
import { startServer } from '@/integration/setup/test-server'
import { type Answered, openShop, type Shop } from '@/integration/shop'
import { pairedTablet, TabletDevice } from '@/integration/tablet'
import { findApiKeyCaller } from '@/lib/auth/api-keys'
import { sql } from '@/lib/db'
import { env } from '@/lib/env'
import { deleteFullBuckets, takeTokens } from '@/lib/limits/data'
import { takeOne } from '@/lib/limits/leases'
import { limitExports } from '@/lib/limits/record'
import { limitSignIn } from '@/lib/limits/service'
import { putOnTab, secondsInDebt } from '@/lib/limits/tabs'
import { limitUnknown } from '@/lib/limits/unknown'
import { findTabletByCookie } from '@/lib/tablets/credential'
import { fetchCredential } from '@/lib/tablets/pairing'
import { acrossProjects } from '@/lib/wall'
import { createKey, createStaff, openSessionOf } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'
import type { TestServer } from '@/scripts/testing/test-server.mjs'

const withinMs = 20_000
const perSecond = 2
const burst = 100
// What each process lets a caller do before it asks (lib/limits/leases.ts).
const unasked = 3 * 4

/** Two servers of two processes each, behind one proxy that says whom it answers. */
let servers: TestServer[]
let shop: Shop

beforeAll(async () => {
  const env = {
    RATE_LIMIT_SECRET_KEY: `${perSecond}:${burst}`,
    RATE_LIMIT_PUBLISHABLE_KEY: '0.2:20',
    RATE_LIMIT_PUBLISHABLE_KB: '0.1:100',
    RATE_LIMIT_NEW_ORDERS: '0.01:4',
    RATE_LIMIT_PROJECT_ORDERS: '0.01:120',
    RATE_LIMIT_STAFF: '0.01:200',
    RATE_LIMIT_PROJECT_STAFF: '0.01:2000',
    RATE_LIMIT_SIGN_IN: '0.01:3',
    RATE_LIMIT_USER_TOKEN: '0.01:3',
    TRUSTED_PROXIES: '1',
  }
  const databaseUrl = inject('databaseUrl')
  servers = await Promise.all([startServer({ databaseUrl, env }), startServer({ databaseUrl, env })])
  shop = await openShop(inject('baseUrl'))
})
afterAll(() => Promise.all(servers?.map((server) => server.stop()) ?? []))

const at = (n: number) => shop.at(servers[n % 2]?.baseUrl ?? '')
const times = <T>(count: number, of: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => of(n)))
const passed = (answers: Answered[]) => answers.filter((answer) => answer.status !== 429).length

describe('a secret key on two servers', () => {
  it('passes as much as it may, no more, and is told when to come again', async () => {
    const list = `/api/orders?projectId=${shop.projectId}`
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

  it('is counted for the address that the proxy saw, however many lines stand before the one that it wrote', async () => {
    const filler = Array.from({ length: 1_900 }, () => ['a', '']).flat()
    const claim = async (n: number) => {
      const baseUrl = servers[n % 2]?.baseUrl ?? ''
      const before = ['Host', new URL(baseUrl).host, 'x-service-api-key', shop.publishableKey]
      const [claimed, seen] = [`198.51.100.${n}`, '203.0.113.9'].map((address) => ['x-forwarded-for', address])
      const headers = [before, claimed ?? [], filler, seen ?? []].flat()
      return (await sendRaw(baseUrl, { method: 'GET', path: '/api/orders/none?projectId=x', headers })).status
    }
    const told = await times(60, claim)
    expect(new Set(told)).toEqual(new Set([400, 429]))
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
    expect((await own.at(servers[0]?.baseUrl ?? '').create('of its server')).status).toBe(201)
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
      const answer = await fetch(`${servers[0]?.baseUrl}/api/orders/${encodeURIComponent(orderId)}`, {
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

it('whoever joins by many links of a project waits for themselves, and signing in elsewhere for one or two of them', async () => {
  const { headers } = await shop.signIn({ role: 'owner' })
  const invite = (n: number) =>
    shop.call('/api/staff/people/invitations', {
      method: 'POST',
      headers,
      key: null,
      body: {
        projectId: shop.projectId,
        email: `many-${n}-${randomUUID()}@shop.example`,
        role: 'staff',
        destinationIds: null,
      },
    })
  const links: string[] = []
  for (let n = 0; n < 24; n += 1) links.push(String((await invite(n)).body.link).split('/join/')[1] ?? '')
  const own = await startServer({
    databaseUrl: inject('databaseUrl'),
    env: { TRUSTED_PROXIES: '1', WORKERS: '1', RATE_LIMIT_SIGN_IN: '1:60' },
  })
  try {
    const there = (await openShop(own.baseUrl)).at(own.baseUrl)
    const person = await createStaff({ projectId: there.projectId })
    const browser = new Browser(there)
    expect((await browser.signIn(person)).status).toBe(200)
    let joined = 0
    const join = async (token: string, n: number) => {
      const body = { token, name: 'Sam', password: 'a long enough password to join' }
      const from = { 'x-forwarded-for': `203.0.113.${n}` }
      const { status } = await there.call('/api/staff/join', {
        method: 'POST',
        body,
        headers: { origin: own.baseUrl, ...from },
        key: null,
      })
      expect(status).toBe(200)
      joined += 1
    }
    const joining = links.map(join)
    expect(await until(() => joined > 0, withinMs)).toBe(true)
    expect((await browser.signIn(person)).status).toBe(200)
    expect(joined).toBeLessThan(links.length / 2)
    await Promise.all(joining)
  } finally {
    await own.stop()
  }
})

it('a code that is asked for all the time, or when it is over, counts for its address and keeps no other tablet there waiting', async () => {
  const contract = await Contract.of(shop.baseUrl)
  const [hasty, patient] = [new TabletDevice(contract), new TabletDevice(contract)]
  for (const device of [hasty, patient]) await device.begin()
  const ask = ({ deviceCode }: TabletDevice, n: number, now: Date) => {
    const request = new Request(shop.baseUrl, { headers: { 'x-forwarded-for': `203.0.113.${n}` } })
    return fetchCredential({ device_code: deviceCode }, request, now).catch(({ code }) => code)
  }
  const now = new Date()
  const [later, over] = [10_000, 700_000].map((ms) => new Date(now.getTime() + ms))
  for (const [n, at, told] of [
    [171, now, 'slow_down'],
    [172, over, 'expired_token'],
  ] as const) {
    expect(await ask(patient, n, now)).toBe(n === 171 ? 'authorization_pending' : 'slow_down')
    await ask(hasty, n, now)
    const answers = await times(250, () => ask(hasty, n, at as Date))
    // Of those that ask at once one is looked at.
    expect([told, 'slow_down', 'too_many_requests']).toEqual(expect.arrayContaining([...new Set(answers)]))
    expect(answers.filter((code) => code === 'too_many_requests').length).toBeGreaterThan(10)
    if (n === 171) expect(await ask(patient, n, later as Date)).toBe('authorization_pending')
  }
})

it('a page is refused as what it stands for is, once too many cookies were tried from its address', async () => {
  const open = (n: number) => {
    const headers = { cookie: `baycall.tablet=page-${n}`, 'x-forwarded-for': '203.0.113.170' }
    return at(0).call('/board', { key: null, headers })
  }
  const answers = await times(36, open)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([307, 429]))
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused?.headers.get('content-type')).toContain('text/html')
})

it.each(['join', 'reset'])(
  'pages of links tell a few tokens of /%s a minute and no more, and the page is refused',
  async (of) => {
    const address = `203.0.113.${of === 'join' ? 171 : 172}`
    const open = (n: number, from: string) =>
      at(n).call(`/${of}/nobodys-${n}`, { key: null, headers: { 'x-forwarded-for': from } })
    const answers: Answered[] = []
    for (let n = 0; n < 60; n += 10) answers.push(...(await times(10, (i) => open(n + i, address))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    expect(passed(answers)).toBeLessThanOrEqual(30 + unasked)
    expect((await open(0, '203.0.113.173')).status).toBe(200)
  },
)

describe('an account', () => {
  /** How often it may be asked for until it is refused, and that refusal. */
  const askUntilRefused = async (
    ask: (n: number) => Promise<Pick<Response, 'status' | 'headers'>>,
    { most = 1_000, atOnce = 10 } = {},
  ) => {
    for (let asked = 0; asked < most; asked += atOnce) {
      const answers = await times(atOnce, ask)
      const refused = answers.find(({ status }) => status === 429)
      if (refused) return { asked, refused }
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    }
    throw new Error('never refused')
  }

  it('asks for so much on two servers, and each of its sessions for a little more', async () => {
    const { headers, account } = await shop.signIn()
    const other = { authorization: `Bearer ${await openSessionOf(account.email)}` }
    // Which has been at work as well: what it has for itself is there still.
    const atWork = () => at(0).call('/api/staff/session', { key: null, headers: other })
    for (const { status } of await times(20, atWork)) expect(status).toBe(200)
    const { refused, asked } = await askUntilRefused((n) => at(n).call('/api/staff/session', { key: null, headers }))
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(asked).toBeGreaterThanOrEqual(180)
    expect(asked).toBeLessThan(400)
    // Its owner ends that session by another one.
    const answer = await at(0).call('/api/staff/account/sessions', { method: 'DELETE', key: null, headers: other })
    expect(answer.status).toBe(204)
    // Whoever was refused is looked at again within a second.
    const ended = async () => (await at(0).call('/api/staff/session', { key: null, headers })).status
    await expect.poll(ended, { timeout: withinMs }).toBe(401)
    const another = await shop.signIn()
    expect((await at(0).call('/api/staff/session', { key: null, headers: another.headers })).status).toBe(200)
  })

  it('has of its project with all others of it together what that may ask for', async () => {
    const other = await openShop(inject('baseUrl'))
    const people = await times(12, () => other.signIn())
    let next = 0
    const ask = (n: number) =>
      at(n).call('/api/staff/session', { key: null, headers: people[next++ % 12]?.headers ?? {} })
    const { asked } = await askUntilRefused(ask, { most: 3_000, atOnce: 50 })
    // What each session has for itself comes to that.
    expect(asked).toBeGreaterThanOrEqual(2_000)
    expect(asked).toBeLessThan(2_300)
    const another = await shop.signIn()
    expect((await at(0).call('/api/staff/session', { key: null, headers: another.headers })).status).toBe(200)
  })

  it('asks for a third as many pages, which are refused as such', async () => {
    const browser = new Browser(at(0))
    await browser.signIn(await createStaff({ projectId: shop.projectId }))
    const open = (n: number) => fetch(`${servers[n % 2]?.baseUrl}/account`, { headers: browser.headers })
    const { refused, asked } = await askUntilRefused(open, { atOnce: 4 })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    const [seconds, anew] = ['retry-after', 'refresh'].map((name) => Number(refused.headers.get(name)))
    expect(anew).toBeGreaterThanOrEqual(seconds ?? Number.NaN)
    // Where one comes in nobody is refused for it, not even by a cookie that somebody has copied.
    const comesIn = await fetch(`${servers[0]?.baseUrl}/sign-in`, { headers: browser.headers, redirect: 'manual' })
    expect(comesIn.status).toBe(307)
    const by = { headers: { ...browser.headers, rsc: '1' } }
    await expect.poll(async () => (await fetch(`${servers[0]?.baseUrl}/account`, by)).status).toBe(429)
    expect((await browser.send('DELETE', '/api/staff/session')).status).toBe(204)
    expect(asked).toBeGreaterThanOrEqual(60)
    expect(asked).toBeLessThan(140)
  })

  it('asks for far fewer pages that are made of very many stores', async () => {
    const chain = await openShop(inject('baseUrl'))
    await sql(
      'thousand-stores',
      `insert into store (project_id, destination_id, name, time_zone, default_zone_id, created_at)
       select $1, 'branch-' || n, 'Branch ' || n, 'UTC', 'zone ' || n, now() from generate_series(1, 1000) n`,
      [chain.projectId],
    )
    const browser = new Browser(chain.at(servers[0]?.baseUrl ?? ''))
    await browser.signIn(await createStaff({ projectId: chain.projectId, role: 'manager' }))
    const open = (n: number) => fetch(`${servers[n % 2]?.baseUrl}/board`, { headers: browser.headers })
    const { asked } = await askUntilRefused(open, { atOnce: 2 })
    expect(asked).toBeGreaterThanOrEqual(8)
    expect(asked).toBeLessThan(40)
  })

  it('asks for fewer boards of many orders, as a page or alone', async () => {
    const busy = await openShop(inject('baseUrl'))
    for (let n = 0; n < 200; n += 20)
      for (const { status } of await times(20, (i) =>
        busy.create(`b${n + i}`, { hsFields: { Hint: 'x'.repeat(600) } }),
      ))
        expect(status).toBe(201)
    const { projectId, destinationId } = busy
    const browser = new Browser(busy.at(servers[0]?.baseUrl ?? ''))
    await browser.signIn(await createStaff({ projectId, role: 'manager' }))
    const page = (n: number) =>
      fetch(`${servers[n % 2]?.baseUrl}/board/${projectId}/${destinationId}`, { headers: browser.headers })
    const { asked: pages } = await askUntilRefused(page, { atOnce: 2 })
    expect(pages).toBeGreaterThanOrEqual(8)
    expect(pages).toBeLessThan(50)
    const { headers } = await busy.signIn()
    const read = (n: number) =>
      at(n).call(`/api/staff/board?projectId=${projectId}&destinationId=${destinationId}`, { key: null, headers })
    const { asked: alone } = await askUntilRefused(read, { atOnce: 2 })
    expect(alone).toBeGreaterThanOrEqual(20)
    expect(alone).toBeLessThan(120)
    // A tablet makes a page now and then, and reads the board alone whenever its connection breaks.
    const contract = await Contract.of(busy.baseUrl)
    const { device } = await pairedTablet(contract, busy, (await busy.signIn({ role: 'manager' })).headers)
    const readByTablet = (n: number) =>
      at(n).call(`/api/staff/board?projectId=${projectId}&destinationId=${destinationId}`, {
        key: null,
        headers: device.headers,
      })
    for (let n = 0; n < 120; n += 4)
      expect(new Set((await times(4, readByTablet)).map(({ status }) => status))).toEqual(new Set([200]))
    const pageOfTablet = (n: number) =>
      fetch(`${servers[n % 2]?.baseUrl}/board/${projectId}/${destinationId}`, { headers: device.headers })
    expect((await askUntilRefused(pageOfTablet, { atOnce: 2 })).asked).toBeLessThan(50)
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
  for (let n = 0; n < 6; n += 1) await tell({ eventType: 'arrival', userToken: `guess-${n}` })
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

describe('signing in', () => {
  it('is slowed down for who guesses an account from an address, not for its owner elsewhere', async () => {
    const account = await createStaff({ projectId: shop.projectId })
    const tryIn = (password: string, from: string) =>
      at(0).call('/api/prod1/sessions', {
        method: 'POST',
        key: null,
        body: { email: account.email, password },
        headers: { 'x-forwarded-for': from },
      })
    const guesses: Answered[] = []
    for (let n = 0; n < 12; n++) guesses.push(await tryIn(`guess-${n}`, '203.0.113.66'))
    expect(passed(guesses)).toBe(3)
    expect((await tryIn(account.password, '203.0.113.66')).status).toBe(429)
    expect((await tryIn(account.password, '203.0.113.99')).status).toBe(201)
  })
})

it('of what may be tried a few times a process lets nothing pass that another has used up', async () => {
  const rate = { perSecond: 0.01, burst: 10 }
  const name = `tried ${randomUUID()}`
  expect((await acrossProjects(() => takeTokens(name, 10, rate))).granted).toBe(10)
  expect((await takeOne(name, rate)).retryAfterSeconds).toBeGreaterThan(0)
})

it('an IPv6 network, however many addresses it has, tries to sign in as often as twenty of them, and no more', async () => {
  const attempt = (network: string, n: number) => {
    const from = { 'x-forwarded-for': `2001:db8:${network}:${n.toString(16)}::1` }
    const request = new Request(shop.baseUrl, { headers: from })
    return limitSignIn(`nobody-${n}@shop.example`, request).then(
      () => 'may try',
      ({ code }) => code,
    )
  }
  const tried = await times(230, (n) => attempt('77', n))
  const passing = tried.filter((told) => told === 'may try').length
  expect([passing >= 200 && passing < 210, tried.at(-1)]).toEqual([true, 'too_many_requests'])
  expect(await attempt('78', 1)).toBe('may try')
})

describe('what is tried from an IPv6 network, however many addresses it has', () => {
  type Try = { address: string; body?: object; headers?: Record<string, string> }
  /** Tries from an address of it each, ten at a time: the statuses. */
  const tryFrom = async (network: string, tries: Try[]) => {
    const answers: Answered[] = []
    for (let from = 0; from < tries.length; from += 10) {
      const next = tries.slice(from, from + 10).map(({ address, body, headers }, n) => {
        const seen = `2001:db8:${network}:${(from + n).toString(16)}::1`
        const page = { 'x-forwarded-for': seen, 'sec-fetch-site': 'same-origin' }
        return at(n).call(address, { method: 'POST', key: null, body, headers: { ...page, ...headers } })
      })
      answers.push(...(await Promise.all(next)))
    }
    return answers.map(({ status }) => status)
  }
  /** Those that are not refused are answered so, and are as many as of twenty addresses: twenty times three. */
  const expectTwenty = async (network: string, tries: Try[], status: number) => {
    const startedAt = performance.now()
    const statuses = await tryFrom(network, tries)
    const refilled = Math.ceil(((performance.now() - startedAt) / 1000) * 0.2)
    const passing = statuses.filter((told) => told !== 429)
    expect(passing).toEqual(Array(passing.length).fill(status))
    expect(passing.length).toBeGreaterThanOrEqual(60)
    expect(passing.length).toBeLessThanOrEqual(60 + unasked + refilled)
  }
  const link = { token: 'nobodys', name: 'Sam Okafor', password: 'orange ferry under lamps' }

  const strangers: [string, Try, number, string, string][] = [
    ['codes for tablets', { address: '/api/pair' }, 200, 'a1', 'b1'],
    ['passkeys', { address: '/api/staff/session/passkey/options' }, 201, 'a2', 'b2'],
    ['links', { address: '/api/staff/join', body: link }, 410, 'a3', 'b3'],
    [
      'forgotten passwords',
      { address: '/api/staff/reset/request', body: { email: 'no@shop.example' } },
      204,
      'a4',
      'b4',
    ],
  ]
  it.each(strangers)('%s: as much as from twenty, and no more', async (_, one, status, network, another) => {
    await expectTwenty(network, Array(100).fill(one), status)
    expect(await tryFrom(another, [one])).toEqual([status])
  })

  it('guesses at a tablet’s code, by however many accounts: as much as from twenty, and no more', async () => {
    const managers = await times(31, () => shop.signIn({ role: 'manager' }))
    const body = { projectId: shop.projectId, userCode: 'BCDF-GHJK' }
    const [another, ...guesses] = managers.map(({ headers }) => ({
      address: '/api/staff/tablets/pairing',
      body,
      headers,
    }))
    await expectTwenty('a5', [...guesses, ...guesses, ...guesses], 404)
    expect(another && (await tryFrom('b5', [another]))).toEqual([404])
  })
})

describe('guessing an account from many addresses', () => {
  it('ends all the same, and keeps nobody out where they have signed in before', async () => {
    const account = await createStaff({ projectId: shop.projectId })
    const signIn = (body: object, headers: Record<string, string>) =>
      at(0).call('/api/prod1/sessions', { method: 'POST', key: null, body, headers })
    const home = { 'x-forwarded-for': '203.0.113.150' }
    expect((await signIn(account, home)).status).toBe(201)
    const browser = new Browser(at(0))
    expect((await browser.signIn(account)).status).toBe(200)
    const guess = (n: number) =>
      signIn({ email: account.email, password: `guess-${n}` }, { 'x-forwarded-for': `198.51.100.${n}` })
    const statuses = (await times(48, guess)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(25)
    expect(statuses).toContain(429)
    // A process lets its first three pass unasked.
    const fromNew = await times(8, (n) => signIn(account, { 'x-forwarded-for': `198.51.100.${200 + n}` }))
    expect(fromNew.map(({ status }) => status)).toContain(429)
    expect((await signIn(account, home)).status).toBe(201)
    const headers = { ...browser.headers, 'x-forwarded-for': '198.51.100.250' }
    const again = { method: 'POST', key: null, body: account, headers }
    expect((await at(0).call('/api/staff/session', again)).status).toBe(200)
    // What the browser shows for it is no better than any other once it was shown too often: somebody has a copy.
    const copied = await times(12, (n) => {
      const from = { ...browser.headers, 'x-forwarded-for': `198.51.100.${150 + n}` }
      const body = { email: account.email, password: `guess-${n}` }
      return at(0).call('/api/staff/session', { method: 'POST', key: null, body, headers: from })
    })
    expect(copied.map(({ status }) => status)).toContain(429)
    expect((await signIn(account, home)).status).toBe(201)
  })

  it('keeps nobody else of their project out, from however many addresses one account has sessions', async () => {
    const [guessed, other] = [
      await createStaff({ projectId: shop.projectId }),
      await createStaff({ projectId: shop.projectId }),
    ]
    const home = { 'x-forwarded-for': '203.0.113.151' }
    const sent = (body: object, headers: object, signal?: AbortSignal) =>
      fetch(`${servers[0]?.baseUrl}/api/prod1/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: signal ?? null,
      }).then(({ status }) => status)
    expect(await sent(other, home)).toBe(201)
    const addresses = Array.from({ length: 180 }, (_, n) => `10.20.${n}.1`)
    await sql(
      'sessions-everywhere',
      `insert into staff_session (id, user_id, token, expires_at, ip_address, user_agent, created_at, updated_at)
       select gen_random_uuid(), u.id, gen_random_uuid(), now() + interval '1 day', a, '', now(), now()
       from staff_user u, unnest($2::text[]) a where u.email = $1`,
      [guessed.email, addresses],
    )
    const over = new AbortController()
    const guesses = addresses.map((from) =>
      sent({ email: guessed.email, password: 'a wrong one' }, { 'x-forwarded-for': from }, over.signal),
    )
    // As many wait as may, and the others are told so.
    let checked = 0
    const refused = guesses.map(async (guess) => {
      const status = await guess
      if (status === 401) checked += 1
      expect(status).toBe(503)
    })
    await Promise.any(refused)
    expect(await sent(other, home)).toBe(201)
    over.abort()
    // One behind the other, not behind all of them.
    expect(checked).toBeLessThan(32)
    await Promise.allSettled(refused)
  })
})

describe('what is taken away as a file or of a customer', () => {
  it('is limited for an account, since each leaves a line for good; what is only looked at is not', async () => {
    const { headers, account } = await shop.signIn({ role: 'owner' })
    const { projectId } = shop
    const [user] = await sql<{ id: string }>('user-of-email', 'select id from staff_user where email = $1', [
      account.email,
    ])
    const post = (address: string, body: object) => [address, { method: 'POST', body }] as const
    const search = (format: string) => post('/api/prod1/entry/_search', { projectId, format })
    const phone = { kind: 'phone', value: '+44 20 7946 0999' }
    const ways = [
      ['entries', [`/api/staff/entries/export?projectId=${projectId}`, {}]],
      ['entries', search('csv')],
      ['record', [`/api/staff/audit/export?projectId=${projectId}`, {}]],
      ['customers', post(`/api/staff/projects/${projectId}/customers/find`, phone)],
      ['customers', post(`/api/staff/projects/${projectId}/customers/export`, phone)],
    ] as const
    const ask = ([address, sent]: (typeof ways)[number][1]) => at(0).call(address, { ...sent, headers, key: null })
    for (const [, way] of ways) expect([way[0], (await ask(way)).status]).toEqual([way[0], 200])
    // By another server, as it were.
    for (const of of ['entries', 'record', 'customers'] as const) {
      const taken = await Promise.allSettled(Array.from({ length: 310 }, () => limitExports(of, user?.id ?? '')))
      expect(taken.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'too_many_requests' } })
    }
    for (const [, way] of ways) {
      // A process lets its first three pass unasked.
      const answers = [await ask(way)]
      while (answers.length < 8 && answers.at(-1)?.status === 200) answers.push(await ask(way))
      const { status, headers: told } = answers.at(-1) ?? {}
      expect([way[0], status, told?.get('ratelimit-limit')]).toEqual([way[0], 429, '300'])
    }
    for (const [address, sent] of [search('json'), [`/api/staff/audit?projectId=${projectId}`, {}] as const]) {
      expect((await at(0).call(address, { ...sent, headers, key: null })).status).toBe(200)
    }
  })
})

describe('the code of a tablet', () => {
  it('is guessed a few times by an account, wherever it guesses from, and no more', async () => {
    const { headers } = await shop.signIn({ role: 'manager' })
    const guess = (n: number) =>
      at(n).call('/api/staff/tablets/pairing', {
        method: 'POST',
        key: null,
        body: { projectId: shop.projectId, userCode: 'BCDF-GHJK' },
        headers: { ...headers, 'x-forwarded-for': `203.0.113.${n}` },
      })
    const statuses = (await times(12, guess)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(9)
  })
})

describe('an address that somebody writes in an odd way', () => {
  it('is counted with the rest: what a client claims counts for nothing there either', async () => {
    const email = 'nobody@shop.example'
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) {
      const body = Buffer.from(JSON.stringify({ email, password: `guess-${n}` }))
      const headers = {
        'content-type': 'application/json',
        'content-length': String(body.byteLength),
        'x-forwarded-for': `198.51.100.${n}, 203.0.113.5`,
      }
      const path = '/api/./prod1/sessions'
      statuses.push((await sendRaw(servers[0]?.baseUrl ?? '', { method: 'POST', path, headers, body })).status)
    }
    expect(statuses).toContain(429)
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

describe('what a process has let pass and not paid for', () => {
  it('is forgotten last of whoever asks for more all the time, however many others there are', async () => {
    const rate = { perSecond: 1 / 3600, burst: 100 }
    const busy = `busy ${randomUUID()}`
    const ask = () => secondsInDebt(busy, rate)
    const others = (from: number) => {
      for (let n = from; n < from + 30_000; n++) putOnTab(`other ${busy} ${n}`, rate, 0.5)
    }
    putOnTab(busy, rate, 100)
    const isShort = async () => {
      putOnTab(busy, rate, 100)
      return (await ask()) > 0
    }
    expect(await until(isShort, withinMs, 5)).toBe(true)
    for (const from of [0, 30_000]) {
      others(from)
      expect(await ask()).toBeGreaterThan(0)
    }
  })
})

it('what a bucket has given is not forgotten before it is there again, however long that takes', async () => {
  const hourMs = 60 * 60_000
  const takeAll = async (name: string, perSecond: number) =>
    (await takeTokens(`${name} ${shop.projectId}`, 200, { perSecond, burst: 200 })).granted
  const twoHours = () => takeAll('two hours', 1 / 36)
  const lifetimes = () => takeAll('lifetimes', 1e-9)
  expect([await twoHours(), await lifetimes(), await takeAll('seconds', 100)]).toEqual([200, 200, 200])
  const names = ['two hours', 'lifetimes', 'seconds'].map((name) => `${name} ${shop.projectId}`)
  const anHourAndAHalfPasses = `update rate_bucket set refilled_at = refilled_at - interval '90 minutes',
    full_at = full_at - interval '90 minutes' where name = any ($1)`
  await sql('pass-time', anHourAndAHalfPasses, [names])
  await deleteFullBuckets(new Date(Date.now() - hourMs))
  const left = await sql<{ name: string }>('buckets-left', 'select name from rate_bucket where name = any ($1)', [
    names,
  ])
  expect(left.map(({ name }) => name).sort()).toEqual([names[1], names[0]])
  expect([await twoHours(), await lifetimes()]).toEqual([150, 0])
})
