import { createHook } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { POST as joinByLink } from '@/app/api/staff/join/route'
import { POST as resetByLink } from '@/app/api/staff/reset/route'
import { Browser } from '@/integration/browser'
import { Contract } from '@/integration/contract'
import { meetCommonRefusals, notMet } from '@/integration/refusals'
import { openShop, type Shop } from '@/integration/shop'
import { atConsole } from '@/lib/audit/actor'
import type { AuditNote } from '@/lib/audit/model'
import { saveAccount } from '@/lib/auth/accounts'
import { pools, prisma, sql } from '@/lib/db'
import type { Handler } from '@/lib/http/define-route'
import { digestOfToken } from '@/lib/http/link-token'
import { acceptInvitation, findInvitationByDigest } from '@/lib/invitations/data'
import { deletePerson, updatePerson } from '@/lib/people/data'
import type { Part } from '@/lib/people/model'
import { createStaff, createStore } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'

const people = '/api/staff/people'
const find = `POST ${people}/find`
const invitations = '/api/staff/people/invitations'
const invitation = '/api/staff/people/invitations/{invitationId}'
const person = '/api/staff/people/{userId}'
const reset = '/api/staff/people/{userId}/password-link'
const password = 'orange ferry under lamps'

let contract: Contract
let shop: Shop
let airport: string
let owner: Browser
let ownerEmail: string

type Person = { userId: string; email: string; role: string; mayChange: boolean; destinationIds: string[] | null }
type Invited = { invitationId: string; email: string; invitedByName: string }
type Listed = { people: Person[]; invitations: Invited[]; rolesToGive: string[] }

const address = () => `${randomUUID().slice(0, 8)}@shop.example`
const query = () => ({ projectId: shop.projectId })

/** Somebody of the shop, signed in. */
async function comesIn(given: Omit<Parameters<typeof createStaff>[0], 'projectId'>, name?: string) {
  const account = await createStaff({ projectId: shop.projectId, ...given, ...(name && { name }) })
  const browser = new Browser(shop)
  await browser.signIn(account)
  return { browser, ...account }
}

async function listOf(browser: Browser): Promise<Listed> {
  const { body } = await contract.expect(`GET ${people}`, 200, null, { headers: browser.headers, query: query() })
  return body as Listed
}

async function personOf(email: string): Promise<Person> {
  const found = (await listOf(owner)).people.find((one) => one.email === email)
  if (!found) throw new Error(`${email} is not in the project`)
  return found
}

/** Invites somebody, and answers the end of the link. */
async function invited(email: string, part: object, by = owner): Promise<string> {
  const body = { ...query(), email, destinationIds: null, ...part }
  const { body: made } = await contract.expect(`POST ${invitations}`, 201, null, { headers: by.headers, body })
  expect(made).toMatchObject({ mail: 'off' })
  return (made as { link: string }).link.split('/join/')[1] ?? ''
}

/** Makes a link for somebody's new password, and answers its end. */
async function resetOf(by: Browser, userId: string): Promise<string> {
  const target = { params: { userId }, query: query(), headers: by.headers }
  const { body } = await contract.expect(`POST ${reset}`, 201, null, target)
  return (body as { link: string }).link.split('/reset/')[1] ?? ''
}

const join = (token: string, more: object, browser = new Browser(shop)) =>
  browser.send('POST', '/api/staff/join', { token, ...more })

/** The lines of the record about invitations of an address, or who has joined by that name, in the order of time. */
async function invitationLines(subject: string) {
  const lines = await sql<{ action: string; details: unknown }>(
    'lines-of-invitations',
    `select action, details from audit_entry where project_id = $1 and subject_kind = 'person' and subject_name = $2
     order by sequence`,
    [shop.projectId, subject],
  )
  return lines.map(({ action, details }) => [action, details])
}

/** Does what writes into a table several times: none of it writes before three, or so many, stand ready to. */
async function atOnce<Done>(table: string, work: () => Promise<Done>, many = 3): Promise<Done> {
  const holder = await pools().hot.connect()
  const areReady = async () => {
    // Who waits for us, and who waits for those. Not by pg_stat_activity: that stays what it was when a transaction first
    // looked, and who connects later is never seen.
    const { rows } = await holder.query(
      `with waiting as (select distinct pid from pg_locks where not granted),
            first as (select pid from waiting where pg_backend_pid() = any(pg_blocking_pids(pid)))
       select pid from first union select w.pid from waiting w, first where first.pid = any(pg_blocking_pids(w.pid))`,
    )
    return rows.length >= many
  }
  let done: Promise<Done> | undefined
  try {
    await holder.query('begin')
    await holder.query(`lock table ${table} in share row exclusive mode`)
    done = work()
    expect(await until(areReady, 5_000)).toBe(true)
  } finally {
    await holder.query('commit')
    holder.release()
    await done
  }
  return done
}

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
  shop = await openShop(inject('baseUrl'))
  airport = (await createStore(shop.projectId)).destinationId
  const first = await comesIn({ role: 'owner' }, 'Olga Owner')
  owner = first.browser
  ownerEmail = first.email
})

