import { beforeAll, describe, expect, inject, it } from 'vitest'
import { entriesCsv } from '@/integration/entries-csv'
import { openShop, type Shop } from '@/integration/shop'
import { EntryPage } from '@/lib/entries/schema'
import { entryRecord } from '@/prisma/factories/entry'

let shop: Shop
let headers: Record<string, string>

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
  headers = (await shop.signIn({ role: 'manager' })).headers
})

const search = (body: unknown, by = headers) =>
  shop.call('/api/prod1/entry/_search', { method: 'POST', body, headers: by, key: null })

async function searchText(body: unknown, by: Record<string, string>) {
  const response = await fetch(`${shop.baseUrl}/api/prod1/entry/_search`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...by, 'content-type': 'application/json' },
  })
  const { headers: answered } = response
  const [type, token] = [answered.get('content-type'), answered.get('x-pagination-token')]
  return { type, token, text: await response.text() }
}

const ingest = (entries: unknown[], from = shop) =>
  from.call('/api/prod1/entry', { method: 'POST', body: { projectId: from.projectId, entries } })

const idsOf = (body: Record<string, unknown>) => (body.entries as { entryId: string }[]).map((entry) => entry.entryId)

/** A project with some entries, each recorded after the one before, and a manager who searches it. */
async function openShopWith(records: Record<string, unknown>[]) {
  const own = await openShop(shop.baseUrl)
  for (const record of records) {
    const { body } = await ingest([entryRecord({ destinationId: own.destinationId, ...record })], own)
    expect(body.accepted).toBe(1)
  }
  const by = (await own.signIn({ role: 'manager' })).headers
  return {
    own,
    ask: (body: object) => search({ projectId: own.projectId, ...body }, by),
    askText: (body: object) => searchText({ projectId: own.projectId, ...body }, by),
  }
}

describe('an entry', () => {
  it('is answered as it was told, with what was found, in the order of the contract', async () => {
    const told = entryRecord({
      entryId: 'full',
      zoneId: shop.zoneId,
      orderId: 'o-"1"',
      source: 'import',
      entryTime: '2026-01-31T10:30:00.5+01:00',
      fenceId: 'f-1',
      fenceName: 'Fence\n“north” 🚗',
      location: { latitude: -33.8688, longitude: 1e-7, horizontalAccuracy: 0 },
      deviceInfo: { deviceType: 'phone', os: 'iOS', osVersion: '18.2' },
      appInfo: { appBuildVersion: '4.1', sdkVersion: '2.0' },
      customEventMetaData: { campaign: 'spring', lane: 4, __proto__x: true },
    })
    await ingest([told, entryRecord({ entryId: 'bare', destinationId: shop.destinationId, installRef: undefined })])
    const { status, body } = await search({ projectId: shop.projectId })
    expect(status).toBe(200)
    const [bare, full] = body.entries as Record<string, unknown>[]
    const found = { projectId: shop.projectId, zoneId: shop.zoneId, zoneName: shop.destinationId }
    expect(full).toEqual({
      ...told,
      ...found,
      destinationId: shop.destinationId,
      entryTime: '2026-01-31T09:30:00.500Z',
      creationTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      customEventMetaData: { campaign: 'spring', lane: '4', __proto__x: 'true' },
    })
    const order =
      'entryId projectId zoneId zoneName destinationId installRef orderId source entryTime creationTime fenceId fenceName location deviceInfo appInfo customEventMetaData'
    expect(Object.keys(full ?? {}).join(' ')).toBe(order)
    expect(bare).toEqual({
      entryId: 'bare',
      ...found,
      destinationId: shop.destinationId,
      installRef: null,
      source: 'sdk',
      entryTime: '2026-01-31T09:30:00.000Z',
      creationTime: expect.any(String),
    })
    expect(Object.keys(body)).toEqual(['entries'])
  })

  it('is recorded by the arrival of an order, once', async () => {
    const { own, ask } = await openShopWith([])
    await own.create('o-1', { eventType: 'onTheWay' })
    await own.update('o-1', { eventType: 'arrival' })
    await own.update('o-1', { eventType: 'arrival' })
    const { body } = await ask({ source: 'order' })
    expect(body.entries).toMatchObject([{ orderId: 'o-1', zoneId: own.zoneId, installRef: null, source: 'order' }])
  })
})

