import { describe, expect, it } from 'vitest'
import { EntryRecord, EntrySearch } from '@/lib/entries/schema'
import { fieldErrorsOf } from '@/lib/http/parse'

const projectId = '7b0a4a4e-3f53-4b8c-9d1e-2f1f5d3c9a10'
const record = { entryTime: '2026-01-31T09:30:00Z', destinationId: 'store-1' }

function badFields(schema: typeof EntryRecord | typeof EntrySearch, value: unknown): string[] {
  const parsed = schema.safeParse(value)
  return parsed.success ? [] : fieldErrorsOf(parsed.error).map((e) => e.path)
}

describe('a record of an entry', () => {
  it('needs a time and a store or a zone', () => {
    expect(EntryRecord.parse(record)).toEqual({
      ...record,
      entryTime: new Date('2026-01-31T09:30:00Z'),
      source: 'sdk',
    })
    expect(badFields(EntryRecord, { entryTime: record.entryTime, zoneId: 'z', destinationId: null })).toEqual([])
    expect(badFields(EntryRecord, { entryTime: record.entryTime })).toEqual(['destinationId'])
    expect(badFields(EntryRecord, { destinationId: 'store-1' })).toEqual(['entryTime'])
  })

  it.each([
    ['entryId', ''],
    ['entryId', 'x'.repeat(65)],
    ['entryId', 7],
    ['zoneId', 'x'.repeat(129)],
    ['zoneId', 'a\nb'],
    ['entryTime', '2026-01-31'],
    ['entryTime', 1769851800000],
    ['source', 'order'],
    ['source', 'web'],
    ['creationTime', '2026-01-31T09:30:00Z'],
    ['parkingBay', '4'],
    ['__proto__', {}],
    ['customEventMetaData', []],
    ['customEventMetaData', 'text'],
  ])('names %s = %j as bad', (field, value) => {
    const json = JSON.stringify({ ...record, _: 0 }).replace(
      '"_":0',
      `${JSON.stringify(field)}:${JSON.stringify(value)}`,
    )
    expect(badFields(EntryRecord, JSON.parse(json))).toEqual([field])
  })

  it('names bad fields inside its parts by their path', () => {
    const bad = {
      ...record,
      location: { latitude: 91, longitude: -181, altitude: 3 },
      deviceInfo: { os: 5 },
      appInfo: { build: '1' },
      customEventMetaData: { nested: {}, long: 'x'.repeat(1001) },
    }
    expect(badFields(EntryRecord, bad).sort()).toEqual([
      'appInfo.build',
      'customEventMetaData.long',
      'customEventMetaData.nested',
      'deviceInfo.os',
      'location.altitude',
      'location.latitude',
      'location.longitude',
    ])
  })

  it('takes up to twenty details, numbers and __proto__ among them, as text', () => {
    const details = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, i]))
    expect(EntryRecord.parse({ ...record, customEventMetaData: details }).customEventMetaData?.k19).toBe('19')
    expect(badFields(EntryRecord, { ...record, customEventMetaData: { ...details, k20: 1 } })).toEqual([
      'customEventMetaData',
    ])
    const odd = JSON.parse('{"__proto__":true}')
    const parsed = EntryRecord.parse({ ...record, customEventMetaData: odd }).customEventMetaData
    expect(JSON.stringify(parsed)).toBe('{"__proto__":"true"}')
  })

  it.each([null, [], 'text', 7])('is not %j', (value) => {
    expect(badFields(EntryRecord, value)).toEqual([''])
  })
})

describe('a search', () => {
  it('has defaults', () => {
    expect(EntrySearch.parse({ projectId: projectId.toUpperCase() })).toEqual({
      projectId,
      timeType: 'creationTime',
      format: 'json',
      count: false,
      pageSize: 100,
    })
  })

  it.each([
    [{}, 'projectId'],
    [{ projectId: 'x' }, 'projectId'],
    [{ projectId, pageSize: 0 }, 'pageSize'],
    [{ projectId, pageSize: 1001 }, 'pageSize'],
    [{ projectId, pageSize: 1.5 }, 'pageSize'],
    [{ projectId, pageSize: '5' }, 'pageSize'],
    [{ projectId, timeType: 'time' }, 'timeType'],
    [{ projectId, format: 'xml' }, 'format'],
    [{ projectId, count: 'false' }, 'count'],
    [{ projectId, paginationToken: '' }, 'paginationToken'],
    [{ projectId, source: 'web' }, 'source'],
    [{ projectId, startTime: 'yesterday' }, 'startTime'],
    [{ projectId, startTime: '2026-01-02T00:00:00Z', endTime: '2026-01-01T00:00:00Z' }, 'endTime'],
    [{ projectId, zone: 'z' }, 'zone'],
  ])('%j is refused for %s', (body, field) => {
    expect(badFields(EntrySearch, body)).toEqual([field])
  })
})
