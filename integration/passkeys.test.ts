import { beforeAll, expect, inject, it } from 'vitest'
import { Authenticator, type Offer } from '@/integration/authenticator'
import { Browser } from '@/integration/browser'
import { codeOfKey } from '@/integration/second-step'
import { openShop, type Shop } from '@/integration/shop'
import { whileHeld } from '@/integration/while-held'
import { atConsole } from '@/lib/audit/actor'
import { saveAccount } from '@/lib/auth/accounts'
import { findStaffBySession } from '@/lib/auth/data'
import { prisma, sql } from '@/lib/db'
import { makeLinkToken } from '@/lib/http/link-token'
import { countCode } from '@/lib/limits/codes'
import type { NewPasskey } from '@/lib/passkeys/schema'
import { addPasskey, offerPasskey } from '@/lib/passkeys/service'
import { insertReset } from '@/lib/reset/data'
import { acrossProjects } from '@/lib/wall'
import { createStaff } from '@/prisma/factories/project'

const own = '/api/staff/account'
const signIn = '/api/staff/session/passkey'
const good = 'orange ferry under lamps'

let shop: Shop

type Person = { browser: Browser; email: string; password: string }

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
})

async function comesIn(): Promise<Person> {
  const account = await createStaff({ projectId: shop.projectId, role: 'staff' })
  const browser = new Browser(shop)
  expect((await browser.signIn(account)).status).toBe(200)
  return { browser, ...account }
}

async function offeredTo({ browser, password }: Person): Promise<Offer> {
  const { status, body } = await browser.send('POST', `${own}/passkeys/options`, { password })
  expect(status).toBe(201)
  return body as Offer
}

const adds = ({ browser }: Person, credential: object) =>
  browser.send('POST', `${own}/passkeys`, { name: 'My phone', credential })

async function hasPasskeyAndSecondStep(person: Person): Promise<Authenticator> {
  const { browser, password } = person
  const sensor = new Authenticator(shop.baseUrl)
  expect((await adds(person, sensor.make(await offeredTo(person)))).status).toBe(204)
  const { secret } = (await browser.send('POST', `${own}/second-step`, { password })).body
  expect((await browser.send('PUT', `${own}/second-step`, { code: codeOfKey(String(secret)) })).status).toBe(200)
  return sensor
}

/** What signs in with a passkey, to be sent. */
async function signedBy(sensor: Authenticator): Promise<() => Promise<number>> {
  const { body } = await new Browser(shop).send('POST', `${signIn}/options`)
  const credential = sensor.use(String(body.challenge))
  return async () => (await new Browser(shop).send('POST', signIn, { credential })).status
}

it('of copies of a passkey that sign in at once, one does, and the one that is behind the other never', async () => {
  const person = await comesIn()
  const sensor = new Authenticator(shop.baseUrl)
  expect((await adds(person, sensor.make(await offeredTo(person)))).status).toBe(204)
  for (let round = 0; round < 4; round++) {
    const behind = sensor.copy()
    const each = [sensor.copy(), sensor.copy(), sensor.copy(), sensor]
    const signed: (() => Promise<number>)[] = []
    for (const one of each) signed.push(await signedBy(one))
    const statuses = await Promise.all(signed.map((send) => send()))
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401])
    expect(await (await signedBy(behind))()).toBe(401)
  }
})

it('a passkey that calls itself another account, or says of none, signs nobody in', async () => {
  const person = await comesIn()
  const other = await comesIn()
  const sensor = new Authenticator(shop.baseUrl)
  const { user } = await offeredTo(other)
  expect((await adds(person, sensor.make(await offeredTo(person)))).status).toBe(204)
  const own = sensor.userHandle
  for (const told of [user.id, undefined, '-', own]) {
    sensor.userHandle = told
    expect([told, await (await signedBy(sensor))()]).toEqual([told, told === own ? 200 : 401])
  }
})

it('a passkey that is asked for by a page in somebody’s frame is not added, and signs nobody in', async () => {
  const person = await comesIn()
  const sensor = new Authenticator(shop.baseUrl)
  for (const isFramed of [true, false]) {
    sensor.isFramed = isFramed
    const { status } = await adds(person, sensor.make(await offeredTo(person)))
    expect([isFramed, status]).toEqual([isFramed, isFramed ? 400 : 204])
  }
  for (const isFramed of [true, false]) {
    sensor.isFramed = isFramed
    expect([isFramed, await (await signedBy(sensor))()]).toEqual([isFramed, isFramed ? 401 : 200])
  }
})

