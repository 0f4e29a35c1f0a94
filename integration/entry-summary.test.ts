import { beforeAll, describe, expect, inject, it } from 'vitest'
import { openShop } from '@/integration/shop'
import { bulkSql, sql } from '@/lib/db'
import { countRows } from '@/lib/entries/data'
import type { EntryFilter } from '@/lib/entries/search-statement'
import type { EntrySummary } from '@/lib/entry-summary/schema'
import { keptSince } from '@/lib/retention/model'
import { deleteOldEntries } from '@/lib/retention/service'
import { rebuildSums, verifySums } from '@/lib/rollups/check'
import { countInSums, foldDeltas } from '@/lib/rollups/data'
import { entryRecord, seedEntries } from '@/prisma/factories/entry'
import { createStore } from '@/prisma/factories/project'

type Answer = Omit<EntrySummary, 'startTime' | 'overTime'> & { overTime: { startTime: string; count: number }[] }

/** A project whose manager counts: its entries, and what is asked of them. */
async function openCounted() {
  const shop = await openShop(inject('baseUrl'))
  const by = (await shop.signIn({ role: 'manager' })).headers
  const { projectId, destinationId } = shop
  return {
    shop,
    ingest: (entries: unknown[]) => shop.call('/api/prod1/entry', { method: 'POST', body: { projectId, entries } }),
    entry: (more: object) => entryRecord({ destinationId, ...more }),
    summary: async (query: Record<string, string> = {}, headers = by) => {
      const address = `/api/staff/entries/summary?${new URLSearchParams({ projectId, ...query })}`
      const { status, body } = await shop.call(address, { headers, key: null })
      expect(status, JSON.stringify(body)).toBe(200)
      return body as unknown as Answer
    },
    count: async (query: object = {}) => {
      const body = { projectId, count: true, ...query }
      return (await shop.call('/api/prod1/entry/_search', { method: 'POST', body, headers: by, key: null })).body.count
    },
  }
}

const total = (summary: Answer) => summary.overTime.reduce((sum, { count }) => sum + count, 0)

async function foldAll(projectId: string): Promise<void> {
  for (;;) {
    const [{ left } = { left: 0 }] = await sql<{ left: number }>(
      'deltas-left',
      'select count(*)::int as left from entry_delta where project_id = $1',
      [projectId],
    )
    if (left === 0) return
    await foldDeltas(1_000)
  }
}

