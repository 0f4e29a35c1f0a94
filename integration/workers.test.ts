import { Agent } from 'node:http'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { watch } from '@/integration/event-source'
import { sendRaw } from '@/integration/raw-request'
import { listOrderIds, Rush } from '@/integration/rush'
import { startServer } from '@/integration/setup/test-server'
import { openShop, type Shop } from '@/integration/shop'
import { identify, isAlive, until } from '@/scripts/process/processes.mjs'
import type { TestServer } from '@/scripts/testing/test-server.mjs'

const withinMs = 40_000

let server: TestServer
let shop: Shop
let staff: Record<string, string>

beforeAll(async () => {
  server = await startServer({ databaseUrl: inject('databaseUrl') })
  shop = await openShop(server.baseUrl)
  staff = (await shop.signIn()).headers
})
afterAll(() => server?.stop())

const watchBoard = () => watch(shop, staff)

const replaced = (before: number[]) =>
  until(() => server.workers().length === 2 && !server.workers().some((pid) => before.includes(pid)), withinMs)

describe('the serving processes', () => {
  it('are all replaced on SIGHUP without a refused connection or a failed request, while phones ring', async () => {
    const before = server.workers()
    const rush = new Rush(shop, 'rolling', 4)
    await rush.creates(50)
    process.kill(server.pid, 'SIGHUP')
    expect(await replaced(before)).toBe(true)
    await rush.creates(50)
    await rush.end()
    expect(rush.failures).toEqual([])
    expect(rush.statuses, server.logs()).toEqual(new Set([201]))
  })

  it('end the streams of boards when they are replaced, which then go on elsewhere', async () => {
    const before = server.workers()
    const board = watchBoard()
    await board.next()
    process.kill(server.pid, 'SIGHUP')
    await expect(board.next(() => false)).rejects.toThrow('the stream ended')
    await shop.create('meanwhile')
    // As a tablet does: again, until the last of them has been replaced.
    for (let seen = false; !seen; ) {
      const again = watchBoard()
      seen = await again.nextOrder('meanwhile').then(
        () => true,
        () => false,
      )
      again.close()
    }
    expect(await replaced(before)).toBe(true)
  })

  it('break the streams of their boards when they are killed; each misses nothing when it connects again', async () => {
    const deli = await openShop(server.baseUrl)
    const { headers } = await deli.signIn()
    // One board on each process, or more.
    const boards = Array.from({ length: 8 }, () => watch(deli, headers))
    const [seen] = await Promise.all(boards.map((board) => board.next(({ event }) => event === 'heartbeat')))
    const broken = boards.map((board) => board.next(() => false).catch(() => 'broken'))
    for (const [round, pid] of server.workers().entries()) {
      process.kill(pid, 'SIGKILL')
      expect(await until(() => server.workers().length === 2 && !server.workers().includes(pid), withinMs)).toBe(true)
      expect((await deli.create(`watched ${round}`)).status).toBe(201)
    }
    // None is left that still looks alive: a tablet knows at once.
    expect(await Promise.all(broken)).toEqual(boards.map(() => 'broken'))
    const again = watch(deli, headers, seen?.id)
    const { data } = await again.next(({ event }) => event === 'orders')
    expect(data.orders).toMatchObject([{ orderId: 'watched 0' }, { orderId: 'watched 1' }])
    again.close()
  })

  it('are replaced when they are killed; the others go on answering, and nothing that was answered is lost', async () => {
    const rush = new Rush(shop, 'killed', 4)
    await rush.creates(50)
    for (const pid of server.workers()) {
      const before = server.workers()
      process.kill(pid, 'SIGKILL')
      const isReplaced = () => server.workers().length === 2 && !server.workers().includes(pid)
      expect(await until(isReplaced, withinMs), `${pid} of ${before}`).toBe(true)
      await rush.creates(20)
    }
    await rush.end()
    expect(rush.statuses, server.logs()).toEqual(new Set([201]))
    const there = await listOrderIds(shop)
    expect(there).toEqual(expect.arrayContaining(rush.made))
    expect(there).toHaveLength(new Set(there).size)
  })

  // Each waits for many seconds, with a server of its own.
  it.concurrent.each([1, 2])('are replaced when one of %i stands still; any others answer meanwhile', async (count) => {
    const own = await startServer({ databaseUrl: inject('databaseUrl'), env: { WORKERS: String(count) } })
    const [still, ...others] = own.workers()
    const id = identify(still ?? 0)
    expect(isAlive(id)).toBe(true)
    // On a connection of its own, which whoever stands still does not take.
    const answers = async () => {
      const answer = await sendRaw(own.baseUrl, { method: 'GET', path: '/api/health/ready', headers: {} }, new Agent())
      return answer.status === 200
    }
    process.kill(id.pid, 'SIGSTOP')
    try {
      if (others.length > 0) expect(await answers()).toBe(true)
      expect(isAlive(id)).toBe(true)
      expect(await until(() => !isAlive(id), withinMs), own.logs()).toBe(true)
      const isFull = () => own.workers().length === count && !own.workers().includes(id.pid)
      expect(await until(isFull, withinMs)).toBe(true)
      expect(await answers()).toBe(true)
      // Nobody else had to go.
      expect(own.workers()).toEqual(expect.arrayContaining(others))
      const told = own.logs().match(/^.*worker ended unexpectedly.*$/gm) ?? []
      expect(told.map((line) => JSON.parse(line))).toMatchObject([{ worker: 1, cause: expect.stringMatching(/still/) }])
    } finally {
      if (isAlive(id)) process.kill(id.pid, 'SIGCONT')
      await own.stop()
    }
  })

  it('finish what is underway when the server is told to end, tell boards, and are gone within five seconds', async () => {
    const own = await startServer({ databaseUrl: inject('databaseUrl') })
    const board = watch(shop.at(own.baseUrl), staff)
    await board.next()
    // A sender in the middle of its body.
    let send = (_: string) => {}
    let finish = () => {}
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = (text) => controller.enqueue(new TextEncoder().encode(text))
        finish = () => controller.close()
      },
    })
    const headers = { 'content-type': 'application/x-ndjson', 'x-service-api-key': shop.secretKey }
    const line = (n: number) =>
      `${JSON.stringify({ entryId: `end-${n}`, entryTime: new Date(), destinationId: 'deli' })}\n`
    const address = `${own.baseUrl}/api/prod1/entry?projectId=${shop.projectId}`
    const ingest = fetch(address, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    send(line(1))
    const search = { projectId: shop.projectId, destinationId: 'deli', count: true }
    const owner = (await shop.signIn({ role: 'owner' })).headers
    const recorded = async () => {
      const found = await shop.call('/api/prod1/entry/_search', { method: 'POST', body: search, headers: owner })
      return found.body.count === 1
    }
    expect(await until(recorded, withinMs)).toBe(true)
    const startedAt = performance.now()
    // Service managers tell every process; only the one that started the others decides.
    for (const pid of own.workers()) process.kill(pid, 'SIGTERM')
    const stopped = own.stop()
    await expect(board.next(() => false)).rejects.toThrow('the stream ended')
    send(line(2))
    finish()
    expect(await (await ingest).json()).toMatchObject({ accepted: 2 })
    await stopped
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})
