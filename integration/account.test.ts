import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { comesInto, failuresOf, idOf, type Person } from '@/integration/account-person'
import { Authenticator, type Offer } from '@/integration/authenticator'
import { Browser } from '@/integration/browser'
import { Contract } from '@/integration/contract'
import { EventReader } from '@/integration/event-source'
import { sendRaw } from '@/integration/raw-request'
import { meetCommonRefusals, notMet } from '@/integration/refusals'
import { codeOfKey } from '@/integration/second-step'
import { openShop, type Shop } from '@/integration/shop'
import { findFamiliar } from '@/lib/auth/data'
import { knownDevice } from '@/lib/auth/known-device'
import { sql } from '@/lib/db'
import { ownOriginOf } from '@/lib/http/own-origin'
import { createStaff } from '@/prisma/factories/project'

const own = '/api/staff/account'
const secondStep = '/api/staff/account/second-step'
const good = 'orange ferry under lamps'

let contract: Contract
let shop: Shop

type Account = { hasSecondStep: boolean; recoveryCodesLeft: number; passkeys: object[]; sessions: Session[] }
type Session = { sessionId: string; isCurrent: boolean; browser: string | null; address: string | null }

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
  shop = await openShop(inject('baseUrl'))
})

const comesIn = (at = shop, role: 'staff' | 'owner' = 'staff') => comesInto(at, role)

const accountOf = async ({ headers }: Browser) =>
  (await contract.expect(`GET ${own}`, 200, null, { headers })).body as Account

async function turnsOn({ browser, password }: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { headers } = browser
  const { body } = await contract.expect(`POST ${secondStep}`, 201, null, { headers, body: { password } })
  const { secret, qrCode } = body as { secret: string; qrCode: string }
  expect(qrCode).toContain('<svg')
  await contract.expect(`PUT ${secondStep}`, 400, 'field_invalid', { headers, body: { code: '000' } })
  const on = await contract.expect(`PUT ${secondStep}`, 200, null, { headers, body: { code: codeOfKey(secret, -1) } })
  return { secret, recoveryCodes: (on.body as { recoveryCodes: string[] }).recoveryCodes }
}

