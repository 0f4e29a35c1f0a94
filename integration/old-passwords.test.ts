import pg from 'pg'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { codeOfKey } from '@/integration/second-step'
import { openShop, type Shop } from '@/integration/shop'
import { beginSecondStep, replaceRecovery, updatePassword } from '@/lib/account/data'
import { turnOffSecondStep, turnOnSecondStep } from '@/lib/account/service'
import { atConsole } from '@/lib/audit/actor'
import { findStaffBySession } from '@/lib/auth/data'
import { sql } from '@/lib/db'
import { digestOfToken } from '@/lib/http/link-token'
import { findReset, takeReset } from '@/lib/reset/data'
import { acrossProjects } from '@/lib/wall'
import { createStaff } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'

const own = '/api/staff/account'
const secondStep = `${own}/second-step`
const good = 'orange ferry under lamps'

let shop: Shop
let elsewhere: Shop

type Person = { browser: Browser; email: string; password: string }

const noteOn = (userId: string) =>
  ({ account: { userId, name: 'Sam' }, actor: atConsole, action: 'account.passwordChanged' }) as const

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
  elsewhere = await openShop(inject('baseUrl'))
})

async function comesIn(at = shop, role: 'staff' | 'owner' = 'staff'): Promise<Person> {
  const account = await createStaff({ projectId: at.projectId, role })
  const browser = new Browser(at)
  expect((await browser.signIn(account)).status).toBe(200)
  return { browser, ...account }
}

async function linkFor(email: string): Promise<string> {
  const { browser } = await comesIn(shop, 'owner')
  const { body } = await browser.send('GET', `/api/staff/people?projectId=${shop.projectId}`)
  const people = body.people as { userId: string; email: string }[]
  const { userId } = people.find((one) => one.email === email) ?? {}
  const made = await browser.send('POST', `/api/staff/people/${userId}/password-link?projectId=${shop.projectId}`)
  return String(made.body.link).split('/').at(-1) ?? ''
}

async function invitationOf(email: string): Promise<string> {
  const { browser } = await comesIn(elsewhere, 'owner')
  const body = { projectId: elsewhere.projectId, email, role: 'staff', destinationIds: null }
  const made = await browser.send('POST', '/api/staff/people/invitations', body)
  return String(made.body.link).split('/').at(-1) ?? ''
}

/** Somebody who knows a password: how they come in with it, and whether they are in still. */
type Knowing = { enter: () => Promise<number>; isIn: () => Promise<boolean> }

function byBrowser(credentials: object): Knowing {
  const browser = new Browser(shop)
  return { enter: async () => (await browser.signIn(credentials)).status, isIn: () => browser.isIn() }
}

function byInvitation(token: string, password: string): Knowing {
  const browser = new Browser(shop)
  const join = async () => (await browser.send('POST', '/api/staff/join', { token, password })).status
  return { enter: join, isIn: () => browser.isIn() }
}

function byProgram(body: object): Knowing {
  let headers = {}
  const enter = async () => {
    const opened = await shop.call('/api/prod1/sessions', { method: 'POST', body, key: null })
    headers = { authorization: `Bearer ${opened.body.accessToken}` }
    return opened.status
  }
  const isIn = async () => (await shop.call('/api/staff/session', { headers, key: null })).status === 200
  return { enter, isIn }
}

describe.each(['in the account', 'by a link'])('while a password is changed %s', (way) => {
  it('nobody comes in with the old one who is in afterwards, by browser, by program or by an invitation', async () => {
    const { browser, email, password } = await comesIn()
    const token = await linkFor(email)
    const invitation = await invitationOf(email)
    const change = async () => {
      const inside = { currentPassword: password, newPassword: good }
      if (way === 'in the account') return (await browser.send('POST', `${own}/password`, inside)).status
      return (await new Browser(shop).send('POST', '/api/staff/reset', { token, password: good })).status
    }
    const each = Array.from({ length: 6 }, () => [byBrowser({ email, password }), byProgram({ email, password })])
    // A link for another password is worth nothing once its account is in a project of which its maker is not.
    const joining = way === 'in the account' ? [byInvitation(invitation, password)] : []
    const knowing = [...each.flat(), ...joining]
    const entering = knowing.map(({ enter }) => enter())
    expect(await change()).toBe(204)
    const statuses = await Promise.all(entering)
    expect(statuses.filter((status) => ![200, 201, 401].includes(status))).toEqual([])
    expect(await Promise.all(knowing.map(({ isIn }) => isIn()))).toEqual(knowing.map(() => false))
    const knowsNew = [byBrowser({ email, password: good }), byProgram({ email, password: good })]
    expect(await Promise.all(knowsNew.map(({ enter }) => enter()))).toEqual([200, 201])
    expect(await Promise.all(knowsNew.map(({ isIn }) => isIn()))).toEqual([true, true])
  })
})

