import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { Contract } from '@/integration/contract'
import { addInvitations } from '@/integration/of-many-stores'
import { openShop, type Shop } from '@/integration/shop'
import { TabletDevice } from '@/integration/tablet'
import { whileHeld } from '@/integration/while-held'
import { mostSessions } from '@/lib/credentials/data'
import { prisma, sql } from '@/lib/db'
import { mostInvitations, mostInvitationsToSome, mostInvitationsWithin } from '@/lib/invitations/model'
import { mostPasskeys } from '@/lib/passkeys/model'
import { mostDeciding, mostPinPeople } from '@/lib/pins/model'
import { mostTablets } from '@/lib/tablets/model'
import { createStaff, createStore } from '@/prisma/factories/project'

const own = '/api/staff/account'

let contract: Contract
let shop: Shop

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
  shop = await openShop(inject('baseUrl'))
})

async function comesIn(role: 'owner' | 'staff') {
  const account = await createStaff({ projectId: shop.projectId, role })
  const browser = new Browser(shop)
  expect((await browser.signIn(account)).status).toBe(200)
  const { id: userId } = await prisma().user.findUniqueOrThrow({ where: { email: account.email } })
  return { browser, ...account, userId }
}

const place = () => ({ projectId: shop.projectId })

describe('what one account or one store can make more of has an end', () => {
  it('of sessions those used longest ago end for a new one, and none that was used in the last minutes', async () => {
    const { browser, userId, ...account } = await comesIn('staff')
    const old = new Browser(shop)
    expect((await old.signIn(account)).status).toBe(200)
    await sql('age-sessions', `update staff_session set updated_at = now() - interval '1 day' where user_id = $1`, [
      userId,
    ])
    await sql(
      'use-session',
      `update staff_session set updated_at = now() where id =
         (select id from staff_session where user_id = $1 order by created_at limit 1)`,
      [userId],
    )
    await sql(
      'fill-sessions',
      `insert into staff_session (id, user_id, token, expires_at, created_at, updated_at)
       select gen_random_uuid(), $1, gen_random_uuid(), now() + interval '1 day', now(), now() - interval '20 min'
       from generate_series(1, $2::int)`,
      [userId, mostSessions.idle - 2],
    )
    const count = () => prisma().session.count({ where: { userId } })
    const fresh = new Browser(shop)
    expect((await fresh.signIn(account)).status).toBe(200)
    expect([await browser.isIn(), await old.isIn(), await fresh.isIn()]).toEqual([true, false, true])
    expect(await count()).toBe(mostSessions.idle)
    const told = () =>
      prisma().auditEntry.findMany({
        where: { projectId: shop.projectId, subjectId: userId, action: 'account.sessionEnded' },
        select: { actorId: true, actorKind: true, details: true },
      })
    expect(await told()).toEqual([{ actorId: userId, actorKind: 'staff', details: { count: 1, reason: 'tooMany' } }])
    // As boards that are open are.
    await sql('use-sessions', 'update staff_session set updated_at = now() where user_id = $1', [userId])
    expect((await new Browser(shop).signIn(account)).status).toBe(200)
    expect(await count()).toBe(mostSessions.idle + 1)
    expect(await told()).toHaveLength(1)
    const { sessions } = (await fresh.send('GET', own)).body as { sessions: object[] }
    expect(sessions).toHaveLength(200)
  })

  it('of passkeys no other is offered', async () => {
    const { browser, password, userId } = await comesIn('staff')
    await sql(
      'fill-passkeys',
      `insert into staff_passkey (passkey_id, user_id, name, public_key, counter, created_at, challenged_at)
       select gen_random_uuid(), $1, 'Key ' || n, '', 0, now(), now() from generate_series(1, $2) n`,
      [userId, mostPasskeys],
    )
    const asked = { headers: browser.headers, body: { password } }
    await contract.expect(`POST ${own}/passkeys/options`, 409, 'passkeys_full', asked)
    await sql('remove-passkey', `delete from staff_passkey where user_id = $1 and name = 'Key 1'`, [userId])
    await contract.expect(`POST ${own}/passkeys/options`, 201, null, asked)
  })

  it('of tablets a store gets no more, and another one does', async () => {
    const { headers } = (await comesIn('owner')).browser
    const { destinationId } = await createStore(shop.projectId)
    await sql(
      'fill-tablets',
      `insert into tablet (project_id, tablet_id, destination_id, name, device, paired_by, paired_by_name, paired_at)
       select $1, gen_random_uuid(), $2, 'Tablet ' || n, '', 'x', 'X', now() from generate_series(1, $3) n`,
      [shop.projectId, shop.destinationId, mostTablets],
    )
    const { user_code: userCode } = await new TabletDevice(contract).begin()
    const body = { ...place(), userCode, destinationId: shop.destinationId, name: 'One more' }
    await contract.expect('POST /api/staff/tablets', 409, 'tablets_full', { headers, body })
    const elsewhere = { ...body, destinationId }
    await contract.expect('POST /api/staff/tablets', 201, null, { headers, body: elsewhere })
  })

  it('of invitations a project has no more, but another for the same address', async () => {
    const { headers } = (await comesIn('owner')).browser
    await sql(
      'fill-invitations',
      `insert into invitation (project_id, invitation_id, email, role, digest, invited_by, invited_by_name, created_at, expires_at)
       select $1, gen_random_uuid(), 'p' || n || '@shop.example', 'staff', '', 'x', 'X', now(), now() + interval '1 day'
       from generate_series(1, $2) n`,
      [shop.projectId, mostInvitations],
    )
    const invited = (email: string) => ({ headers, body: { ...place(), email, role: 'staff', destinationIds: null } })
    const invites = 'POST /api/staff/people/invitations'
    await contract.expect(invites, 409, 'invitations_full', invited(`${randomUUID().slice(0, 8)}@shop.example`))
    await contract.expect(invites, 201, null, invited('p1@shop.example'))
  })

  it('of invitations to some stores alone whoever has no others makes no more, which leaves others theirs', async () => {
    const mine = await openShop(inject('baseUrl'))
    const { projectId } = mine
    const { destinationId: branch } = await createStore(projectId)
    const invited = (headers: Record<string, string>, destinationIds: string[] | null) => ({
      headers,
      body: { projectId, email: `${randomUUID().slice(0, 8)}@shop.example`, role: 'staff', destinationIds },
    })
    await sql(
      'fill-invitations-of-a-store',
      `insert into invitation (project_id, invitation_id, email, role, destination_ids, digest, invited_by, invited_by_name,
                               created_at, expires_at)
       select $1, gen_random_uuid(), 'p' || n || '@shop.example', 'staff', jsonb_build_array($2::text), '', 'x', 'X', now(),
         now() + interval '1 day'
       from generate_series(1, $3) n`,
      [projectId, mine.destinationId, mostInvitationsWithin],
    )
    const manager = async (destinationIds: string[]) => (await mine.signIn({ role: 'manager', destinationIds })).headers
    const invites = 'POST /api/staff/people/invitations'
    const one = await manager([mine.destinationId])
    await contract.expect(invites, 409, 'invitations_full', invited(one, [mine.destinationId]))
    const both = await manager([mine.destinationId, branch])
    await contract.expect(invites, 409, 'invitations_full', invited(both, [branch]))
    await contract.expect(invites, 201, null, invited(await manager([branch]), [branch]))
    const owner = (await mine.signIn({ role: 'owner' })).headers
    await contract.expect(invites, 201, null, invited(owner, [mine.destinationId]))
    // Those of several stores together.
    await sql(
      'fill-invitations-of-stores',
      `insert into invitation (project_id, invitation_id, email, role, destination_ids, digest, invited_by, invited_by_name,
                               created_at, expires_at)
       select $1, gen_random_uuid(), 'q' || n || '@shop.example', 'staff', jsonb_build_array('store ' || n), '', 'x', 'X', now(),
         now() + interval '1 day'
       from generate_series(1, $2) n`,
      [projectId, mostInvitationsToSome - mostInvitationsWithin - 1],
    )
    await contract.expect(invites, 409, 'invitations_full', invited(await manager([branch]), [branch]))
    await contract.expect(invites, 201, null, invited(owner, [branch]))
    await contract.expect(invites, 201, null, invited(owner, null))
  })

  it('of people who have a PIN and no account a project has no more, and another PIN is set all the same', async () => {
    const { headers } = (await comesIn('owner')).browser
    await sql(
      'fill-pins',
      `insert into staff_pin (project_id, person_id, has_account, name, digest, set_at)
       select $1, 'p' || n, false, 'P' || n, sha256(gen_random_uuid()::text::bytea), now() from generate_series(1, $2::int) n`,
      [shop.projectId, mostPinPeople],
    )
    const added = { headers, body: { ...place(), name: 'One more', pin: '4071', destinationIds: null } }
    await contract.expect('POST /api/staff/pins', 409, 'pins_full', added)
    const other = { headers, params: { personId: 'p2' }, query: place(), body: { pin: '8352' } }
    await contract.expect('PUT /api/staff/pins/{personId}', 200, null, other)
    await contract.expect('DELETE /api/staff/pins/{personId}', 204, null, { ...other, body: undefined })
    await contract.expect('POST /api/staff/pins', 201, null, added)
  })
})