describe('an invitation', () => {
  it('makes an account of one project, once, and whoever has it sees the board of their store alone', async () => {
    const email = address()
    const token = await invited(email.toUpperCase(), { role: 'staff', destinationIds: [airport] })
    const browser = new Browser(shop)
    const weak = await join(token, { name: 'Sam', password: 'password2026' }, browser)
    expect(weak.body).toMatchObject({ code: 'field_invalid', errors: [{ path: 'password' }] })
    const two = await Promise.all([0, 1].map(() => join(token, { name: 'Sam Okafor', password })))
    expect(two.map(({ status }) => status).sort()).toEqual([200, 410])
    expect((await join(token, { name: 'Sam', password })).body).toMatchObject({ code: 'link_invalid', reason: 'used' })
    expect((await browser.signIn({ email, password })).body.memberships).toEqual([
      { projectId: shop.projectId, role: 'staff', destinationIds: [airport] },
    ])
    const board = (id: string) => `/api/staff/board?projectId=${shop.projectId}&destinationId=${id}`
    expect((await browser.send('GET', board(airport))).status).toBe(200)
    expect((await browser.send('GET', board(shop.destinationId))).status).toBe(404)
    const kept = await sql<{ action: string }>(
      'audit-of-person',
      'select action from audit_entry where project_id = $1 and subject_name in ($2, $3) order by sequence',
      [shop.projectId, email, 'Sam Okafor'],
    )
    expect(kept.map(({ action }) => action).slice(0, 3)).toEqual([
      'person.invited',
      'person.joined',
      'account.signedIn',
    ])
  })

  it('is worth nothing once it is too old, taken back, replaced, or its giver is gone', async () => {
    const tooOld = await invited(address(), { role: 'staff' })
    await sql('age-invitations', 'update invitation set expires_at = now() where project_id = $1', [shop.projectId])
    const reasonOf = async (token: string) => (await join(token, { name: 'X', password })).body.reason
    expect(await reasonOf(tooOld)).toBe('expired')
    expect(await reasonOf('no-such-token')).toBe('unknown')

    const email = address()
    const first = await invited(email, { role: 'staff' })
    const second = await invited(email, { role: 'staff' })
    expect(await reasonOf(first)).toBe('withdrawn')
    const other = await comesIn({ role: 'owner' }, 'Oscar Other')
    const open = (await listOf(owner)).invitations.find((one) => one.email === email)
    await contract.expect(`POST ${invitation}`, 201, null, {
      params: { invitationId: open?.invitationId ?? '' },
      query: query(),
      headers: other.browser.headers,
      body: { sendsMail: false },
    })
    const names = async () => (await listOf(owner)).invitations.find((one) => one.email === email)?.invitedByName
    expect([open?.invitedByName, await names()]).toEqual(['Olga Owner', 'Oscar Other'])
    const target = { params: { invitationId: open?.invitationId ?? '' }, query: query(), headers: owner.headers }
    const renewed = await contract.expect(`POST ${invitation}`, 201, null, { ...target, body: { sendsMail: false } })
    expect(await reasonOf(second)).toBe('withdrawn')
    await contract.expect(`DELETE ${invitation}`, 204, null, target)
    const third = (renewed.body as { link: string }).link.split('/join/')[1] ?? ''
    expect(await reasonOf(third)).toBe('withdrawn')
    await contract.expect(`DELETE ${invitation}`, 404, 'invitation_not_found', target)
    await contract.expect(`POST ${invitation}`, 404, 'invitation_not_found', { ...target, body: { sendsMail: false } })

    const { destinationId: closed } = await createStore(shop.projectId)
    const closedFor = address()
    await invited(closedFor, { role: 'staff', destinationIds: [closed] })
    await sql('close-store', 'update store set removed_at = now() where project_id = $1 and destination_id = $2', [
      shop.projectId,
      closed,
    ])
    const { invitationId } = (await listOf(owner)).invitations.find((one) => one.email === closedFor) ?? {}
    await contract.expect(`POST ${invitation}`, 404, 'store_not_found', {
      ...target,
      params: { invitationId: invitationId ?? '' },
      body: { sendsMail: false },
    })

    const passing = await comesIn({ role: 'manager' })
    const theirs = await invited(address(), { role: 'staff' }, passing.browser)
    const { userId } = await personOf(passing.email)
    await contract.expect(`DELETE ${person}`, 204, null, { params: { userId }, query: query(), headers: owner.headers })
    expect(await reasonOf(theirs)).toBe('withdrawn')
    expect(await passing.browser.isIn()).toBe(false)
  })

  it('is one for an address, also where several are made at once', async () => {
    const email = address()
    const tokens = await atOnce('invitation', () =>
      Promise.all(Array.from({ length: 5 }, () => invited(email, { role: 'staff' }))),
    )
    expect((await listOf(owner)).invitations.filter((one) => one.email === email)).toHaveLength(1)
    const reasons: unknown[] = []
    for (const token of tokens)
      reasons.push((await join(token, { name: 'X', password: 'short' })).body.reason ?? 'open')
    expect(reasons.sort()).toEqual(['open', 'withdrawn', 'withdrawn', 'withdrawn', 'withdrawn'])
  })

  it('that another replaces ends with a line of the record', async () => {
    const email = address()
    await invited(email, { role: 'manager', destinationIds: [airport] })
    await invited(email, { role: 'staff' })
    expect(await invitationLines(email)).toEqual([
      ['person.invited', { role: 'manager', stores: [airport], by: 'link' }],
      ['person.inviteWithdrawn', { role: 'manager', stores: [airport], reason: 'replaced' }],
      ['person.invited', { role: 'staff', stores: 'all', by: 'link' }],
    ])
  })

  it('is of whoever made it, whatever they call themselves: who joins by it is told with their account', async () => {
    const { browser, email } = await comesIn({ role: 'manager' }, 'Olga Owner')
    const { userId } = await personOf(email)
    const token = await invited(address(), { role: 'staff' }, browser)
    const renamed = await browser.send('PATCH', '/api/staff/account', { name: 'Mia Manager' })
    expect(renamed.status).toBe(204)
    expect((await join(token, { name: 'Noor Newcomer', password })).status).toBe(200)
    const [[, details] = []] = await invitationLines('Noor Newcomer')
    expect(details).toEqual({ role: 'staff', stores: 'all', invitedBy: 'Olga Owner', invitedById: userId })
  })

  it('lets nobody in who was looking at it when it was taken back, renewed, accepted or became too old', async () => {
    const { account } = await (await openShop(inject('baseUrl'))).signIn()
    const [joiner] = await sql<{ id: string; hash: string }>(
      'joiner-with-hash',
      'select u.id, a.password as hash from staff_user u join staff_account a on a.user_id = u.id where u.email = $1',
      [account.email],
    )
    const userId = joiner?.id ?? ''
    const subject = { kind: 'person', id: userId, name: 'Late' } as const
    const note = { projectId: shop.projectId, actor: atConsole, action: 'person.joined', subject } as const
    for (const change of [
      'withdrawn_at = now()',
      `digest = sha256('another')`,
      'accepted_at = now()',
      `expires_at = now() - interval '1 s'`,
    ]) {
      const digest = digestOfToken(await invited(account.email, { role: 'staff' }))
      const seen = await findInvitationByDigest(digest)
      if (!seen) throw new Error('there is no such invitation')
      await pools().hot.query(`update invitation set ${change} where invitation_id = $1`, [seen.invitationId])
      const joined = await acceptInvitation(
        { invitation: seen, digest, by: { role: 'owner', destinationIds: null } },
        { userId, shown: { hash: joiner?.hash ?? '' } },
        note,
        new Date(),
      )
      expect([change, joined]).toEqual([change, 'gone'])
    }
  })

  it('of an address that has an account takes its password or its session, and nothing else', async () => {
    const elsewhere = await openShop(inject('baseUrl'))
    const { account } = await elsewhere.signIn()
    const token = await invited(account.email, { role: 'manager' })
    expect((await join(token, { name: 'Thief', password })).body.code).toBe('sign_in_failed')
    const stranger = (await comesIn({ role: 'staff' })).browser
    for (const from of [new Browser(shop), stranger]) {
      expect((await join(token, {}, from)).body).toMatchObject({ errors: [{ path: 'password' }] })
    }
    const browser = new Browser(shop)
    await browser.signIn(account)
    const joined = await join(token, {}, browser)
    expect(joined.status).toBe(200)
    expect((await browser.send('GET', '/api/staff/session')).body.memberships).toHaveLength(2)
    const again = { ...query(), email: account.email, role: 'staff', destinationIds: null }
    const sent = { headers: owner.headers, body: again }
    await contract.expect(`POST ${invitations}`, 409, 'already_member', sent)

    // Whoever is in another project, too, gets no link from here: it would open that one as well.
    const { userId } = await personOf(account.email)
    const target = { params: { userId }, query: query(), headers: owner.headers }
    await contract.expect(`POST ${reset}`, 403, 'right_missing', target)
  })
})

