import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Scrape } from '@/integration/scrape'
import { startServer } from '@/integration/setup/test-server'
import { openShop, type Shop } from '@/integration/shop'
import { prisma, sql } from '@/lib/db'
import { entryRecord, ndjson } from '@/prisma/factories/entry'

const metricsToken = 'a token of the stream test'
let server: Awaited<ReturnType<typeof startServer>>
let shop: Shop

beforeAll(async () => {
  server = await startServer({ databaseUrl: inject('databaseUrl'), env: { METRICS_TOKEN: metricsToken } })
  shop = await openShop(server.baseUrl)
})
afterAll(() => server?.stop())

const headers = { 'content-type': 'application/x-ndjson' }
const record = (more: Record<string, unknown> = {}) =>
  entryRecord({ projectId: shop.projectId, destinationId: shop.destinationId, ...more })

const send = (body: string, query = '', from = shop) =>
  from.call(`/api/prod1/entry${query}`, { method: 'POST', body, headers })

const countStored = async (projectId = shop.projectId) => {
  const [row] = await sql<{ n: number }>(
    'count-entries',
    'select count(*)::int as n from entry where project_id = $1',
    [projectId],
  )
  return row?.n ?? 0
}

/** How much memory the server holds, all its processes together, in MiB. */
async function residentMiB(): Promise<number> {
  const bytes = (await Scrape.of(server.baseUrl, metricsToken)).sum('process_resident_memory_bytes')
  expect(bytes).toBeGreaterThan(0)
  return bytes / 2 ** 20
}

