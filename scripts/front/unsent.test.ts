import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { beyond, boundUnsent, noteReader } from '@/scripts/front/unsent.mjs'

const answer = Buffer.alloc(8 * 1024 * 1024, 'x')

let server: Server
let unsent: () => number
let clients: Socket[]
beforeEach(async () => {
  clients = []
  server = createServer(({ url = '' }, response) => {
    if (url !== '/') noteReader(response, url === '/kept' ? null : [url])
    setImmediate(() => response.end(answer))
  })
  unsent = boundUnsent(server, { mostBytes: 12 * 1024 * 1024, everyMs: 20 })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => {
  for (const client of clients) client.destroy()
  server.closeAllConnections()
  server.close()
})

/** Asks, so many times over one connection, and reads nothing yet. */
function ask(times: number, url = '/'): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(socket.pause())
  socket.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(times))
  return socket
}

it('what waits for slow readers has a bound for all of them together: who keeps most is cut off, who reads gets all', async () => {
  const taken: Socket[] = []
  server.on('connection', (socket: Socket) => taken.push(socket))
  const idle = ask(1)
  await once(server, 'request')
  ask(8)
  await once(server, 'connection')
  const [first, second] = taken
  if (!first || !second) throw new Error('There are two connections.')
  await once(second, 'close')
  expect(second.bytesWritten).toBeLessThan(8 * answer.length)
  expect(first.destroyed).toBe(false)
  let bytes = 0
  for await (const chunk of idle) {
    bytes += chunk.length
    if (bytes > answer.length) break
  }
  expect(bytes).toBeGreaterThan(answer.length)
})

it('what a connection was asked for goes with it, also of answers that never had their turn', async () => {
  const asked = ask(8)
  const [{ socket }] = await once(server, 'request')
  asked.resetAndDestroy()
  await new Promise((gone) => (socket.closed ? gone(null) : socket.once('close', gone)))
  expect(unsent()).toBe(0)
})

it('who asks for much and hangs up before anybody is slow cuts off nobody who reads slowly', async () => {
  boundUnsent(server, { mostBytes: 12 * 1024 * 1024, everyMs: 20, measuredAfterMs: 100 })
  const slow = ask(1)
  const [{ socket }] = await once(server, 'request')
  for (const from = performance.now(); performance.now() - from < 600; ) {
    const newcomer = ask(1)
    await once(server, 'request')
    await expect.poll(unsent, { interval: 5 }).toBeGreaterThan(12 * 1024 * 1024)
    newcomer.resetAndDestroy()
    await expect.poll(unsent, { interval: 5 }).toBeLessThan(12 * 1024 * 1024)
  }
  expect(socket.destroyed).toBe(false)
  expect(slow.destroyed).toBe(false)
})

it('who reads goes on, though slowly and amid one large answer, before one that reads nothing', async () => {
  const reading = ask(1)
  const [{ socket }] = await once(server, 'request')
  let bytes = 0
  reading.on('data', (chunk) => {
    bytes += chunk.length
    reading.pause()
  })
  const goOn = setInterval(() => reading.resume(), 25)
  ask(1)
  const [{ socket: idle }] = await once(server, 'request')
  await expect.poll(() => bytes, { interval: 5 }).toBeGreaterThan(1024 * 1024)
  // Nothing more goes on its way to the other.
  let onItsWay = Number.NaN
  const isStill = () => {
    const before = onItsWay
    onItsWay = Reflect.get(Reflect.get(idle, '_handle') ?? {}, 'writeQueueSize')
    return before === onItsWay
  }
  await expect.poll(isStill, { interval: 100, timeout: 10_000 }).toBe(true)
  boundUnsent(server, { mostBytes: 12 * 1024 * 1024, everyMs: 20, measuredAfterMs: 500 })
  await expect.poll(() => idle.destroyed || socket.destroyed, { interval: 5, timeout: 10_000 }).toBe(true)
  clearInterval(goOn)
  expect(socket.destroyed).toBe(false)
})

const bounds = { mostBytes: 12, ownBytes: 4 }
const reader = (name: string, unsent: number, ...of: string[]) => ({ whose: [name, ...of], unsent })

it('whoever has more than their own waiting over all of their connections goes first, however fast they read', () => {
  const [slow, another] = [reader('slow', 4), reader('another', 1)]
  // From the slowest on.
  const greedy = [reader('greedy', 3), reader('greedy', 3), reader('greedy', 3), reader('greedy', 3)]
  expect(beyond([slow, another, ...greedy], bounds)).toEqual(greedy.slice(0, 2))
  const other = [reader('other', 5), reader('other', 4)]
  expect(beyond([slow, ...other, another, ...greedy], bounds)).toEqual([greedy[0], other[0], greedy[1], greedy[2]])
  expect(beyond([slow, another, ...greedy.slice(2)], bounds)).toEqual([])
})

it('where nobody has more than their own waiting it is who reads slowest: of many names each may have little', () => {
  const many = Array.from({ length: 20 }, (_, n) => reader(`${n}`, 1))
  const fast = reader('fast', 4)
  expect(beyond([...many, fast], bounds)).toEqual(many.slice(0, 12))
})

it('those of one circle or one project count together as well: many names of theirs go before others who read more slowly', () => {
  const [slow, another] = [reader('slow', 4, 'store', 'A'), reader('another', 4, 'other store', 'A')]
  const tablets = Array.from({ length: 20 }, (_, n) => reader(`tablet ${n}`, 1, 'crowd', 'A'))
  expect(beyond([slow, ...tablets, another], { ...bounds, mostBytes: 24 })).toEqual(tablets.slice(0, 4))
  // Sixteen are a circle's share: what is beyond the bound then is of whoever reads slowest.
  const fewer = tablets.slice(0, 16)
  expect(beyond([slow, ...fewer, another], { ...bounds, mostBytes: 20 })).toEqual([slow])
  const stores = Array.from({ length: 40 }, (_, n) => reader(`person ${n}`, 1, `store ${n}`, 'B'))
  expect(beyond([slow, ...stores, another], { ...bounds, mostBytes: 40 })).toEqual(stores.slice(0, 8))
})

it('of a project that has most, its circle that has most goes first: a store of little is left alone, however slowly it reads', () => {
  const slow = reader('slow', 2, 'quiet', 'A')
  const crowds = Array.from({ length: 42 }, (_, n) => reader(`tablet ${n}`, 1, `crowd ${n % 3}`, 'A'))
  const gone = beyond([slow, ...crowds], { ...bounds, mostBytes: 34 })
  expect(gone).toHaveLength(10)
  expect(gone).not.toContain(slow)
})

it('what is kept anyway for all of its readers waits for none of them', async () => {
  const slow = ask(1, '/slow')
  const [{ socket }] = await once(server, 'request')
  await expect.poll(unsent, { interval: 5 }).toBeGreaterThan(0)
  const before = unsent()
  const kept: Socket[] = []
  server.on('request', (request) => kept.push(request.socket))
  for (let n = 0; n < 4; n += 1) ask(4, '/kept')
  await expect.poll(() => kept.filter(({ writableLength }) => writableLength > 0).length).toBeGreaterThanOrEqual(4)
  expect(unsent()).toBeLessThanOrEqual(before)
  expect([slow.destroyed, socket.destroyed]).toEqual([false, false])
})
