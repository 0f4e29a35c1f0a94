import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Contract } from '@/integration/contract'
import { pins } from '@/integration/pin-shop'
import { openShop, type Shop } from '@/integration/shop'
import { sql } from '@/lib/db'
import { limitPinSetting } from '@/lib/limits/service'
import { mostListedPeople } from '@/lib/pins/model'
import { createStore } from '@/prisma/factories/project'

const pin = `${pins}/{personId}`

let contract: Contract

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
})

describe('a list of more people than it holds', () => {
  const strange = `50 % off_ 'now' "or" \\ never`
  let many: Shop
  let theirs: string
  let personOf: Map<string, string>

  beforeAll(async () => {
    many = await openShop(inject('baseUrl'))
    theirs = (await createStore(many.projectId)).destinationId
    const rows = await sql<{ person_id: string; name: string }>(
      'make-pin-people',
      `insert into staff_pin (project_id, person_id, has_account, name, destination_ids, digest, set_at)
       select $1, gen_random_uuid()::text, false, one.name, one.stores, sha256(convert_to(one.name, 'UTF8')), now()
       from (
         select 'Person ' || lpad(n::text, 3, '0') as name, case when n % 2 = 0 then jsonb_build_array($2::text) end as stores
         from generate_series(1, 250) n
         union all select 'Zoe', jsonb_build_array($3::text)
         union all select 'Both', jsonb_build_array($2::text, $3::text)
         union all select $4, null
       ) one
       returning person_id, name`,
      [many.projectId, many.destinationId, theirs, strange],
    )
    personOf = new Map(rows.map((row) => [row.name, row.person_id]))
  })

  type Listed = { people: { personId: string; name: string }[]; hasMore: boolean; rules: object }
  const manage = async (name: string, destinationIds?: string[]) => {
    const given = { role: 'manager' as const, name, ...(destinationIds && { destinationIds }) }
    const { headers } = await many.signIn(given)
    const list = async (search?: string) => {
      const { projectId } = many
      const { body } =
        search === undefined
          ? await contract.expect(`GET ${pins}`, 200, null, { headers, query: { projectId } })
          : await contract.expect(`POST ${pins}/find`, 200, null, { headers, body: { projectId, search } })
      return body as Listed
    }
    const find = async (search?: string) => {
      const { people, hasMore } = await list(search)
      return { names: people.map(({ name }) => name), hasMore }
    }
    const target = (name: string) => {
      const params = { personId: personOf.get(name) ?? '' }
      return { headers, query: { projectId: many.projectId }, params }
    }
    return { list, find, target }
  }

  it('tells the first and that there are more, and a search finds the others, whose PINs are set as any', async () => {
    const { list, find, target } = await manage('Ada Mensah')
    const first = await list()
    expect([first.people.length, first.hasMore]).toEqual([mostListedPeople, true])
    const names = first.people.map(({ name }) => name)
    expect(names.slice(0, 4)).toEqual([strange, 'Ada Mensah', 'Both', 'Person 001'])
    expect(names).not.toContain('Person 250')
    expect(await list(' ')).toEqual(first)
    for (const search of ['PERSON 250', ' son 250 ', personOf.get('Person 250')]) {
      const { people, hasMore, rules } = await list(search)
      expect([people.map(({ name }) => name), hasMore, rules]).toEqual([['Person 250'], false, first.rules])
    }
    expect((await find('person')).hasMore).toBe(true)
    expect(await find('mensah')).toEqual({ names: ['Ada Mensah'], hasMore: false })
    const set = await contract.expect(`PUT ${pin}`, 200, null, { ...target('Person 250'), body: { pin: '2749' } })
    expect(set.body).toMatchObject({ name: 'Person 250', destinationIds: [many.destinationId], maySet: true })
    await contract.expect(`DELETE ${pin}`, 204, null, target('Person 249'))
    expect(await find('Person 249')).toEqual({ names: [], hasMore: false })
  })

  it('tells a manager of other stores nothing of those who have more, whatever is searched for', async () => {
    const { find, target } = await manage('Narrow', [theirs])
    const { names, hasMore } = await find()
    expect([names, hasMore]).toEqual([['Narrow', 'Zoe'], false])
    expect(await find('zoe')).toEqual({ names: ['Zoe'], hasMore: false })
    for (const name of ['Person 001', 'Person 002', 'Both', strange]) {
      for (const search of [name, personOf.get(name)]) {
        expect([search, await find(search)]).toEqual([search, { names: [], hasMore: false }])
      }
      await contract.expect(`PUT ${pin}`, 404, 'person_not_found', { ...target(name), body: { pin: '8346' } })
      await contract.expect(`DELETE ${pin}`, 404, 'person_not_found', target(name))
    }
    expect(await find('person')).toEqual({ names: [], hasMore: false })
    await contract.expect(`PUT ${pin}`, 200, null, { ...target('Zoe'), body: { pin: '8346' } })
  })

  it('is searched for signs as they are', async () => {
    const { find, target } = await manage('Third')
    for (const search of ['%', "'now'", '"or"', '\\', strange]) {
      expect([search, (await find(search)).names]).toEqual([search, [strange]])
    }
    for (const search of ['person_250', 'p%250', "';--", 'x'.repeat(128), '🚗'.repeat(128)]) {
      expect([search, await find(search)]).toEqual([search, { names: [], hasMore: false }])
    }
    const { headers, query: asked } = target('')
    for (const search of ['', 'x'.repeat(129)]) {
      await contract.expect(`POST ${pins}/find`, 400, 'field_invalid', { headers, body: { ...asked, search } })
    }
    // What is searched for stands in no address.
    await contract.expect(`GET ${pins}`, 400, 'field_invalid', { headers, query: { ...asked, search: 'p' } })
  })
})