describe('recording a stream of lines', () => {
  it('takes each line for itself: bad ones are named by their line, the others are recorded', async () => {
    const { projectId: _, ...homeless } = record()
    const lines = [
      JSON.stringify(record()),
      '',
      '{"entryTime":',
      JSON.stringify(record({ bay: '4' })),
      JSON.stringify(homeless),
      `${JSON.stringify(record())}\r`,
      JSON.stringify(record({ fenceName: 'x'.repeat(70_000) })),
      '[]',
      '{"zoneName":"\\u0000"}',
      JSON.stringify(record()),
    ]
    const { status, body } = await send(lines.join('\n'))
    expect(status).toBe(200)
    expect(body).toMatchObject({ accepted: 3, duplicates: 0, rejectedTotal: 6 })
    const rejected = body.rejected as { index: number; errors: { path: string }[] }[]
    expect(rejected.map((r) => [r.index, r.errors[0]?.path])).toEqual([
      [2, ''],
      [3, 'bay'],
      [4, 'projectId'],
      [6, ''],
      [7, ''],
      [8, 'zoneName'],
    ])
  })

  it('takes the project of lines that name none from the address', async () => {
    const { projectId, ...homeless } = record()
    expect((await send(ndjson([homeless]), `?projectId=${projectId}`)).body.accepted).toBe(1)
    const other = await openShop(server.baseUrl)
    expect((await send(ndjson([homeless]), `?projectId=${other.projectId}`)).body.code).toBe('project_not_found')
    expect((await send(ndjson([homeless]), '?project=1')).body.code).toBe('field_invalid')
  })

  it('names the first 1,000 bad lines and counts them all', async () => {
    const { body } = await send('{}\n'.repeat(2500) + ndjson([record()]))
    expect(body).toMatchObject({ accepted: 1, rejectedTotal: 2500 })
    expect((body.rejected as { index: number }[]).map((r) => r.index)).toEqual(Array.from(Array(1000).keys()))
  })

  it('may be empty', async () => {
    expect((await send('')).body).toEqual({ accepted: 0, duplicates: 0, rejected: [], rejectedTotal: 0 })
  })

  it('holds little of 20,000 long lines in memory, and knows all of them when they come again', async () => {
    const lines = 20_000
    const own = await openShop(server.baseUrl)
    // White space is JSON too: 300 MB to read, little to store.
    const padding = ' '.repeat(15_000)
    const seenMiB: number[] = []
    async function* chunks() {
      for (let from = 0; from < lines; from += 500) {
        if (from % 5000 === 0) seenMiB.push(await residentMiB())
        const text = Array.from({ length: 500 }, (_, i) => {
          const entry = { entryId: `line-${from + i}`, entryTime: '2026-01-31T09:30:00Z', zoneId: own.zoneId }
          return `${JSON.stringify(entry)}${padding}\n`
        })
        yield Buffer.from(text.join(''))
      }
    }
    const stream = async () => {
      const response = await fetch(`${server.baseUrl}/api/prod1/entry?projectId=${own.projectId}`, {
        method: 'POST',
        headers: { ...headers, 'x-service-api-key': own.secretKey },
        body: Readable.toWeb(Readable.from(chunks())),
        duplex: 'half',
      } as RequestInit)
      return response.json()
    }
    expect(await stream()).toEqual({ accepted: lines, duplicates: 0, rejected: [], rejectedTotal: 0 })
    expect(await stream()).toEqual({ accepted: 0, duplicates: lines, rejected: [], rejectedTotal: 0 })
    expect(await countStored(own.projectId)).toBe(lines)
    expect(Math.max(...seenMiB) - (seenMiB[0] ?? 0)).toBeLessThan(300)
  }, 240_000)

  it('ends with its key: a sender whose key is revoked meanwhile is told, and what came before is kept', async () => {
    const own = await openShop(server.baseUrl)
    let sent = 0
    async function* lines() {
      for (;;) {
        yield Buffer.from(ndjson([entryRecord({ projectId: own.projectId, destinationId: own.destinationId })]))
        sent += 1
        if (sent === 1) await expect.poll(() => countStored(own.projectId), { timeout: 20_000 }).toBe(1)
        if (sent === 1)
          await prisma().apiKey.updateMany({ where: { projectId: own.projectId }, data: { revokedAt: new Date() } })
        // As slowly as phones come by.
        await setTimeout(100)
      }
    }
    const response = await fetch(`${server.baseUrl}/api/prod1/entry?projectId=${own.projectId}`, {
      method: 'POST',
      headers: { ...headers, 'x-service-api-key': own.secretKey },
      body: Readable.toWeb(Readable.from(lines())),
      duplex: 'half',
    } as RequestInit)
    expect([response.status, (await response.json()).code]).toEqual([401, 'credential_invalid'])
    expect(await countStored(own.projectId)).toBeLessThan(sent)
  })

  it('ends so for who then waits for their answer, too, with more to come', async () => {
    const own = await openShop(server.baseUrl)
    const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1').setEncoding('utf8')
    const line = () => ndjson([entryRecord({ projectId: own.projectId, destinationId: own.destinationId })])
    socket.write(
      `POST /api/prod1/entry HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-ndjson\r\n` +
        `x-service-api-key: ${own.secretKey}\r\ncontent-length: 100000000\r\n\r\n${line()}`,
    )
    await expect.poll(() => countStored(own.projectId), { timeout: 20_000 }).toBe(1)
    await prisma().apiKey.updateMany({ where: { projectId: own.projectId }, data: { revokedAt: new Date() } })
    // Until nobody believes the key any more.
    await expect.poll(async () => (await send(line(), '', own)).status, { timeout: 20_000 }).toBe(401)
    const answer = new Promise<string>((resolve) => socket.once('data', resolve))
    socket.write(line())
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /)
    socket.destroy()
  })

  it.each([
    ['nothing', ''],
    ['empty lines', '\n'],
    ['parts of a line', 'x'],
    ['what is no entry', '{}\n'],
  ])('ends so within seconds for who goes on to send %s', async (_, sent) => {
    const own = await openShop(server.baseUrl)
    const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1').setEncoding('utf8')
    const ended = new Promise<string>((resolve) => socket.once('data', resolve))
    socket.on('error', () => {})
    socket.write(
      `POST /api/prod1/entry HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-ndjson\r\n` +
        `x-service-api-key: ${own.secretKey}\r\ncontent-length: 100000000\r\n\r\n` +
        ndjson([entryRecord({ projectId: own.projectId, destinationId: own.destinationId })]),
    )
    await expect.poll(() => countStored(own.projectId), { timeout: 20_000 }).toBe(1)
    await prisma().apiKey.updateMany({ where: { projectId: own.projectId }, data: { revokedAt: new Date() } })
    const trickle = setInterval(() => socket.write(sent), 200)
    try {
      expect(await ended).toMatch(/^HTTP\/1\.1 401 /)
    } finally {
      clearInterval(trickle)
      socket.destroy()
    }
  })

  it('keeps what was committed when the sender goes away', async () => {
    const own = await openShop(server.baseUrl)
    const { port } = new URL(server.baseUrl)
    const socket = connect(Number(port), '127.0.0.1')
    const own2500 = Array.from({ length: 2500 }, () =>
      entryRecord({ projectId: own.projectId, destinationId: own.destinationId }),
    )
    socket.write(
      `POST /api/prod1/entry HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-ndjson\r\n` +
        `x-service-api-key: ${own.secretKey}\r\ncontent-length: 100000000\r\n\r\n${ndjson(own2500)}`,
    )
    await expect.poll(() => countStored(own.projectId), { timeout: 20_000 }).toBeGreaterThanOrEqual(2000)
    socket.destroy()
    expect((await send(ndjson(own2500), '', own)).body).toMatchObject({ rejectedTotal: 0 })
    expect(await countStored(own.projectId)).toBe(2500)
  })
})
