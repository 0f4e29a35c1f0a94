import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { Contract } from '@/integration/contract'
import { LimitedServers, passed, times, unasked, withinMs } from '@/integration/limited-servers'
import { type Answered, openShop, type Shop } from '@/integration/shop'
import { pairedTablet } from '@/integration/tablet'
import { sql } from '@/lib/db'
import { limitExports } from '@/lib/limits/record'
import { beginPairing, fetchCredential } from '@/lib/tablets/pairing'
import { createStaff, openSessionOf } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'

let limited: LimitedServers
let shop: Shop

beforeAll(async () => {
  limited = await LimitedServers.start()
  shop = limited.shop
})
afterAll(() => limited?.stop())

const at = (n: number) => limited.at(n)

const makeStores = ({ projectId }: Shop, count: number) =>
  sql(
    'many-stores',
    `insert into store (project_id, destination_id, name, time_zone, default_zone_id, created_at)
     select $1, 'branch-' || n, 'Branch ' || n, 'UTC', 'zone ' || n, now() from generate_series(1, $2::int) n`,
    [projectId, count],
  )

/** One whose id comes behind another's, in the order in which somebody's projects are looked at. */
async function openShopBehind(projectId: string): Promise<Shop> {
  for (;;) {
    const opened = await openShop(inject('baseUrl'))
    if (opened.projectId > projectId) return opened
  }
}

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
    // What those of all stores have left then, and each session for itself, comes to that.
    expect(asked).toBeGreaterThanOrEqual(2_000)
    expect(asked).toBeLessThan(2_500)
    // Others of the project have as much left, of whatever they are.
    for (const of of [{ role: 'owner' as const }, { destinationIds: [other.destinationId] }]) {
      const { email } = await createStaff({ projectId: other.projectId, ...of })
      const headers = { authorization: `Bearer ${await openSessionOf(email)}` }
      const left = (n: number) => at(n).call('/api/staff/session', { key: null, headers })
      expect((await times(100, left)).filter(({ status }) => status !== 200)).toEqual([])
    }
    const another = await shop.signIn()
    expect((await at(0).call('/api/staff/session', { key: null, headers: another.headers })).status).toBe(200)
  })

  it('asks for a third as many pages, which are refused as such', async () => {
    const browser = new Browser(at(0))
    await browser.signIn(await createStaff({ projectId: shop.projectId }))
    const open = (n: number) => fetch(`${limited.url(n)}/account`, { headers: browser.headers })
    const { refused, asked } = await askUntilRefused(open, { atOnce: 4 })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    const [seconds, anew] = ['retry-after', 'refresh'].map((name) => Number(refused.headers.get(name)))
    expect(anew).toBeGreaterThanOrEqual(seconds ?? Number.NaN)
    // Where one comes in nobody is refused for it, not even by a cookie that somebody has copied.
    const comesIn = await fetch(`${limited.url(0)}/sign-in`, { headers: browser.headers, redirect: 'manual' })
    expect(comesIn.status).toBe(307)
    const by = { headers: { ...browser.headers, rsc: '1' } }
    await expect.poll(async () => (await fetch(`${limited.url(0)}/account`, by)).status).toBe(429)
    expect((await browser.send('DELETE', '/api/staff/session')).status).toBe(204)
    expect(asked).toBeGreaterThanOrEqual(60)
    expect(asked).toBeLessThan(140)
  })

  it('asks for far fewer pages that are made of very many stores', async () => {
    const chain = await openShop(inject('baseUrl'))
    await makeStores(chain, 1_000)
    const browser = new Browser(chain.at(limited.url(0)))
    await browser.signIn(await createStaff({ projectId: chain.projectId, role: 'manager' }))
    const open = (n: number) => fetch(`${limited.url(n)}/board`, { headers: browser.headers })
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
    const browser = new Browser(busy.at(limited.url(0)))
    await browser.signIn(await createStaff({ projectId, role: 'manager' }))
    const page = (n: number) =>
      fetch(`${limited.url(n)}/board/${projectId}/${destinationId}`, { headers: browser.headers })
    const { asked: pages } = await askUntilRefused(page, { atOnce: 2 })
    expect(pages).toBeGreaterThanOrEqual(8)
    expect(pages).toBeLessThan(50)
    const board = `/api/staff/board?projectId=${projectId}&destinationId=${destinationId}`
    const { headers } = await busy.signIn()
    const read = (n: number) => at(n).call(board, { key: null, headers })
    const { asked: alone } = await askUntilRefused(read, { atOnce: 2 })
    expect(alone).toBeGreaterThanOrEqual(20)
    expect(alone).toBeLessThan(120)
    // A tablet makes a page now and then, and reads the board alone whenever its connection breaks.
    const contract = await Contract.of(busy.baseUrl)
    const { device } = await pairedTablet(contract, busy, (await busy.signIn({ role: 'manager' })).headers)
    const readByTablet = (n: number) => at(n).call(board, { key: null, headers: device.headers })
    for (let n = 0; n < 120; n += 4)
      expect(new Set((await times(4, readByTablet)).map(({ status }) => status))).toEqual(new Set([200]))
    const pageOfTablet = (n: number) =>
      fetch(`${limited.url(n)}/board/${projectId}/${destinationId}`, { headers: device.headers })
    expect((await askUntilRefused(pageOfTablet, { atOnce: 2 })).asked).toBeLessThan(50)
  })

  describe('that reads a board of many orders', () => {
    let busy: Shop
    let board: string

    beforeAll(async () => {
      busy = await openShop(inject('baseUrl'))
      for (let n = 0; n < 200; n += 20)
        for (const { status } of await times(20, (i) =>
          busy.create(`m${n + i}`, { hsFields: { Hint: 'x'.repeat(600) } }),
        ))
          expect(status).toBe(201)
      board = `/api/staff/board?projectId=${busy.projectId}&destinationId=${busy.destinationId}`
    })

    it('has no more of it at one moment than one after the other', async () => {
      const { headers } = await busy.signIn()
      const statuses = (await times(200, (n) => at(n).call(board, { key: null, headers }))).map(({ status }) => status)
      expect(new Set(statuses)).toEqual(new Set([200, 429]))
      expect(statuses.filter((status) => status === 200).length).toBeLessThan(100)
    })

    it('has it of the board’s project, whatever is left of another that they are in', async () => {
      const [of, idle] = [busy, await openShop(inject('baseUrl'))]
      const people = await times(20, async () => {
        const { email } = await createStaff({ projectId: idle.projectId })
        await createStaff({ projectId: of.projectId, destinationIds: [of.destinationId], email })
        return { authorization: `Bearer ${await openSessionOf(email)}` }
      })
      const statuses: number[] = []
      // Many at once as well: what has been let through meanwhile is not forgotten.
      for (let asked = 0; asked < 1_400; asked += 200) {
        const answers = await times(200, (n) => at(n).call(board, { key: null, headers: people[n % 20] ?? {} }))
        statuses.push(...answers.map(({ status }) => status).filter((status) => status !== 503))
      }
      expect(new Set(statuses)).toEqual(new Set([200, 429]))
      expect(statuses.filter((status) => status === 200).length).toBeLessThan(700)

      // Whoever is of those and has another's stores has the list of these.
      const chain = await openShopBehind(of.projectId)
      await makeStores(chain, 1_000)
      const both = await createStaff({ projectId: chain.projectId, role: 'manager' })
      await createStaff({ projectId: of.projectId, destinationIds: [of.destinationId], email: both.email })
      const browser = new Browser(at(0))
      await browser.signIn(both)
      const open = (path: string) => fetch(`${limited.url(0)}${path}`, { headers: browser.headers })
      const theirs = `/board/${of.projectId}/${of.destinationId}`
      // A process lets some pass before it asks what is left.
      expect(await until(async () => (await open(theirs)).status === 429, 20_000, 5)).toBe(true)
      // More often than by what a session has for itself.
      for (let n = 0; n < 4; n += 1) expect((await open('/board')).status).toBe(200)
    })
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
  it('is guessed a few times by an account, wherever it guesses from, and no more; what is no code is no guess', async () => {
    const { headers } = await shop.signIn({ role: 'manager' })
    const guess = (n: number, userCode = 'BCDF-GHJK') =>
      at(n).call('/api/staff/tablets/pairing', {
        method: 'POST',
        key: null,
        body: { projectId: shop.projectId, userCode },
        headers: { ...headers, 'x-forwarded-for': `203.0.113.${n}` },
      })
    for (const mistyped of await times(4, (n) => guess(n, 'BCDF-GHJ'))) expect(mistyped.status).toBe(404)
    const statuses = (await times(12, (n) => guess(n))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(9)
  })
})

it('a code that is asked for all the time, or when it is over, counts for its address and keeps no other tablet there waiting', async () => {
  const asking = (n: number) => new Request(shop.baseUrl, { headers: { 'x-forwarded-for': `203.0.113.${n}` } })
  const begin = async () => (await beginPairing(asking(171), new Date())).device_code
  const [hasty, patient, late] = [await begin(), await begin(), await begin()]
  const ask = (device_code: string, n: number, now: Date) =>
    fetchCredential({ device_code }, asking(n), now).catch(({ code }) => code)
  const now = new Date()
  const [later, over] = [10_000, 700_000].map((ms) => new Date(now.getTime() + ms))
  for (const [n, at, told] of [
    [171, now, 'slow_down'],
    [172, over, 'expired_token'],
  ] as const) {
    expect(await ask(patient, n, now)).toBe(n === 171 ? 'authorization_pending' : 'slow_down')
    await ask(hasty, n, now)
    const answers = await times(250, () => ask(hasty, n, at as Date))
    // Nor one that no server has heard of yet.
    if (n === 171) expect(await ask(late, n, now)).toBe('authorization_pending')
    // Of those that ask at once one is looked at.
    expect([told, 'slow_down', 'too_many_requests']).toEqual(expect.arrayContaining([...new Set(answers)]))
    expect(answers.filter((code) => code === 'too_many_requests').length).toBeGreaterThan(10)
    if (n === 171) expect(await ask(patient, n, later as Date)).toBe('authorization_pending')
  }
})

it('a code is heard whatever is asked at the address it was made for; where it has come to, as what was made here', async () => {
  const asking = (n: number) => new Request(shop.baseUrl, { headers: { 'x-forwarded-for': `203.0.113.${n}` } })
  const beginAt = async (n: number) => (await beginPairing(asking(n), new Date())).device_code
  const ask = (device_code: string, n: number) =>
    fetchCredential({ device_code }, asking(n), new Date()).catch(({ code }) => code)
  const [home, moved, alsoMoved, spent] = [
    await beginAt(173),
    await beginAt(174),
    await beginAt(174),
    await beginAt(173),
  ]
  await Promise.all(Array.from({ length: 150 }, (_, n) => ask(`made-up-${n}`, 173)))
  expect(await ask('made-up', 173)).toBe('too_many_requests')
  expect(await ask(moved, 173)).toBe('authorization_pending')
  await times(250, () => ask(spent, 173))
  expect(await ask(alsoMoved, 173)).toBe('too_many_requests')
  expect(await ask(home, 173)).toBe('authorization_pending')
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