it('of stores that decide about PINs by themselves there are a thousand at most', async () => {
  const mine = await openShop(inject('baseUrl'))
  const { headers } = await mine.signIn({ role: 'owner' })
  const { projectId, destinationId } = mine
  await sql(
    'decide-by-store',
    `insert into store (project_id, destination_id, name, is_new, time_zone, default_zone_id, created_at, settings)
     select project_id, 'd' || n, 'd' || n, false, time_zone, default_zone_id, now(),
       case when n % 2 = 0 then '{"pinForActions": false}'::jsonb else '{"pinSeconds": 30}' end
     from store, generate_series(1, $2::int) n where project_id = $1`,
    [projectId, mostDeciding],
  )
  const decide = (store: string, body: object, status = 200) =>
    contract.expect('PATCH /api/staff/stores/settings', status, status === 200 ? null : 'field_invalid', {
      headers,
      query: { projectId, destinationId: store },
      body,
    })
  for (const body of [{ pinForActions: true }, { pinSeconds: 60 }, { pinForActions: null, pinSeconds: 60 }]) {
    const refused = await decide(destinationId, body, 400)
    expect(refused.body).toMatchObject({ errors: [{ path: '', message: expect.stringMatching(/^At most 1000 /) }] })
  }
  // What decides nothing about it, or is among them already, goes on.
  await decide(destinationId, { pinForActions: null, bays: ['1'] })
  await decide('d1', { pinForActions: true, pinSeconds: 45 })
  await decide('d2', { pinForActions: null })
  await decide(destinationId, { pinForActions: true })
  await decide('d2', { pinSeconds: 60 }, 400)
})