describe('roles', () => {
  it('do not climb: a manager gives what they have at most, in their own stores', async () => {
    const manager = (await comesIn({ role: 'manager', destinationIds: [airport] })).browser
    const { headers } = manager
    const listed = await listOf(manager)
    expect(listed.rolesToGive).toEqual(['staff', 'manager'])
    expect(listed.people.find(({ email }) => email === ownerEmail)?.mayChange).toBe(false)
    const asked = (role: string, destinationIds: string[] | null) => ({
      headers,
      body: { ...query(), email: address(), role, destinationIds },
    })
    await contract.expect(`POST ${invitations}`, 403, 'right_missing', asked('owner', null))
    await contract.expect(`POST ${invitations}`, 403, 'right_missing', asked('staff', null))
    await contract.expect(`POST ${invitations}`, 404, 'store_not_found', asked('staff', [shop.destinationId]))
    await contract.expect(`POST ${invitations}`, 201, null, asked('manager', [airport]))
    // Nor is an invitation that gives more replaced by one that gives less.
    const boss = { ...query(), email: address(), role: 'owner', destinationIds: null }
    await contract.expect(`POST ${invitations}`, 201, null, { headers: owner.headers, body: boss })
    const lesser = { ...boss, role: 'staff', destinationIds: [airport] }
    await contract.expect(`POST ${invitations}`, 403, 'right_missing', { headers, body: lesser })

    const seller = await comesIn({ role: 'staff', destinationIds: [airport] })
    const { userId } = await personOf(seller.email)
    const target = { params: { userId }, query: query(), headers }
    const to = (role: string, destinationIds: string[] | null) => ({ ...target, body: { role, destinationIds } })
    await contract.expect(`PATCH ${person}`, 403, 'right_missing', to('owner', null))
    await contract.expect(`PATCH ${person}`, 404, 'store_not_found', to('manager', [airport, shop.destinationId]))
    await contract.expect(`PATCH ${person}`, 200, null, to('manager', [airport]))
    const top = { ...target, params: { userId: (await personOf(ownerEmail)).userId } }
    await contract.expect(`PATCH ${person}`, 403, 'right_missing', { ...top, body: to('staff', null).body })
    await contract.expect(`DELETE ${person}`, 403, 'right_missing', top)
    await contract.expect(`POST ${reset}`, 403, 'right_missing', top)

    // Somebody of another store is not there at all.
    const far = await comesIn({ role: 'staff', destinationIds: [shop.destinationId] })
    const unseen = { ...target, params: { userId: (await personOf(far.email)).userId } }
    await contract.expect(`PATCH ${person}`, 404, 'person_not_found', { ...unseen, body: to('staff', null).body })
    await contract.expect(`DELETE ${person}`, 404, 'person_not_found', unseen)
    await contract.expect(`POST ${reset}`, 404, 'person_not_found', unseen)
    expect((await listOf(manager)).people.map(({ email }) => email)).not.toContain(far.email)
    // And is asked like anybody, while somebody of the same store is known to be in.
    const same = { ...asked('staff', [airport]).body, email: far.email }
    await contract.expect(`POST ${invitations}`, 201, null, { headers, body: same })
    const wanted = { ...query(), email: address(), role: 'staff', destinationIds: [shop.destinationId] }
    await contract.expect(`POST ${invitations}`, 201, null, { headers: owner.headers, body: wanted })
    const ofAsked = async () => (await listOf(owner)).invitations.filter((one) => one.email === wanted.email)
    const [farther] = await ofAsked()
    const unseenInvitation = { params: { invitationId: farther?.invitationId ?? '' }, query: query(), headers }
    await contract.expect(`DELETE ${invitation}`, 404, 'invitation_not_found', unseenInvitation)
    await contract.expect(`POST ${invitations}`, 201, null, { headers, body: { ...wanted, destinationIds: [airport] } })
    expect(await ofAsked()).toHaveLength(2)
    const seen = { ...same, email: seller.email }
    await contract.expect(`POST ${invitations}`, 409, 'already_member', { headers, body: seen })
  })

  it('nobody changes their own, and a project keeps an owner, also when two take it from each other at once', async () => {
    const self = await personOf(ownerEmail)
    const own = { params: { userId: self.userId }, query: query(), headers: owner.headers }
    const staff = { role: 'staff', destinationIds: null }
    await contract.expect(`PATCH ${person}`, 403, 'right_missing', { ...own, body: staff })
    await contract.expect(`DELETE ${person}`, 403, 'right_missing', own)

    const two = await openShop(inject('baseUrl'))
    const both = await Promise.all(
      ['Ann', 'Ben'].map(async (name) => {
        const account = await createStaff({ projectId: two.projectId, role: 'owner', name })
        const browser = new Browser(two)
        await browser.signIn(account)
        return { browser, email: account.email }
      }),
    )
    const list = await both[0]?.browser.send('GET', `${people}?projectId=${two.projectId}`)
    const idOf = (email: string) =>
      (list?.body.people as Person[] | undefined)?.find((one) => one.email === email)?.userId
    const answers = await Promise.all(
      both.map(({ browser }, at) => {
        const other = idOf(both[1 - at]?.email ?? '')
        return browser.send('PATCH', `${people}/${other}?projectId=${two.projectId}`, staff)
      }),
    )
    const statuses = answers.map(({ status }) => status).sort()
    // The second has lost the right by then, or is told that it would be the last.
    expect(statuses[0]).toBe(200)
    expect([403, 409]).toContain(statuses[1])
    const owners = await sql('owners-of', `select 1 from membership where project_id = $1 and role = 'owner'`, [
      two.projectId,
    ])
    expect(owners).toHaveLength(1)
  })

  it.each(['PATCH', 'DELETE'])(
    'of two who change each other by %s at once the second is what the first made of them',
    async (method) => {
      const three = await openShop(inject('baseUrl'))
      const [ann, ben] = await Promise.all(
        ['Ann', 'Ben', 'Cas'].map(async (name) => {
          const account = await createStaff({ projectId: three.projectId, role: 'owner', name })
          const browser = new Browser(three)
          await browser.signIn(account)
          return { browser, email: account.email }
        }),
      )
      const at = `?projectId=${three.projectId}`
      const list = await ann?.browser.send('GET', people + at)
      const idOf = (email = '') =>
        (list?.body.people as Person[] | undefined)?.find((one) => one.email === email)?.userId
      const staff = { role: 'staff', destinationIds: null }
      const answers = await atOnce(
        'membership',
        async () =>
          await Promise.all([
            ann?.browser.send(method, `${people}/${idOf(ben?.email)}${at}`, method === 'PATCH' ? staff : undefined),
            ben?.browser.send('PATCH', `${people}/${idOf(ann?.email)}${at}`, staff),
          ]),
        2,
      )
      expect(answers.filter((answer) => (answer?.status ?? 500) < 300)).toHaveLength(1)
      // Whoever is in no project any more has no session either.
      const late = method === 'PATCH' ? ['right_missing'] : ['right_missing', 'credential_invalid']
      expect(answers.filter((answer) => late.includes(String(answer?.body?.code)))).toHaveLength(1)
      const owners = `select 1 from membership where project_id = $1 and role = 'owner'`
      expect(await sql('owners-of', owners, [three.projectId])).toHaveLength(2)
    },
  )

  it('a project keeps an owner at the console too, which says what to do first', async () => {
    const { projectId } = await openShop(inject('baseUrl'))
    const { email } = await createStaff({ projectId, role: 'owner' })
    const given = { email, password, name: 'Olga', actor: atConsole }
    const to = (role: 'owner' | 'staff', destinationIds: string[] | null) =>
      saveAccount({ ...given, membership: { projectId, role, destinationIds } }, new Date())
    const refusal = { code: 'last_owner', message: expect.stringContaining('npm run admin') }
    await expect(to('staff', null)).rejects.toMatchObject(refusal)
    await expect(to('owner', [airport])).rejects.toMatchObject(refusal)
  })

  it('who is taken out of a project has no PIN there any more', async () => {
    const seller = await comesIn({ role: 'staff' })
    const { userId } = await personOf(seller.email)
    const pin = { query: query(), body: { pin: '739105' }, headers: seller.browser.headers }
    await contract.expect('PUT /api/staff/pin', 200, null, pin)
    const pins = () =>
      sql('pins-of', 'select 1 from staff_pin where project_id = $1 and person_id = $2', [shop.projectId, userId])
    expect(await pins()).toHaveLength(1)
    await contract.expect(`DELETE ${person}`, 204, null, { params: { userId }, query: query(), headers: owner.headers })
    expect(await pins()).toEqual([])
  })

  it('who is taken out of a project does not come back by another open link, which the record says', async () => {
    const manager = (await comesIn({ role: 'manager', destinationIds: [airport] })).browser
    const email = address()
    const first = await invited(email, { role: 'staff', destinationIds: [shop.destinationId] })
    const second = await invited(email, { role: 'staff', destinationIds: [airport] }, manager)
    const newcomer = await join(first, { name: 'Sam', password })
    expect(newcomer.status).toBe(200)
    const { userId } = await personOf(email)
    await contract.expect(`DELETE ${person}`, 204, null, { params: { userId }, query: query(), headers: owner.headers })
    const again = await join(second, { password })
    expect([again.status, again.body.reason]).toEqual([410, 'withdrawn'])
    const [line] = await sql<{ details: unknown }>(
      'removal-of',
      `select details from audit_entry where project_id = $1 and subject_id = $2 and action = 'person.removed'`,
      [shop.projectId, userId],
    )
    expect(line?.details).toEqual({
      role: 'staff',
      stores: [shop.destinationId],
      invitations: [{ id: expect.any(String), role: 'staff', stores: [airport] }],
    })
  })

  it('what somebody gave to others ends for good with their part in the project: their coming back brings back none of it', async () => {
    const manager = await comesIn({ role: 'manager' })
    const given = await invited(address(), { role: 'staff', destinationIds: [airport] }, manager.browser)
    const renewed = address()
    await invited(renewed, { role: 'staff' })
    const open = (await listOf(owner)).invitations.find((one) => one.email === renewed)
    const vouched = await contract.expect(`POST ${invitation}`, 201, null, {
      params: { invitationId: open?.invitationId ?? '' },
      query: query(),
      headers: manager.browser.headers,
      body: { sendsMail: false },
    })
    const ofOwner = await invited(address(), { role: 'staff' })
    const { userId } = await personOf(manager.email)
    await contract.expect(`DELETE ${person}`, 204, null, { params: { userId }, query: query(), headers: owner.headers })
    const back = await invited(manager.email, { role: 'manager' })
    expect((await join(back, { password: manager.password })).status).toBe(200)
    expect((await personOf(manager.email)).userId).toBe(userId)
    const links = [given, (vouched.body as { link: string }).link.split('/join/')[1] ?? '']
    for (const link of links) {
      const late = await join(link, { name: 'Sam', password })
      expect([late.status, late.body.reason]).toEqual([410, 'withdrawn'])
    }
    expect((await join(ofOwner, { name: 'Sam', password })).status).toBe(200)
    const [line] = await sql<{ details: { invitations: object[] } }>(
      'removal-of',
      `select details from audit_entry where project_id = $1 and subject_id = $2 and action = 'person.removed'`,
      [shop.projectId, userId],
    )
    expect(line?.details.invitations).toHaveLength(2)
  })

  it('a change is for who somebody was when it was decided: who has become an owner meanwhile stays one', async () => {
    const { userId } = await personOf((await comesIn({ role: 'owner' })).email)
    const place = { projectId: shop.projectId, userId }
    const note: AuditNote = {
      projectId: shop.projectId,
      actor: atConsole,
      action: 'person.changed',
      subject: { kind: 'person', id: userId, name: null },
    }
    const was: Part = { role: 'staff', destinationIds: [airport] }
    const now = { role: 'owner', destinationIds: null } as const
    const by = { ...now, userId: (await personOf(ownerEmail)).userId }
    const change = { from: was, to: { ...was, destinationIds: null }, by }
    expect(await updatePerson(place, change, note, new Date())).toBe('gone')
    expect(await deletePerson(place, { from: was, by }, note, new Date())).toBe('gone')
    expect(await updatePerson(place, { from: now, to: was, by }, note, new Date())).toBe('done')
    expect(await deletePerson(place, { from: was, by }, note, new Date())).toBe('done')
  })

  it('a form that stood open gives nobody back what another owner has taken from them meanwhile', async () => {
    const { userId } = await personOf((await comesIn({ role: 'manager', destinationIds: [airport] })).email)
    const target = { params: { userId }, query: query(), headers: owner.headers }
    const was: Part = { role: 'manager', destinationIds: [airport] }
    const now: Part = { role: 'staff', destinationIds: [airport] }
    await contract.expect(`PATCH ${person}`, 200, null, { ...target, body: { ...now, from: was } })
    const late = { ...was, destinationIds: [airport, shop.destinationId], from: was }
    await contract.expect(`PATCH ${person}`, 412, 'version_mismatch', { ...target, body: late })
    const { body } = await contract.expect(`GET ${person}`, 200, null, target)
    expect(body).toMatchObject(now)
    await contract.expect(`PATCH ${person}`, 200, null, { ...target, body: { ...late, from: now } })
    // Nor is somebody taken out by who decided on it while they were something else.
    const removedAs = (role: string) => ({ ...target, query: { ...target.query, role } })
    await contract.expect(`DELETE ${person}`, 412, 'version_mismatch', removedAs('staff'))
    await contract.expect(`DELETE ${person}`, 204, null, removedAs('manager'))
  })

  it('one of them is read by whoever has a store in common, without their other stores', async () => {
    const email = (await comesIn({ role: 'staff', destinationIds: [shop.destinationId, airport] })).email
    const asked = { params: { userId: (await personOf(email)).userId }, query: query() }
    const as = async (destinationIds: string[]) => (await comesIn({ role: 'manager', destinationIds })).browser.headers
    const { body } = await contract.expect(`GET ${person}`, 200, null, { ...asked, headers: await as([airport]) })
    expect(body).toMatchObject({ email, destinationIds: [airport], storeCount: 1, mayChange: false })
    expect((body as { stores: object[] }).stores).toMatchObject([{ destinationId: airport }])
    const { destinationId } = await createStore(shop.projectId)
    const headers = await as([destinationId])
    await contract.expect(`GET ${person}`, 404, 'person_not_found', { ...asked, headers })
  })

  it('a change is in force with the next request', async () => {
    const seller = await comesIn({ role: 'manager' })
    const { userId } = await personOf(seller.email)
    const settings = `/api/staff/projects/${shop.projectId}/settings`
    expect((await seller.browser.send('GET', settings)).status).toBe(200)
    const body = { role: 'staff', destinationIds: [airport] }
    const target = { params: { userId }, query: query(), headers: owner.headers }
    await contract.expect(`PATCH ${person}`, 200, null, { ...target, body })
    expect((await seller.browser.send('GET', settings)).body.code).toBe('right_missing')
  })

  it('so it is by access token: who is no owner any more, or nobody, makes no key with it', async () => {
    const [gone, less] = await Promise.all([shop.signIn({ role: 'owner' }), shop.signIn({ role: 'owner' })])
    const keysAs = async (headers: Record<string, string>) => {
      const send = { headers: { ...headers, 'content-type': 'application/json' } }
      const body = JSON.stringify({ projectId: shop.projectId, kind: 'secret', name: 'Left behind' })
      return (await fetch(`${shop.baseUrl}/api/staff/keys`, { ...send, method: 'POST', body })).status
    }
    // What each process may have kept of them.
    for (const { headers } of [gone, less, gone, less]) expect(await keysAs(headers)).toBe(201)
    const target = async (email: string) => {
      const { userId } = await personOf(email)
      return { params: { userId }, query: query(), headers: owner.headers }
    }
    const body = { role: 'staff', destinationIds: [airport] }
    await contract.expect(`PATCH ${person}`, 200, null, { ...(await target(less.account.email)), body })
    await contract.expect(`DELETE ${person}`, 204, null, await target(gone.account.email))
    expect([await keysAs(less.headers), await keysAs(gone.headers)]).toEqual([403, 401])
  })
})

