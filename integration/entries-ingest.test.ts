import { beforeEach, describe, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { pools, sql } from '@/lib/db'
import { entryRecord, ndjson } from '@/prisma/factories/entry'
import { createKey, createStore } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'

let shop: Shop

beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
})

type Sent = { key?: string; projectId?: string; more?: Record<string, unknown> }

const send = (entries: unknown[], { key, projectId = shop.projectId, more }: Sent = {}) =>
  shop.call('/api/prod1/entry', { method: 'POST', body: { projectId, entries, ...more }, key })

const record = (more: Record<string, unknown> = {}) => entryRecord({ destinationId: shop.destinationId, ...more })

type Row = { entry_id: string; zone_id: string; destination_id: string | null; zone_name: string }
const stored = () =>
  sql<Row>(
    'stored-entries',
    `select e.entry_id, e.zone_id, e.destination_id, z.name as zone_name
     from entry e join zone z on z.project_id = e.project_id and z.zone_id = e.zone_id
     where e.project_id = $1 order by e.sequence`,
    [shop.projectId],
  )

const none = { duplicates: 0, rejected: [], rejectedTotal: 0 }

describe('recording a batch of entries', () => {
  it('accepts them once: the same again are duplicates, in one batch too', async () => {
    const entries = [record(), record(), record()]
    const first = await send([...entries, entries[0]])
    expect(first.status).toBe(200)
    expect(first.body).toEqual({ accepted: 3, duplicates: 1, rejected: [], rejectedTotal: 0 })
    expect((await send(entries)).body).toEqual({ ...none, accepted: 0, duplicates: 3 })
    expect((await stored()).map((row) => row.entry_id)).toEqual(entries.map((entry) => entry.entryId))
  })

  it('makes the id of a record that brings none', async () => {
    const { body } = await send([record({ entryId: undefined }), record({ entryId: undefined })])
    expect(body).toEqual({ ...none, accepted: 2 })
    expect((await stored()).map((row) => row.entry_id)).toEqual([
      expect.stringMatching(/^[0-9a-f-]{14}7[0-9a-f-]{21}$/),
      expect.stringMatching(/^[0-9a-f-]{14}7[0-9a-f-]{21}$/),
    ])
  })

  it('never lets a bad record cost its neighbours, and names what is bad', async () => {
    const other = await openShop(shop.baseUrl)
    const bad: [unknown, string][] = [
      [record({ parkingBay: '4' }), 'parkingBay'],
      [record({ entryTime: 'noon' }), 'entryTime'],
      [record({ zoneName: 'a\u0000b' }), 'zoneName'],
      [record({ fenceName: '\ud800' }), 'fenceName'],
      [record({ customEventMetaData: { 'a\u0000': '1' } }), 'customEventMetaData'],
      [record({ destinationId: undefined }), 'destinationId'],
      [record({ projectId: other.projectId }), 'projectId'],
      [record({ source: 'order' }), 'source'],
      [null, ''],
      ['text', ''],
      [record({ customEventMetaData: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, 1])) }), ''],
      [record({ fenceName: ' '.repeat(330_000) }), ''],
    ]
    const entries = bad.flatMap(([value]) => [record(), value])
    const { status, body } = await send(entries)
    expect(status).toBe(200)
    expect(body).toMatchObject({ accepted: bad.length, duplicates: 0, rejectedTotal: bad.length })
    const rejected = body.rejected as { index: number; errors: { path: string; message: string }[] }[]
    expect(rejected.map(({ index, errors }) => [index, errors.map((e) => e.path)])).toEqual(
      bad.map(([, path], i) => [2 * i + 1, [path]]),
    )
  })

  it('refuses a batch that is none, whole', async () => {
    const tooMany = Array.from({ length: 1001 }, () => record())
    for (const [body, code] of [
      [{ projectId: shop.projectId, entries: [] }, 'field_invalid'],
      [{ projectId: shop.projectId, entries: tooMany }, 'field_invalid'],
      [{ projectId: shop.projectId, entries: {} }, 'field_invalid'],
      [{ projectId: shop.projectId, entries: [record()], dryRun: true }, 'field_invalid'],
      [{ entries: [record()] }, 'field_invalid'],
      [[], 'field_invalid'],
      ['{', 'body_malformed'],
      [JSON.stringify({ filler: ' '.repeat(4 * 1024 * 1024) }), 'body_too_large'],
      [{ projectId: (await openShop(shop.baseUrl)).projectId, entries: [record()] }, 'project_not_found'],
    ] as const) {
      const answer = await shop.call('/api/prod1/entry', { method: 'POST', body })
      expect([answer.body.code, answer.headers.get('content-type')]).toEqual([code, 'application/problem+json'])
    }
    expect(await stored()).toEqual([])
  })

  it('takes 1,000 records of some size, far beyond 64 KiB', async () => {
    const details = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`key ${i}`, 'x'.repeat(300)]))
    const entries = Array.from({ length: 1000 }, () => record({ customEventMetaData: details }))
    expect((await send(entries)).body).toEqual({ ...none, accepted: 1000 })
  })

  it('is for secret keys, and for JSON or NDJSON', async () => {
    const { body } = await send([record()], { key: shop.publishableKey })
    expect(body.code).toBe('right_missing')
    const headers = { 'content-type': 'text/plain' }
    const answer = await shop.call('/api/prod1/entry', { method: 'POST', body: ndjson([record()]), headers })
    expect(answer.status).toBe(415)
  })
})

