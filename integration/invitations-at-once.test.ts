import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { openShop, type Shop } from '@/integration/shop'
import { createStaff } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'

const people = '/api/staff/people'
const invitations = '/api/staff/people/invitations'

type Invited = { invitationId: string; email: string; invitedByName: string }
type Listed = { people: { userId: string; email: string }[]; invitations: Invited[] }

let shop: Shop
let owner: Awaited<ReturnType<typeof comesIn>>

/** Somebody of the shop, signed in. */
async function comesIn(given: { role: 'owner' | 'manager'; name?: string }) {
  const account = await createStaff({ projectId: shop.projectId, ...given })
  const browser = new Browser(shop)
  await browser.signIn(account)
  return { browser, ...account }
}

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
  owner = await comesIn({ role: 'owner', name: 'Olga Owner' })
})

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

  /** Holds something while some work waits for it, as far as `isThere` says. */
  async function whileHeld<Done>(what: string, values: unknown[], work: (hold: Hold) => Promise<Done>): Promise<Done> {
    const holder = new pg.Client({ connectionString: inject('databaseUrl') })
    await holder.connect()
    try {
      await holder.query('begin')
      const { rows } = await holder.query(`select pg_backend_pid() as pid from (${what}) held`, values)
      const waiting = `with recursive w (pid) as (
          select $1::int union
          select l.pid from pg_locks l join w on w.pid = any(pg_blocking_pids(l.pid)) where not l.granted)
        select count(*)::int - 1 as n from w`
      const wait = (most: number) =>
        until(async () => (await holder.query(waiting, [rows[0].pid])).rows[0].n >= most, 5_000)
      return await work({ wait, release: () => holder.query('commit') })
    } finally {
      await holder.end()
    }
  }
  type Hold = { wait: (count: number) => Promise<boolean>; release: () => Promise<unknown> }

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