it('of two who change a password at once with the old one, one does: theirs is the password, and the other is out', async () => {
  const { browser, email, password } = await comesIn()
  const other = new Browser(shop)
  await other.signIn({ email, password })
  const changes = [
    { by: browser, to: good },
    { by: other, to: 'violet harbour cranes' },
  ]
  const sent = changes.map(({ by, to }) =>
    by.send('POST', `${own}/password`, { currentPassword: password, newPassword: to }),
  )
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([204, 401])
  const isDone = statuses.map((status) => status === 204)
  expect(await Promise.all(changes.map(({ by }) => by.isIn()))).toEqual(isDone)
  const signed = changes.map(({ to }) => new Browser(shop).signIn({ email, password: to }))
  expect((await Promise.all(signed)).map(({ status }) => status === 200)).toEqual(isDone)
})

type Account = { userId: string; credentialId: string; sessionId: string; hash: string; changedAt: Date }

async function accountOf(email: string): Promise<Account> {
  const [row] = await sql<Account>(
    'account-of',
    `select u.id as "userId", a.id as "credentialId", s.id as "sessionId", a.password as hash,
            a.updated_at as "changedAt"
     from staff_user u join staff_account a on a.user_id = u.id join staff_session s on s.user_id = u.id
     where u.email = $1 limit 1`,
    [email],
  )
  if (!row) throw new Error('there is no such account')
  return row
}

async function turnsOn({ browser, password }: Person): Promise<void> {
  const { body } = await browser.send('POST', secondStep, { password })
  expect((await browser.send('PUT', secondStep, { code: codeOfKey(String(body.secret)) })).status).toBe(200)
}

it('a link for another password that is used while the account changes it neither waits in a circle nor is taken', async () => {
  const { email } = await comesIn()
  const digest = digestOfToken(await linkFor(email))
  const { userId, ...shown } = await accountOf(email)
  const found = await findReset(digest)
  if (!found) throw new Error('there is no such link')
  const now = new Date()
  const holder = new pg.Client({ connectionString: inject('databaseUrl') })
  await holder.connect()
  const waiters = async (pid: number): Promise<number[]> => {
    const waiting = 'select pid from pg_locks where not granted and $1 = any(pg_blocking_pids(pid))'
    return (await holder.query(waiting, [pid])).rows.map((row) => row.pid)
  }
  try {
    const { rows } = await holder.query('select pg_backend_pid() as pid')
    await holder.query('begin')
    // The change has the row of the password by then, and has come to that of its session; not to the links.
    await holder.query('select 1 from staff_session where user_id = $1 for update', [userId])
    const changed = acrossProjects(
      async () => await updatePassword({ userId, hash: 'changed', shown }, noteOn(userId), now),
    )
    let changing = 0
    const isChanging = async () => {
      changing = (await waiters(rows[0].pid))[0] ?? 0
      return changing > 0
    }
    expect(await until(isChanging, 5_000)).toBe(true)
    const taken = acrossProjects(
      async () =>
        await takeReset(
          { digest, hash: 'taken', removal: { actor: atConsole }, read: { ...found, theirs: [] } },
          noteOn(userId),
          now,
        ),
    )
    expect(await until(async () => (await waiters(changing)).length > 0, 5_000)).toBe(true)
    await holder.query('commit')
    expect(await Promise.allSettled([changed, taken])).toEqual([
      { status: 'fulfilled', value: undefined },
      { status: 'fulfilled', value: false },
    ])
  } finally {
    await holder.end()
  }
  expect((await accountOf(email)).hash).toBe('changed')
})

const hasSecondStep = async ({ userId }: Pick<Account, 'userId'>) =>
  (
    await sql('second-step-of', 'select 1 from staff_second_step where user_id = $1 and confirmed_at is not null', [
      userId,
    ])
  ).length > 0