describe('where an entry belongs', () => {
  it('finds the zone of a store and the store of a zone', async () => {
    await send([record({ entryId: 'by-store' }), entryRecord({ entryId: 'by-zone', zoneId: shop.zoneId })])
    const here = { zone_id: shop.zoneId, destination_id: shop.destinationId }
    expect(await stored()).toMatchObject([
      { entry_id: 'by-store', ...here },
      { entry_id: 'by-zone', ...here },
    ])
  })

  it('makes what was never seen, with the name that was sent', async () => {
    const { body } = await send([
      entryRecord({ destinationId: 'new-store', zoneName: 'New kerb' }),
      entryRecord({ destinationId: 'new-store' }),
      entryRecord({ destinationId: 'other-store', zoneId: 'other-zone', zoneName: 'Other kerb' }),
      entryRecord({ destinationId: 'other-store' }),
      entryRecord({ zoneId: 'lone-zone' }),
    ])
    expect(body).toEqual({ ...none, accepted: 5 })
    const rows = await stored()
    expect(rows.map((row) => [row.destination_id, row.zone_name])).toEqual([
      ['new-store', 'New kerb'],
      ['new-store', 'New kerb'],
      ['other-store', 'Other kerb'],
      ['other-store', 'Other kerb'],
      [null, 'lone-zone'],
    ])
    expect(rows[3]?.zone_id).toBe('other-zone')
  })

  it('lets a zone learn its store from a record that names both', async () => {
    await send([entryRecord({ zoneId: 'z' })])
    await send([entryRecord({ zoneId: 'z', destinationId: shop.destinationId })])
    await send([entryRecord({ zoneId: 'z' })])
    expect((await stored()).map((row) => row.destination_id)).toEqual([null, shop.destinationId, shop.destinationId])
  })

  it('is a known store, where the project is strict', async () => {
    const strict = await openShop(shop.baseUrl, { strict: true })
    const entries = [
      entryRecord({ destinationId: 'typo' }),
      entryRecord({ destinationId: strict.destinationId, zoneId: 'new-zone' }),
      entryRecord({ zoneId: 'typo' }),
      entryRecord({ destinationId: strict.destinationId }),
    ]
    const { body } = await send(entries, { key: strict.secretKey, projectId: strict.projectId })
    expect(body).toMatchObject({ accepted: 2, duplicates: 0, rejectedTotal: 2 })
    expect(body.rejected).toEqual([
      { index: 0, errors: [{ path: 'destinationId', message: expect.stringContaining('destination_unknown') }] },
      { index: 2, errors: [{ path: 'zoneId', message: expect.stringContaining('destination_unknown') }] },
    ])
  })

  it('is within the stores that a key is narrowed to', async () => {
    const own = await createStore(shop.projectId)
    const key = await createKey(shop.projectId, 'secret', { destinationIds: [own.destinationId] })
    const { body } = await send(
      [
        entryRecord({ destinationId: own.destinationId }),
        record(),
        entryRecord({ zoneId: own.zoneIds[0] }),
        entryRecord({ zoneId: shop.zoneId }),
        entryRecord({ zoneId: 'never-seen' }),
        entryRecord({ destinationId: own.destinationId, zoneId: shop.zoneId }),
        entryRecord({ destinationId: own.destinationId, zoneId: 'never-seen-of-own' }),
      ],
      { key },
    )
    expect(body).toMatchObject({ accepted: 3, rejectedTotal: 4 })
    // Whether there is such a store or zone elsewhere is told of neither.
    const of = (path: string) => [
      { path, message: expect.stringMatching(/^store_not_found: the API key does not reach /) },
    ]
    const zone = (index: number) => ({ index, errors: of('zoneId') })
    expect(body.rejected).toEqual([{ index: 1, errors: of('destinationId') }, zone(3), zone(4), zone(5)])
  })

  it('is made once by many batches at the same time, whatever their order, without a deadlock', async () => {
    const entries = Array.from({ length: 300 }, (_, i) =>
      entryRecord({ entryId: `e-${i}`, destinationId: `s-${i % 60}`, zoneId: `z-${i % 90}`, zoneName: `Zone ${i}` }),
    )
    const batches = Array.from({ length: 12 }, (_, b) => entries.map((_, i) => entries[(i * 7 + b * 31) % 300]))
    const answers = await Promise.all(batches.map((batch) => send(batch)))
    expect(answers.map((answer) => answer.status)).toEqual(batches.map(() => 200))
    expect(answers.reduce((sum, answer) => sum + Number(answer.body.accepted), 0)).toBe(300)
    expect(answers.reduce((sum, answer) => sum + Number(answer.body.duplicates), 0)).toBe(300 * 11)
  })
})