describe('of 250 people and 250 who are asked', () => {
  type Many = Listed & { peopleToken?: string; invitationsToken?: string; stores: { destinationId: string }[] }
  const tag = randomUUID().slice(0, 8)
  const sign = `O'Hara "100%_\\ Ünal`
  const mailOf = (kind: 'p' | 'i', n: number) => `${kind}${n}-${tag}@shop.example`
  const [quay, mole] = [`quay-${tag}`, `mole-${tag}`]
  let many: Shop
  let boss: Browser
  let ofMole: Browser
  let managerEmail: string

  const comes = async (role: 'owner' | 'manager', destinationIds: string[] | null) => {
    const account = await createStaff({ projectId: many.projectId, role, destinationIds, name: `A ${role}` })
    const browser = new Browser(many)
    await browser.signIn(account)
    return { browser, email: account.email }
  }
  const ask = async (by: Browser, search?: string) => {
    const [projectId, headers] = [many.projectId, by.headers]
    const { body } =
      search === undefined
        ? await contract.expect(`GET ${people}`, 200, null, { headers, query: { projectId } })
        : await contract.expect(find, 200, null, { headers, body: { projectId, search } })
    return body as Many
  }
  const found = async (by: Browser, search: string) => {
    const { peopleToken, invitationsToken, ...lists } = await ask(by, search)
    const emails = [lists.people, lists.invitations].map((list) => list.map(({ email }) => email))
    return [...emails, (peopleToken ?? invitationsToken) !== undefined]
  }
  const asks = (by: Browser, email: string, destinationIds: string[] | null) => ({
    headers: by.headers,
    body: { projectId: many.projectId, email, role: 'staff', destinationIds },
  })

  beforeAll(async () => {
    many = await openShop(inject('baseUrl'))
    await createStore(many.projectId, { destinationId: quay, name: 'Quayside' })
    await createStore(many.projectId, { destinationId: mole, name: 'Old Mole' })
    // The first 240 of each at the quay, the last of them at the mole as well; ten at the mole alone.
    const places = `case when n < 240 then jsonb_build_array($2::text) when n = 240 then jsonb_build_array($2::text, $3::text)
      else jsonb_build_array($3::text) end`
    await sql(
      'fill-people',
      `with made as (
         insert into staff_user (id, name, email, email_verified, created_at, updated_at)
         select $4 || n, case n when 250 then $5 else 'Person ' || lpad(n::text, 3, '0') end,
                'p' || n || '-' || $4 || '@shop.example', true, now(), now()
         from generate_series(1, 250) n
       )
       insert into membership (project_id, user_id, role, destination_ids, created_at)
       select $1, $4 || n, 'staff', ${places}, now() from generate_series(1, 250) n`,
      [many.projectId, quay, mole, tag, sign],
    )
    await sql(
      'fill-invited',
      `insert into invitation (project_id, invitation_id, email, role, destination_ids, digest, invited_by,
                               invited_by_name, created_at, expires_at)
       select $1, gen_random_uuid(), 'i' || n || '-' || $4 || '@shop.example', 'staff', ${places}, '', 'x', 'X',
              now() - n * interval '1 minute', now() + interval '1 day'
       from generate_series(1, 250) n`,
      [many.projectId, quay, mole, tag],
    )
    boss = (await comes('owner', null)).browser
    const manager = await comes('manager', [mole])
    ofMole = manager.browser
    managerEmail = manager.email
  })

  it('a list holds 200 of each and says that there are more, which a search finds', async () => {
    const listed = await ask(boss)
    expect([listed.peopleToken, listed.invitationsToken]).toEqual([expect.any(String), expect.any(String)])
    const numbers = Array.from({ length: 200 }, (_, at) => at + 1)
    expect(listed.invitations.map(({ email }) => email)).toEqual(numbers.map((n) => mailOf('i', n)))
    expect(listed.people).toHaveLength(200)
    // After the owner, the manager and O'Hara.
    expect(listed.people.slice(3).map(({ email }) => email)).toEqual(numbers.slice(0, 197).map((n) => mailOf('p', n)))
    const bothMoles = Array.from({ length: 11 }, (_, at) => 240 + at)
    expect(await found(boss, ' pErson 249 ')).toEqual([[mailOf('p', 249)], [], false])
    expect(await found(boss, mailOf('i', 249).toUpperCase())).toEqual([[], [mailOf('i', 249)], false])
    for (const words of ['old MOLE', mole]) {
      const [persons, asked, isMore] = await found(boss, words)
      expect(new Set(persons as string[])).toEqual(new Set([...bothMoles.map((n) => mailOf('p', n)), managerEmail]))
      expect([asked, isMore]).toEqual([bothMoles.map((n) => mailOf('i', n)), false])
    }
  })

  it('a manager of one store finds nobody of another by any search, and is not told that there are more', async () => {
    const listed = await ask(ofMole)
    expect([listed.people.length, listed.invitations.length]).toEqual([13, 11])
    expect([listed.peopleToken, listed.invitationsToken]).toEqual([undefined, undefined])
    const others = ['Person 001', mailOf('p', 239), mailOf('i', 239), 'Quayside', quay, 'person 1']
    for (const words of others) expect([words, ...(await found(ofMole, words))]).toEqual([words, [], [], false])
    expect(await found(ofMole, 'person 240')).toEqual([[mailOf('p', 240)], [], false])
    expect(await found(ofMole, mailOf('i', 240))).toEqual([[], [mailOf('i', 240)], false])
    const both = listed.people.find(({ email }) => email === mailOf('p', 240))
    expect(both?.destinationIds).toEqual([mole])
    expect(listed.stores).toEqual([expect.objectContaining({ destinationId: mole })])
  })

  it('a search is of signs alone, whichever they are', async () => {
    const itself = [[mailOf('p', 250)], [], false]
    for (const words of [`o'hara "100%_\\`, '%', '_', "'", '"', '\\']) {
      expect([words, ...(await found(boss, words))]).toEqual([words, ...itself])
    }
    for (const words of ["' or true --", 'p%', 'x'.repeat(128), '$1', '[]', '🚗'.repeat(128)]) {
      expect([words, ...(await found(boss, words))]).toEqual([words, [], [], false])
    }
    expect((await ask(boss, ' ')).people).toHaveLength(200)
    for (const search of ['', 'x'.repeat(129), '\u0000']) {
      const asked = { headers: boss.headers, body: { projectId: many.projectId, search } }
      await contract.expect(find, 400, 'field_invalid', asked)
    }
    const altered = { headers: boss.headers, query: { projectId: many.projectId, peopleToken: 'x' } }
    await contract.expect(`GET ${people}`, 400, 'pagination_token_invalid', altered)
    const inBody = { headers: boss.headers, body: { ...altered.query, search: 'person' } }
    await contract.expect(find, 400, 'pagination_token_invalid', inBody)
    // What is searched for stands in no address.
    const named = { headers: boss.headers, query: { projectId: many.projectId, search: 'person' } }
    await contract.expect(`GET ${people}`, 400, 'field_invalid', named)
  })

  it('whoever is asked to join is looked for among all of them', async () => {
    const post = `POST ${invitations}`
    await contract.expect(post, 409, 'already_member', asks(boss, mailOf('p', 249).toUpperCase(), null))
    await contract.expect(post, 409, 'already_member', asks(ofMole, mailOf('p', 240), [mole]))
    await contract.expect(post, 403, 'right_missing', asks(ofMole, mailOf('i', 240), [mole]))
    await contract.expect(post, 201, null, asks(boss, mailOf('i', 250), [mole]))
    expect(await found(boss, mailOf('i', 250))).toEqual([[], [mailOf('i', 250)], false])
    // Who is at the quay alone is nobody that they know of.
    await contract.expect(post, 201, null, asks(ofMole, mailOf('p', 239), [mole]))
    await contract.expect(post, 201, null, asks(ofMole, mailOf('i', 239), [mole]))
    expect(await found(boss, mailOf('i', 239))).toEqual([[], [mailOf('i', 239), mailOf('i', 239)], false])
  })
})

