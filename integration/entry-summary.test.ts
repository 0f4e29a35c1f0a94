import { describe, expect, inject, it } from 'vitest'
import { type Counted, foldAll, openCounted } from '@/integration/counted'
import { sealedInstallOf } from '@/integration/sealed-install'
import { bulkSql } from '@/lib/db'
import { countRows } from '@/lib/entries/data'
import type { EntryFilter } from '@/lib/entries/search-statement'
import { verifySums } from '@/lib/rollups/check'
import { countInSums } from '@/lib/rollups/data'
import { seedEntries } from '@/prisma/factories/entry'
import { createStore } from '@/prisma/factories/project'

const total = (summary: Counted) => summary.overTime.reduce((sum, { count }) => sum + count, 0)

describe('a summary of entries', () => {
  it('agrees with the rows to the unit, by every filter, from any moment to any other, folded or not', async () => {
    const { shop, summary } = await openCounted(inject('baseUrl'))
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
    const { ingest, entry, summary } = await openCounted(inject('baseUrl'))
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

  it('takes phones that believe in 1970 and in the last day of 9999, and finds the hours behind a cell', async () => {
    const { shop, ingest, entry, summary } = await openCounted(inject('baseUrl'))
    const times = ['1970-01-01T00:20:00.000Z', '1970-01-01T03:00:00.000Z', '9999-12-31T00:00:00.000Z']
    await ingest(times.map((entryTime) => entry({ entryTime })))
    await foldAll(shop.projectId)
    const timeZone = 'America/New_York'
    const counted = await summary({ timeType: 'entryTime', timeZone })
    expect([counted.total, total(counted), counted.byHour.flat().reduce((sum, count) => sum + count, 0)]).toEqual([
      3, 3, 3,
    ])
    expect(counted.byHour[2]?.slice(19, 23)).toEqual([1, 0, 0, 1])
    expect(await countInSums({ projectId: shop.projectId, destinationIds: null, timeType: 'entryTime' })).toBe(3)
    const asked = { projectId: shop.projectId, timeType: 'entryTime', timeZone, weekday: '2', hour: '19' }
    const range = { startTime: '1970-01-01T00:00:00.000Z', endTime: '9999-12-31T00:00:00.000Z' }
    const headers = (await shop.signIn({ role: 'manager' })).headers
    const address = `/api/staff/entries/hours?${new URLSearchParams({ ...asked, ...range })}`
    expect((await shop.call(address, { headers, key: null })).body).toEqual({
      hours: [{ startTime: range.startTime, endTime: '1970-01-01T01:00:00.000Z', count: 1 }],
    })
  })

  it('counts for an account the stores that it may see, and nothing where there is nothing', async () => {
    const { shop, ingest, entry, summary } = await openCounted(inject('baseUrl'))
    const nothing = await summary()
    expect(nothing).toMatchObject({ total: 0, overTime: [], byStore: [], byZone: [] })
    const { destinationId } = await createStore(shop.projectId)
    await ingest([
      entry({ entryId: 'a' }),
      entry({ entryId: 'b', destinationId }),
      entry({ entryId: 'c', destinationId }),
    ])
    const narrow = (await shop.signIn({ role: 'manager', destinationIds: [destinationId] })).headers
    expect(await summary({}, narrow)).toMatchObject({ total: 2, byStore: [{ destinationId, count: 2 }] })
    expect((await summary()).byStore).toEqual([
      { destinationId, count: 2 },
      { destinationId: shop.destinationId, count: 1 },
    ])
  })

  it('names the thousand largest zones and stores, and the others as one number each: it all comes to the total', async () => {
    const { shop, summary } = await openCounted(inject('baseUrl'))
    const { projectId } = shop
    const hour = new Date('2026-05-04T10:00:00Z')
    // A thousand and five zones of a store each: the last is met three times, the one before twice.
    const made = `
      with place as (select n, 'made-' || lpad(n::text, 4, '0') as id from generate_series(1, 1005) n),
      zone as (insert into zone (project_id, zone_id, destination_id, name, created_at)
               select $1::uuid, id, id, 'Zone ' || n, $2::timestamptz from place)
      insert into entry (project_id, entry_id, zone_id, destination_id, install_ref, source, entry_time, creation_time)
      select $1::uuid, id || '-' || t, id, id, 'one phone', 'sdk', $2::timestamptz, $2::timestamptz
      from place, generate_series(1, greatest(1, n - 1002)) t`
    await bulkSql('make-places', made, [projectId, hour])
    const all = { places: 5, count: 5 }
    const named = { destinationId: 'made-1005', count: 3 }
    // By the entries themselves, by what is noted, by the sums.
    const headers = (await shop.signIn({ role: 'manager' })).headers
    const asked: Record<string, string>[] = [
      { sealedInstall: await sealedInstallOf(shop, headers, 'one phone') },
      {},
      {},
    ]
    for (const query of asked) {
      const { total, byStore, byZone, otherStores, otherZones } = await summary(query)
      expect([total, byStore.length, byZone.length, otherStores, otherZones]).toEqual([1008, 1000, 1000, all, all])
      expect(byStore.slice(0, 3)).toEqual([
        named,
        { destinationId: 'made-1004', count: 2 },
        { destinationId: 'made-0001', count: 1 },
      ])
      expect(byZone[0]).toEqual({ zoneId: 'made-1005', zoneName: 'Zone 1005', count: 3 })
      await foldAll(projectId)
    }
    expect(await summary({ destinationId: 'made-0999' })).not.toHaveProperty('otherZones')
    const range = { startTime: '2026-05-04T00:00:00.000Z', endTime: '2026-05-05T00:00:00.000Z' }
    for (const query of asked.slice(0, 2)) {
      const search = new URLSearchParams({ projectId, weekday: '0', hour: '10', ...range, ...query })
      const { body } = await shop.call(`/api/staff/entries/hours?${search}`, { headers, key: null })
      expect(body).toMatchObject({ hours: [{ count: 1008 }] })
    }
  })
})
