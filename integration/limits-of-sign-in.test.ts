import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Authenticator } from '@/integration/authenticator'
import { Browser } from '@/integration/browser'
import { LimitedServers, passed, times, unasked, withinMs } from '@/integration/limited-servers'
import { sendRaw } from '@/integration/raw-request'
import { startServer } from '@/integration/setup/test-server'
import { type Answered, openShop, type Shop } from '@/integration/shop'
import { sql } from '@/lib/db'
import { countTry, limitSignIn } from '@/lib/limits/service'
import { createStaff } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'

let limited: LimitedServers
let shop: Shop

beforeAll(async () => {
  limited = await LimitedServers.start()
  shop = limited.shop
})
afterAll(() => limited?.stop())

const at = (n: number) => limited.at(n)

/** How a browser signs in to an account from an address: with what it shows, and the password or another one. */
const signInFrom =
  (account: { email: string; password: string }, from: Record<string, string>) =>
  (headers: object, password = account.password) =>
    at(0).call('/api/staff/session', {
      method: 'POST',
      key: null,
      body: { email: account.email, password },
      headers: { origin: at(0).baseUrl, ...headers, ...from },
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

  it('is kept from nobody in a browser that knows the account, whoever guesses it behind the same address', async () => {
    const account = await createStaff({ projectId: shop.projectId })
    const from = { 'x-forwarded-for': '203.0.113.67' }
    const browser = new Browser(at(0))
    expect((await browser.signIn(account)).status).toBe(200)
    const signIn = signInFrom(account, from)
    const ask = () =>
      at(0).call('/api/staff/reset/request', {
        method: 'POST',
        key: null,
        body: { email: account.email },
        headers: { origin: at(0).baseUrl, ...from },
      })
    const asked = await times(12, ask)
    expect([passed(asked) >= 3, passed(asked) < 12]).toEqual([true, true])
    // Whoever asks for a link guesses nothing.
    expect((await signIn({})).status).toBe(200)
    const guesses = await times(12, () => signIn({}, 'a wrong one'))
    expect(passed(guesses)).toBeLessThan(3)
    expect((await signIn({})).status).toBe(429)
    expect((await signIn(browser.headers)).status).toBe(200)
    // That is counted by itself, and then it is no better than any other.
    const copied = await times(12, () => signIn(browser.headers, 'a wrong one'))
    expect(copied.map(({ status }) => status)).toContain(429)
    expect((await signIn(browser.headers)).status).toBe(429)
  })

  it('already, nobody is kept from what asks for the own password, whoever guesses it behind the same address', async () => {
    const account = await createStaff({ projectId: shop.projectId })
    const from = { 'x-forwarded-for': '203.0.113.64' }
    const browser = new Browser(at(0))
    expect((await browser.signIn(account)).status).toBe(200)
    const guesses = await times(12, () => signInFrom(account, from)({}, 'a wrong one'))
    expect(passed(guesses)).toBeLessThan(12)
    const headers = { ...browser.headers, ...from }
    const begin = (password: string) =>
      at(0).call('/api/staff/account/second-step', { method: 'POST', key: null, body: { password }, headers })
    expect((await begin(account.password)).status).toBe(201)
    // Who guesses there is counted all the same, by the account.
    const wrong = await times(12, () => begin('a wrong one'))
    expect(passed(wrong)).toBeLessThan(6)
  })

  it('is kept from nobody in a browser that the account knows by one that it has withdrawn, behind the same address', async () => {
    const account = await createStaff({ projectId: shop.projectId })
    const from = { 'x-forwarded-for': '203.0.113.70' }
    const [withdrawn, known] = [new Browser(at(0)), new Browser(at(0))]
    expect((await withdrawn.signIn(account)).status).toBe(200)
    await sql(
      'withdraw-browsers',
      `update staff_user set devices_since = now() - interval '20 milliseconds' where email = $1`,
      [account.email],
    )
    expect((await known.signIn(account)).status).toBe(200)
    const signIn = signInFrom(account, from)
    const guesses = await times(16, () => signIn(withdrawn.headers, 'a wrong one'))
    expect(guesses.map(({ status }) => status)).toContain(429)
    expect((await signIn(withdrawn.headers)).status).toBe(429)
    expect((await signIn(known.headers)).status).toBe(200)
  })

  it('again and again, with what each sign-in leaves in the browser, is no way round the limit of an address', async () => {
    const account = await createStaff({ projectId: shop.projectId })
    let cookie = ''
    const signIn = async () => {
      const answer = await at(0).call('/api/staff/session', {
        method: 'POST',
        key: null,
        body: account,
        headers: { origin: at(0).baseUrl, 'x-forwarded-for': '203.0.113.69', ...(cookie && { cookie }) },
      })
      const known = answer.headers.getSetCookie().find((set) => set.startsWith('baycall.device='))
      cookie = known?.split(';')[0] ?? cookie
      return answer.status
    }
    const statuses: number[] = []
    while (statuses.length < 12 && statuses.at(-1) !== 429) statuses.push(await signIn())
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.length).toBeGreaterThan(3)
  })

  it('by a link that is good is kept from nobody, whoever tries links behind the same address', async () => {
    const { headers } = await shop.signIn({ role: 'owner' })
    const email = `${randomUUID()}@shop.example`
    const invited = await shop.call('/api/staff/people/invitations', {
      method: 'POST',
      headers,
      key: null,
      body: { projectId: shop.projectId, email, role: 'staff', destinationIds: null },
    })
    const good = String(invited.body.link).split('/join/')[1] ?? ''
    const from = { 'x-forwarded-for': '203.0.113.68' }
    const open = (token: string) => at(0).call(`/join/${token}`, { key: null, headers: from })
    const join = (token: string) =>
      at(0).call('/api/staff/join', {
        method: 'POST',
        key: null,
        body: { token, name: 'Sam', password: 'a long enough password to join' },
        headers: { origin: at(0).baseUrl, ...from },
      })
    for (const [tryOne, isRefused] of [
      [open, (n: number) => open(`nobodys ${n}`)],
      [join, (n: number) => join(`nobodys ${n}`)],
    ] as const) {
      let n = 0
      expect(await until(async () => (await isRefused(n++)).status === 429, withinMs, 1)).toBe(true)
      expect((await tryOne(good)).status).toBe(200)
      expect((await isRefused(n++)).status).toBe(429)
    }
  })
})

