import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { comesInto, failuresOf, idOf } from '@/integration/account-person'
import { Browser } from '@/integration/browser'
import { Mailbox } from '@/integration/mailbox'
import { codeOfKey } from '@/integration/second-step'
import { startServer } from '@/integration/setup/test-server'
import { openShop, type Shop } from '@/integration/shop'
import { whileHeld } from '@/integration/while-held'
import { knownDevice } from '@/lib/auth/known-device'
import { prisma, sql } from '@/lib/db'
import { limitLinks, limitOwnPassword } from '@/lib/limits/service'
import { createStaff } from '@/prisma/factories/project'

const own = '/api/staff/account'
const secondStep = '/api/staff/account/second-step'
const invitations = '/api/staff/people/invitations'
const good = 'orange ferry under lamps'

let shop: Shop
let mailbox: Mailbox
let deaf: Mailbox
let server: Awaited<ReturnType<typeof startServer>>
let mute: Awaited<ReturnType<typeof startServer>>
let at: Shop

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
  ;[mailbox, deaf] = [await Mailbox.open(), await Mailbox.open({ refuses: true })]
  const env = { WORKERS: '1', MAIL_FROM: 'Baycall <board@shop.example>' }
  const databaseUrl = inject('databaseUrl')
  const counting = { RATE_LIMIT_SIGN_IN: '0.2:10', TRUSTED_PROXIES: '1', BAYCALL_URL: 'http://board.shop.example' }
  server = await startServer({ databaseUrl, env: { ...env, ...counting, SMTP_URL: mailbox.url } })
  const { BAYCALL_URL } = counting
  mute = await startServer({ databaseUrl, env: { ...env, BAYCALL_URL, SMTP_URL: deaf.url } })
  at = shop.at(server.baseUrl)
})
afterAll(async () => {
  mailbox.close()
  deaf.close()
  await server.stop()
  await mute.stop()
})

const inviteAt = async (where: Shop, email: string) => {
  const owner = await comesInto(where, 'owner')
  const body = { projectId: shop.projectId, email, role: 'staff', destinationIds: null }
  return owner.browser.send('POST', invitations, body)
}

async function invitationTo(email: string): Promise<string> {
  const [open] = await sql<{ invitation_id: string }>(
    'invitation-to',
    'select invitation_id from invitation where project_id = $1 and email = $2',
    [shop.projectId, email],
  )
  return open?.invitation_id ?? ''
}

const passwordLink = (userId: string) => `/api/staff/people/${userId}/password-link?projectId=${shop.projectId}`
const tokenIn = (mail: string) => /\/reset\/([\w-]{43})/.exec(mail)?.[1] ?? ''

it.each(['sessions', 'passkeys'])(
  'a session that was found open does not keep its owner out by ending what is theirs: %s',
  async (which) => {
    const { browser: found, email, password } = await comesInto(at, 'owner')
    const ends = async () => (await found.send('DELETE', `${own}/${which}`)).body.code
    for (let n = 0; n < 8; n++) expect(await ends()).toBeUndefined()
    const theirs = new Browser(at)
    expect((await theirs.signIn({ email, password })).status).toBe(200)
    expect(await ends()).toBe('too_many_requests')
    expect((await theirs.send('DELETE', `${own}/sessions`)).status).toBe(204)
    expect(await found.isIn()).toBe(false)
  },
)

it('sends a link to the mailbox alone, and where that fails nobody has it', async () => {
  const email = `${randomUUID().slice(0, 8)}@shop.example`
  const sent = await inviteAt(at, email)
  expect(sent.body).toMatchObject({ mail: 'sent', link: null })
  const mail = await mailbox.next()
  expect(mail).toContain(email)
  const token = /http:\/\/board\.shop\.example\/join\/([\w-]{43})/.exec(mail)?.[1] ?? ''
  const joined = await new Browser(at).send('POST', '/api/staff/join', { token, name: 'Sam', password: good })
  expect(joined.status).toBe(200)
  const { browser } = await comesInto(shop.at(mute.baseUrl), 'owner')
  const part = { projectId: shop.projectId, email: `x${email}`, role: 'staff', destinationIds: null }
  const failed = [await browser.send('POST', invitations, part)]
  const renewal = `${invitations}/${await invitationTo(`x${email}`)}?projectId=${shop.projectId}`
  failed.push(await browser.send('POST', renewal, { sendsMail: true }))
  const userId = await idOf((await comesInto(shop)).email)
  failed.push(await browser.send('POST', passwordLink(userId)))
  expect(failed.map(({ status, body }) => [status, body.mail, body.link])).toEqual(Array(3).fill([201, 'failed', null]))
  expect(mute.logs()).not.toContain(email)
  expect(`${server.logs()}${mute.logs()}`).not.toContain(token)
})