describe('a second step', () => {
  it('that is begun is turned on in that session alone, soon, and not behind another password', async () => {
    const person = await comesIn()
    const { email, password } = person
    const elsewhere = new Browser(shop)
    expect((await elsewhere.signIn({ email, password })).status).toBe(200)
    const ended = async (by: Browser, secret: string) =>
      contract.expect(`PUT ${secondStep}`, 409, 'second_step_off', {
        headers: by.headers,
        body: { code: codeOfKey(secret) },
      })
    const { headers } = person.browser
    const begin = async (current = password) => {
      const begun = await contract.expect(`POST ${secondStep}`, 201, null, { headers, body: { password: current } })
      return (begun.body as { secret: string }).secret
    }
    // Nor by whoever has another session.
    await ended(elsewhere, await begin())
    const first = await begin()
    const change = { currentPassword: password, newPassword: good }
    expect((await person.browser.send('POST', `${own}/password`, change)).status).toBe(204)
    await ended(person.browser, first)
    const late = await begin(good)
    await sql(
      'long-ago',
      `update staff_second_step set created_at = created_at - interval '16 minutes' where user_id = $1`,
      [await idOf(email)],
    )
    await ended(person.browser, late)
    expect((await accountOf(person.browser)).hasSecondStep).toBe(false)
    // To give it up takes nothing away: no line says that a second step was removed, until one is.
    const removed = async () => {
      await contract.expect(`POST ${secondStep}/removal`, 204, null, { headers, body: { password: good } })
      const off = `select 1 from audit_entry where subject_id = $1 and action = 'account.secondStepOff'`
      return (await sql('audit-of-removals', off, [await idOf(email)])).length
    }
    const given = await begin(good)
    expect(await removed()).toBe(0)
    await ended(person.browser, given)
    await turnsOn({ ...person, password: good })
    expect(await removed()).toBe(1)
  })

  it('ends whoever the password alone has let in, before it or at once with it, and all that they were given', async () => {
    const person = await comesIn()
    const { email, password } = person
    const { headers } = person.browser
    const { body } = await contract.expect(`POST ${secondStep}`, 201, null, { headers, body: { password } })
    const opened = await contract.expect('POST /api/prod1/sessions', 201, null, { body: { email, password } })
    const { accessToken, refreshToken } = opened.body as { accessToken: string; refreshToken: string }
    const before = new Browser(shop)
    await before.signIn({ email, password })
    const atOnce = Array.from({ length: 6 }, () => new Browser(shop))
    const code = codeOfKey((body as { secret: string }).secret)
    await Promise.all([
      ...atOnce.map((browser) => browser.signIn({ email, password })),
      contract.expect(`PUT ${secondStep}`, 200, null, { headers, body: { code } }),
    ])
    for (const other of [before, ...atOnce]) {
      expect(await other.isIn()).toBe(false)
      expect((await other.send('POST', `${secondStep}/removal`, { password })).status).toBe(401)
    }
    const bearer = { headers: { authorization: `Bearer ${accessToken}` } }
    await contract.expect('GET /api/staff/session', 401, 'credential_invalid', bearer)
    const refresh = { body: { refreshToken } }
    await contract.expect('POST /api/prod1/sessions/refresh', 401, 'credential_invalid', refresh)
    const { hasSecondStep, sessions } = await accountOf(person.browser)
    expect([hasSecondStep, sessions.map(({ isCurrent }) => isCurrent)]).toEqual([true, [true]])
  })

  it('is asked for by browsers and programs, and half a sign-in is none', async () => {
    const person = await comesIn()
    const { secret } = await turnsOn(person)
    const { headers } = person.browser
    await contract.expect(`POST ${secondStep}`, 409, 'second_step_on', { headers, body: { password: person.password } })
    await contract.expect(`PUT ${secondStep}`, 409, 'second_step_on', { headers, body: { code: '123456' } })
    const { email, password } = person
    const sessions = () =>
      sql(
        'sessions-of-address',
        'select 1 from staff_session s join staff_user u on u.id = s.user_id where u.email = $1',
        [email],
      )
    const before = (await sessions()).length

    const browser = new Browser(shop)
    const half = await browser.signIn({ email, password })
    expect([half.status, half.body.code]).toEqual([401, 'second_step_required'])
    expect(half.headers.getSetCookie()).toEqual([])
    expect(await browser.isIn()).toBe(false)
    const program = { body: { email, password } }
    await contract.expect('POST /api/prod1/sessions', 401, 'second_step_required', program)
    const wrong = { body: { email, password, code: '12345' } }
    await contract.expect('POST /api/prod1/sessions', 401, 'second_step_failed', wrong)
    expect((await browser.signIn({ email, password: 'not this one', code: codeOfKey(secret) })).body.code).toBe(
      'sign_in_failed',
    )
    expect(await sessions()).toHaveLength(before)

    const code = codeOfKey(secret)
    expect((await browser.signIn({ email, password, code })).status).toBe(200)
    // Who looked over the shoulder comes too late, and so does an older code.
    expect((await new Browser(shop).signIn({ email, password, code })).body.code).toBe('second_step_failed')
    expect((await new Browser(shop).signIn({ email, password, code: codeOfKey(secret, -1) })).status).toBe(401)
    const next = { body: { email, password, code: codeOfKey(secret, 1) } }
    await contract.expect('POST /api/prod1/sessions', 201, null, next)
  })

  it('has recovery codes that work once each, and leaves with the password', async () => {
    const person = await comesIn()
    const { recoveryCodes } = await turnsOn(person)
    const [first = '', second = ''] = recoveryCodes
    const { email, password } = person
    const at = (code: string) => new Browser(shop).signIn({ email, password, code })
    const both = await Promise.all([at(first), at(first.toUpperCase().replace('-', ' '))])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await at(second)).status).toBe(200)
    expect(await accountOf(person.browser)).toMatchObject({ hasSecondStep: true, recoveryCodesLeft: 8 })
    const { headers } = person.browser
    const renewal = `POST ${secondStep}/recovery-codes`
    await contract.expect(renewal, 400, 'field_invalid', { headers, body: { password: 'not this one' } })
    const renewed = await contract.expect(renewal, 201, null, { headers, body: { password } })
    const [another = ''] = (renewed.body as { recoveryCodes: string[] }).recoveryCodes
    expect((await at(recoveryCodes[2] ?? '')).body.code).toBe('second_step_failed')
    expect((await at(another)).status).toBe(200)
    expect(await accountOf(person.browser)).toMatchObject({ recoveryCodesLeft: 9 })
    const removal = `POST ${secondStep}/removal`
    await contract.expect(removal, 400, 'field_invalid', { headers, body: { password: 'not this one' } })
    await contract.expect(removal, 204, null, { headers, body: { password } })
    await contract.expect(renewal, 409, 'second_step_off', { headers, body: { password } })
    expect((await new Browser(shop).signIn({ email, password })).status).toBe(200)
  })

  const sha256 = (code: string) => createHash('sha256').update(code.replace('-', '')).digest('base64url')
  const keptOf = async (userId: string) => {
    const [row] = await sql<{ recovery: string[] }>(
      'kept-of',
      'select recovery from staff_second_step where user_id = $1',
      [userId],
    )
    return row?.recovery ?? []
  }

  it('keeps recovery codes so that whoever has the table alone can try none, nor those of two accounts at once', async () => {
    const people = await Promise.all([comesIn(), comesIn()])
    const [first, second] = [await turnsOn(people[0]), await turnsOn(people[1])]
    const userId = await idOf(people[0].email)
    const kept = await keptOf(userId)
    expect(kept).toHaveLength(10)
    expect(kept.filter((digest) => first.recoveryCodes.map(sha256).includes(digest))).toEqual([])
    // The digest of somebody else's code, put in place, opens nothing.
    await sql('give-away', 'update staff_second_step set recovery = $2::jsonb where user_id = $1', [
      await idOf(people[1].email),
      JSON.stringify(kept),
    ])
    const { email, password } = people[1]
    const at = (code = '') => new Browser(shop).signIn({ email, password, code })
    expect((await at(first.recoveryCodes[0])).body.code).toBe('second_step_failed')
    expect((await at(second.recoveryCodes[0])).body.code).toBe('second_step_failed')
  })

  it('takes recovery codes that were kept as they were before, once each, until others are made', async () => {
    const person = await comesIn()
    const { recoveryCodes } = await turnsOn(person)
    const userId = await idOf(person.email)
    await sql('keep-as-before', 'update staff_second_step set recovery = $2::jsonb where user_id = $1', [
      userId,
      JSON.stringify(recoveryCodes.map(sha256)),
    ])
    const { email, password } = person
    const at = (code = '') => new Browser(shop).signIn({ email, password, code })
    expect((await at(recoveryCodes[0])).status).toBe(200)
    expect((await at(recoveryCodes[0])).body.code).toBe('second_step_failed')
    expect(await keptOf(userId)).toHaveLength(9)
    const { headers } = person.browser
    await contract.expect(`POST ${secondStep}/recovery-codes`, 201, null, { headers, body: { password } })
    expect((await at(recoveryCodes[1])).body.code).toBe('second_step_failed')
    expect(await keptOf(userId)).toHaveLength(10)
  })
})

