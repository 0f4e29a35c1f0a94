import { beforeAll, describe, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { pools } from '@/lib/db'
import { type EntryFilter, type EntryPosition, pageStatement } from '@/lib/entries/search-statement'
import { entryRecord, seedEntries } from '@/prisma/factories/entry'
import { createStore } from '@/prisma/factories/project'

const total = 250_000
const from = new Date('2026-01-01T00:00:00Z')
const stepMs = 30_000
const storeCount = 20

let shop: Shop
let headers: Record<string, string>
let stores: { destinationId: string; zoneId: string }[]

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
  headers = (await shop.signIn({ role: 'manager' })).headers
  const made = await Promise.all(Array.from({ length: storeCount }, () => createStore(shop.projectId)))
  stores = made.map(({ destinationId, zoneIds }) => ({ destinationId, zoneId: zoneIds[0] ?? '' }))
  await seedEntries(shop.projectId, { count: total, stores, from, stepMs })
}, 180_000)

type Page = { entries: { entryId: string; creationTime: string; entryTime: string }[]; paginationToken?: string }

/** All pages of a query, one after the other, `between` them whatever the caller does. */
async function walk(body: Record<string, unknown>, between: (page: number) => Promise<void>): Promise<Page[]> {
  const pages: Page[] = []
  for (let paginationToken: string | undefined; pages.length === 0 || paginationToken; ) {
    const answer = await shop.call('/api/prod1/entry/_search', {
      method: 'POST',
      headers,
      key: null,
      body: { projectId: shop.projectId, pageSize: 1000, ...body, paginationToken },
    })
    expect(answer.status).toBe(200)
    const page = answer.body as Page
    pages.push(page)
    paginationToken = page.paginationToken
    await between(pages.length)
  }
  return pages
}

describe('a walk over 250,000 entries while others arrive', () => {
  it.each(['creationTime', 'entryTime'] as const)(
    'by %s meets each committed one exactly once',
    async (timeType) => {
      let arrived = 0
      // They arrive before, at and behind the place where the walk is.
      const arrive = async (page: number) => {
        if (page % 5 > 0) return
        const entries = Array.from({ length: 5 }, (_, i) =>
          entryRecord({
            entryId: `late-${timeType}-${page}-${i}`,
            destinationId: stores[i]?.destinationId,
            entryTime: new Date(from.getTime() + ((page * 7919 + i * 104_729) % (total / 3)) * stepMs).toISOString(),
          }),
        )
        const body = { projectId: shop.projectId, entries }
        arrived += Number((await shop.call('/api/prod1/entry', { method: 'POST', body })).body.accepted)
      }
      const pages = await walk({ timeType }, arrive)
      expect(arrived).toBe(Math.floor(pages.length / 5) * 5)
      const entries = pages.flatMap((page) => page.entries)
      const met = new Set(entries.map((entry) => entry.entryId))
      expect(met.size).toBe(entries.length)
      const missed = Array.from({ length: total }, (_, i) => `seed-${i + 1}`).filter((id) => !met.has(id))
      expect(missed).toEqual([])
      const times = entries.map((entry) => entry[timeType])
      expect(times).toEqual([...times].sort().reverse())
    },
    180_000,
  )

  it('ends without a token when the final page is exactly full', async () => {
    const nothing = async () => {}
    const pages = await walk({ destinationId: stores[7]?.destinationId, source: 'import', pageSize: 250 }, nothing)
    expect(pages.map((page) => page.entries.length)).toEqual(Array(10).fill(250))
    expect(pages.findIndex((page) => page.paginationToken === undefined)).toBe(9)
  })
})

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

/** The nodes from the top of a plan down to where it reads entries. */
function pathToEntries(plan: Plan): Plan[] {
  if (plan['Relation Name'] === 'entry') return [plan]
  const [path] = (plan.Plans ?? []).map(pathToEntries).filter((found) => found.length > 0)
  return path ? [plan, ...path] : []
}

async function explain(filter: EntryFilter, after: EntryPosition | null) {
  const { text, values } = pageStatement(filter, { after, size: 100, separator: ',' })
  const { rows } = await pools().hot.query(`explain (analyze, buffers, format json) ${text}`, values)
  const plan: Plan = rows[0]['QUERY PLAN'][0].Plan
  const path = pathToEntries(plan)
  // Only what was found already, a page, may be sorted: above its limit.
  const scan = path.slice(path.findLastIndex((node) => node['Node Type'] === 'Limit') + 1)
  return {
    nodes: scan.map((node) => node['Node Type']),
    index: scan.at(-1)?.['Index Name'],
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
  }
}

describe("a page's cost", () => {
  const of: [string, () => Partial<EntryFilter>, string][] = [
    ['a project', () => ({}), 'entry'],
    ['a store', () => ({ destinationIds: [stores[3]?.destinationId ?? ''] }), 'entry_of_store'],
    ['a zone', () => ({ zoneId: stores[3]?.zoneId }), 'entry_of_zone'],
    ['three stores', () => ({ destinationIds: stores.slice(0, 3).map((s) => s.destinationId) }), 'entry_of_store'],
  ]
  const cases = of.flatMap(([name, narrowed, index]) => [
    [name, 'creationTime', narrowed, `${index}_by_creation`] as const,
    [name, 'entryTime', narrowed, `${index}_by_entry`] as const,
  ])

  it.each(cases)(
    'in %s by %s is the same at the head, in the middle and at the end',
    async (_, timeType, narrowed, index) => {
      const filter = { projectId: shop.projectId, destinationIds: null, timeType, ...narrowed() }
      const at = (part: number) => ({ time: new Date(from.getTime() + (total / 3) * stepMs * part), tie: '0' })
      for (const after of [null, at(0.5), at(0.02)]) {
        const { nodes, index: used, blocks } = await explain(filter, after)
        expect([nodes, used]).toEqual([['Index Scan'], index])
        expect(blocks).toBeLessThan(1500)
      }
    },
  )
})