describe('what asks for the own password', () => {
  it.each([
    ['the password is another', 'update staff_account set password = $2 where user_id = $1', 'field_invalid'],
    ['the session is over', 'delete from staff_session where user_id = $1 and id <> $2', 'credential_invalid'],
  ])('is not done once %s, however short before it was looked at', async (_, change, refusal) => {
    const person = await comesIn()
    await turnsOn(person)
    const account = await accountOf(person.email)
    const caller = await findStaffBySession(account.sessionId, new Date())
    if (!caller) throw new Error('there is no such session')
    const request = new Request(shop.baseUrl, { method: 'POST' })
    const holder = new pg.Client({ connectionString: inject('databaseUrl') })
    await holder.connect()
    try {
      // Behind the look at the password, and before what is done; in this process, where no others' passwords are looked at,
      // so that nobody else waits for long.
      await holder.query('begin')
      await holder.query('lock table staff_second_step in access exclusive mode')
      const removal = turnOffSecondStep(caller, person.password, request, new Date()).then(
        () => 'done',
        (refused) => refused.code,
      )
      const waiting = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
      expect(await until(async () => ((await holder.query(waiting)).rowCount ?? 0) > 0, 10_000)).toBe(true)
      await holder.query(change, [account.userId, 'another'])
      await holder.query('commit')
      expect(await removal).toBe(refusal)
    } finally {
      await holder.end()
    }
    expect(await hasSecondStep(account)).toBe(true)
  })

  it('is not finished by a program that was let begin it, once the password is another, however lately it was in', async () => {
    const { browser, email, password } = await comesIn()
    const opened = await shop.call('/api/prod1/sessions', { method: 'POST', body: { email, password }, key: null })
    const headers = { authorization: `Bearer ${opened.body.accessToken}` }
    const begun = await shop.call(secondStep, { method: 'POST', body: { password }, headers, key: null })
    const change = { currentPassword: password, newPassword: good }
    // Each process believes for some seconds what it read of a program's session.
    const isIn = () => shop.call('/api/staff/session', { headers, key: null })
    const changed = browser.send('POST', `${own}/password`, change)
    let isAnswered = false
    const answered = changed.finally(() => {
      isAnswered = true
    })
    while (!isAnswered) await Promise.all([isIn(), isIn(), isIn(), isIn()])
    expect((await answered).status).toBe(204)
    const code = codeOfKey(String(begun.body.secret))
    const late = await shop.call(secondStep, { method: 'PUT', body: { code }, headers, key: null })
    expect([late.status, late.body.code]).toEqual([401, 'credential_invalid'])
    expect((await new Browser(shop).signIn({ email, password: good })).status).toBe(200)
  })

  it('is done only together with a look at both', async () => {
    const person = await comesIn()
    const { userId, ...shown } = await accountOf(person.email)
    const now = new Date()
    const begin = (by: typeof shown) => beginSecondStep({ userId, secret: new Uint8Array([1]), shown: by }, now)
    const stale = [
      { ...shown, hash: 'another' },
      { ...shown, sessionId: 'over' },
    ]
    for (const by of stale) await expect(begin(by)).rejects.toMatchObject({ code: 'P2025' })
    expect(await begin(shown)).toBe(true)
    await turnsOn(person)
    const renew = (by: typeof shown) =>
      replaceRecovery({ userId, recovery: ['made anew'], shown: by }, noteOn(userId), now)
    for (const by of stale) await expect(renew(by)).rejects.toMatchObject({ code: 'P2025' })
    const kept = () => sql('recovery-of', 'select recovery from staff_second_step where user_id = $1', [userId])
    expect(await kept()).not.toEqual([{ recovery: ['made anew'] }])
    await renew(shown)
    expect(await kept()).toEqual([{ recovery: ['made anew'] }])
  })
})

it('a second step that is begun anew while a code of the first confirms it is in force for neither', async () => {
  const { browser, email, password } = await comesIn()
  const { userId, sessionId } = await accountOf(email)
  const caller = await findStaffBySession(sessionId, new Date())
  if (!caller) throw new Error('there is no such session')
  const begun = await browser.send('POST', secondStep, { password })
  const request = new Request(shop.baseUrl, { method: 'PUT' })
  const confirm = (secret: unknown) => turnOnSecondStep(caller, codeOfKey(String(secret)), request, new Date())
  const holder = new pg.Client({ connectionString: inject('databaseUrl') })
  await holder.connect()
  try {
    // Behind the look at the code, and before what is done; by whoever has the password and a session as well.
    await holder.query('begin')
    await holder.query('select 1 from staff_second_step where user_id = $1 for update', [userId])
    const confirmed = confirm(begun.body.secret).then(
      () => 'done',
      (refused) => refused.code,
    )
    const waiting = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
    expect(await until(async () => ((await holder.query(waiting)).rowCount ?? 0) > 0, 10_000)).toBe(true)
    await holder.query('update staff_second_step set secret = $2 where user_id = $1', [userId, Buffer.from('anew')])
    await holder.query('commit')
    expect(await confirmed).toBe('second_step_off')
  } finally {
    await holder.end()
  }
  expect(await hasSecondStep({ userId })).toBe(false)
  const again = await browser.send('POST', secondStep, { password })
  expect((await confirm(again.body.secret)).recoveryCodes).toHaveLength(10)
})
