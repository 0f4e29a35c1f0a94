import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { boundSlowClients } from '@/scripts/front/slow-clients.mjs'

let server: Server
beforeEach(async () => {
  server = createServer((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on('end', () => response.end(`${bytes} bytes`))
  })
  boundSlowClients(server, 100)
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => server.closeAllConnections())

/** Sends half of a body of 10 bytes, the rest when the server's patience with others is over, and reads what comes. */
async function sendSlowly(path: string, contentType: string): Promise<string> {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${contentType}\r\nContent-Length: 10\r\n\r\n`
  socket.write(`${head}12345`)
  const rest = setTimeout(() => socket.write('67890'), 400)
  let text = ''
  for await (const chunk of socket) text += chunk
  clearTimeout(rest)
  return text
}

describe('a client that is slow', () => {
  it('is told so when it holds back the body of an order', async () => {
    const answer = await sendSlowly('/api/orders', 'application/json')
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*content-type: application\/problem\+json\r\n/)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 408, code: 'request_too_slow' })
  })

  it.each(['/api/prod1/entry?projectId=a', '/prod1/entry', '/api/prod1/entry/'])(
    'may take its time with a stream of entries to %s',
    async (path) => {
      expect(await sendSlowly(path, 'application/x-ndjson; charset=utf-8')).toMatch(/^HTTP\/1\.1 200 [\s\S]*10 bytes/)
    },
  )

  it('may not call something else a stream, nor go on when its answer is out', async () => {
    expect(await sendSlowly('/api/orders', 'application/x-ndjson')).toMatch(/^HTTP\/1\.1 408 /)
    server.removeAllListeners('request')
    server.on('request', (_, response) => response.end('answered'))
    boundSlowClients(server, 100)
    const answer = await sendSlowly('/sign-in', 'text/plain')
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*answered$/)
  })

  it.each([
    ['reset where its answer is under way, which that would end in HTTP/1.0', '/begun', 'ECONNRESET'],
    ['closed where it was answered whole', '/whole', 'end'],
  ])('and silent is %s', async (_, path, how) => {
    const silent = createServer(({ url }, response) => {
      if (url === '/begun') response.write('begun')
      else response.end('whole')
    })
    boundSlowClients(silent)
    silent.setTimeout(100)
    silent.keepAliveTimeout = 100
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const { port } = silent.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`)
    const ended = new Promise<string>((resolve) => {
      socket.once('end', () => resolve('end')).once('error', (error) => resolve(String(Reflect.get(error, 'code'))))
    })
    socket.resume()
    expect(await ended).toBe(how)
    socket.destroy()
    silent.close()
  })

  it('is told nothing in the middle of another answer: the connection is closed', async () => {
    server.removeAllListeners('request')
    boundSlowClients(server, 100)
    server.on('request', ({ method }, response) => method === 'GET' && response.write('begun'))
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    socket.write(
      'GET / HTTP/1.1\r\nHost: a\r\n\r\nPOST /api/orders HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345',
    )
    let text = ''
    for await (const chunk of socket) text += chunk
    expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n5\r\nbegun\r\n$/)
  })
})