describe('sessions', () => {
  it('are listed, and end one by one, all at once, and with a new password', async () => {
    const person = await comesIn()
    const { email, password, browser } = person
    const others = [new Browser(shop), new Browser(shop), new Browser(shop)] as const
    for (const other of others) await other.signIn({ email, password })
    const { sessions } = await accountOf(browser)
    expect(sessions).toHaveLength(4)
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(sessions[0]?.address).toBe('127.0.0.1')

    const { headers } = browser
    const sessionId = (await accountOf(others[0])).sessions.find(({ isCurrent }) => isCurrent)?.sessionId ?? ''
    const stranger = (await comesIn()).browser
    const end = `DELETE ${own}/sessions/{sessionId}`
    await contract.expect(end, 404, 'session_not_found', { headers: stranger.headers, params: { sessionId } })
    await contract.expect(end, 204, null, { headers, params: { sessionId } })
    expect(await others[0].isIn()).toBe(false)
    expect(await others[1].isIn()).toBe(true)

    const change = `POST ${own}/password`
    const to = (currentPassword: string, newPassword: string) => ({ headers, body: { currentPassword, newPassword } })
    await contract.expect(change, 400, 'field_invalid', to('not this one', good))
    const weak = await contract.expect(change, 400, 'field_invalid', to(password, 'Qwertyuiop1!'))
    expect(weak.body).toMatchObject({ errors: [{ path: 'newPassword' }] })
    await contract.expect(change, 204, null, to(password, good))
    expect(await others[1].isIn()).toBe(false)
    expect(await browser.isIn()).toBe(true)

    await others[2].signIn({ email, password: good })
    await contract.expect(`DELETE ${own}/sessions`, 204, null, { headers })
    expect([await others[2].isIn(), await browser.isIn()]).toEqual([false, true])
    await contract.expect(`PATCH ${own}`, 204, null, { headers, body: { name: 'Somebody Else' } })
    const kept = async () => {
      const lines = await sql<{ action: string }>(
        'audit-of-account',
        `select distinct action from audit_entry a join staff_user u on u.id = a.subject_id
         where a.project_id = $1 and u.email = $2 order by action`,
        [shop.projectId, email],
      )
      return lines.map(({ action }) => action.replace('account.', ''))
    }
    // A wrong password is noted after the answer.
    await expect.poll(kept).toEqual(['passwordChanged', 'renamed', 'sessionEnded', 'signInFailed', 'signedIn'])
  })

  it('of a program end at once as well, and no other one whose cookie is sent beside', async () => {
    const { account, headers } = await shop.signIn()
    const browser = new Browser(shop)
    await browser.signIn(account)
    const sent = { headers: { ...browser.headers, ...headers } }
    const answer = await contract.expect('DELETE /api/staff/session', 204, null, sent)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await browser.isIn()).toBe(true)
    const body = { email: account.email, password: account.password }
    expect((await shop.call('/api/prod1/sessions', { method: 'POST', body, key: null })).status).toBe(201)
    const left = await accountOf(browser)
    expect(left.sessions).toHaveLength(2)
  })
})