it('sends another link to the mailbox alone as well, and keeps who asked for it', async () => {
  const email = `${randomUUID().slice(0, 8)}@shop.example`
  const { browser, email: inviter } = await comesInto(at, 'owner')
  // As names were given before they were looked at: they make no header, no part and no page of the mail.
  await sql('name-inviter', 'update staff_user set name = $2 where email = $1', [
    inviter,
    'Sam\r\nBcc: eve@shop.example\r\nContent-Type: text/html\r\n\r\n<a href="//eve.example">Join</a>',
  ])
  const part = { projectId: shop.projectId, email, role: 'staff', destinationIds: null }
  expect((await browser.send('POST', invitations, part)).body.mail).toBe('sent')
  const [head = '', first = '', named = '', ...others] = (await mailbox.next()).split('\r\n\r\n')
  expect(head.match(/^(?:to|cc|bcc|subject|content-type): .*$/gim)).toEqual([
    `To: ${email}`,
    'Subject: An invitation to Baycall',
    'Content-Type: text/plain; charset=utf-8',
  ])
  expect(first).toMatch(/^You are invited to a project on Baycall, [^"]*:$/)
  expect(named).toMatch(/^Who invites you: .*Sam {2}Bcc: eve@ shop\. example {2}Content-.*\r\nThe project: .*$/)
  expect(others.join().match(/http:\/\/\S+/g)).toEqual([
    expect.stringMatching(/^http:\/\/board\.shop\.example\/join\//),
  ])
  const invitationId = await invitationTo(email)
  const address = `${invitations}/${invitationId}?projectId=${shop.projectId}`
  const shown = await browser.send('POST', address, { sendsMail: false })
  expect([shown.status, shown.body.link, shown.body.errors]).toMatchObject([400, undefined, [{ path: 'sendsMail' }]])
  expect((await browser.send('POST', address, { sendsMail: true })).body).toMatchObject({ mail: 'sent', link: null })
  expect(await mailbox.next()).toContain(email)
  const lines = await sql<{ action: string; by: string | null }>(
    'lines-of-invitation',
    `select action, details ->> 'by' as by from audit_entry where project_id = $1 and subject_id = $2
     order by sequence`,
    [shop.projectId, invitationId],
  )
  expect(lines).toEqual([
    { action: 'person.invited', by: 'mail' },
    { action: 'person.inviteRenewed', by: 'mail' },
  ])
})

it('mails a link for a forgotten password, to whoever has an account, and answers everybody the same', async () => {
  const person = await comesInto(at)
  const ask = (email: string) => new Browser(at).send('POST', '/api/staff/reset/request', { email })
  expect((await ask('nobody@shop.example')).status).toBe(204)
  expect((await ask(person.email)).status).toBe(204)
  const mail = await mailbox.next()
  expect(mail).toContain(person.email)
  const use = { token: tokenIn(mail), password: `${good} two` }
  expect((await new Browser(at).send('POST', '/api/staff/reset', use)).status).toBe(204)
  expect(await person.browser.isIn()).toBe(false)
})

it('mails an account three links at most, whoever asks, and no such link ends one that an owner has sent', async () => {
  const person = await comesInto(at)
  const { browser } = await comesInto(at, 'owner')
  const userId = await idOf(person.email)
  expect((await browser.send('POST', passwordLink(userId))).body.mail).toBe('sent')
  const sent = tokenIn(await mailbox.next())
  const ask = async (email: string) =>
    expect((await new Browser(at).send('POST', '/api/staff/reset/request', { email })).status).toBe(204)
  const mailed: string[] = []
  for (let n = 0; n < 3; n++) {
    await ask(person.email)
    mailed.push(tokenIn(await mailbox.next()))
  }
  await ask(person.email)
  await ask(person.email)
  const other = await comesInto(at)
  await ask(other.email)
  expect(await mailbox.next()).toContain(other.email)
  const lines = await sql(
    'links-of-account',
    `select 1 from audit_entry where project_id = $1 and subject_id = $2 and action = 'account.resetLinkMade'`,
    [shop.projectId, userId],
  )
  expect(lines).toHaveLength(4)
  const use = (token = '') => new Browser(at).send('POST', '/api/staff/reset', { token, password: `${good} two` })
  expect((await use(sent)).status).toBe(204)
  expect((await use(mailed[2])).body).toMatchObject({ code: 'link_invalid', reason: 'used' })
})

it('lets nobody have more links sent than somebody who takes a chain’s people on', async () => {
  const { email, browser } = await comesInto(at, 'owner')
  const userId = await idOf(email)
  // What this very process lets through has been sent by another server, as it were.
  for (let isLeft = true; isLeft; )
    isLeft = await limitLinks(
      { userId, projectId: shop.projectId, role: 'owner', destinationIds: null, people: 9 },
      null,
    ).then(
      () => true,
      () => false,
    )
  const person = await idOf((await comesInto(shop)).email)
  const answers = [await browser.send('POST', passwordLink(person))]
  while (answers.length < 5 && answers.at(-1)?.status === 201) {
    await mailbox.next()
    answers.push(await browser.send('POST', passwordLink(person)))
  }
  expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(30)
})

it('mails somebody a few links of a project’s owners and no more, and others’ all the same', async () => {
  const one = await comesInto(at, 'owner')
  const other = await comesInto(at, 'owner')
  const email = `asked-${randomUUID().slice(0, 8)}@elsewhere.example`
  const body = { projectId: shop.projectId, email, role: 'staff', destinationIds: null }
  const asked = []
  const [name] = email.split('@')
  for (const [n, { browser }] of [one, other, one, other, one, other].entries()) {
    const sent = { ...body, email: n % 2 === 0 ? email : `${name}+${n}@elsewhere.example` }
    asked.push(await browser.send('POST', invitations, sent))
  }
  expect(asked.map(({ status }) => status)).toEqual([...Array(5).fill(201), 429])
  expect(Number(asked.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(300)
  for (let n = 0; n < 5; n++) expect(await mailbox.next()).toContain(name)
  const elsewhere = { ...body, email: `other-${email}` }
  expect((await other.browser.send('POST', invitations, elsewhere)).body.mail).toBe('sent')
  expect(await mailbox.next()).toContain(elsewhere.email)
  const manager = new Browser(at)
  await manager.signIn(await createStaff({ projectId: shop.projectId, role: 'manager' }))
  expect((await manager.send('POST', invitations, body)).body.mail).toBe('sent')
  expect(await mailbox.next()).toContain(email)
})

it('slows down who guesses the password of an account that is open before them, from wherever, and notes it', async () => {
  const { email, browser } = await comesInto(at)
  const ask = (n: number) => {
    const headers = { ...browser.headers, 'x-forwarded-for': `203.0.113.${100 + n}` }
    return at.call(secondStep, { method: 'POST', body: { password: `guess ${n}` }, headers, key: null })
  }
  expect((await ask(0)).body.code).toBe('field_invalid')
  await expect.poll(() => failuresOf(shop.projectId, email)).toBe(1)
  const userId = await idOf(email)
  for (let isLeft = true; isLeft; )
    isLeft = await limitOwnPassword(userId).then(
      () => true,
      () => false,
    )
  const late = await ask(1)
  expect([late.status, late.body.code]).toEqual([429, 'too_many_requests'])
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await failuresOf(shop.projectId, email)).toBe(1)
})

it('lets whoever guesses the password of an account that is open before them wait for themselves alone', async () => {
  const uncounted = shop.at(mute.baseUrl)
  const guesser = await comesInto(uncounted)
  const { browser, email, password } = await comesInto(uncounted)
  let answered = 0
  const guesses = Array.from({ length: 30 }, async () => {
    const guess = { currentPassword: 'a wrong guess', newPassword: good }
    const { status } = await guesser.browser.send('POST', `${own}/password`, guess)
    answered += 1
    return status
  })
  // The others have begun, or wait for their turn.
  await Promise.race(guesses)
  expect((await browser.signIn({ email, password })).status).toBe(200)
  expect(answered).toBeLessThan(15)
  expect(await Promise.all(guesses)).toEqual(Array(30).fill(400))
})

it('keeps the names that somebody has had, a line for each change, and takes no more of them than anybody needs', async () => {
  const { email, browser } = await comesInto(at)
  const userId = await idOf(email)
  const before = (await browser.send('GET', own)).body.name
  const rename = (name: string) => browser.send('PATCH', own, { name })
  expect((await rename(` ${before} `)).status).toBe(204)
  expect((await rename('Sam One')).status).toBe(204)
  expect((await rename('Sam Two')).status).toBe(204)
  const statuses: number[] = []
  for (let n = 0; n < 10; n++) statuses.push((await rename(`Sam no. ${n}`)).status)
  expect(statuses.filter((status) => status === 204).length).toBeLessThan(5)
  expect(statuses.at(-1)).toBe(429)
  const lines = await sql<{ details: object }>(
    'renamed',
    `select details from audit_entry where subject_id = $1 and action = 'account.renamed' order by sequence`,
    [userId],
  )
  expect(lines.slice(0, 2).map(({ details }) => details)).toEqual([
    { name: { from: before, to: 'Sam One' } },
    { name: { from: 'Sam One', to: 'Sam Two' } },
  ])
  expect(lines).toHaveLength(2 + statuses.filter((status) => status === 204).length)
})

it('tells of two names that are given at once which one was before the other', async () => {
  const { email, browser } = await comesInto(shop)
  const userId = await idOf(email)
  const row = 'select 1 from staff_user where id = $1 for no key update'
  const given = await whileHeld(row, [userId], async ({ wait, release }) => {
    const both = ['Sam One', 'Sam Two'].map((name) => browser.send('PATCH', own, { name }))
    expect(await wait(2)).toBe(true)
    await release()
    return Promise.all(both)
  })
  expect(given.map(({ status }) => status)).toEqual([204, 204])
  const lines = await sql<{ from: string; to: string }>(
    'names-at-once',
    `select details -> 'name' ->> 'from' as from, details -> 'name' ->> 'to' as to from audit_entry
     where subject_id = $1 and action = 'account.renamed' order by sequence`,
    [userId],
  )
  expect(lines).toHaveLength(2)
  expect(lines[1]?.from).toBe(lines[0]?.to)
})

it('takes the same change of a password again a moment later, as a browser sends it whose line broke', async () => {
  const { email, password, browser } = await comesInto(shop)
  const change = () => browser.send('POST', `${own}/password`, { currentPassword: password, newPassword: good })
  const once = await Promise.all([change(), change()])
  const answers = [...once, await change()]
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
  const { devicesSince } = await prisma().user.findUniqueOrThrow({ where: { email } })
  for (const { headers } of answers) {
    const cookie = headers.getSetCookie().join('; ')
    const known = knownDevice(email, new Headers({ cookie }), new Date())
    expect(known?.since.getTime()).toBeGreaterThanOrEqual(Number(devicesSince))
  }
  // Neither of the two was a wrong password.
  expect(await failuresOf(shop.projectId, email)).toBe(0)
  await sql('a minute ago', `update staff_account set updated_at = updated_at - interval '61 s' where user_id = $1`, [
    await idOf(email),
  ])
  expect((await change()).body).toMatchObject({ code: 'field_invalid', errors: [{ path: 'currentPassword' }] })
  // A wrong one is noted after the answer: that of the last change, and none of the one before.
  await expect.poll(() => failuresOf(shop.projectId, email)).toBe(1)
  const lines = await sql(
    'changes-of-password',
    `select 1 from audit_entry where subject_id = $1 and action = 'account.passwordChanged'`,
    [await idOf(email)],
  )
  expect(lines).toHaveLength(1)
})

it('ends a session in which a password is changed to what another session makes it in that moment', async () => {
  const { email, password, browser } = await comesInto(shop)
  const other = new Browser(shop)
  await other.signIn({ email, password })
  const sent = { currentPassword: password, newPassword: good }
  const answers = await Promise.all([browser, other].map((by) => by.send('POST', `${own}/password`, sent)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 401])
  expect(await Promise.all([browser.isIn(), other.isIn()])).toEqual(answers.map(({ status }) => status === 204))
})

it('tells what happens to an account in a project too that it joins in that moment', async () => {
  const other = await openShop(inject('baseUrl'))
  const { email, password, browser } = await comesInto(shop)
  const userId = await idOf(email)
  // As whoever joins a project has it.
  const row = 'select 1 from staff_account where user_id = $1 for no key update'
  const deeds = [
    () => browser.send('PATCH', own, { name: 'Sam Three' }),
    () => browser.send('POST', `${own}/password`, { currentPassword: password, newPassword: good }),
  ]
  for (const deed of deeds) {
    await sql('leaves', 'delete from membership where user_id = $1 and project_id = $2', [userId, other.projectId])
    const done = await whileHeld(row, [userId], async ({ wait, release }) => {
      const asked = deed()
      expect(await wait(1)).toBe(true)
      await prisma().membership.create({
        data: { projectId: other.projectId, userId, role: 'staff', createdAt: new Date() },
      })
      await release()
      return asked
    })
    expect(done.status).toBe(204)
  }
  const lines = await sql<{ action: string }>(
    'told-elsewhere',
    'select action from audit_entry where project_id = $1 and subject_id = $2 order by sequence',
    [other.projectId, userId],
  )
  expect(lines.map(({ action }) => action)).toEqual(['account.renamed', 'account.passwordChanged'])
})

it('is turned on by who knows the password, however many codes somebody sends who does not', async () => {
  const { browser, email, password } = await comesInto(at)
  const owners = new Browser(at)
  await owners.signIn({ email, password })
  const send = (by: Browser, code: string) => by.send('PUT', secondStep, { code })
  const ofThief = await Promise.all(Array.from({ length: 12 }, () => send(browser, '000000')))
  expect(new Set(ofThief.map(({ body }) => body.code))).toEqual(new Set(['second_step_off']))
  const { body } = await owners.send('POST', secondStep, { password })
  expect((await send(browser, '000000')).body.code).toBe('second_step_off')
  expect((await send(owners, codeOfKey(String(body.secret)))).status).toBe(200)
})

it('slows down who guesses codes, from wherever, and lets nobody in by it', async () => {
  const person = await comesInto(shop)
  const { email, password } = person
  const begun = await person.browser.send('POST', secondStep, { password })
  const secret = String(begun.body.secret)
  expect((await person.browser.send('PUT', secondStep, { code: codeOfKey(secret, -1) })).status).toBe(200)
  const statuses: number[] = []
  const inside = new Browser(at)
  expect((await inside.signIn({ email, password, code: codeOfKey(secret) })).status).toBe(200)
  // Who is in already sends as many as they like, and takes none from who signs in.
  const setUp = () => inside.send('PUT', secondStep, { code: '000000' })
  expect(new Set((await Promise.all(Array.from({ length: 12 }, setUp))).map(({ status }) => status))).toEqual(
    new Set([409]),
  )
  for (let n = 0; n < 14; n++) {
    const headers = { 'x-forwarded-for': `203.0.113.${n}` }
    const body = { email, password, code: String(100_000 + n) }
    statuses.push((await at.call('/api/prod1/sessions', { method: 'POST', body, headers, key: null })).status)
  }
  expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
  expect(statuses.slice(-2)).toEqual([429, 429])
})