type Person = Awaited<ReturnType<typeof comesIn>>

async function linkOf(maker: Person, { userId }: Person): Promise<string> {
  const address = `/api/staff/people/${userId}/password-link?projectId=${shop.projectId}`
  const { body } = await maker.browser.send('POST', address)
  return String(body.link).split('/reset/')[1] ?? ''
}

const uses = (token: string) =>
  new Browser(shop).send('POST', '/api/staff/reset', { token, password: 'lamps under orange ferry' })

it('whoever has invited very many to very many stores is taken out all the same', async () => {
  const mine = await openShop(inject('baseUrl'))
  const [{ headers }, manager] = [await mine.signIn({ role: 'owner' }), await mine.signIn({ role: 'manager' })]
  const { id } = await prisma().user.findUniqueOrThrow({ where: { email: manager.account.email } })
  await addInvitations(mine.projectId, 300, id)
  const target = { headers, params: { userId: id }, query: { projectId: mine.projectId } }
  await contract.expect('DELETE /api/staff/people/{userId}', 204, null, target)
  const line = await prisma().auditEntry.findFirstOrThrow({
    where: { projectId: mine.projectId, action: 'person.removed' },
  })
  const { invitations } = line.details as { invitations: { stores: unknown }[] }
  expect([invitations.length, invitations[0]?.stores]).toEqual([300, 1000])
})

