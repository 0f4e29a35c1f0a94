import { beforeAll, describe, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { entryRecord } from '@/prisma/factories/entry'
import { createStaff, createStore } from '@/prisma/factories/project'

let shop: Shop
let headers: Record<string, string>
const total = 12

const search = (body: object, by = headers) =>
  shop.call('/api/prod1/entry/_search', { method: 'POST', body, headers: by, key: null })

const ingest = (entries: unknown[], from = shop) =>
  from.call('/api/prod1/entry', { method: 'POST', body: { projectId: from.projectId, entries } })

const idsOf = (body: Record<string, unknown>) => (body.entries as { entryId: string }[]).map((entry) => entry.entryId)

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
  headers = (await shop.signIn({ role: 'manager' })).headers
  // One batch: all of one millisecond, told apart by nothing but their turn.
  await ingest(
    Array.from({ length: total }, (_, i) => entryRecord({ entryId: `e-${i}`, destinationId: shop.destinationId })),
  )
})

const newestFirst = Array.from({ length: total }, (_, i) => `e-${total - 1 - i}`)
const query = () => ({ projectId: shop.projectId })

/** All pages of a query: the ids of each, and whether it had a token. */
async function walk(body: Record<string, unknown>, by = headers) {
  const pages: { ids: string[]; token: boolean }[] = []
  for (let paginationToken: unknown; pages.length === 0 || paginationToken; ) {
    const { status, body: page } = await search({ ...body, ...(paginationToken ? { paginationToken } : {}) }, by)
    expect(status).toBe(200)
    paginationToken = page.paginationToken
    pages.push({ ids: idsOf(page), token: paginationToken !== undefined })
  }
  return pages
}

describe('paging', () => {
  it.each([1, 5, 6, 12, 13])(
    'by %i gives each entry once, newest first, and no token on the final page',
    async (pageSize) => {
      for (const timeType of ['creationTime', 'entryTime']) {
        const pages = await walk({ ...query(), pageSize, timeType })
        expect(pages.flatMap((page) => page.ids)).toEqual(newestFirst)
        expect(pages.length).toBe(Math.ceil(total / pageSize))
        expect(pages.map((page) => page.token)).toEqual(pages.map((_, i) => i < pages.length - 1))
      }
    },
  )

  it('ends a page where it holds two megabytes of what apps send along, and goes on behind it; a file holds it all', async () => {
    const own = await openShop(inject('baseUrl'))
    const { headers } = await own.signIn({ role: 'owner', destinationIds: [own.destinationId, 'other'] })
    const customEventMetaData = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`colour ${i}`, 'x'.repeat(1000)]),
    )
    const large = (i: number) =>
      entryRecord({ entryId: `large-${i}`, destinationId: i % 2 ? 'other' : own.destinationId, customEventMetaData })
    await ingest(
      Array.from({ length: 150 }, (_, i) => large(i)),
      own,
    )
    const pages = await walk({ projectId: own.projectId, pageSize: 1000 }, headers)
    const file = await fetch(`${own.baseUrl}/api/staff/entries/export?projectId=${own.projectId}&format=ndjson`, {
      headers,
    })
    const lines = (await file.text()).trim().split('\n')
    const newest = Array.from({ length: 150 }, (_, i) => `large-${149 - i}`)
    expect(pages.flatMap((page) => page.ids)).toEqual(newest)
    expect(pages.map((page) => page.ids.length)).toEqual([98, 52])
    expect(lines.map((line) => JSON.parse(line).entryId)).toEqual(newest)
  })

  it('goes on with another page size and in another format', async () => {
    const first = (await search({ ...query(), pageSize: 5 })).body
    const { body } = await search({ ...query(), pageSize: 7, paginationToken: first.paginationToken })
    expect(idsOf(body)).toEqual(newestFirst.slice(5))
    expect(body).not.toHaveProperty('paginationToken')
    const count = await search({ ...query(), count: true, paginationToken: first.paginationToken })
    expect(count.body).toEqual({ count: total })
  })

  it('is not disturbed by what arrives meanwhile', async () => {
    const first = (await search({ ...query(), startTime: '2026-01-01T00:00:00Z', pageSize: 5 })).body
    const late = entryRecord({ entryId: 'late', zoneId: 'elsewhere', entryTime: '2020-01-01T00:00:00Z' })
    await ingest([late])
    const body = { ...query(), startTime: '2026-01-01T00:00:00Z', paginationToken: first.paginationToken }
    expect(idsOf((await search(body)).body)).toEqual(newestFirst.slice(5))
  })
})

describe('a pagination token', () => {
  const firstToken = async (more: object = {}) =>
    String((await search({ ...query(), zoneId: shop.zoneId, pageSize: 5, ...more })).body.paginationToken)

  const codeOf = async (paginationToken: string, more: object = {}) =>
    (await search({ ...query(), zoneId: shop.zoneId, pageSize: 5, paginationToken, ...more })).body.code

  it('is URL-safe, and refused when any of its characters was altered', async () => {
    const token = await firstToken()
    expect(encodeURIComponent(token)).toBe(token)
    const altered = [...token].map((character, i) => {
      const other = character === 'A' ? 'B' : character === '.' ? '-' : 'A'
      return `${token.slice(0, i)}${other}${token.slice(i + 1)}`
    })
    const codes = await Promise.all(
      [...altered, token.slice(0, -1), `${token}A`, 'x', '..', '🚗'].map((t) => codeOf(t)),
    )
    expect(new Set(codes)).toEqual(new Set(['pagination_token_invalid']))
    expect(await codeOf(token)).toBeUndefined()
  })

  it('is refused by any other query', async () => {
    const token = await firstToken()
    await ingest([entryRecord({ zoneId: 'second-zone', destinationId: shop.destinationId })])
    expect(await codeOf(token, { count: true, source: 'sdk' })).toBe('pagination_token_invalid')
    for (const more of [
      { timeType: 'entryTime' },
      { startTime: '2020-01-01T00:00:00Z' },
      { endTime: '2100-01-01T00:00:00Z' },
      { destinationId: shop.destinationId },
      { installRef: 'install-1' },
      { source: 'sdk' },
      { os: 'iOS' },
      { zoneId: 'second-zone' },
      { zoneId: undefined },
    ]) {
      expect([more, await codeOf(token, more)]).toEqual([more, 'pagination_token_invalid'])
    }
  })
})