it('a passkey that is removed ends the sessions that it has opened, and no others; all at once end all such', async () => {
  const person = await comesIn()
  const [one, other] = [new Authenticator(shop.baseUrl), new Authenticator(shop.baseUrl)]
  for (const sensor of [one, other]) {
    expect((await adds(person, sensor.make(await offeredTo(person)))).status).toBe(204)
  }
  const opens = async (sensor: Authenticator) => {
    const browser = new Browser(shop)
    const { body } = await browser.send('POST', `${signIn}/options`)
    const credential = sensor.use(String(body.challenge))
    expect((await browser.send('POST', signIn, { credential })).status).toBe(200)
    return browser
  }
  const lives = async (browser: Browser) => (await browser.send('GET', own)).status
  const [byOne, byOther] = [await opens(one), await opens(other)]
  expect((await person.browser.send('DELETE', `${own}/passkeys/${one.id}`)).status).toBe(204)
  expect([await lives(byOne), await lives(byOther), await lives(person.browser)]).toEqual([401, 200, 200])
  // All: also one that whoever asks does not know of. The session in which it is asked for lives, whatever has opened it.
  const again = await opens(other)
  expect((await again.send('DELETE', `${own}/passkeys`)).status).toBe(204)
  expect([await lives(again), await lives(byOther), await lives(person.browser)]).toEqual([200, 401, 200])
  expect(await (await signedBy(other))()).toBe(401)
  // Who has removed the last one in the session that it has opened is not in there for longer than the others let them.
  expect((await person.browser.send('DELETE', `${own}/passkeys`)).status).toBe(204)
  expect([await lives(again), await lives(person.browser)]).toEqual([401, 200])
})

it('a passkey signs in at once that was added by a server whose clock is ahead', async () => {
  const person = await comesIn()
  const [session] = await sql<{ id: string }>(
    'session-of',
    'select s.id from staff_session s join staff_user u on u.id = s.user_id where u.email = $1',
    [person.email],
  )
  const caller = await findStaffBySession(session?.id ?? '', new Date())
  if (!caller) throw new Error('there is no such session')
  const request = new Request(shop.baseUrl, { method: 'POST', headers: { host: new URL(shop.baseUrl).host } })
  const later = new Date(Date.now() + 10 * 60_000)
  const sensor = new Authenticator(shop.baseUrl)
  const offer = await offerPasskey(caller, person.password, request, later)
  const credential = sensor.make(offer) as NewPasskey['credential']
  await addPasskey(caller, { name: 'My phone', credential }, request, new Date(Date.now() + 60_000))
  expect(await (await signedBy(sensor))()).toBe(200)
})

it('who takes so long that their account has changed meanwhile is told that, and begins again', async () => {
  const person = await comesIn()
  const sensor = new Authenticator(shop.baseUrl)
  const offer = await offeredTo(person)
  const begun = await person.browser.send('POST', `${own}/second-step`, { password: person.password })
  expect(begun.body.secret).toEqual(expect.any(String))
  const refused = await adds(person, sensor.make(offer))
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ path: 'credential', message: expect.stringMatching(/the account has changed/) }],
  ])
  expect((await adds(person, sensor.make(await offeredTo(person)))).status).toBe(204)
})

it('a passkey that was removed is not put back by what once added it', async () => {
  const person = await comesIn()
  const sensor = new Authenticator(shop.baseUrl)
  const added = sensor.make(await offeredTo(person))
  expect((await adds(person, added)).status).toBe(204)
  const recorded = await signedBy(sensor)
  expect(await recorded()).toBe(200)
  expect((await person.browser.send('DELETE', `${own}/passkeys/${sensor.id}`)).status).toBe(204)
  const again = await adds(person, added)
  expect([again.status, again.body.code]).toEqual([400, 'field_invalid'])
  expect(await recorded()).toBe(401)
  expect(await (await signedBy(sensor))()).toBe(401)
})

it('of one offer one passkey is added, and none once the password is another or a passkey was removed', async () => {
  const person = await comesIn()
  const first = new Authenticator(shop.baseUrl)
  const offer = await offeredTo(person)
  const sensors = [first, new Authenticator(shop.baseUrl), new Authenticator(shop.baseUrl)]
  const answers = await Promise.all(sensors.map((sensor) => adds(person, sensor.make(offer))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400, 400])
  const beforeRemoval = await offeredTo(person)
  const kept = sensors[answers.findIndex(({ status }) => status === 204)]
  expect((await person.browser.send('DELETE', `${own}/passkeys/${kept?.id}`)).status).toBe(204)
  expect((await adds(person, first.make(beforeRemoval))).status).toBe(400)
  const beforeChange = await offeredTo(person)
  const change = { currentPassword: person.password, newPassword: good }
  expect((await person.browser.send('POST', `${own}/password`, change)).status).toBe(204)
  expect((await adds(person, first.make(beforeChange))).status).toBe(400)
  expect((await adds(person, first.make(await offeredTo({ ...person, password: good })))).status).toBe(204)
})

it('a passkey shows no code for its browser, nor is its removal one that makes strangers of others', async () => {
  const person = await comesIn()
  const { browser, email, password } = person
  const sensor = await hasPasskeyAndSecondStep(person)
  const { id: userId } = await prisma().user.findUniqueOrThrow({ where: { email } })
  for (let n = 0; n < 60; n++) await countCode({ userId, browser: null })
  const comesBy = async (by: Browser) => {
    const { body } = await by.send('POST', `${signIn}/options`)
    return (await by.send('POST', signIn, { credential: sensor.use(String(body.challenge)) })).status
  }
  const other = new Browser(shop)
  expect([await comesBy(other), await comesBy(browser)]).toEqual([200, 200])
  expect((await other.send('DELETE', `${own}/passkeys/${sensor.id}`)).status).toBe(204)
  const guess = (by: Browser) => by.signIn({ email, password, code: '000000' })
  expect((await guess(other)).body.code).toBe('too_many_requests')
  expect((await guess(browser)).body.code).toBe('second_step_failed')
})

