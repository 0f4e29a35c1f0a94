import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Contract } from '@/integration/contract'
import { addInvitations, addPeople, addPinPeople, storeIds } from '@/integration/of-many-stores'
import { openShop, type Shop } from '@/integration/shop'
import { sql } from '@/lib/db'

const people = 'GET /api/staff/people'
const person = 'GET /api/staff/people/{userId}'
const pins = 'GET /api/staff/pins'
const many = 450

type Listed = { name?: string; email?: string; destinationIds: string[] | null; storeCount: number | null }
type Lists = {
  people: (Listed & { userId: string; mayChange: boolean })[]
  invitations: (Listed & { invitationId: string; mayChange: boolean })[]
  stores: { destinationId: string; name: string }[]
}

let contract: Contract
let shop: Shop
let owner: Record<string, string>
let narrow: Record<string, string>
const ofThirty = storeIds(30)

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
  shop = await openShop(inject('baseUrl'))
  const { projectId } = shop
  owner = (await shop.signIn({ role: 'owner', name: 'Zoe Owner' })).headers
  narrow = (await shop.signIn({ role: 'manager', name: 'Zoe Manager', destinationIds: ofThirty })).headers
  await sql(
    'stores-of-many',
    `insert into store (project_id, destination_id, name, is_new, time_zone, default_zone_id, created_at)
     select project_id, id, 'Store ' || n, false, time_zone, default_zone_id, now()
     from store, unnest($2::text[]) with ordinality one (id, n) where project_id = $1`,
    [projectId, storeIds(1000)],
  )
  await Promise.all([addPeople(projectId, many), addInvitations(projectId, many), addPinPeople(projectId, many)])
})

async function read(name: string, headers: Record<string, string>, more: Record<string, string> = {}) {
  const { body, text } = await contract.expect(name, 200, null, {
    headers,
    query: { projectId: shop.projectId, ...more },
  })
  return { ...(body as Lists), bytes: text.length }
}

describe('of 450 who have a thousand stores each', () => {
  it.each([
    ['people', people],
    ['invitations', people],
    ['people', pins],
  ] as const)('a list holds 200 %s, of each the first stores and how many there are: %s', async (list, address) => {
    const { [list]: all, bytes } = await read(address, owner, address === people ? {} : { search: 'person' })
    expect(all).toHaveLength(200)
    for (const { destinationIds, storeCount } of all) {
      expect([destinationIds, storeCount]).toEqual([storeIds(20), 1000])
    }
    expect(bytes).toBeLessThan(1_000_000)
  })

  it('a manager of some of the stores is told of those alone, and that they may not change who has others', async () => {
    const { people: found, invitations } = await read(people, narrow)
    for (const { destinationIds, storeCount, mayChange } of [...found, ...invitations]) {
      expect([destinationIds, storeCount, mayChange]).toEqual([storeIds(20), 30, false])
    }
    expect([found.length, invitations.length]).toEqual([200, 200])
    const userId = found[0]?.userId ?? ''
    const asked = { headers: narrow, params: { userId }, query: { projectId: shop.projectId } }
    const { body } = await contract.expect(person, 200, null, asked)
    expect(body).toMatchObject({ userId, destinationIds: ofThirty, storeCount: 30, mayChange: false })
    expect((body as Lists).stores).toHaveLength(30)
  })

  it('of one person all stores are read, with their names', async () => {
    const [first] = (await read(people, owner)).people
    const asked = { headers: owner, params: { userId: first?.userId ?? '' }, query: { projectId: shop.projectId } }
    const { body } = await contract.expect(person, 200, null, asked)
    expect(body).toEqual({ ...first, destinationIds: storeIds(1000), stores: expect.anything() })
    const { stores } = body as Lists
    expect(stores).toContainEqual({ destinationId: storeIds(1000).at(-1), name: 'Store 1000', isNew: false })
    expect(stores.map(({ destinationId }) => destinationId).toSorted()).toEqual(storeIds(1000).toSorted())
    await contract.expect(person, 404, 'person_not_found', { ...asked, params: { userId: 'nobody' } })
  })

  it('a search names no store but the first of each that it finds', async () => {
    expect((await read(people, owner)).stores).toHaveLength(1001)
    const { bytes, ...found } = await read(people, owner, { search: 'nobody at all' })
    expect(found).toMatchObject({ people: [], invitations: [], stores: [] })
    expect(bytes).toBeLessThan(1_000)
    const { stores } = await read(people, owner, { search: 'person 001' })
    expect(stores.map(({ destinationId }) => destinationId)).toEqual(storeIds(1))
  })
})
