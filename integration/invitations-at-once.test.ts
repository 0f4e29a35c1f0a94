import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { openShop, type Shop } from '@/integration/shop'
import { whileHeld } from '@/integration/while-held'
import { atConsole } from '@/lib/audit/actor'
import { saveAccount } from '@/lib/auth/accounts'
import { pools } from '@/lib/db'
import { makeLinkToken } from '@/lib/http/link-token'
import { insertReset } from '@/lib/reset/data'
import { acrossProjects } from '@/lib/wall'
import { createStaff } from '@/prisma/factories/project'

const people = '/api/staff/people'
const invitations = '/api/staff/people/invitations'

type Invited = { invitationId: string; email: string; invitedByName: string }
type Listed = { people: { userId: string; email: string }[]; invitations: Invited[] }

let shop: Shop
let owner: Awaited<ReturnType<typeof comesIn>>

/** Somebody of the shop, signed in. */
async function comesIn(given: { role: 'owner' | 'manager' | 'staff'; name?: string }) {
  const account = await createStaff({ projectId: shop.projectId, ...given })
  const browser = new Browser(shop)
  await browser.signIn(account)
  return { browser, ...account }
}

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
  owner = await comesIn({ role: 'owner', name: 'Olga Owner' })
})

const query = async (text: string, values: unknown[]) => (await pools().hot.query(text, values)).rows

const address = () => `${randomUUID().slice(0, 8)}@shop.example`

async function everybody(): Promise<Listed> {
  const { body } = await owner.browser.send('GET', `${people}?projectId=${shop.projectId}`)
  return body as Listed
}

const listed = async () => (await everybody()).invitations
const idOf = async (email: string) => (await everybody()).people.find((one) => one.email === email)?.userId ?? ''

describe('an invitation that is made or renewed at the moment when its maker is taken out', () => {
  const removes = (userId: string) => owner.browser.send('DELETE', `${people}/${userId}?projectId=${shop.projectId}`)
  const invites = (by: Browser, email: string) =>
    by.send('POST', invitations, { projectId: shop.projectId, email, role: 'staff', destinationIds: null })
  const isOpen = async (email: string) => (await listed()).some((one) => one.email === email)

  it('is not made by who is being taken out', async () => {
    const manager = await comesIn({ role: 'manager' })
    const userId = await idOf(manager.email)
    const email = address()
    const membership = 'select 1 from membership where project_id = $1 and user_id = $2 for update'
    const answers = await whileHeld(membership, [shop.projectId, userId], async ({ wait, release }) => {
      const removal = removes(userId)
      expect(await wait(1)).toBe(true)
      const made = invites(manager.browser, email)
      await Promise.race([made, wait(2)])
      await release()
      return Promise.all([removal, made])
    })
    expect(answers[0]?.status).toBe(204)
    expect(await isOpen(email)).toBe(false)
    expect([answers[1]?.status, answers[1]?.body.code]).toEqual([404, 'project_not_found'])
  })

  it('ends none that reaches further and was made meanwhile', async () => {
    const manager = await comesIn({ role: 'manager' })
    const email = address()
    const alone = `select pg_advisory_xact_lock(hashtextextended($1, 430))`
    const statuses = await whileHeld(alone, [`${shop.projectId} ${email}`], async ({ wait, release }) => {
      const theirs = manager.browser.send('POST', invitations, {
        projectId: shop.projectId,
        email,
        role: 'staff',
        destinationIds: null,
      })
      expect(await wait(1)).toBe(true)
      await query(
        `insert into invitation (project_id, invitation_id, email, role, digest, invited_by, invited_by_name, created_at, expires_at)
         values ($1, gen_random_uuid(), $2, 'owner', '', 'x', 'Olga Owner', now(), now() + interval '1 day')`,
        [shop.projectId, email],
      )
      await release()
      return (await theirs).status
    })
    const open = (await listed()).filter((one) => one.email === email) as (Invited & { role: string })[]
    expect([statuses, open.map(({ role }) => role).sort()]).toEqual([201, ['owner', 'staff']])
  })

  it('is not renewed by who is being taken out either', async () => {
    const manager = await comesIn({ role: 'manager' })
    const userId = await idOf(manager.email)
    const email = address()
    await invites(owner.browser, email)
    const { invitationId } = (await listed()).find((one) => one.email === email) ?? {}
    const membership = 'select 1 from membership where project_id = $1 and user_id = $2 for update'
    const answers = await whileHeld(membership, [shop.projectId, userId], async ({ wait, release }) => {
      const removal = removes(userId)
      expect(await wait(1)).toBe(true)
      const target = `${invitations}/${invitationId}?projectId=${shop.projectId}`
      const renewed = manager.browser.send('POST', target, { sendsMail: false })
      await Promise.race([renewed, wait(2)])
      await release()
      return Promise.all([removal, renewed])
    })
    expect(answers.map(({ status }) => status)).toEqual([204, 404])
    expect((await listed()).find((one) => one.email === email)?.invitedByName).toBe('Olga Owner')
  })

  it('is withdrawn where it was first', async () => {
    const manager = await comesIn({ role: 'manager' })
    const userId = await idOf(manager.email)
    const email = address()
    // Those to one address wait for each other.
    const before = 'select pg_advisory_xact_lock(hashtextextended($1, 430))'
    const answers = await whileHeld(before, [`${shop.projectId} ${email}`], async ({ wait, release }) => {
      const made = invites(manager.browser, email)
      expect(await wait(1)).toBe(true)
      const removal = removes(userId)
      await Promise.race([removal, wait(2)])
      await release()
      return Promise.all([made, removal])
    })
    expect(answers.map(({ status }) => status)).toEqual([201, 204])
    expect(await isOpen(email)).toBe(false)
  })
})