it('counts for a stranger’s network what it has tried of late on all servers, and nothing that was not checked', async () => {
  const account = await createStaff({ projectId: shop.projectId })
  const tryIn = () => signInFrom(account, { 'x-forwarded-for': '203.0.113.140' })({}, 'not the password')
  expect([(await tryIn()).status, (await tryIn()).status]).toEqual([401, 401])
  const third = await countTry('203.0.113.140')
  await third.giveBack()
  expect([third.count, (await countTry('203.0.113.140')).count]).toEqual([2, 2])
})

it('with a browser that an account has withdrawn is a stranger’s of that network, however many accounts it has such browsers of', async () => {
  const account = await createStaff({ projectId: shop.projectId })
  const withdrawn = new Browser(at(0))
  expect((await withdrawn.signIn(account)).status).toBe(200)
  // Also the session there, by which whoever comes from its address is familiar.
  await sql('withdraw-all', `update staff_user set devices_since = now() + interval '1 second' where email = $1`, [
    account.email,
  ])
  const tried = await signInFrom(account, { 'x-forwarded-for': '203.0.113.142' })(withdrawn.headers, 'not the password')
  expect(tried.status).toBe(401)
  expect((await countTry('203.0.113.142')).count).toBe(1)
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
      statuses.push((await sendRaw(limited.url(0), { method: 'POST', path, headers, body })).status)
    }
    expect(statuses).toContain(429)
  })
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

  const signed = new Authenticator('http://somewhere.example').use('x')
  const strangers: [string, Try, number, string, string][] = [
    ['codes for tablets', { address: '/api/pair' }, 200, 'a1', 'b1'],
    ['passkeys', { address: '/api/staff/session/passkey', body: { credential: signed } }, 401, 'a2', 'b2'],
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
      fetch(`${limited.url(0)}/api/prod1/sessions`, {
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