describe('who signs in where somebody else was signed in', () => {
  it('signs them out, with a line in their record: a board that stands open by their session is closed', async () => {
    const { browser, email } = await comesIn()
    const other = await createStaff({ projectId: shop.projectId, role: 'staff' })
    const { headers } = browser
    const isFirstIn = async () => (await shop.call('/api/staff/session', { headers, key: null })).status === 200
    const { projectId, destinationId } = shop
    const board = new EventReader(
      `${shop.baseUrl}/api/staff/board/stream?${new URLSearchParams({ projectId, destinationId, after: '0' })}`,
      headers,
    )
    await board.next()
    expect((await browser.signIn({ ...other, password: 'not this one' })).status).toBe(401)
    expect(await isFirstIn()).toBe(true)
    expect((await browser.signIn(other)).body).toMatchObject({ email: other.email })
    await expect(board.next(({ event }) => event === 'orders')).rejects.toThrow('the stream ended')
    expect(await isFirstIn()).toBe(false)
    expect(await browser.isIn()).toBe(true)
    const ends = await sql<{ action: string }>(
      'ends-of-account',
      `select action from audit_entry where project_id = $1 and subject_id = $2 and action = 'account.signedOut'`,
      [shop.projectId, await idOf(email)],
    )
    expect(ends).toHaveLength(1)
  })

  it('has one session there, however often they do', async () => {
    const { browser, email, password } = await comesIn()
    await browser.signIn({ email, password })
    await browser.signIn({ email, password })
    expect((await accountOf(browser)).sessions).toMatchObject([{ isCurrent: true }])
  })
})

it('who is in no project any more waits in one row with all who are in none, to sign in', async () => {
  const row = async () => {
    const { email } = await comesIn()
    await sql('take-out', 'delete from membership m using staff_user u where u.id = m.user_id and u.email = $1', [
      email,
    ])
    return (await findFamiliar(email, { address: '203.0.113.81', knownSince: new Date() }, new Date()))?.holder
  }
  expect([await row(), await row()]).toEqual(['', ''])
})

