import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startServer } from '@/integration/setup/test-server'
import { openShop, type Shop } from '@/integration/shop'
import { bulkSql, pools } from '@/lib/db'
import { type EntryFilter, type EntryPosition, pageStatement } from '@/lib/entries/search-statement'
import { batchStatement } from '@/lib/export/batch-statement'
import { entryRecord, seedEntries } from '@/prisma/factories/entry'
import { asOwner } from '@/prisma/factories/owner'
import { createStore } from '@/prisma/factories/project'
import type { TestServer } from '@/scripts/testing/test-server.mjs'

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
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

/** The ways from the top of a plan down to where it reads entries. */
function pathsToEntries(plan: Plan): Plan[][] {
  if (plan['Relation Name'] === 'entry') return [[plan]]
  return (plan.Plans ?? []).flatMap(pathsToEntries).map((path) => [plan, ...path])
}

async function explain(filter: EntryFilter, after: EntryPosition | null) {
  const { text, values } = pageStatement(filter, { after, size: 100, separator: ',' })
  const { rows } = await pools().hot.query(`explain (analyze, buffers, format json) ${text}`, values)
  const plan: Plan = rows[0]['QUERY PLAN'][0].Plan
  const paths = pathsToEntries(plan)
  // Only what was found already, a page, may be sorted: above its limit.
  const below = paths.map((path) => path.slice(path.findLastIndex((node) => node['Node Type'] === 'Limit') + 1))
  return {
    nodes: new Set(below.flat().map((node) => node['Node Type'])),
    indexes: [...new Set(paths.map((path) => path.at(-1)?.['Index Name']))],
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
  }
}

/** How many entries a plan read, those among them that it dropped. */
function readBy(plan: Plan): number {
  const own = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)
  const below = (plan.Plans ?? []).reduce((sum, one) => sum + readBy(one), 0)
  return below + (plan['Relation Name'] === 'entry' ? Math.round(own * plan['Actual Loops']) : 0)
}

