import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, inject, it } from 'vitest'
import { startServer } from '@/integration/setup/test-server'
import { openShop } from '@/integration/shop'

const close = 'Connection: close\r\n'
// A client that is let go on with a protocol of its own would never be closed: the test would never end.
const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'

/** What the server answers to bytes that no browser sends. */
async function say(head: string, more = close, hosts = 1): Promise<{ status: number; text: string }> {
  const { port, host } = new URL(inject('baseUrl'))
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
  socket.write(`${head}\r\n${`Host: ${host}\r\n`.repeat(hosts)}${more}\r\n`)
  let text = ''
  for await (const chunk of socket) text += chunk
  return { status: Number(text.split(' ')[1]), text }
}

it('what looks like another server’s address, a way around or somebody else’s protocol leads nowhere', async () => {
  const cases: [string, number, string?][] = [
    ['TRACE /api/health/live HTTP/1.1', 405],
    ['PROPFIND /board HTTP/1.1', 405],
    ['OPTIONS * HTTP/1.1', 400],
    ['GET http://elsewhere.example/api/health/live HTTP/1.1', 200],
    ['GET http://elsewhere.example/ HTTP/1.1', 307],
    ['GET /api/health/live HTTP/1.1', 200, upgrade],
    ['GET /no/such/page HTTP/1.1', 404, upgrade],
    ['GET /_next/image?url=%2Ficons%2Ficon-192.png&w=64&q=75 HTTP/1.1', 404],
    ['POST /sign-in HTTP/1.1', 405, `${close}Next-Action: ${'0'.repeat(42)}\r\nContent-Length: 0\r\n`],
    ['GET /sign-in HTTP/1.1', 400, `${close}RSC: 1\r\nNext-Router-Prefetch: 2\r\n`],
    ['GET /sign-in HTTP/1.1', 400, `${close}RSC: 1\r\nNext-Router-State-Tree: garbage\r\n`],
    ['GET /sign-in HTTP/1.1', 307, `${close}RSC: 1\r\nNext-Router-Prefetch: 1\r\n`],
    ['POST /sign-in HTTP/1.1', 405, `${close}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 0\r\n`],
    ['PUT /api/orders/%2e%2e/%2e%2e HTTP/1.1', 405],
    // An id that is empty is none, and not that of all.
    ['DELETE /api/staff/account/passkeys HTTP/1.1', 401],
    ['DELETE /api/staff/account/passkeys/ HTTP/1.1', 404],
    ['DELETE /api/staff/account/sessions/%2e?projectId=1 HTTP/1.1', 404],
    // A base address with a stroke at its end.
    ['POST //api/orders HTTP/1.1', 308, `${close}Content-Length: 0\r\n`],
    ['PUT /\\\\orders/1?a=//b HTTP/1.1', 308, `${close}Content-Length: 2\r\n`],
    ['POST /api/orders HTTP/1.1', 400, `${close}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`],
  ]
  for (const [line, status, more] of cases) {
    const answer = await say(line, more)
    expect(answer.status, `${line} ${answer.text.slice(0, 300)}`).toBe(status)
    expect(answer.text, line).not.toMatch(/\r\nlocation: (https?:|\/\/)/i)
  }
})

it('what comes behind a request to become another protocol is no request of its own', async () => {
  const { port, host } = new URL(inject('baseUrl'))
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8').setNoDelay(true)
  const body = `GET /api/health/live HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const wants = `GET /api/health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`
  const behind = `POST /api/orders HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${body.length}\r\n\r\n`
  socket.on('error', () => {})
  socket.write(wants + behind)
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    socket.write(body)
  }
  expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200'])
})

/** Sends bytes in one packet, and reads until the server has closed the connection. */
async function sendBytes(bytes: string): Promise<string> {
  const { port } = new URL(inject('baseUrl'))
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
  socket.on('error', () => {})
  socket.write(bytes)
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

it('what comes behind an answer that says that it is the last is not done, for nobody would hear of it', async () => {
  const { host } = new URL(inject('baseUrl'))
  const shop = await openShop(inject('baseUrl'))
  const live = `GET /api/health/live HTTP/1.1\r\nHost: ${host}\r\n`
  const refused: [string, number][] = [
    [`${live}Host: ${host}\r\n`, 400],
    [`${live}Expect: 200-maybe\r\n`, 400],
    [`${live}Expect: 200-maybe\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n`, 400],
    [`${live}${'X-More: 1\r\n'.repeat(150)}`, 431],
  ]
  for (const [at, [head, status]] of refused.entries()) {
    const { projectId, destinationId, secretKey } = shop
    const body = JSON.stringify({ projectId, destinationId, orderId: `behind ${at}` })
    const order = `POST /api/orders HTTP/1.1\r\nHost: ${host}\r\nX-Service-Api-Key: ${secretKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const text = await sendBytes(`${head}\r\n${order}`)
    expect([head, text.match(/HTTP\/1\.1 \d+/g)]).toEqual([head, [`HTTP/1.1 ${status}`]])
    expect((await shop.create(`after ${at}`)).status).toBe(201)
    expect([head, (await shop.get(`behind ${at}`)).status]).toEqual([head, 404])
  }
})