const password = 'a password of somebody else'
const ofPassword = `select 1 from staff_account where user_id = (select id from staff_user where email = $1)
  and provider_id = 'credential' for update`

const part = (role: string) => ({ role, destinationIds: null })
const at = (userId: string) => `${people}/${userId}?projectId=${shop.projectId}`

describe('an invitation that is accepted at the moment', () => {
  it.each([
    ['may not give it any more', 'staff', [410, 'withdrawn']],
    ['may give it still', 'manager', [200, undefined]],
  ])('when who made it is made something else, and %s', async (_, role, answer) => {
    const maker = await comesIn({ role: 'owner' })
    const makerId = await idOf(maker.email)
    const other = await openShop(inject('baseUrl'))
    const account = await createStaff({ projectId: other.projectId, role: 'staff' })
    const browser = new Browser(other)
    await browser.signIn(account)
    const wanted = { projectId: shop.projectId, email: account.email, ...part('manager') }
    const made = await maker.browser.send('POST', invitations, wanted)
    const token = String(made.body.link).split('/').at(-1)
    const joined = await whileHeld(ofPassword, [account.email], async ({ wait, release }) => {
      const joined = browser.send('POST', '/api/staff/join', { token })
      expect(await wait(1)).toBe(true)
      expect((await owner.browser.send('PATCH', at(makerId), part(role))).status).toBe(200)
      await release()
      return joined
    })
    expect([joined.status, joined.body.reason]).toEqual(answer)
    expect((await everybody()).people.some(({ email }) => email === account.email)).toBe(answer[0] === 200)
  })
})

describe('a link for another password that is used at the moment', () => {
  // What a manager's link gives is no more than they are, nor by another than they are: each is done while the link is used.
  it.each<[string, string | undefined, (maker: string, person: string) => ReturnType<Browser['send']>]>([
    ['its maker is taken out', 'withdrawn', (maker) => owner.browser.send('DELETE', at(maker))],
    ['its maker is made something else', 'withdrawn', (maker) => owner.browser.send('PATCH', at(maker), part('staff'))],
    ['its person is made more', 'withdrawn', (_, person) => owner.browser.send('PATCH', at(person), part('owner'))],
    [
      'its person is made what its maker is',
      undefined,
      (_, one) => owner.browser.send('PATCH', at(one), part('manager')),
    ],
  ])('when %s', async (_, reason, change) => {
    const [maker, person] = [await comesIn({ role: 'manager' }), await comesIn({ role: 'staff' })]
    const [makerId, userId] = [await idOf(maker.email), await idOf(person.email)]
    const link = await maker.browser.send('POST', `${people}/${userId}/password-link?projectId=${shop.projectId}`)
    const token = String(link.body.link).split('/').at(-1)
    const used = await whileHeld(ofPassword, [person.email], async ({ wait, release }) => {
      const used = new Browser(shop).send('POST', '/api/staff/reset', { token, password })
      expect(await wait(1)).toBe(true)
      expect((await change(makerId, userId)).status).toBeLessThan(300)
      await release()
      return used
    })
    expect([used.status, used.body.reason]).toEqual(reason ? [410, reason] : [204, undefined])
    const { status } = await new Browser(shop).signIn({ email: person.email, password })
    expect(status).toBe(reason ? 401 : 200)
  })
})