it('a browser is known to an account until its password changes, and then the one that did so alone', async () => {
  const { browser, email, password } = await comesIn()
  const [now, elsewhere] = [new Date(), '203.0.113.80']
  const isKnown = async (headers: Record<string, string>) => {
    const knownSince = knownDevice(email, new Headers(headers), now)?.since ?? null
    const familiar = await findFamiliar(email, { address: elsewhere, knownSince }, now)
    return familiar?.isByBrowser === true && familiar.holder === shop.projectId
  }
  const other = new Browser(shop)
  await other.signIn({ email, password })
  const first = [browser.headers, other.headers]
  expect(await Promise.all([...first, {}].map(isKnown))).toEqual([true, true, false])
  expect(knownDevice('somebody.else@shop.example', new Headers(browser.headers), now)).toBeNull()
  await browser.send('POST', `${own}/password`, { currentPassword: password, newPassword: good })
  expect(await Promise.all([...first, browser.headers].map(isKnown))).toEqual([false, false, true])
  // Nor is one that is withdrawn known where a session of the account lives at its address.
  const withdrawn = knownDevice(email, new Headers(first[0]), now)?.since ?? null
  const [here] = await sql<{ address: string }>(
    'address-of-session',
    'select s.ip_address as address from staff_session s join staff_user u on u.id = s.user_id where u.email = $1',
    [email],
  )
  const beside = await findFamiliar(email, { address: here?.address ?? '', knownSince: withdrawn }, now)
  expect([withdrawn !== null, beside]).toEqual([true, { holder: shop.projectId, isByBrowser: false }])
  await other.signIn({ email, password: good })
  const then = [browser.headers, other.headers]
  expect(await Promise.all(then.map(isKnown))).toEqual([true, true])
  await other.send('DELETE', `${own}/sessions`)
  expect(await browser.isIn()).toBe(false)
  expect(await Promise.all([browser.headers, other.headers].map(isKnown))).toEqual([true, true])
  const link = `/api/staff/people/${await idOf(email)}/password-link?projectId=${shop.projectId}`
  const made = await (await comesIn(shop, 'owner')).browser.send('POST', link)
  const byLink = new Browser(shop)
  const token = String(made.body.link).split('/').at(-1)
  expect((await byLink.send('POST', '/api/staff/reset', { token, password: `${good} two` })).status).toBe(204)
  expect(await Promise.all([...then, byLink.headers].map(isKnown))).toEqual([false, false, true])
  const years = new Date(now.getTime() + 401 * 24 * 60 * 60 * 1000)
  expect(knownDevice(email, new Headers(other.headers), years)).toBeNull()
})

it('whoever guesses at an account leaves a line in the record, and not a line for each guess', async () => {
  const { email, browser, password } = await comesIn()
  for (let n = 0; n < 5; n++) {
    expect((await new Browser(shop).signIn({ email, password: `guess ${n}` })).body.code).toBe('sign_in_failed')
  }
  await expect.poll(() => failuresOf(shop.projectId, email)).toBeGreaterThan(0)
  expect((await browser.signIn({ email, password })).status).toBe(200)
  expect(await failuresOf(shop.projectId, email)).toBe(1)
})

describe('a passkey', () => {
  it('stands for password and second step, is taken once, and only where a finger or a PIN was shown', async () => {
    const person = await comesIn()
    await turnsOn(person)
    const { headers, origin } = person.browser
    const offer = `POST ${own}/passkeys/options`
    const add = `POST ${own}/passkeys`
    const body = { password: person.password }
    await contract.expect(offer, 400, 'field_invalid', { headers, body: { password: 'not this one' } })
    const challengeOf = (answer: unknown) => (answer as { challenge: string }).challenge
    const offered = (await contract.expect(offer, 201, null, { headers, body })).body as Offer
    const sensor = new Authenticator(origin)
    const unverified = new Authenticator(origin, false).make(offered)
    await contract.expect(add, 400, 'field_invalid', { headers, body: { name: 'Key', credential: unverified } })
    const stranger = await comesIn()
    const credential = sensor.make(offered)
    await contract.expect(add, 400, 'field_invalid', {
      headers: stranger.browser.headers,
      body: { name: 'Key', credential },
    })
    await contract.expect(add, 204, null, { headers, body: { name: 'My phone', credential } })

    const ask = 'POST /api/staff/session/passkey/options'
    for (const host of ['[', 'a b', '%', 'a:b', '1.2.3.999']) {
      const headers = ['Host', host, 'sec-fetch-site', 'none']
      const odd = { method: 'POST', path: '/api/staff/session/passkey/options', headers }
      expect([host, (await sendRaw(shop.baseUrl, odd)).status]).toEqual([host, 201])
    }
    expect(ownOriginOf(new Request(shop.baseUrl))).toBe('http://localhost:3000')
    const use = 'POST /api/staff/session/passkey'
    const from = { origin }
    const asked = async () => challengeOf((await contract.expect(ask, 201, null, { headers: from })).body)
    const used = { headers: from, body: { credential: sensor.use(await asked()) } }
    await contract.expect(use, 200, null, used)
    await contract.expect(use, 401, 'sign_in_failed', used)
    const unknown = { credential: new Authenticator(origin).use(await asked()) }
    await contract.expect(use, 401, 'sign_in_failed', { headers: from, body: unknown })
    const elsewhere = {
      credential: Object.assign(new Authenticator('https://evil.example').use(await asked()), {
        id: sensor.id,
        rawId: sensor.id,
      }),
    }
    await contract.expect(use, 401, 'sign_in_failed', { headers: from, body: elsewhere })
    // Of another port of the host that made it, and a caller who says that this is where the server is.
    const beside = Object.assign(new URL(origin), { port: '1' })
    const signed = Buffer.from(JSON.stringify({ credential: sensor.use(await asked(), beside.origin) }))
    const said = { host: beside.host, origin: beside.origin, 'content-type': 'application/json' }
    const path = '/api/staff/session/passkey'
    const sent = { method: 'POST', path, headers: { ...said, 'content-length': String(signed.length) }, body: signed }
    const answered = await sendRaw(shop.baseUrl, sent)
    expect([answered.status, JSON.parse(answered.text).code]).toEqual([401, 'sign_in_failed'])

    expect((await accountOf(person.browser)).passkeys).toMatchObject([{ name: 'My phone', passkeyId: sensor.id }])
    const remove = `DELETE ${own}/passkeys/{passkeyId}`
    const target = { params: { passkeyId: sensor.id } }
    await contract.expect(remove, 404, 'passkey_not_found', { ...target, headers: stranger.browser.headers })
    await contract.expect(remove, 204, null, { ...target, headers })
    const late = { headers: from, body: { credential: sensor.use(await asked()) } }
    await contract.expect(use, 401, 'sign_in_failed', late)
  })
})