/** What somebody who took the phone has added meanwhile, perhaps. */
const addsPasskey = (userId: string, now: Date) =>
  sql(
    'insert-passkey',
    `insert into staff_passkey (passkey_id, user_id, name, public_key, counter, created_at, challenged_at)
     values ($1, $2, 'Mine, says who took the phone', '', 0, $3, $3)`,
    [randomUUID(), userId, now],
  )

describe('of many copies of one link that are sent at once', () => {
  /** Sends them to this process, which knows how many passwords are hashed in it: the statuses and that number. */
  async function sendCopies(to: Handler, address: string, body: object) {
    let hashes = 0
    const counting = createHook({
      init: (_, type) => {
        if (type === 'SCRYPTREQUEST') hashes += 1
      },
    }).enable()
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const copy = () =>
      to(new Request(`${shop.baseUrl}${address}`, { method: 'POST', headers, body: JSON.stringify(body) }))
    try {
      const answers = await Promise.all(Array.from({ length: 20 }, copy))
      return { hashes, statuses: answers.map(({ status }) => status).sort() }
    } finally {
      counting.disable()
    }
  }
  const others = Array(19).fill(410)

  it('one makes an account, and no password is hashed for the others', async () => {
    const body = { token: await invited(address(), { role: 'staff' }), name: 'Sam Okafor', password }
    expect(await sendCopies(joinByLink, '/api/staff/join', body)).toEqual({ hashes: 1, statuses: [200, ...others] })
  })

  it('one changes the password, and no password is hashed for the others', async () => {
    const { userId } = await personOf((await comesIn({ role: 'staff' })).email)
    const body = { token: await resetOf(owner, userId), password }
    expect(await sendCopies(resetByLink, '/api/staff/reset', body)).toEqual({ hashes: 1, statuses: [204, ...others] })
  })

  it('the next one is taken where the first was refused', async () => {
    const token = await invited(address(), { role: 'staff' })
    const refused = await sendCopies(joinByLink, '/api/staff/join', { token, name: 'Sam', password: 'password2026' })
    expect(refused).toEqual({ hashes: 0, statuses: Array(20).fill(400) })
    expect((await join(token, { name: 'Sam', password })).status).toBe(200)
  })
})