describe('an export for an account of many stores', () => {
  it('has each entry once, newest first, and reads little more than it gives', async () => {
    const seen = stores.slice(0, 14).map((store) => store.destinationId)
    const account = await shop.signIn({ role: 'manager', destinationIds: seen })
    // One store alone has most of it.
    const busy = `update entry set destination_id = $2, zone_id = $3
                  where project_id = $1 and destination_id = $4 and creation_time >= $5`
    const startTime = new Date(from.getTime() + (total / 3) * stepMs * 0.9)
    for (const { destinationId } of stores.slice(14)) {
      await bulkSql('make-busy', busy, [shop.projectId, seen[0], stores[0]?.zoneId, destinationId, startTime])
    }
    const query = new URLSearchParams({
      projectId: shop.projectId,
      startTime: startTime.toISOString(),
      format: 'ndjson',
    })
    const answer = await fetch(`${shop.baseUrl}/api/staff/entries/export?${query}`, { headers: account.headers })
    const lines = (await answer.text()).trimEnd().split('\n')
    const expected = await bulkSql<{ entry_id: string }>(
      'expected-export',
      `select entry_id from entry where project_id = $1 and destination_id = any ($2) and creation_time >= $3
       order by creation_time desc, sequence desc`,
      [shop.projectId, seen, startTime],
    )
    expect(lines.map((line) => JSON.parse(line).entryId)).toEqual(expected.map((row) => row.entry_id))

    const filter: EntryFilter = { projectId: shop.projectId, destinationIds: seen, timeType: 'creationTime' }
    for (const shares of [null, { [seen[0] ?? '']: 5_000 }]) {
      const batch = { after: at(0.99), size: 5_000, as: 'json', upTo: String(2n ** 62n), shares } as const
      const { text, values } = batchStatement(filter, batch)
      const { rows } = await pools().bulk.query(`explain (analyze, format json) ${text}`, values)
      expect(readBy(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(7_500)
    }
  })
})

/** Behind this part of all entries, by time. */
const at = (part: number) => ({ time: new Date(from.getTime() + (total / 3) * stepMs * part), tie: '0' })

describe("a page's cost", () => {
  const placed: [string, () => Partial<EntryFilter>, string][] = [
    ['a project', () => ({}), ''],
    ['a store', () => ({ destinationIds: [stores[3]?.destinationId ?? ''] }), '_store'],
    ['a zone', () => ({ zoneId: stores[3]?.zoneId }), '_zone'],
    ['three stores', () => ({ destinationIds: stores.slice(0, 3).map((s) => s.destinationId) }), '_store'],
  ]
  const sources: [string, Partial<EntryFilter>][] = [
    ['', {}],
    [', of the rare source', { source: 'import' }],
    [', of a source that never came', { source: 'order' }],
  ]
  const systems: [string, Partial<EntryFilter>][] = [
    ['', {}],
    [', of a system', { os: 'Android' }],
    [', of a system that is rare', { os: 'HarmonyOS' }],
  ]
  const indexOf = (place: string, { source, os }: Partial<EntryFilter>) => {
    if (os) return `entry_of${place}_os`
    return place ? `entry_of${place}` : source ? 'entry_of_source' : 'entry'
  }
  const cases = placed.flatMap(([name, narrowed, place]) =>
    sources.flatMap(([ofSource, source]) =>
      systems.map(([ofSystem, os]) => {
        const more = { ...source, ...os }
        // Little is of the rare source and of one system at once.
        const isRare = source.source === 'order' || os.os === 'HarmonyOS' || ('source' in source && 'os' in os)
        return [
          `${name}${ofSource}${ofSystem}`,
          () => ({ ...narrowed(), ...more }),
          indexOf(place, more),
          isRare,
        ] as const
      }),
    ),
  )

  beforeAll(async () => {
    const rare = `update entry set os = 'HarmonyOS' where project_id = $1 and entry_id like 'seed-%777'`
    await bulkSql('make-rare', rare, [shop.projectId])
    await asOwner('analyze entry')
  })

  it.each(cases)('in %s is the same at the head, in the middle and at the end', async (_, narrowed, index, isRare) => {
    for (const timeType of ['creationTime', 'entryTime'] as const) {
      const filter = { projectId: shop.projectId, destinationIds: null, timeType, ...narrowed() }
      for (const part of [1, 0.5, 0.02]) {
        const { nodes, indexes, blocks } = await explain(filter, part === 1 ? null : at(part))
        // Whoever names no source has three places of one index, merged in order. Of what is rare, or of what little is left
        // near the end, any index will do, and all there is of it may be sorted.
        const isLittle = isRare || part < 0.1
        const ways = ['Merge Append', 'Index Scan', ...(isLittle ? ['Sort'] : [])]
        expect(ways).toEqual(expect.arrayContaining([...nodes]))
        const by = timeType === 'entryTime' ? 'entry' : 'creation'
        if (!isRare && !nodes.has('Sort')) expect(indexes).toContain(`${index}_by_${by}`)
        expect(blocks).toBeLessThan(isRare ? 3000 : 1500)
      }
    }
  })

  it('of an install is that of its few entries, whatever else is asked of it', async () => {
    for (const [, narrowed] of placed) {
      for (const more of [{}, { source: 'import' as const, os: 'iOS' }]) {
        const filter = {
          projectId: shop.projectId,
          destinationIds: null,
          installRef: 'install-7',
          ...narrowed(),
          ...more,
        }
        for (const timeType of ['creationTime', 'entryTime'] as const) {
          const { blocks } = await explain({ ...filter, timeType }, at(0.5))
          expect(blocks).toBeLessThan(1500)
        }
      }
    }
  })
})

describe('a project whose people count very much at once', () => {
  // Of its own: what others count on the shared one would wait beside these.
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ databaseUrl: inject('databaseUrl') })
  })
  afterAll(() => server?.stop())

  it('keeps no other waiting, nor one of them another', async () => {
    const [own, other] = [shop.at(server.baseUrl), await openShop(server.baseUrl)]
    const managers = await Promise.all([own, other].map((one) => one.signIn({ role: 'manager' })))
    // Of no system's sums, so that each count reads rows.
    await bulkSql('forget-systems', 'delete from entry_os where project_id = $1', [shop.projectId])
    const answered: string[] = []
    const count = async (who: string, of: Shop, by: Record<string, string>) => {
      const body = { projectId: of.projectId, count: true, os: 'Android' }
      const answer = await of.call('/api/prod1/entry/_search', { method: 'POST', headers: by, key: null, body })
      answered.push(who)
      return answer.status
    }
    const flood = Array.from({ length: 120 }, () => count('flood', own, headers))
    // They wait by then; of so many some may be told that they are too many.
    await Promise.race(flood)
    const [colleague, elsewhere] = managers.map((manager) => manager.headers)
    const others = [count('colleague', own, colleague ?? {}), count('elsewhere', other, elsewhere ?? {})]
    expect(await Promise.all(others)).toEqual([200, 200])
    expect([200, 503]).toEqual(expect.arrayContaining([...new Set(await Promise.all(flood))]))
    // Whoever comes last is answered while most of the others still wait.
    for (const who of ['colleague', 'elsewhere']) expect([who, answered.indexOf(who) < 80]).toEqual([who, true])
  })
})