it('what is ended or taken away by several at once is one line of the record, and no fault', async () => {
  const person = await comesIn()
  const { browser, email, password } = person
  const sensor = await hasPasskeyAndSecondStep(person)
  const { headers } = browser
  // As another tab of the same browser sends it: with the cookies as they are now.
  const fiveTimes = async (method: string, address: string, body?: object) => {
    const sent = { method, body, headers, key: null }
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => shop.call(address, sent)))
    return answers.map(({ status }) => status).toSorted()
  }
  expect(await fiveTimes('DELETE', `${own}/passkeys/${sensor.id}`)).toEqual([204, 404, 404, 404, 404])
  expect(await fiveTimes('POST', `${own}/second-step/removal`, { password })).toEqual([204, 204, 204, 204, 204])
  expect((await fiveTimes('DELETE', '/api/staff/session')).every((status) => status === 204 || status === 401)).toBe(
    true,
  )
  const told = await sql<{ action: string; count: number }>(
    'told-of-account',
    `select a.action, count(*)::int as count from audit_entry a join staff_user u on u.id = a.subject_id
     where a.project_id = $1 and u.email = $2 and a.action in ('account.passkeyRemoved', 'account.secondStepOff', 'account.signedOut')
     group by 1 order by 1`,
    [shop.projectId, email],
  )
  expect(told).toEqual([
    { action: 'account.passkeyRemoved', count: 1 },
    { action: 'account.secondStepOff', count: 1 },
    { action: 'account.signedOut', count: 1 },
  ])
})

it('of a passkey that is added while all are about to be removed the record tells as well, and of none twice', async () => {
  const person = await comesIn()
  const { browser, email } = person
  const { id: userId } = await prisma().user.findUniqueOrThrow({ where: { email } })
  const credential = new Authenticator(shop.baseUrl).make(await offeredTo(person))
  // As other tabs of the same browser send it: with the cookies as they are now.
  const { headers } = browser
  const removeAll = () => shop.call(`${own}/passkeys`, { method: 'DELETE', headers, key: null })
  const alone = 'select pg_advisory_xact_lock(hashtextextended($1, 434))'
  const removed = await whileHeld(alone, [userId], async ({ wait, release }) => {
    const removing = [removeAll(), removeAll(), removeAll()]
    expect(await wait(3)).toBe(true)
    expect((await adds(person, credential)).status).toBe(204)
    await release()
    return Promise.all(removing)
  })
  expect(removed.map(({ status }) => status)).toEqual([204, 204, 204])
  expect(await prisma().passkey.count({ where: { userId } })).toBe(0)
  const told = { projectId: shop.projectId, subjectId: userId, action: 'account.passkeyRemoved' }
  expect(await prisma().auditEntry.findMany({ where: told })).toMatchObject([
    { actorId: userId, details: { count: 1 } },
  ])
})

it.each(['a link', 'the console'])(
  'of a passkey that is added while a password by %s is about to end them the record tells',
  async (by) => {
    const person = await comesIn()
    const { email } = person
    const { id: userId } = await prisma().user.findUniqueOrThrow({ where: { email } })
    const credential = new Authenticator(shop.baseUrl).make(await offeredTo(person))
    const { token, digest } = makeLinkToken()
    const expiresAt = new Date(Date.now() + 60_000)
    const note = { account: { userId, name: 'Sam' }, actor: atConsole, action: 'account.resetLinkMade' } as const
    await acrossProjects(() => insertReset({ digest, userId, expiresAt, by: null }, note, new Date()))
    const given = { email, password: good, name: 'Sam', membership: null, actor: atConsole }
    const chosen = {
      'a link': () => new Browser(shop).send('POST', '/api/staff/reset', { token, password: good }),
      'the console': () => saveAccount(given, new Date()),
    }
    const alone = 'select pg_advisory_xact_lock(hashtextextended($1, 434))'
    await whileHeld(alone, [userId], async ({ wait, release }) => {
      const choosing = chosen[by as keyof typeof chosen]()
      expect(await wait(1)).toBe(true)
      expect((await adds(person, credential)).status).toBe(204)
      await release()
      await choosing
    })
    expect(await prisma().passkey.count({ where: { userId } })).toBe(0)
    const told = { projectId: shop.projectId, subjectId: userId, action: 'account.passkeyRemoved' }
    // Neither a link nor the console says who it was.
    const line = { actorId: null, details: { count: 1 } }
    expect(await prisma().auditEntry.findMany({ where: told })).toMatchObject([line])
  },
)

it('to remove passkeys where there are none keeps nobody from adding what they were offered', async () => {
  const person = await comesIn()
  const credential = new Authenticator(shop.baseUrl).make(await offeredTo(person))
  expect((await person.browser.send('DELETE', `${own}/passkeys`)).status).toBe(204)
  expect((await adds(person, credential)).status).toBe(204)
})
