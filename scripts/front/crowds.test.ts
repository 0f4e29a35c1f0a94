import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { boundConnections } from '@/scripts/front/crowds.mjs'

const most = 12

let server: Server
let clients: Socket[]
let answers: Map<string, ServerResponse>
beforeEach(async () => {
  clients = []
  answers = new Map()
  server = createServer((request, response) => {
    const { url = '' } = request
    answers.set(url, response)
    request.resume()
    if (url.startsWith('/stream')) response.write('begun')
    else if (url === '/large') response.end(Buffer.alloc(16 * 1024 * 1024, 'x'))
    else if (!url.startsWith('/held')) request.once('end', () => response.end('answered'))
  })
  boundConnections(server, most)
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => {
  for (const client of clients) client.destroy()
  server.closeAllConnections()
  server.close()
})

/** A connection from somewhere that sends this, once the server has it; what it hears, and whether it is closed. */
async function open(from: string, text = '') {
  const taken = once(server, 'connection')
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress: from })
  const heard = { text: '', isClosed: false }
  socket.on('data', (data) => {
    heard.text += data
  })
  socket.on('error', () => {})
  // Whoever is closed may hear of a reset as well.
  const next = (event: 'data' | 'close') => new Promise((happens) => socket.once(event, happens))
  const closed = next('close').then(() => {
    heard.isClosed = true
  })
  clients.push(socket)
  await taken
  if (text) socket.write(text)
  const hears = async (words: string) => {
    while (!heard.text.includes(words) && !heard.isClosed) await Promise.race([next('data'), closed])
    return heard.text.includes(words)
  }
  const send = (more: string) => socket.write(more)
  return { heard, closed, hears, send, pause: () => socket.pause(), resume: () => socket.resume() }
}

const crowd = '127.0.0.2'
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

it('who opens connections without end loses their own, the eldest first, and keeps nobody out', async () => {
  const known = await open('127.0.0.1', get('/'))
  expect(await known.hears('answered')).toBe(true)
  const first = await open(crowd)
  const others = []
  for (let n = 0; n < 40; n += 1) others.push(await open(crowd, n % 2 ? 'GET / HTTP/1.1\r\nX: ' : ''))
  await first.closed
  expect(others.filter(({ heard }) => heard.isClosed).length).toBeGreaterThan(20)
  const newcomer = await open('127.0.0.3', get('/'))
  expect(await newcomer.hears('answered')).toBe(true)
  known.send(get('/again'))
  await expect.poll(() => known.heard.text.split('answered').length).toBe(3)
})

it('nobody who has asked is closed, as long as the answer takes: theirs are not among those that wait', async () => {
  const stream = await open(crowd, get('/stream'))
  expect(await stream.hears('begun')).toBe(true)
  const held = await open(crowd, get('/held'))
  await expect.poll(() => answers.has('/held')).toBe(true)
  const slow = await open(crowd, 'POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf')
  const behind = await open(crowd, `${get('/')}POST /slower HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf`)
  expect(await behind.hears('answered')).toBe(true)
  for (let n = 0; n < 30; n += 1) await open(crowd)
  await Promise.all([slow.closed, behind.closed])
  answers.get('/stream')?.end('over')
  answers.get('/held')?.end('over')
  expect([await stream.hears('over'), await held.hears('over'), slow.heard.text]).toEqual([true, true, ''])
})

it('whoever does not take their answer waits as who asks for nothing does', async () => {
  const readers = []
  for (let n = 0; n < most; n += 1) {
    const reader = await open(`127.0.1.${n}`)
    reader.pause()
    reader.send(get('/large'))
    await expect.poll(() => answers.has('/large')).toBe(true)
    answers.delete('/large')
    readers.push(reader)
  }
  const late = await open('127.0.0.9', get('/'))
  expect(await late.hears('answered')).toBe(true)
  const [eldest] = readers
  eldest?.resume()
  await eldest?.closed
  expect(eldest?.heard.text.length).toBeLessThan(16 * 1024 * 1024)
})

it('where all have asked for something, the next one is closed', async () => {
  for (let n = 0; n < most; n += 1) {
    await open(`127.0.1.${n}`, get(`/held/${n}`))
    await expect.poll(() => answers.has(`/held/${n}`)).toBe(true)
  }
  const late = await open('127.0.0.9', get('/'))
  await late.closed
  for (const answer of answers.values()) answer.end('over')
  const next = await open('127.0.0.9', get('/'))
  expect(await next.hears('answered')).toBe(true)
})

it('a connection that waits again after its answer is one of those that wait', async () => {
  const kept = []
  for (let n = 0; n < 20; n += 1) {
    const one = await open(crowd, get('/'))
    await one.hears('answered')
    kept.push(one)
  }
  expect(await kept.at(-1)?.hears('answered')).toBe(true)
  await kept[0]?.closed
  expect(kept.at(-1)?.heard.isClosed).toBe(false)
})
