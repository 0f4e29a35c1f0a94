import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Contract } from '@/integration/contract'
import { addInvitations, addPeople, addPinPeople, storeIds } from '@/integration/of-many-stores'
import { openShop, type Shop } from '@/integration/shop'
import { sql } from '@/lib/db'

const people = 'GET /api/staff/people'
const person = 'GET /api/staff/people/{userId}'
const found = 'POST /api/staff/people/find'
const pinsFound = 'POST /api/staff/pins/find'
const many = 450

type Listed = { name?: string; email?: string; destinationIds: string[] | null; storeCount: number | null }
type Lists = {
  people: (Listed & { userId: string; mayChange: boolean })[]
  invitations: (Listed & { invitationId: string; mayChange: boolean })[]
  stores: { destinationId: string; name: string }[]
  peopleToken?: string
  invitationsToken?: string
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

const asking = (name: string, headers: Record<string, string>, more: Record<string, string>) => {
  const asked = { projectId: shop.projectId, ...more }
  return name.startsWith('POST') ? { headers, body: asked } : { headers, query: asked }
}

async function read(name: string, headers: Record<string, string>, more: Record<string, string> = {}) {
  const { body, text } = await contract.expect(name, 200, null, asking(name, headers, more))
  return { ...(body as Lists), bytes: text.length }
}

describe('of 450 who have a thousand stores each', () => {
  it.each([
    ['people', people],
    ['invitations', people],
    ['people', pinsFound],
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
    const { bytes, ...lists } = await read(found, owner, { search: 'nobody at all' })
    expect(lists).toMatchObject({ people: [], invitations: [], stores: [] })
    expect(bytes).toBeLessThan(1_000)
    const { stores } = await read(found, owner, { search: 'person 001' })
    expect(stores.map(({ destinationId }) => destinationId)).toEqual(storeIds(1))
  })
})

describe('whoever reviews who has access reads lists to their end', () => {
  /** All that a list holds, part by part; `meanwhile` happens behind the first. */
  async function readAll(more: Record<string, string> = {}, meanwhile?: () => Promise<unknown>, headers = owner) {
    const all = { people: [] as string[], invitations: [] as string[], parts: 0 }
    for (let tokens: Record<string, string> | null = {}; tokens; ) {
      const answer: Lists = await read('search' in more ? found : people, headers, { ...more, ...tokens })
      all.parts += 1
      all.people.push(...answer.people.map(({ userId }) => userId))
      all.invitations.push(...answer.invitations.map(({ email = '' }) => email))
      if (all.parts === 1) await meanwhile?.()
      const { peopleToken, invitationsToken } = answer
      const next = { ...(peopleToken && { peopleToken }), ...(invitationsToken && { invitationsToken }) }
      tokens = Object.keys(next).length > 0 ? next : null
    }
    return all
  }
  const numbers = Array.from({ length: many }, (_, at) => at + 1)
  const everybody = () => numbers.map((n) => `${shop.projectId}-${n}`)
  const invited = numbers.map((n) => `person${String(n).padStart(3, '0')}@shop.example`)

  it.each(['', 'person'])('each is there once, in one order, also of what is sought: "%s"', async (search) => {
    const all = await readAll(search ? { search } : {})
    expect(all.parts).toBe(3)
    const persons = all.people.filter((id) => id.startsWith(shop.projectId))
    expect(persons.toSorted()).toEqual(everybody().toSorted())
    // And the owner and the manager, whose addresses have the word in them as well.
    expect(all.people.length - persons.length).toBe(2)
    expect(all.invitations.toSorted()).toEqual(invited)
    expect(await readAll(search ? { search } : {})).toEqual(all)
  })

  it('who is taken out or comes meanwhile displaces nobody', async () => {
    const all = await readAll({ search: 'person' }, async () => {
      await sql('take-some-out', `delete from membership where project_id = $1 and user_id like $2 || '-10%'`, [
        shop.projectId,
        shop.projectId,
      ])
      await addInvitations(shop.projectId, 3, 'meanwhile')
    })
    expect(all.invitations.toSorted()).toEqual(invited)
    const stayed = everybody().filter((id) => !id.startsWith(`${shop.projectId}-10`))
    expect(all.people).toEqual(expect.arrayContaining(stayed))
    expect(new Set(all.people).size).toBe(all.people.length)
    await sql('take-back', `delete from invitation where project_id = $1 and invited_by = 'meanwhile'`, [
      shop.projectId,
    ])
  })

  it('one list goes on without the other, and a token is good for its list and its search alone', async () => {
    const { peopleToken = '', invitationsToken = '' } = await read(found, owner, { search: 'person' })
    const next = await read(found, owner, { search: 'person', peopleToken })
    expect([next.people.length, next.invitations, next.invitationsToken]).toEqual([200, [], undefined])
    const other = await read(found, owner, { search: 'person', invitationsToken })
    expect([other.people, other.peopleToken, other.invitations.length]).toEqual([[], undefined, 200])
    const refused: Record<string, string>[] = [
      { peopleToken },
      { search: 'persons', peopleToken },
      { search: 'person', peopleToken: invitationsToken },
      { search: 'person', invitationsToken: peopleToken },
      { search: 'person', peopleToken: `${peopleToken}x` },
    ]
    for (const more of refused) {
      const name = 'search' in more ? found : people
      await contract.expect(name, 400, 'pagination_token_invalid', asking(name, owner, more))
    }
  })

  it('a token tells a manager of other stores nobody more', async () => {
    const { peopleToken = '', invitationsToken = '' } = await read(people, owner)
    const elsewhere = await shop.signIn({ role: 'manager', name: 'A', destinationIds: [shop.destinationId] })
    const { people: found, invitations } = await read(people, elsewhere.headers, { peopleToken, invitationsToken })
    // Who has all stores is everybody's to see.
    expect([found.map(({ name }) => name), invitations]).toEqual([['Zoe Owner'], []])
  })
})