describe('a summary of entries', () => {
  it('agrees with the rows to the unit, by every filter, from any moment to any other, folded or not', async () => {
    const { shop, summary } = await openCounted()
    const { projectId } = shop
    const second = await createStore(projectId)
    const stores = [shop, second].map((s) => ({
      destinationId: s.destinationId,
      zoneId: 'zoneIds' in s ? (s.zoneIds[0] ?? '') : s.zoneId,
    }))
    // Four months, three entries every forty-three minutes.
    await seedEntries(projectId, { count: 12_000, stores, from: new Date('2026-01-01T00:00:00Z'), stepMs: 43 * 60_000 })
    const narrowed: Partial<EntryFilter>[] = [
      {},
      { source: 'import' },
      { destinationIds: [second.destinationId] },
      { destinationIds: stores.map((s) => s.destinationId), source: 'sdk' },
      { zoneId: shop.zoneId },
      { os: 'iOS' },
    ]
    const ranges = [
      {},
      { startTime: new Date('2026-01-20T10:17:03.250Z') },
      { endTime: new Date('2026-03-02T00:00:00.001Z') },
      { startTime: new Date('2026-01-31T23:45:00.000Z'), endTime: new Date('2026-04-01T05:30:00.000Z') },
      { startTime: new Date('2026-02-03T10:01:00.000Z'), endTime: new Date('2026-02-03T10:59:00.000Z') },
    ]
    const touch = `update entry set creation_time = creation_time + interval '1 minute' where project_id = $1
                   and entry_id like '%3'`
    await bulkSql('touch-entries', touch, [projectId])
    for (const _ of ['noted', 'folded']) {
      for (const part of narrowed) {
        for (const range of ranges) {
          for (const timeType of ['creationTime', 'entryTime'] as const) {
            const filter: EntryFilter = { projectId, destinationIds: null, timeType, ...part, ...range }
            const expected = await countRows(filter)
            expect((await countInSums(filter)) ?? expected, JSON.stringify(filter)).toBe(expected)
            if (part.destinationIds && part.destinationIds.length > 1) continue
            const { startTime, endTime } = range
            const counted = await summary({
              timeType,
              timeZone: 'Asia/Kathmandu',
              ...(part.zoneId && { zoneId: part.zoneId }),
              ...(part.source && { source: part.source }),
              ...(part.os && { os: part.os }),
              ...(part.destinationIds && { destinationId: part.destinationIds[0] ?? '' }),
              ...(startTime && { startTime: startTime.toISOString() }),
              ...(endTime && { endTime: endTime.toISOString() }),
            })
            const ofWeek = counted.byHour.flat().reduce((sum, count) => sum + count, 0)
            const ofStores = counted.byStore.reduce((sum, { count }) => sum + count, 0)
            const ofZones = counted.byZone.reduce((sum, { count }) => sum + count, 0)
            const all = [counted.total, total(counted), ofWeek, ofStores, ofZones]
            expect(all, JSON.stringify(filter)).toEqual(all.map(() => expected))
          }
        }
      }
      await foldAll(projectId)
    }
    expect(await verifySums(projectId)).toEqual([])
  })

  it('knows days of 23 and 25 hours, and walls that are half an hour from others', async () => {
    const { ingest, entry, summary } = await openCounted()
    const times = ['2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']
    await ingest(times.map((entryTime) => entry({ entryId: entryTime, entryTime })))
    const day = (timeZone: string, startTime: string, endTime: string) =>
      summary({ timeType: 'entryTime', timeZone, startTime, endTime })
    const berlin = 'Europe/Berlin'
    const spring = await day(berlin, '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')
    expect(spring.overTime.length).toBe(23)
    expect(spring.byHour[6]?.slice(0, 5)).toEqual([0, 1, 0, 1, 0])
    const autumn = await day(berlin, '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')
    expect(autumn.overTime.length).toBe(25)
    expect(autumn.byHour[6]?.slice(0, 4)).toEqual([0, 0, 2, 0])
    const kolkata = await day('Asia/Kolkata', '2026-03-28T18:30:00Z', '2026-03-29T18:30:00Z')
    expect(kolkata.overTime[6]).toEqual({ startTime: '2026-03-29T00:30:00.000Z', count: 1 })
    expect(kolkata.byHour[6]?.slice(5, 9)).toEqual([0, 1, 1, 0])
  })

  it('counts for an account the stores that it may see, and nothing where there is nothing', async () => {
    const { shop, ingest, entry, summary } = await openCounted()
    const nothing = await summary()
    expect(nothing).toMatchObject({ total: 0, overTime: [], byStore: [], byZone: [] })
    const { destinationId } = await createStore(shop.projectId)
    await ingest([
      entry({ entryId: 'a' }),
      entry({ entryId: 'b', destinationId }),
      entry({ entryId: 'c', destinationId }),
    ])
    const narrow = (await shop.signIn({ destinationIds: [destinationId] })).headers
    expect(await summary({}, narrow)).toMatchObject({ total: 2, byStore: [{ destinationId, count: 2 }] })
    expect((await summary()).byStore).toEqual([
      { destinationId, count: 2 },
      { destinationId: shop.destinationId, count: 1 },
    ])
  })
})

