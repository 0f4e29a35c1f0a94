import { randomInt, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { Contract } from '@/integration/contract'
import { type Answered, openShop, type Shop } from '@/integration/shop'
import { TabletDevice } from '@/integration/tablet'
import { whileHeld } from '@/integration/while-held'
import { pools } from '@/lib/db'
import { pinDigest } from '@/lib/pins/proof'
import { createStaff, createStore } from '@/prisma/factories/project'

const people = '/api/staff/people'
const invitations = `${people}/invitations`

let contract: Contract
let shop: Shop
let owner: Browser

const address = () => `${randomUUID().slice(0, 8)}@shop.example`
const query = async (text: string, values: unknown[]) => (await pools().hot.query(text, values)).rows
const at = () => `?projectId=${shop.projectId}`

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
  shop = await openShop(inject('baseUrl'))
  owner = new Browser(shop)
  await owner.signIn(await createStaff({ projectId: shop.projectId, role: 'owner' }))
})

/** What gives a store to somebody. `held`: the statement, and its values, that holds it up in the middle. */
type Giving = { give: () => Promise<Answered>; held: [what: string, values: unknown[]] }

const open = (email: string) =>
  query('select invitation_id from invitation where project_id = $1 and email = $2 and withdrawn_at is null', [
    shop.projectId,
    email,
  ])

const advisory = 'select pg_advisory_xact_lock(hashtextextended($1, 430))'

const waysToGive: [string, (destinationId: string) => Promise<Giving>][] = [
  [
    'a tablet is paired to it',
    async (destinationId) => {
      const { user_code: userCode } = await new TabletDevice(contract).begin()
      const body = { projectId: shop.projectId, userCode, destinationId, name: 'Counter 1' }
      const pairing = 'select 1 from tablet_pairing where user_code = $1 for update'
      return {
        give: () => owner.send('POST', '/api/staff/tablets', body),
        held: [pairing, [userCode.replace('-', '')]],
      }
    },
  ],
  [
    'somebody has it given',
    async (destinationId) => {
      const { email } = await createStaff({ projectId: shop.projectId, role: 'staff' })
      const [{ id }] = await query('select id from staff_user where email = $1', [email])
      const body = { role: 'staff', destinationIds: [destinationId, shop.destinationId] }
      const membership = 'select 1 from membership where project_id = $1 and user_id = $2 for update'
      return {
        give: () => owner.send('PATCH', `${people}/${id}${at()}`, body),
        held: [membership, [shop.projectId, id]],
      }
    },
  ],
  [
    'somebody is invited to it',
    async (destinationId) => {
      const email = address()
      const body = { projectId: shop.projectId, email, role: 'staff', destinationIds: [destinationId] }
      return { give: () => owner.send('POST', invitations, body), held: [advisory, [`${shop.projectId} ${email}`]] }
    },
  ],
  [
    'an invitation to it that is too old is renewed',
    async (destinationId) => {
      const email = address()
      const body = { projectId: shop.projectId, email, role: 'staff', destinationIds: [destinationId] }
      expect((await owner.send('POST', invitations, body)).status).toBe(201)
      const [{ invitation_id: id }] = await open(email)
      await query(`update invitation set expires_at = now() - interval '1 day' where invitation_id = $1`, [id])
      return {
        give: () => owner.send('POST', `${invitations}/${id}${at()}`, { sendsMail: false }),
        held: ['select 1 from invitation where invitation_id = $1 for update', [id]],
      }
    },
  ],
  [
    'somebody gets a PIN for it',
    async (destinationId) => {
      const body = {
        projectId: shop.projectId,
        name: 'Sam',
        pin: String(randomInt(100_000, 1_000_000)),
        destinationIds: [destinationId],
      }
      const digest = pinDigest(shop.projectId, body.pin)
      const another = `insert into staff_pin (project_id, person_id, has_account, name, digest, set_at)
        values ($1, 'another', false, 'Somebody', $2, now())`
      return { give: () => owner.send('POST', '/api/staff/pins', body), held: [another, [shop.projectId, digest]] }
    },
  ],
]

describe.each(waysToGive)('a store that is removed at the moment when %s', (_, prepare) => {
  const remove = (destinationId: string) =>
    owner.send('DELETE', `/api/staff/stores${at()}&destinationId=${destinationId}`)

  it('stays where that was first', async () => {
    const { destinationId } = await createStore(shop.projectId)
    const { give, held } = await prepare(destinationId)
    const [given, removed] = await whileHeld(...held, async ({ wait, release }) => {
      const given = give()
      expect(await wait(1)).toBe(true)
      const removed = remove(destinationId)
      await Promise.race([removed, wait(2)])
      await release()
      return Promise.all([given, removed])
    })
    expect(given.status).toBeLessThan(300)
    expect(removed.body.code).toBe('store_in_use')
  })

  it('is nobody’s where the removal was first', async () => {
    const { destinationId } = await createStore(shop.projectId)
    const { give } = await prepare(destinationId)
    const store = 'select 1 from store where project_id = $1 and destination_id = $2 for update'
    const [removed, given] = await whileHeld(store, [shop.projectId, destinationId], async ({ wait, release }) => {
      const removed = remove(destinationId)
      expect(await wait(1)).toBe(true)
      const given = give()
      await Promise.race([given, wait(2)])
      await release()
      return Promise.all([removed, given])
    })
    expect([removed.status, given.body.code]).toEqual([204, 'store_not_found'])
  })
})
