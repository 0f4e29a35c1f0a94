import fc from 'fast-check'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { entriesCsv } from '@/integration/entries-csv'
import { sealedInstallOf } from '@/integration/sealed-install'
import { openShop, type Shop } from '@/integration/shop'
import { exportAudit } from '@/lib/audit/service'
import { readAccessToken } from '@/lib/auth/access-token'
import { findStaffBySession } from '@/lib/auth/data'
import type { StaffCaller } from '@/lib/auth/model'
import { prisma } from '@/lib/db'
import { EntryPage } from '@/lib/entries/schema'
import { beginInTurn } from '@/lib/export/in-turn'
import { exportEntries } from '@/lib/export/service'
import { textStream } from '@/lib/http/text-stream'
import type { Person } from '@/lib/turns/people-turns'
import { entryRecord, seedEntries } from '@/prisma/factories/entry'

const ownerOf = (projectId: string, userId: string): Person => ({ projectId, userId, kind: 'owners', circle: 'owners' })

let shop: Shop
let headers: Record<string, string>

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
  headers = (await shop.signIn({ role: 'manager' })).headers
})

const download = (query: Record<string, string>, by = headers) =>
  fetch(`${shop.baseUrl}/api/staff/entries/export?${new URLSearchParams(query)}`, { headers: by })

const search = async (body: object) =>
  EntryPage.parse((await shop.call('/api/prod1/entry/_search', { method: 'POST', headers, body })).body).entries

const ingest = async (records: unknown[], to = shop) => {
  const body = { projectId: to.projectId, entries: records }
  return (await to.call('/api/prod1/entry', { method: 'POST', body })).body
}

const nasty = fc
  .array(fc.constantFrom(...`a9 -=+@＝＋－＠\t\r\n\u0001\u001f\u007f"',;\\/{}é漢🚗\u2028`), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''))
const printable = nasty.map((text) => text.replace(/[\p{Cc}\u2028]/gu, 'x'))
const number = (most: number) =>
  fc
    .oneof(fc.double({ min: -most, max: most, noNaN: true }), fc.integer({ min: -most, max: most }))
    .map((value) => (Math.abs(value) < 1e-6 ? 0 : value))
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

/** A record whose texts are such as break files. */
const record = fc.record({
  entryId: fc.tuple(printable, fc.uuid()).map((parts) => parts.join('')),
  entryTime: fc
    .date({ min: new Date(0), max: new Date('9999-12-30'), noInvalidDate: true })
    .map((t) => t.toISOString()),
  installRef: maybe(printable),
  orderId: maybe(printable),
  fenceId: maybe(printable),
  fenceName: maybe(nasty),
  location: maybe(
    fc.record({ latitude: number(90), longitude: number(180), horizontalAccuracy: maybe(number(1e9).map(Math.abs)) }),
  ),
  deviceInfo: maybe(fc.record({ deviceType: maybe(nasty), os: maybe(nasty), osVersion: maybe(nasty) })),
  appInfo: maybe(fc.record({ appBuildVersion: maybe(nasty), sdkVersion: maybe(nasty) })),
  customEventMetaData: maybe(
    fc.dictionary(
      nasty.map((key) => `k${key}`),
      nasty,
      { maxKeys: 3 },
    ),
  ),
})