describe('many senders of one project', () => {
  it('keep no other waiting, even where the batches of theirs do not come to an end', async () => {
    const other = await openShop(inject('baseUrl'))
    await send([record({ entryId: 'first' })])
    const holder = await pools().hot.connect()
    try {
      await holder.query('begin')
      // The batches that hold it too wait until it is certain whether it is there.
      const columns = 'project_id, zone_id, destination_id, source, entry_time, creation_time'
      await holder.query(
        `insert into entry (${columns}, entry_id, sequence)
         select ${columns}, 'held', nextval('entry_sequence_seq') from entry where project_id = $1`,
        [shop.projectId],
      )
      const held = Array.from({ length: 12 }, () => send([record({ entryId: 'held' })]))
      const { rows } = await holder.query('select pg_current_xact_id()::xid::text as id')
      const stuck = 'select from pg_locks where not granted and transactionid::text = $1'
      const isStuck = async () => (await pools().hot.query(stuck, [rows[0].id])).rowCount !== 0
      expect(await until(isStuck, 10_000, 10)).toBe(true)
      const entries = [entryRecord({ destinationId: other.destinationId })]
      const body = { projectId: other.projectId, entries }
      const others = Array.from({ length: 8 }, () => other.call('/api/prod1/entry', { method: 'POST', body }))
      expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 200))
      await holder.query('rollback')
      const answers = await Promise.all(held)
      // On a machine that is slow with the others, those behind the first may have waited for longer than they may.
      const served = answers.filter(({ status }) => status !== 503)
      expect(new Set(served.map(({ status }) => status))).toEqual(new Set([200]))
      expect(served.reduce((sum, { body }) => sum + Number(body.accepted), 0)).toBe(1)
    } finally {
      holder.release(true)
    }
  })
})