it('who asks for a proxy behind another request has the answer to that one', async () => {
  const { host } = new URL(inject('baseUrl'))
  const proxy = `CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const text = await sendBytes(`GET /api/health/ready HTTP/1.1\r\nHost: ${host}\r\n\r\n${proxy}`)
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
})

it('who asks for a proxy and goes, or stays, is no error of ours and holds no connection', async () => {
  const server = await startServer({ databaseUrl: inject('databaseUrl'), env: { WORKERS: '1' } })
  try {
    const { port, host } = new URL(server.baseUrl)
    const proxy = `CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    for (let times = 0; times < 20; times += 1) {
      const gone = connect(Number(port), '127.0.0.1')
      await once(gone, 'connect')
      gone.write(proxy)
      gone.resetAndDestroy()
    }
    const staying = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
    staying.on('error', () => {})
    staying.write(proxy)
    staying.resume()
    await once(staying, 'end')
    // It keeps its half open: sooner or later what it writes is refused.
    const isClosed = () => {
      staying.write('x')
      return staying.destroyed
    }
    await expect.poll(isClosed, { timeout: 4_000 }).toBe(true)
    expect(server.logs()).not.toMatch(/ECONNRESET|uncaught/i)
  } finally {
    await server.stop()
  }
})

it('an address of the API is one with steps to and fro in it as well, and no page’s', async () => {
  for (const path of ['/api/./health/live', '/api/orders/../health/live', '/board/%2e%2E/api/health/live']) {
    const { status, text } = await say(`GET ${path}?${'a=&'.repeat(3_000)} HTTP/1.1`)
    expect([path, status]).toEqual([path, 200])
    // As what the page framework answers has.
    expect(text, path).not.toMatch(/^vary: /im)
  }
  for (const path of ['/prod1', '/orders/./']) {
    const { status, text } = await say(`GET ${path} HTTP/1.1`)
    expect([path, status]).toEqual([path, path === '/prod1' ? 404 : 401])
    expect(text, path).not.toMatch(/^vary: /im)
  }
})

it('who writes a stroke too much is sent to the address that they mean, by no page', async () => {
  for (const [path, meant] of [
    ['//api//orders', '/api/orders'],
    ['///prod1/entry', '/prod1/entry'],
    ['/api\\orders//7', '/api/orders/7'],
  ]) {
    const { status, text } = await say(`GET ${path}?${'a=//&'.repeat(2_000)} HTTP/1.1`)
    expect([path, status]).toEqual([path, 308])
    expect(text).toContain(`\r\nlocation: ${meant}?a=//&`)
    expect(text, path).not.toMatch(/^vary: /im)
  }
})

it('who is answered by no page and no address is refused in the form that all are, with the same headers', async () => {
  const live = 'GET /api/health/live HTTP/1.1'
  const refused: [string, string, number, number][] = [
    [live, close, 0, 400],
    [live, close, 2, 400],
    ['GET /sign-in HTTP/1.1', close, 0, 400],
    [live, `${close}Expect: 200-maybe\r\n`, 1, 400],
    ['POST /api/orders HTTP/1.0', 'Transfer-Encoding: chunked\r\n', 0, 400],
    ['CONNECT elsewhere.example:443 HTTP/1.1', close, 1, 405],
  ]
  for (const [line, more, hosts, status] of refused) {
    const answer = await say(line, more, hosts)
    const [head = '', body = ''] = answer.text.split('\r\n\r\n')
    expect([line, answer.status]).toEqual([line, status])
    const { requestId } = JSON.parse(body)
    for (const header of [
      'content-type: application/problem+json',
      'cache-control: no-store',
      `x-request-id: ${requestId}`,
      'x-content-type-options: nosniff',
      "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    ]) {
      expect(head.toLowerCase().split('\r\n'), line).toContain(header)
    }
  }
  expect((await say(live)).status).toBe(200)
  expect((await say('GET /api/health/live HTTP/1.0', '', 0)).status).toBe(200)
})

it('what the page framework keeps for itself is no page, and in no cache', async () => {
  const names = ['_global-error', '_global-error.rsc', '_not-found', '_error', '_app', '404', '500']
  const odd = ['./_global-error', 'x/%2e%2E/_global-error', '%5Fglobal%2Derror', '_global-error/', '_global-error?x']
  for (const name of [...names, ...odd]) {
    for (const method of ['GET', 'HEAD']) {
      const { status, text } = await say(`${method} /${name} HTTP/1.1`)
      expect([method, name, status]).toEqual([method, name, 404])
      expect(text.toLowerCase(), name).toMatch(/\r\ncache-control: [^\r]*no-store/)
    }
  }
})

it('who sends requests without reading answers is cut off, and costs nobody else anything', async () => {
  const { port, host } = new URL(inject('baseUrl'))
  const socket = connect(Number(port), '127.0.0.1')
  // What was cut off may be told as a reset.
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.pause()
  socket.write(`GET /api/openapi.json HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(1500))
  await expect.poll(async () => (await say('GET /api/health/live HTTP/1.1')).status).toBe(200)
  socket.resume()
  await closed
  expect(socket.bytesRead).toBeLessThan(10 * 2 ** 20)
})

it('a body in chunks that is larger than it may be closes the connection when it is refused', async () => {
  const chunk = `10000\r\n${'x'.repeat(65_536)}`
  const head = 'POST /api/pair/token HTTP/1.1'
  const headers = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'
  const answer = await say(head, `${headers}\r\n${chunk}\r\n${chunk}`)
  expect(answer.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413'])
})