describe('a link for a new password', () => {
  it('works once, ends all sessions, and refuses a password that is known', async () => {
    const seller = await comesIn({ role: 'staff' })
    const { userId } = await personOf(seller.email)
    const target = { params: { userId }, query: query(), headers: owner.headers }
    const { body } = await contract.expect(`POST ${reset}`, 201, null, target)
    const token = (body as { link: string }).link.split('/reset/')[1] ?? ''
    const stranger = new Browser(shop)
    const use = (given: string) => stranger.send('POST', '/api/staff/reset', { token, password: given })
    expect((await use('qwertyuiop')).body).toMatchObject({ errors: [{ path: 'password' }] })
    expect((await use(password)).status).toBe(204)
    expect((await use(`${password} again`)).body).toMatchObject({ code: 'link_invalid', reason: 'used' })
    expect(await seller.browser.isIn()).toBe(false)
    expect((await stranger.signIn({ email: seller.email, password })).status).toBe(200)
  })

  it('ends the passkeys that somebody may have added meanwhile, and the record names nobody who is not known', async () => {
    const seller = await comesIn({ role: 'staff' })
    const { userId } = await personOf(seller.email)
    const now = new Date()
    await addsPasskey(userId, now)
    const token = await resetOf(owner, userId)
    expect((await new Browser(shop).send('POST', '/api/staff/reset', { token, password })).status).toBe(204)
    expect(await sql('passkeys-of', 'select 1 from staff_passkey where user_id = $1', [userId])).toEqual([])
    const lines = await sql(
      'lines-of-account',
      `select action, actor_id from audit_entry where project_id = $1 and subject_id = $2 and at >= $3
         and action in ('account.passwordChanged', 'account.passkeyRemoved') order by action`,
      [shop.projectId, userId, now],
    )
    expect(lines).toEqual([
      { action: 'account.passkeyRemoved', actor_id: null },
      { action: 'account.passwordChanged', actor_id: null },
    ])
  })

  it('ends with the passkeys when a password is set at the console, which is told in all projects, with what the role was', async () => {
    const elsewhere = await openShop(inject('baseUrl'))
    const seller = await comesIn({ role: 'staff', destinationIds: [airport] })
    const { userId } = await personOf(seller.email)
    const token = await resetOf(owner, userId)
    await addsPasskey(userId, new Date())
    const there = { projectId: elsewhere.projectId, role: 'staff', destinationIds: null } as const
    const given = { email: seller.email, password, name: 'Sam', actor: atConsole }
    expect((await saveAccount({ ...given, membership: there }, new Date())).passkeysEnded).toBe(1)
    expect(await sql('passkeys-of', 'select 1 from staff_passkey where user_id = $1', [userId])).toEqual([])
    await saveAccount({ ...given, membership: { ...there, projectId: shop.projectId, role: 'owner' } }, new Date())
    const used = await new Browser(shop).send('POST', '/api/staff/reset', { token, password })
    expect(used.body).toMatchObject({ code: 'link_invalid', reason: 'used' })
    const lines = await sql<{ at_home: boolean; action: string; role: unknown }>(
      'lines-at-console',
      `select project_id = $1 as at_home, action, details -> 'role' as role from audit_entry
       where subject_id = $2 and actor_kind = 'console' order by sequence`,
      [shop.projectId, userId],
    )
    const changed = (at_home: boolean) => ({ at_home, action: 'account.passwordChanged', role: null })
    // Where they have just joined as well: they are among its people by then.
    const removed = (at_home: boolean) => ({ at_home, action: 'account.passkeyRemoved', role: null })
    expect(lines.slice(0, 2)).toEqual(expect.arrayContaining([removed(true), removed(false)]))
    expect(lines[2]).toEqual({ at_home: false, action: 'person.joined', role: 'staff' })
    expect(lines.slice(3, 5)).toEqual(expect.arrayContaining([changed(true), changed(false)]))
    expect(lines[5]).toEqual({ at_home: true, action: 'person.changed', role: { from: 'staff', to: 'owner' } })
    expect(lines.slice(6)).toEqual(expect.arrayContaining([changed(true), changed(false)]))
    expect(lines).toHaveLength(8)
  })

  it('is worth no more than whoever made it is by then, nor as much as its person has become', async () => {
    const manager = await comesIn({ role: 'manager' })
    const [first, second] = [await comesIn({ role: 'staff' }), await comesIn({ role: 'staff' })]
    const [promoted, left] = [await personOf(first.email), await personOf(second.email)]
    const tokens = [await resetOf(manager.browser, promoted.userId), await resetOf(manager.browser, left.userId)]
    const headers = owner.headers
    const at = (userId: string) => ({ params: { userId }, query: query(), headers })
    const body = { role: 'owner', destinationIds: null }
    await contract.expect(`PATCH ${person}`, 200, null, { ...at(promoted.userId), body })
    const use = (token = '') => new Browser(shop).send('POST', '/api/staff/reset', { token, password })
    expect((await use(tokens[0])).body).toMatchObject({ code: 'link_invalid', reason: 'withdrawn' })
    const by = await personOf(manager.email)
    // What its maker becomes elsewhere is nothing to it; here it ends for good.
    const elsewhere = await openShop(inject('baseUrl'))
    const there = { projectId: elsewhere.projectId, userId: by.userId, role: 'staff', createdAt: new Date() } as const
    await prisma().membership.create({ data: there })
    const { headers: ofOther } = await elsewhere.signIn({ role: 'owner' })
    const inOther = { params: { userId: by.userId }, query: { projectId: elsewhere.projectId }, headers: ofOther }
    await contract.expect(`PATCH ${person}`, 200, null, { ...inOther, body: { role: 'manager', destinationIds: null } })
    await contract.expect(`PATCH ${person}`, 200, null, {
      ...at(by.userId),
      body: { role: 'manager', destinationIds: null },
    })
    const isOpen = async (token = '') => (await fetch(`${inject('baseUrl')}/reset/${token}`)).text()
    expect(await isOpen(tokens[1])).toContain(second.email)
    const third = await resetOf(manager.browser, left.userId)
    for (const role of ['staff', 'manager']) {
      await contract.expect(`PATCH ${person}`, 200, null, { ...at(by.userId), body: { role, destinationIds: null } })
    }
    expect((await use(third)).body).toMatchObject({ code: 'link_invalid', reason: 'withdrawn' })
    tokens[1] = await resetOf(manager.browser, left.userId)
    await contract.expect(`DELETE ${person}`, 204, null, at(by.userId))
    expect((await use(tokens[1])).body).toMatchObject({ code: 'link_invalid', reason: 'withdrawn' })
    // Nor is it once its maker is asked back, to be what they were.
    const back = { projectId: shop.projectId, userId: by.userId, role: 'manager', createdAt: new Date() } as const
    await prisma().membership.create({ data: back })
    expect((await use(tokens[1])).body).toMatchObject({ code: 'link_invalid', reason: 'withdrawn' })
    expect(await first.browser.isIn()).toBe(true)
  })
})