describe('roll-ups', () => {
  let counted: Awaited<ReturnType<typeof openCounted>>
  beforeAll(async () => {
    counted = await openCounted()
  })

  it('are right at every moment, while many send, twice and late, arrive, and entries are deleted', async () => {
    const { shop, ingest, entry, count } = counted
    const batches = Array.from({ length: 24 }, (_, batch) =>
      Array.from({ length: 100 }, (_, n) =>
        // Every third was sent before, and they come from anywhere in two years.
        entry({
          entryId: `e-${n % 3 === 0 ? n : `${batch}-${n}`}`,
          entryTime: new Date(Date.UTC(2025, 0, 1) + ((batch * 7919 + n * 104_729) % 63_072_000) * 1000).toISOString(),
          destinationId: `store-${n % 5}`,
          source: n % 7 === 0 ? 'import' : 'sdk',
        }),
      ),
    )
    const left = batches.values()
    const isExact = async () => {
      const text = `select count(*)::int as rows from entry where project_id = $1`
      for (let i = 0; i < 10; i++) {
        const [before] = await sql<{ rows: number }>('count-project', text, [shop.projectId])
        const counts = [await count(), await count({ timeType: 'entryTime', startTime: '2025-03-01T00:10:00Z' })]
        expect(counts[0]).toBeGreaterThanOrEqual(before?.rows ?? 0)
        expect(counts[1]).toBeLessThanOrEqual(Number(await count()))
      }
    }
    const sender = async () => {
      for (const batch of left) expect((await ingest(batch)).body.rejected).toEqual([])
    }
    const arriving = async () => {
      for (let n = 0; n < 10; n++) await shop.create(`o-${n}`, { eventType: 'arrival' })
    }
    const folder = async () => {
      for (let n = 0; n < 10; n++) await foldDeltas(50)
    }
    await Promise.all([sender(), sender(), sender(), arriving(), folder(), isExact()])
    const gone = `delete from entry where project_id = $1 and destination_id = 'store-2'`
    await Promise.all([bulkSql('delete-some', gone, [shop.projectId]), foldDeltas(500), ingest(batches[0] ?? [])])
    expect(await verifySums(shop.projectId)).toEqual([])
    await foldAll(shop.projectId)
    expect(await verifySums(shop.projectId)).toEqual([])
    expect(await count()).toBe(
      await countRows({ projectId: shop.projectId, destinationIds: null, timeType: 'entryTime' }),
    )
  })

  it('that are wrong are found, and made anew beside the traffic', async () => {
    const { shop, ingest, entry, count } = counted
    await foldAll(shop.projectId)
    const broken = `update entry_hour_sum h set q1 = q1 + 1 from entry_series s
      where h.project_id = $1 and s.project_id = $1 and s.series_id = h.series_id and s.destination_id = 'store-3'`
    await sql('break-sums', broken, [shop.projectId])
    expect(new Set((await verifySums(shop.projectId)).map(({ sums }) => sums))).toEqual(
      new Set(['hours', 'project', 'days']),
    )
    const more = Array.from({ length: 8 }, (_, n) => [entry({ entryId: `more-${n}`, destinationId: 'store-3' })])
    await Promise.all([rebuildSums(shop.projectId), ...more.map((batch) => ingest(batch))])
    expect(await verifySums(shop.projectId)).toEqual([])
    const filter: EntryFilter = { projectId: shop.projectId, destinationIds: ['store-3'], timeType: 'creationTime' }
    expect(await count({ destinationId: 'store-3' })).toBe(await countRows(filter))
  })

  it('follow retention: entries older than the project keeps are deleted, and no longer counted', async () => {
    const { shop, summary, count } = await openCounted()
    const manager = (await shop.signIn({ role: 'manager' })).headers
    const address = `/api/staff/projects/${shop.projectId}/settings`
    const now = new Date()
    const from = new Date(now.getTime() - 420 * 86_400_000)
    await seedEntries(shop.projectId, { count: 3 * 419, stores: [shop], from, stepMs: 86_400_000 })
    const keep = async (entryMonths: number | null) => {
      const answer = await shop.call(address, { method: 'PATCH', body: { entryMonths }, headers: manager, key: null })
      if (answer.status === 200) await deleteOldEntries(now)
      return answer.body
    }
    expect(await keep(0)).toMatchObject({ code: 'field_invalid', errors: [{ path: 'entryMonths' }] })
    for (const months of [null, 4]) {
      expect(await keep(months)).toMatchObject({ settings: { entryMonths: months } })
      const rows = await countRows({ projectId: shop.projectId, destinationIds: null, timeType: 'creationTime' })
      const keptDays = Math.floor((now.getTime() - keptSince(now, months ?? 13).getTime()) / 86_400_000)
      expect(Math.abs(rows - 3 * keptDays)).toBeLessThanOrEqual(6)
      expect(await count()).toBe(rows)
      expect(await summary({ timeZone: 'America/New_York' })).toMatchObject({ total: rows })
    }
    await foldAll(shop.projectId)
    expect(await verifySums(shop.projectId)).toEqual([])
    const [sums] = await sql<{ days: number }>(
      'days-left',
      `select count(distinct day)::int as days from entry_day_sum where project_id = $1 and time_type = 'creation'`,
      [shop.projectId],
    )
    // What came to nothing is no row any more.
    expect(sums?.days).toBeLessThan(130)
  })
})