it('a name stands on one line, and turns nothing around that stands beside it', async () => {
  const { browser } = await comesIn()
  const forms = [
    'Sam\nYour account is locked: https://elsewhere.example',
    'Sam\u2028Okafor',
    'Sam\u202eOkafor',
    'Sam\u0007',
    ' ',
  ]
  for (const name of forms) {
    const { status, body } = await browser.send('PATCH', own, { name })
    expect([name, status, body.code]).toEqual([name, 400, 'field_invalid'])
  }
  expect((await browser.send('PATCH', own, { name: 'سام 👩‍👧 O’Kafor' })).status).toBe(204)
})

it('an account’s part is answered as the document says', async () => {
  const { browser } = await comesIn()
  const { headers } = browser
  const bearer = (await shop.signIn()).headers
  const from = { origin: shop.baseUrl }
  const foreign = { origin: 'https://elsewhere.example' }
  const token = 'no-such-token'
  const strangers = [
    ['POST /api/staff/join', { body: { token } }],
    ['POST /api/staff/reset', { body: { token, password: good } }],
    ['POST /api/staff/reset/request', { body: { email: 'nobody@shop.example' } }],
    ['POST /api/staff/session/passkey', { body: { credential: new Authenticator(shop.baseUrl).use('x') } }],
    ['POST /api/staff/session/passkey/options', {}],
  ] as const
  for (const [name, sent] of strangers)
    await contract.expect(name, 403, 'origin_refused', { ...sent, headers: foreign })
  await contract.expect('POST /api/staff/join', 410, 'link_invalid', { headers: from, body: { token } })
  await contract.expect('POST /api/staff/reset', 410, 'link_invalid', {
    headers: from,
    body: { token, password: good },
  })
  await contract.expect('POST /api/staff/reset/request', 204, null, {
    headers: from,
    body: { email: 'no@shop.example' },
  })
  const long = { headers, params: { sessionId: 'x'.repeat(101), passkeyId: 'x'.repeat(2001) } }
  await contract.expect(`DELETE ${own}/sessions/{sessionId}`, 400, 'field_invalid', long)
  await contract.expect(`DELETE ${own}/passkeys/{passkeyId}`, 400, 'field_invalid', long)
  await contract.expect(`DELETE ${own}/passkeys`, 204, null, { headers })
  await meetCommonRefusals(contract, 'account', { bearer, cookie: headers, none: from })
  // What becomes of good links is told in people.test.ts, and what is full in bounds.test.ts.
  const elsewhere = /^POST \/api\/staff\/(join|reset) | passkeys_full$/
  const told = notMet(contract, 'account').filter((answer) => !elsewhere.test(answer))
  expect(told).toEqual([])
})