it('people’s part is answered as the document says', async () => {
  const projectId = randomUUID()
  const staff = (await comesIn({ role: 'staff' })).browser
  const part = { role: 'staff', destinationIds: null }
  const ids = { userId: 'nobody', invitationId: randomUUID() }
  const asks = [
    [`GET ${people}`, {}],
    [find, { body: { ...query(), search: 'sam' } }],
    [`POST ${invitations}`, { body: { ...query(), email: address(), ...part } }],
    [`POST ${invitation}`, { body: { sendsMail: false } }],
    [`DELETE ${invitation}`, {}],
    [`GET ${person}`, {}],
    [`PATCH ${person}`, { body: part }],
    [`DELETE ${person}`, {}],
    [`POST ${reset}`, {}],
  ] as const
  for (const [name, sent] of asks) {
    const isInBody = 'body' in sent && 'projectId' in sent.body
    const at = (id: string) =>
      isInBody ? { body: { ...(sent as { body: object }).body, projectId: id } } : { ...sent, query: { projectId: id } }
    const { headers } = staff
    await contract.expect(name, 403, 'right_missing', { headers, params: ids, ...at(shop.projectId) })
    await contract.expect(name, 404, 'project_not_found', { headers, params: ids, ...at(projectId) })
    if (isInBody) continue
    const bad = { headers, params: { ...ids, invitationId: 'none' }, query: { projectId: 'none' } }
    await contract.expect(name, 400, 'field_invalid', { ...sent, ...bad })
  }
  const { headers } = owner
  const bearer = (await shop.signIn({ role: 'owner' })).headers
  await meetCommonRefusals(contract, 'people', { bearer, cookie: headers, none: { origin: shop.baseUrl } })
  // Two at once are told so, one after the other they never are: see above; what is full is told in bounds.test.ts.
  const rare = [`PATCH ${person} 409 last_owner`, `DELETE ${person} 409 last_owner`]
  rare.push(`POST ${invitations} 409 invitations_full`)
  expect(notMet(contract, 'people').filter((answer) => !rare.includes(answer))).toEqual([])
})