describe('a link for another password that is used at the moment when its person joins another project', () => {
  /** Somebody of the shop, who is invited elsewhere, and for whom the shop's owner has made a link. */
  async function stands(way: 'session' | 'password') {
    const person = await comesIn({ role: 'manager' })
    const userId = await idOf(person.email)
    const link = await owner.browser.send('POST', `${people}/${userId}/password-link?projectId=${shop.projectId}`)
    const other = await openShop(inject('baseUrl'))
    const boss = new Browser(other)
    await boss.signIn(await createStaff({ projectId: other.projectId, role: 'owner' }))
    const wanted = { projectId: other.projectId, email: person.email, role: 'staff', destinationIds: null }
    const invitation = await boss.send('POST', invitations, wanted)
    const tokenOf = (made: { body: Record<string, unknown> }) => String(made.body.link).split('/').at(-1)
    const joiner = way === 'session' ? person.browser : new Browser(other)
    const own = way === 'password' && { password: person.password }
    return {
      email: person.email,
      join: () => joiner.send('POST', '/api/staff/join', { token: tokenOf(invitation), ...own }),
      use: () => new Browser(shop).send('POST', '/api/staff/reset', { token: tokenOf(link), password }),
      opens: async () => {
        const { status, body } = await new Browser(shop).signIn({ email: person.email, password })
        const projects = ((body.memberships ?? []) as { projectId: string }[]).map((one) => one.projectId)
        return { status, isInOther: projects.includes(other.projectId) }
      },
    }
  }

  it.each(['session', 'password'] as const)('gives nothing where the joining was first, by a %s', async (way) => {
    const { email, join, use, opens } = await stands(way)
    const [joined, used] = await whileHeld(ofPassword, [email], async ({ wait, release }) => {
      const joined = join()
      await Promise.race([joined, wait(1)])
      const used = use()
      await Promise.race([used, wait(2)])
      await release()
      return Promise.all([joined, used])
    })
    expect([joined.status, used.body.code]).toEqual([200, 'link_invalid'])
    expect((await opens()).status).toBe(401)
  })

  it.each(['session', 'password'] as const)('lets nobody in by what it has ended, be it a %s', async (way) => {
    const { email, join, use, opens } = await stands(way)
    const [used, joined] = await whileHeld(ofPassword, [email], async ({ wait, release }) => {
      const used = use()
      expect(await wait(1)).toBe(true)
      const joined = join()
      await Promise.race([joined, wait(2)])
      await release()
      return Promise.all([used, joined])
    })
    expect([used.status, joined.body.code]).toEqual([204, 'sign_in_failed'])
    expect(await opens()).toEqual({ status: 200, isInOther: false })
  })
})