describe('what an account may search', () => {
  it('is its own projects: any other project, zone or store is not there', async () => {
    const other = await openShop(shop.baseUrl)
    const stranger = (await other.signIn({ role: 'manager' })).headers
    const codes = await Promise.all(
      [
        search(query(), stranger),
        search({ zoneId: shop.zoneId }, stranger),
        search({ ...query(), zoneId: other.zoneId }),
        search({ ...query(), zoneId: 'never-seen' }),
        search({ zoneId: 'never-seen' }),
        search({ projectId: '00000000-0000-4000-8000-000000000000' }),
      ].map(async (answer) => [(await answer).status, (await answer).body.code]),
    )
    expect(codes).toEqual([
      [404, 'project_not_found'],
      [404, 'zone_not_found'],
      [404, 'zone_not_found'],
      [404, 'zone_not_found'],
      [404, 'zone_not_found'],
      [404, 'project_not_found'],
    ])
    expect((await search(query(), {})).status).toBe(401)
  })

  it('is the stores that it is narrowed to, each alone and all together', async () => {
    const own = await openShop(shop.baseUrl)
    const stores = [await createStore(own.projectId), await createStore(own.projectId)]
    const ids = stores.map((store) => store.destinationId)
    const everywhere = [...ids, own.destinationId]
    for (let i = 0; i < 9; i++) {
      await ingest([entryRecord({ entryId: `n-${i}`, destinationId: everywhere[i % 3] })], own)
    }
    await ingest([entryRecord({ entryId: 'nowhere', zoneId: 'lone' })], own)
    const by = (await own.signIn({ role: 'manager', destinationIds: ids })).headers
    const ask = async (body: object) => (await search({ projectId: own.projectId, ...body }, by)).body
    const first = await ask({ pageSize: 4 })
    const second = await ask({ pageSize: 4, paginationToken: first.paginationToken })
    expect([...idsOf(first), ...idsOf(second)]).toEqual(['n-7', 'n-6', 'n-4', 'n-3', 'n-1', 'n-0'])
    expect(await ask({ count: true })).toEqual({ count: 6 })
    expect(idsOf(await ask({ destinationId: ids[1] }))).toEqual(['n-7', 'n-4', 'n-1'])
    expect(idsOf(await ask({ zoneId: stores[0]?.zoneIds[0] }))).toEqual(['n-6', 'n-3', 'n-0'])
    expect((await ask({ destinationId: own.destinationId })).code).toBe('store_not_found')
    expect((await ask({ zoneId: own.zoneId })).code).toBe('zone_not_found')
    expect((await ask({ zoneId: 'lone' })).code).toBe('zone_not_found')
  })

  it('may be named by a zone alone, unless two of its projects have a zone of that id', async () => {
    const [one, two] = [await openShop(shop.baseUrl), await openShop(shop.baseUrl)]
    for (const own of [one, two]) await ingest([entryRecord({ entryId: 'shared', zoneId: 'gate' })], own)
    const { account, headers: byOne } = await one.signIn({ role: 'manager' })
    expect(idsOf((await search({ zoneId: 'gate' }, byOne)).body)).toEqual(['shared'])

    const both = await createStaff({ projectId: two.projectId, email: account.email, role: 'manager' })
    const { body } = await shop.call('/api/prod1/sessions', { method: 'POST', body: both })
    const byBoth = { authorization: `Bearer ${body.accessToken}` }
    const ambiguous = await search({ zoneId: 'gate' }, byBoth)
    expect([ambiguous.status, ambiguous.body.code]).toEqual([400, 'zone_ambiguous'])
    expect(idsOf((await search({ zoneId: 'gate', projectId: two.projectId }, byBoth)).body)).toEqual(['shared'])
    expect((await search({ zoneId: one.zoneId }, byBoth)).status).toBe(200)
  })

  it('is no project in which an account works at boards alone', async () => {
    const [history, boards] = [await openShop(shop.baseUrl), await openShop(shop.baseUrl)]
    for (const own of [history, boards]) await ingest([entryRecord({ entryId: 'both', zoneId: 'door' })], own)
    const { email } = await createStaff({ projectId: history.projectId, role: 'manager' })
    const account = await createStaff({ projectId: boards.projectId, role: 'staff', email })
    const { body } = await shop.call('/api/prod1/sessions', { method: 'POST', body: account })
    const by = { authorization: `Bearer ${body.accessToken}` }
    expect(idsOf((await search({ zoneId: 'door' }, by)).body)).toEqual(['both'])
    expect((await search({ zoneId: boards.zoneId }, by)).body.code).toBe('zone_not_found')
    expect((await search({ projectId: boards.projectId }, by)).body.code).toBe('right_missing')
    const only = (await boards.signIn({ role: 'staff' })).headers
    expect((await search({ zoneId: boards.zoneId }, only)).body.code).toBe('right_missing')
  })
})