describe('the filters of a search', () => {
  it('narrow it, each by itself and together', async () => {
    const { own, ask } = await openShopWith([
      { entryId: 'a', entryTime: '2026-01-01T00:00:00Z', deviceInfo: { os: 'iOS' } },
      { entryId: 'b', entryTime: '2026-01-03T00:00:00Z', deviceInfo: { os: 'Android' }, installRef: 'install-2' },
      { entryId: 'c', entryTime: '2026-01-02T00:00:00Z', source: 'import', destinationId: 'second', zoneId: 'z-2' },
    ])
    const byEntry = { timeType: 'entryTime' }
    for (const [filter, ids] of [
      [{}, 'cba'],
      [byEntry, 'bca'],
      [{ destinationId: own.destinationId }, 'ba'],
      [{ zoneId: 'z-2' }, 'c'],
      [{ zoneId: 'z-2', destinationId: own.destinationId }, ''],
      [{ destinationId: 'never-seen' }, ''],
      [{ installRef: 'install-2' }, 'b'],
      [{ source: 'import' }, 'c'],
      [{ os: 'iOS' }, 'a'],
      [{ os: 'iOS', source: 'import' }, ''],
      [{ ...byEntry, startTime: '2026-01-02T00:00:00Z' }, 'bc'],
      [{ ...byEntry, endTime: '2026-01-02T00:00:00Z' }, 'a'],
      [{ ...byEntry, startTime: '2026-01-02T01:00:00+01:00', endTime: '2026-01-03T00:00:00Z' }, 'c'],
      [{ startTime: '2026-01-02T00:00:00Z', endTime: '2026-01-03T00:00:00Z' }, ''],
    ] as const) {
      expect([filter, idsOf((await ask(filter)).body).join('')]).toEqual([filter, ids])
      expect([filter, (await ask({ ...filter, count: true })).body]).toEqual([filter, { count: ids.length }])
    }
  })

  it('are refused by name when they are wrong', async () => {
    for (const [body, path] of [
      [{}, 'projectId'],
      [{ projectId: shop.projectId, zone: 'z' }, 'zone'],
      [{ projectId: shop.projectId, pageSize: 1001 }, 'pageSize'],
      [{ zoneId: 'a\u0000' }, 'zoneId'],
    ] as const) {
      const answer = await search(body)
      expect([answer.status, answer.body.code, answer.body.errors]).toMatchObject([400, 'field_invalid', [{ path }]])
    }
  })
})

describe('the formats of a search', () => {
  it('are the same page as JSON, CSV and NDJSON, which carry the token in a header', async () => {
    const { ask, askText } = await openShopWith([
      { entryId: '=1+1', zoneName: 'x' },
      { entryId: 'b', fenceName: '+49, "x"\n', location: { latitude: -1.5, longitude: -2 } },
      { entryId: 'c', customEventMetaData: { a: '=1' } },
    ])
    for (const [page, more] of [
      [{ pageSize: 2 }, true],
      [{ pageSize: 3 }, false],
    ] as const) {
      const json = (await ask(page)).body
      const entries = json.entries as object[]
      const [csv, lines] = await Promise.all(['csv', 'ndjson'].map((format) => askText({ ...page, format })))
      expect(csv?.type).toBe('text/csv; charset=utf-8')
      expect(csv?.text).toBe(entriesCsv(EntryPage.parse(json).entries))
      expect(lines?.type).toBe('application/x-ndjson')
      expect(
        lines?.text
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line)),
      ).toEqual(entries)
      expect(lines?.text.endsWith('\n')).toBe(true)
      expect(typeof json.paginationToken).toBe(more ? 'string' : 'undefined')
      for (const [at, format] of (['csv', 'ndjson'] as const).entries()) {
        const paginationToken = [csv, lines][at]?.token
        expect(typeof paginationToken).toBe(more ? 'string' : 'object')
        // Each goes on in its own format.
        if (paginationToken) expect((await askText({ ...page, format, paginationToken })).text).toContain('=1+1')
      }
    }
  })

  it('are well-formed without an entry', async () => {
    const { ask, askText } = await openShopWith([])
    expect((await ask({})).body).toEqual({ entries: [] })
    expect((await askText({ format: 'ndjson' })).text).toBe('')
    expect((await askText({ format: 'csv' })).text).toMatch(/^entryId,[^\n]*\n$/)
  })
})