describe('a link for a colleague’s password', () => {
  const ends = {
    'all other sessions of who made it are ended': (by: Browser) => by.send('DELETE', `${own}/sessions`),
    'who made it has another password': (by: Browser, currentPassword: string) =>
      by.send('POST', `${own}/password`, { currentPassword, newPassword: 'ferry lamps under orange' }),
  }
  const saidOnPage = {
    en: 'This link was withdrawn',
    de: 'Dieser Link wurde zurückgezogen',
    fr: 'Ce lien a été retiré',
    es: 'Este enlace se ha retirado',
  }
  it.each(Object.entries(ends))('ends once %s', async (_, end) => {
    const [maker, colleague] = await Promise.all([comesIn('owner'), comesIn('owner')])
    const token = await linkOf(maker, colleague)
    expect((await end(maker.browser, maker.password)).status).toBe(204)
    const use = await uses(token)
    expect([use.status, use.body.reason]).toEqual([410, 'withdrawn'])
    for (const [language, said] of Object.entries(saidOnPage)) {
      const page = await fetch(`${shop.baseUrl}/reset/${token}`, { headers: { 'accept-language': language } })
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(said)])
    }
  })

  it.each(Object.entries(ends))('is refused as withdrawn where, while somebody uses it, %s', async (_, end) => {
    const [maker, colleague] = await Promise.all([comesIn('owner'), comesIn('owner')])
    const token = await linkOf(maker, colleague)
    // Whoever changes the password of an account waits for this: all was looked at by then.
    const held = 'select pg_advisory_xact_lock(hashtextextended($1, 434))'
    const use = await whileHeld(held, [colleague.userId], async ({ wait, release }) => {
      const using = uses(token)
      expect(await wait(1)).toBe(true)
      expect((await end(maker.browser, maker.password)).status).toBe(204)
      await release()
      return using
    })
    expect([use.status, use.body.reason]).toEqual([410, 'withdrawn'])
  })

  it.each(Object.entries(ends))('ends with it, whoever else has the link in hand, once %s', async (_, end) => {
    const [maker, colleague] = await Promise.all([comesIn('owner'), comesIn('owner')])
    const token = await linkOf(maker, colleague)
    const links = 'select 1 from staff_reset where made_by = $1 for update'
    const ended = await whileHeld(links, [maker.userId], () => end(maker.browser, maker.password))
    expect(ended.status).toBe(204)
    const use = await uses(token)
    expect([use.status, use.body.reason]).toEqual([410, 'withdrawn'])
  })

  it('ends once it is made in a session that is being ended', async () => {
    const [maker, colleague] = await Promise.all([comesIn('owner'), comesIn('owner')])
    const thief = new Browser(shop)
    expect((await thief.signIn({ email: maker.email, password: maker.password })).status).toBe(200)
    // Whoever makes one has the row of the session, and waits for that of the password.
    const password = 'select 1 from staff_account where user_id = $1 for update'
    const made = await whileHeld(password, [colleague.userId], async ({ wait, release }) => {
      const link = linkOf({ ...maker, browser: thief }, colleague)
      expect(await wait(1)).toBe(true)
      const end = maker.browser.send('DELETE', `${own}/sessions`)
      expect(await wait(2)).toBe(true)
      await release()
      return { token: await link, ended: await end }
    })
    expect(made.ended.status).toBe(204)
    expect(made.token).not.toBe('')
    expect((await uses(made.token)).status).toBe(410)
  })

  it('and one for who made it are used at once, and neither waits for the other in a circle', async () => {
    const [one, other] = await Promise.all([comesIn('owner'), comesIn('owner')])
    const tokens = [await linkOf(one, other), await linkOf(other, one)]
    const sessions = 'select 1 from staff_session where user_id = any ($1) for update'
    const answers = await whileHeld(sessions, [[one.userId, other.userId]], async ({ wait, release }) => {
      const used = Promise.all(tokens.map(uses))
      expect(await wait(2)).toBe(true)
      await release()
      return used
    })
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
  })
})