describe('whoever does something else with the same rows at that moment is answered, and not in a circle', () => {
  const rowOf = (email: string) => query('select id from staff_user where email = $1', [email]).then(([row]) => row.id)

  it('who is given another password at the console while they are taken out', async () => {
    const { email } = await comesIn({ role: 'manager' })
    const userId = await rowOf(email)
    const membership = { projectId: shop.projectId, role: 'manager', destinationIds: null } as const
    const given = { email, password: 'a password of the console', name: 'Mo', membership, actor: atConsole }
    const giving = 'select pg_advisory_xact_lock(hashtextextended($1, 431))'
    const [removed, saved] = await whileHeld(giving, [`${shop.projectId} ${userId}`], async ({ wait, release }) => {
      const removal = owner.browser.send('DELETE', `${people}/${userId}?projectId=${shop.projectId}`)
      expect(await wait(1)).toBe(true)
      const saved = saveAccount(given, new Date()).catch((error) => error)
      expect(await wait(2)).toBe(true)
      await release()
      return Promise.all([removal, saved])
    })
    expect([removed.status, saved]).toEqual([204, { userId, isNew: false, passkeysEnded: 0 }])
    expect((await new Browser(shop).signIn({ email, password: given.password })).status).toBe(200)
  })

  it('who opens another invitation while they are taken out', async () => {
    const elsewhere = await openShop(inject('baseUrl'))
    const account = await createStaff({ projectId: elsewhere.projectId, role: 'manager' })
    const joiner = new Browser(elsewhere)
    await joiner.signIn(account)
    const userId = await rowOf(account.email)
    const wanted = { projectId: shop.projectId, email: account.email, role: 'staff', destinationIds: null }
    const { body } = await owner.browser.send('POST', invitations, wanted)
    // As by another invitation; they are in no other project, so that their session ends as well.
    await query('update membership set project_id = $1 where user_id = $2', [shop.projectId, userId])
    const membership = 'select 1 from membership where project_id = $1 and user_id = $2 for update'
    const answers = await whileHeld(membership, [shop.projectId, userId], async ({ wait, release }) => {
      const removal = owner.browser.send('DELETE', `${people}/${userId}?projectId=${shop.projectId}`)
      expect(await wait(1)).toBe(true)
      const joined = joiner.send('POST', '/api/staff/join', { token: String(body.link).split('/').at(-1) })
      await Promise.race([joined, wait(2)])
      await release()
      return Promise.all([removal, joined])
    })
    expect([answers[0].status, answers[1].body.code]).toEqual([204, 'link_invalid'])
  })

  it('who has a link for another password made while one of theirs is used', async () => {
    const person = await comesIn({ role: 'manager' })
    const userId = await rowOf(person.email)
    const link = () => owner.browser.send('POST', `${people}/${userId}/password-link?projectId=${shop.projectId}`)
    expect((await link()).status).toBe(201)
    // As one that was mailed, which leaves the one before it.
    const { token, digest } = makeLinkToken()
    const expiresAt = new Date(Date.now() + 60_000)
    const note = { account: { userId, name: 'Sam' }, actor: atConsole, action: 'account.resetLinkMade' } as const
    await acrossProjects(() => insertReset({ digest, userId, expiresAt, by: null }, note, new Date()))
    const session = 'select 1 from staff_session where user_id = $1 for update'
    const [used, made] = await whileHeld(session, [userId], async ({ wait, release }) => {
      const used = new Browser(shop).send('POST', '/api/staff/reset', {
        token,
        password: 'a password of somebody else',
      })
      expect(await wait(1)).toBe(true)
      const made = link()
      expect(await wait(2)).toBe(true)
      await release()
      return Promise.all([used, made])
    })
    expect([used.status, made.status]).toEqual([204, 201])
    const open = await query('select 1 from staff_reset where user_id = $1 and used_at is null', [userId])
    expect(open.length).toBe(1)
  })

  it('who joins elsewhere while a link for another password is made for them: there is none, and nobody there is told of it', async () => {
    const elsewhere = await openShop(inject('baseUrl'))
    const userId = await rowOf((await comesIn({ role: 'manager' })).email)
    // As whoever joins has it.
    const row = 'select 1 from staff_account where user_id = $1 for no key update'
    const made = await whileHeld(row, [userId], async ({ wait, release }) => {
      const made = owner.browser.send('POST', `${people}/${userId}/password-link?projectId=${shop.projectId}`)
      expect(await wait(1)).toBe(true)
      const joined = `insert into membership (project_id, user_id, role, created_at) values ($1, $2, 'staff', now())`
      await query(joined, [elsewhere.projectId, userId])
      await release()
      return made
    })
    expect([made.status, made.body.code]).toEqual([403, 'right_missing'])
    expect(await query('select 1 from staff_reset where user_id = $1', [userId])).toEqual([])
    const told = `select 1 from audit_entry where subject_id = $1 and action = 'account.resetLinkMade'`
    expect(await query(told, [userId])).toEqual([])
  })

  it('who is new, and has an account made by another invitation: that is what they are told', async () => {
    const elsewhere = await openShop(inject('baseUrl'))
    const boss = new Browser(elsewhere)
    await boss.signIn(await createStaff({ projectId: elsewhere.projectId, role: 'owner' }))
    const email = address()
    const asked = { email, role: 'staff', destinationIds: null }
    const [one, other] = [
      await owner.browser.send('POST', invitations, { projectId: shop.projectId, ...asked }),
      await boss.send('POST', invitations, { projectId: elsewhere.projectId, ...asked }),
    ]
    const join = (made: { body: Record<string, unknown> }) => {
      const token = String(made.body.link).split('/').at(-1)
      return new Browser(shop).send('POST', '/api/staff/join', {
        token,
        name: 'Nia New',
        password: 'long enough for anybody',
      })
    }
    const invitation = 'select 1 from invitation where project_id = $1 and email = $2 for update'
    const [first, second] = await whileHeld(invitation, [shop.projectId, email], async ({ wait, release }) => {
      const first = join(one)
      expect(await wait(1)).toBe(true)
      const second = join(other)
      expect(await wait(1, 'INSERT INTO "public"."staff_user"')).toBe(true)
      await release()
      return Promise.all([first, second])
    })
    expect([first.status, second.body.code]).toEqual([200, 'sign_in_failed'])
    expect(second.body.detail).toMatch(/has an account by now/)
  })
})
