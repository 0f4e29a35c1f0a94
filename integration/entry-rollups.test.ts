import pg from 'pg'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { foldAll, openCounted } from '@/integration/counted'
import { bulkSql, directUrl, longestStatementMs, pools, sql } from '@/lib/db'
import { countRows } from '@/lib/entries/data'
import type { EntryFilter } from '@/lib/entries/search-statement'
import { keptSince } from '@/lib/retention/model'
import { deleteOldEntries } from '@/lib/retention/service'
import { makeMissingSums, rebuildSums, verifySums } from '@/lib/rollups/check'
import { countWaiting, foldDeltas, isSomeUnsummed } from '@/lib/rollups/data'
import { seedEntries } from '@/prisma/factories/entry'

describe('roll-ups', () => {
  let counted: Awaited<ReturnType<typeof openCounted>>
  beforeAll(async () => {
    counted = await openCounted(inject('baseUrl'))
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
      for (const batch of left) {
        let sent = await ingest(batch)
        // As an app does where the machine is busier than it can bear.
        while (sent.status === 503) sent = await ingest(batch)
        expect(sent.body.rejected).toEqual([])
      }
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
      where h.project_id = $1 and s.project_id = $1 and s.series_id = h.series_id and s.destination_id = 'store-3'
        and s.source is not null`
    await sql('break-sums', broken, [shop.projectId])
    expect(new Set((await verifySums(shop.projectId)).map(({ sums }) => sums))).toEqual(
      new Set(['hours', 'sources', 'project', 'days']),
    )
    const more = Array.from({ length: 8 }, (_, n) => [entry({ entryId: `more-${n}`, destinationId: 'store-3' })])
    await Promise.all([rebuildSums(shop.projectId), ...more.map((batch) => ingest(batch))])
    expect(await verifySums(shop.projectId)).toEqual([])
    const filter: EntryFilter = { projectId: shop.projectId, destinationIds: ['store-3'], timeType: 'creationTime' }
    expect(await count({ destinationId: 'store-3' })).toBe(await countRows(filter))
  })

  it('are added up at once even where the database believes that nothing waits', async () => {
    const { projectId, destinationId, zoneId } = counted.shop
    const client = new pg.Client({ connectionString: directUrl() })
    await client.connect()
    try {
      // The lock that folding takes, so that what waits here is not folded by the server meanwhile.
      await client.query(`select pg_advisory_lock(72707370)`)
      await client.query(`begin; set local statement_timeout = '5s'`)
      await client.query(
        `insert into entry_delta (project_id, zone_id, destination_id, source, os, creation_quarter, entry_quarter, count)
         select $1, $2, $3, 'sdk', 'iOS', 1900000 + i / 10, 1900000 - i / 10, 1 from generate_series(1, 10000) i`,
        [projectId, zoneId, destinationId],
      )
      // What a table's statistics say that was emptied, vacuumed and filled again.
      const emptied = `update pg_class set relpages = 100, reltuples = 0 where oid = any ($1::regclass[])`
      await client.query(emptied, [['entry_delta', 'entry_series', 'entry_hour_sum', 'entry_day_sum']])
      const { rows } = await client.query('select fold_entry_deltas(20000) as folded')
      expect(rows[0].folded).toBeGreaterThanOrEqual(10_000)
      const found = `select sum(d.count)::int as found from entry_day_sum d
        join entry_series s on s.project_id = d.project_id and s.series_id = d.series_id and s.zone_id is not null
          and s.source is not null
        where d.project_id = $1 and d.time_type = 'entry' and d.day between 19781 and 19791`
      expect((await client.query(found, [projectId])).rows).toEqual([{ found: 20_000 }])
      // The oldest comes first, whichever project it is of.
      const oldest = `insert into entry_delta (project_id, delta_id, zone_id, source, creation_quarter, entry_quarter, count)
        values ($1, -1, 'z', 'sdk', 1, 1, 1), ($2, -2, 'z', 'sdk', 1, 1, 1)`
      await client.query(oldest, [projectId, 'ffffffff-ffff-4fff-bfff-ffffffffffff'])
      await client.query('select fold_entry_deltas(1)')
      const left = await client.query('select delta_id::int as id from entry_delta where delta_id < 0')
      expect(left.rows).toEqual([{ id: -1 }])
      await client.query('rollback')
    } finally {
      await client.end()
    }
  })

  it('are added to without a look at others, however many a project has', async () => {
    const { projectId, destinationId, zoneId } = counted.shop
    const client = new pg.Client({ connectionString: directUrl() })
    await client.connect()
    try {
      await client.query('select pg_advisory_lock(72707370)')
      await client.query('begin')
      await client.query(
        `insert into entry_series (project_id, zone_id, destination_id, source, every_os)
         select $1, case when n % 2 = 0 then 'many' else 'zone ' || n end, 'store ' || n, 'sdk', true
         from generate_series(1, 5000) n`,
        [projectId],
      )
      await client.query(
        `insert into entry_delta (project_id, delta_id, zone_id, destination_id, source, os, creation_quarter, entry_quarter, count)
         values ($1, -3, $2, $3, 'sdk', 'iOS', 1900000, 1900000, 1), ($1, -2, 'many', 'store 8', 'sdk', 'iOS', 1900000, 1900000, 1),
                ($1, -1, 'many', null, 'sdk', 'iOS', 1900000, 1900000, 1)`,
        [projectId, zoneId, destinationId],
      )
      await client.query('select fold_entry_deltas(3)')
      const { rows } = await client.query(
        `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'entry_series'`,
      )
      expect(Number(rows[0].read)).toBeLessThan(1_000)
      // Each is there once.
      const twice = `select from entry_series where project_id = $1 group by zone_id, destination_id, source, every_os, os
        having count(*) > 1`
      expect((await client.query(twice, [projectId])).rowCount).toBe(0)
      await client.query('rollback')
    } finally {
      await client.end()
    }
  })

  it('wait for their connection for as long as what else is due by itself may take', async () => {
    const other = await pools().upkeep.connect()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const counted = Promise.allSettled([countWaiting()])
    await vi.advanceTimersByTimeAsync(longestStatementMs)
    vi.useRealTimers()
    other.release()
    expect(await counted).toEqual([{ status: 'fulfilled', value: expect.any(Number) }])
  })

  it('hold twenty systems of a project, the commonest when they are made, and count others by themselves', async () => {
    const { shop, ingest, entry, summary, count } = await openCounted(inject('baseUrl'))
    const { projectId } = shop
    const systems = Array.from({ length: 25 }, (_, n) => `system-${String(n).padStart(2, '0')}`)
    const summed = async () => {
      const text = `select coalesce(array_agg(os order by os), '{}') as systems from entry_os where project_id = $1`
      return (await sql<{ systems: string[] }>('summed-systems', text, [projectId]))[0]?.systems
    }
    const isExact = async () => {
      for (const [n, os] of systems.entries()) {
        expect([os, await count({ os })]).toEqual([os, n + 1])
        if (n % 6 === 0) expect(await summary({ os })).toMatchObject({ total: n + 1, byZone: [{ count: n + 1 }] })
      }
    }
    await ingest(systems.flatMap((os, n) => Array.from({ length: n + 1 }, () => entry({ deviceInfo: { os } }))))
    await isExact()
    await foldAll(projectId)
    expect((await summed())?.length).toBe(20)
    await isExact()
    expect(await verifySums(projectId)).toEqual([])
    await rebuildSums(projectId)
    expect(await summed()).toEqual(systems.slice(5))
    await isExact()
    expect(await verifySums(projectId)).toEqual([])
  })

  it('are made by a server where a project has none, and its entries are counted until then', async () => {
    const { shop, ingest, entry, summary, count } = await openCounted(inject('baseUrl'))
    const { projectId } = shop
    const counts = async () => [await count(), await count({ os: 'iOS' }), (await summary()).total]
    const client = new pg.Client({ connectionString: directUrl() })
    await client.connect()
    // Whoever makes sums or folds takes this lock: nobody does for now.
    await client.query('select pg_advisory_lock(72707370)')
    try {
      await ingest([entry({ deviceInfo: { os: 'iOS' } }), entry({ deviceInfo: { os: 'iOS' } }), entry({})])
      // As entries are that were there before the roll-ups.
      await client.query('delete from entry_delta where project_id = $1', [projectId])
      expect(await counts()).not.toEqual([3, 2, 3])
      await client.query('delete from entry_summed where project_id = $1', [projectId])
      expect(await counts()).toEqual([3, 2, 3])
    } finally {
      await client.end()
    }
    while (await isSomeUnsummed()) await makeMissingSums()
    expect(await counts()).toEqual([3, 2, 3])
    expect(await verifySums(projectId)).toEqual([])
  })

  it('follow retention: entries older than the project keeps are deleted, and no longer counted', async () => {
    const { shop, summary, count } = await openCounted(inject('baseUrl'))
    const owner = (await shop.signIn({ role: 'owner' })).headers
    const manager = (await shop.signIn({ role: 'manager' })).headers
    const address = `/api/staff/projects/${shop.projectId}/settings`
    const now = new Date()
    const from = new Date(now.getTime() - 420 * 86_400_000)
    await seedEntries(shop.projectId, { count: 3 * 419, stores: [shop], from, stepMs: 86_400_000 })
    const keep = async (entryMonths: number | null) => {
      const answer = await shop.call(address, { method: 'PATCH', body: { entryMonths }, headers: owner, key: null })
      if (answer.status === 200) await deleteOldEntries(now)
      return answer.body
    }
    const sent = { method: 'PATCH', body: { entryMonths: 1 }, headers: manager, key: null }
    expect((await shop.call(address, sent)).body.code).toBe('right_missing')
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