describe('an export', () => {
  it('is what the search finds, to the byte, whatever people have written', async () => {
    const zones = fc.sample(fc.tuple(printable, nasty), 5).map(([zoneId, zoneName]) => ({ zoneId, zoneName }))
    const records = fc
      .sample(record, 600)
      .map((one, i) => ({ ...one, ...zones[i % 7], destinationId: shop.destinationId }))
    expect(await ingest(records)).toMatchObject({ accepted: records.length })
    const entries = await search({ projectId: shop.projectId, pageSize: 1000 })
    const csv = await download({ projectId: shop.projectId })
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="entries-[\dTZ-]+\.csv"$/)
    expect(csv.headers.get('x-total-count')).toBe(String(records.length))
    expect((await csv.text()).split('\n')).toEqual(entriesCsv(entries).split('\n'))
    const lines = await download({ projectId: shop.projectId, format: 'ndjson' })
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson')
    const told = (await lines.text()).split('\n')
    expect(told.pop()).toBe('')
    expect(EntryPage.parse({ entries: told.map((line) => JSON.parse(line)) }).entries).toEqual(entries)
  })

  it('takes the filters of the page, and finds only what the account may see', async () => {
    const own = await openShop(shop.baseUrl)
    const entryTime = '2026-03-01T10:00:00Z'
    const of = (more: object) => entryRecord({ destinationId: own.destinationId, ...more })
    await ingest(
      [
        of({ entryId: 'a', deviceInfo: { os: 'iOS' } }),
        of({ entryId: 'b', entryTime, source: 'import' }),
        of({ entryId: 'c', destinationId: 'second' }),
      ],
      own,
    )
    const all = (await own.signIn({ role: 'manager' })).headers
    const narrow = (await own.signIn({ role: 'manager', destinationIds: ['second'] })).headers
    const { projectId } = own
    const sealedInstall = await sealedInstallOf(own, all, 'never-seen')
    for (const [query, ids, by] of [
      [{ projectId }, 'abc', all],
      [{ projectId }, 'c', narrow],
      [{ projectId, destinationId: 'second' }, 'c', all],
      [{ projectId, os: 'iOS' }, 'a', all],
      [{ projectId, source: 'import' }, 'b', all],
      [{ zoneId: own.zoneId }, 'ab', all],
      [{ projectId, timeType: 'entryTime', startTime: entryTime }, 'b', all],
      [{ projectId, sealedInstall }, '', all],
    ] as const) {
      const text = await (await download({ ...query, format: 'ndjson' }, by)).text()
      const found = text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line).entryId)
      expect([query, found.sort().join('')]).toEqual([query, ids])
    }
    const unseen = await download({ projectId, destinationId: own.destinationId }, narrow)
    expect([unseen.status, (await unseen.json()).code]).toEqual([404, 'store_not_found'])
    // So may a search be taken away page by page; one that is looked at is no file.
    const searched = (more: object, headers = all) => {
      const body = { projectId, os: 'iOS', pageSize: 1, ...more }
      return own.call('/api/prod1/entry/_search', { method: 'POST', headers, key: null, body })
    }
    await ingest([entryRecord({ entryId: 'd', destinationId: own.destinationId, deviceInfo: { os: 'iOS' } })], own)
    const paginationToken = (await searched({ format: 'csv' })).headers.get('x-pagination-token')
    expect(paginationToken).not.toBeNull()
    for (const more of [{ format: 'csv', paginationToken }, { format: 'csv', count: true }, {}]) {
      expect((await searched(more)).status).toBe(200)
    }
    await searched({ format: 'ndjson', installRef: 'never-seen' })
    // Nor is a page of one format the beginning of a file.
    const ofJson = (await searched({})).body.paginationToken
    for (const [format, token] of [
      ['csv', ofJson],
      ['ndjson', paginationToken],
      ['json', paginationToken],
    ]) {
      const { status, body } = await searched({ format, paginationToken: token })
      expect([format, status, body.code]).toEqual([format, 400, 'pagination_token_invalid'])
    }
    // Nor is the file that somebody began another's, who would take the rest of it without a line.
    const colleague = (await own.signIn({ role: 'manager' })).headers
    const taken = await searched({ format: 'csv', paginationToken }, colleague)
    expect([taken.status, taken.body.code]).toEqual([400, 'pagination_token_invalid'])
    for (const by of [all, colleague]) expect((await searched({ paginationToken: ofJson }, by)).status).toBe(200)
    // Each that began is a line of the record; whose device was asked for is not in it.
    const where = { projectId, action: 'entries.exported' }
    const noted = await prisma().auditEntry.findMany({ where, orderBy: { sequence: 'asc' } })
    expect(noted).toHaveLength(10)
    expect(noted.slice(-3)).toMatchObject([
      { actorKind: 'staff', details: { format: 'ndjson', filters: ['installRef'] } },
      { actorKind: 'staff', details: { format: 'csv', filters: ['os'] } },
      { actorKind: 'staff', details: { format: 'ndjson', filters: ['installRef', 'os'] } },
    ])
    expect(noted.map(({ details }) => JSON.stringify(details)).join()).not.toContain('never-seen')
  })

  it('breaks off once its reader may have it no longer: signed out, of another role, or of other stores', async () => {
    const own = await openShop(shop.baseUrl)
    const { projectId } = own
    await ingest([entryRecord({ destinationId: own.destinationId })], own)
    const now = new Date()
    const asked = new Request(own.baseUrl)
    const query = { projectId, timeType: 'creationTime', format: 'csv' } as const
    const change = (userId: string, data: { role?: 'staff'; destinationIds?: string[] }) =>
      prisma().membership.updateMany({ where: { projectId, userId }, data })
    const ends = [
      (by: StaffCaller) => prisma().session.delete({ where: { id: by.sessionId } }),
      (by: StaffCaller) => change(by.userId, { role: 'staff' }),
      (by: StaffCaller) => change(by.userId, { destinationIds: ['elsewhere'] }),
      // Their access token has ended meanwhile.
      async (by: StaffCaller) => Object.assign(by, { until: now }),
    ]
    // The project keeps an owner.
    await own.signIn({ role: 'owner' })
    for (const end of [null, ...ends]) {
      const { headers: bearer } = await own.signIn({ role: 'owner' })
      const sessionId = readAccessToken(bearer.authorization.replace('Bearer ', ''), now)?.sessionId ?? ''
      const by = await findStaffBySession(sessionId, now)
      if (!by) throw new Error('nobody is signed in')
      // That entries are exported is what the record has to tell.
      const files = [await exportEntries(by, query, asked, now), await exportAudit(by, query, asked, now)]
      for (const { chunks } of files) expect((await chunks.next()).done).toBe(false)
      await end?.(by)
      for (const { chunks } of files) {
        if (end) await expect(chunks.next()).rejects.toMatchObject({ code: 'right_missing' })
        else expect((await chunks.next()).value).toContain('\n')
      }
    }
  })

  it('has each entry once that was there when it began, and none that came while it was read', async () => {
    const own = await openShop(shop.baseUrl)
    const count = 40_000
    await seedEntries(own.projectId, { count, stores: [own], from: new Date('2026-02-01T00:00:00Z') })
    const by = (await own.signIn({ role: 'manager' })).headers
    const query = { projectId: own.projectId, timeType: 'entryTime', format: 'ndjson' }
    const { body, headers: answered } = await download(query, by)
    expect(answered.get('x-total-count')).toBe(String(count))
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = (await reader?.read())?.value ?? ''
    // Far behind what has been sent by now.
    const late = Array.from({ length: 100 }, () =>
      entryRecord({ destinationId: own.destinationId, entryTime: '2026-02-01T01:00:00Z' }),
    )
    expect(await ingest(late, own)).toMatchObject({ accepted: 100 })
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value
    const ids = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).entryId)
    expect(new Set(ids)).toEqual(new Set(Array.from({ length: count }, (_, i) => `seed-${i + 1}`)))
    expect(ids.length).toBe(count)
  })

  it('never holds less than it said it would, however much comes while it begins', async () => {
    const own = await openShop(shop.baseUrl)
    const by = (await own.signIn({ role: 'manager' })).headers
    let isOver = false
    const coming = Array.from({ length: 4 }, async () => {
      while (!isOver) await ingest([entryRecord({ destinationId: own.destinationId })], own)
    })
    for (let i = 0; i < 40; i++) {
      const answer = await download({ projectId: own.projectId, format: 'ndjson' }, by)
      const rows = (await answer.text()).split('\n').length - 1
      expect(rows).toBeGreaterThanOrEqual(Number(answer.headers.get('x-total-count')))
    }
    isOver = true
    await Promise.all(coming)
  })

  it('is one of two that an account has running; a third begins once one of them is read, broken off or left', async () => {
    const own = await openShop(shop.baseUrl)
    const { projectId } = own
    await ingest([entryRecord({ destinationId: own.destinationId })], own)
    const { headers: bearer } = await own.signIn({ role: 'manager' })
    const now = new Date()
    const session = readAccessToken(bearer.authorization.replace('Bearer ', ''), now)?.sessionId ?? ''
    const by = await findStaffBySession(session, now)
    if (!by) throw new Error('nobody is signed in')
    const query = { projectId, timeType: 'creationTime', format: 'csv' } as const
    const gone = new AbortController()
    let begun = 0
    const begin = async (init: RequestInit = {}) => {
      const file = await exportEntries(by, query, new Request(own.baseUrl, init), now)
      begun += 1
      return file
    }
    const first = await begin()
    await begin({ signal: gone.signal })
    const waiting = [begin(), begin(), begin()]
    // Who asks for the headers alone waits for nobody.
    const { total, chunks } = await begin({ method: 'HEAD' })
    expect([total, await chunks.next()]).toEqual([null, { done: true, value: undefined }])
    expect(begun).toBe(3)
    gone.abort()
    const third = await Promise.race(waiting)
    expect(begun).toBe(4)
    // One that is not asked for a line is left as well as one that is read to its end.
    await third.chunks.return(undefined)
    for await (const text of first.chunks) expect(typeof text).toBe('string')
    for (const { chunks: rest } of await Promise.all(waiting)) await rest.return(undefined)
    expect(begun).toBe(6)
  })

  it('is broken off where others wait for its place and nobody reads it on, and no other one is', async () => {
    async function* parts(letter: string): AsyncGenerator<string> {
      for (;;) yield letter.repeat(1_000)
    }
    const begin = (userId: string) =>
      beginInTurn(ownerOf('held', userId), new AbortController().signal, async () => ({ chunks: parts(userId) }))
    const files = await Promise.all(Array.from({ length: 16 }, (_, n) => begin(String(n))))
    for (const { chunks } of files) await chunks.next()
    const [idle, ...others] = files
    const clock = vi.spyOn(performance, 'now')
    try {
      const from = performance.now()
      clock.mockImplementation(() => from + 3_000)
      for (const { chunks } of others) for (let n = 0; n < 1_000; n += 1) await chunks.next()
      clock.mockImplementation(() => from + 6_000)
      const next = await begin('next')
      expect(files.map(({ ended }) => ended.aborted)).toEqual([true, ...others.map(() => false)])
      const reader = textStream(idle?.chunks ?? parts(''), idle?.ended).getReader()
      await expect(reader.read()).rejects.toMatchObject({ code: 'too_many_requests' })
      for (const { chunks } of [...files, next]) await chunks.return(undefined)
    } finally {
      clock.mockRestore()
    }
  })

  it('is one of sixteen that a project has running, whoever of its people takes them, and keeps no other project waiting', async () => {
    const file = async (text: string) => ({
      chunks: (async function* () {
        yield text
      })(),
    })
    let begun = 0
    const begin = async (projectId: string, userId: string, signal = new AbortController().signal) => {
      const taken = await beginInTurn(ownerOf(projectId, userId), signal, () => file(userId))
      begun += 1
      return taken
    }
    const gone = new AbortController()
    const many = Array.from({ length: 17 }, (_, n) => begin('busy', `busy ${n}`, n === 0 ? gone.signal : undefined))
    await Promise.all(many.slice(0, 16))
    await (await begin('other', 'other')).chunks.return(undefined)
    expect(begun).toBe(17)
    gone.abort()
    const files = await Promise.all(many)
    expect(begun).toBe(18)
    for (const { chunks } of files) await chunks.return(undefined)
  })

  it('leaves some to owners, and to those of all stores, however many who are of some take files', async () => {
    const file = async () => ({
      chunks: (async function* () {
        yield 'text'
      })(),
    })
    const gone = new AbortController()
    const begin = (kind: Person['kind'], store: string, userId: string, signal = gone.signal) =>
      beginInTurn({ projectId: 'flock', kind, circle: `${kind} ${store}`, userId }, signal, file)
    const of = (kind: Person['kind'], count: number, store = '') =>
      Array.from({ length: count }, (_, n) => begin(kind, store, `${kind} ${store} ${n}`))
    const tooMany = { code: 'too_many_requests' }
    await Promise.all(of('store', 3, 'a'))
    const fourth = expect(begin('store', 'a', 'fourth')).rejects.toMatchObject(tooMany)
    await Promise.all(of('store', 3, 'b'))
    await Promise.all(of('store', 1, 'c'))
    await Promise.all(of('all', 7))
    const eighth = expect(begin('store', 'c', 'eighth')).rejects.toMatchObject(tooMany)
    const owners = await Promise.all(of('owners', 2))
    expect(owners).toHaveLength(2)
    gone.abort()
    await Promise.all([fourth, eighth])
    const { chunks } = await begin('store', 'a', 'next', new AbortController().signal)
    await chunks.return(undefined)
  })
})