describe('how many PINs people ask for in a day has an end, however many of them ask', () => {
  type Asker = Partial<Parameters<typeof limitPinSetting>[1]>
  const setting = (projectId: string) => (by: Asker) =>
    limitPinSetting('others', {
      userId: randomUUID(),
      projectId,
      role: 'manager',
      destinationIds: ['a'],
      people: 5,
      ...by,
    }).then(
      () => 'counted',
      ({ code }) => code,
    )

  /** How many of so many are counted, twenty at a time. */
  async function countOf(tries: number, ask: () => Promise<string>): Promise<number> {
    const answers: string[] = []
    while (answers.length < tries) answers.push(...(await Promise.all(Array.from({ length: 20 }, ask))))
    return answers.filter((answer) => answer === 'counted').length
  }

  it('in a store; in others people go on, and so do those who have all', async () => {
    const ask = setting(randomUUID())
    expect(await countOf(340, () => ask({}))).toBe(300)
    expect(await ask({ destinationIds: ['b', 'a'] })).toBe('too_many_requests')
    expect(await ask({ destinationIds: ['b'] })).toBe('counted')
    expect(await ask({ destinationIds: null })).toBe('counted')
  })

  it('in many stores together, but for the first ones of each', async () => {
    const ask = setting(randomUUID())
    const most = 2 * 20 + 400 + 2 * 5
    const inTwo = ['a', 'b'].map((store) => countOf(240, () => ask({ destinationIds: [store] })))
    expect((await Promise.all(inTwo)).reduce((sum, count) => sum + count)).toBe(most)
    expect(await ask({ destinationIds: ['a'] })).toBe('too_many_requests')
    expect(await countOf(40, () => ask({ destinationIds: ['c'] }))).toBe(20)
    expect(await ask({ destinationIds: null })).toBe('counted')
    expect(await ask({ role: 'owner', destinationIds: null })).toBe('counted')
  })

  it('and what is refused for others’ sake takes none of one’s own', async () => {
    const setIn = setting(randomUUID())
    const ask = (by: Asker) => setIn({ people: 100, ...by })
    await countOf(300, () => ask({}))
    const userId = randomUUID()
    expect(await countOf(220, () => ask({ userId }))).toBe(0)
    expect(await countOf(220, () => ask({ userId, destinationIds: ['b'] }))).toBe(200)
  })
})
