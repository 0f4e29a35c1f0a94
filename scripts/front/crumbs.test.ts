import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { refuseCrumbs } from '@/scripts/front/crumbs.mjs'

let server: Server
let bytes = 0
let pieces = 0

const reads: RequestListener = (request, response) => {
  ;[bytes, pieces] = [0, 0]
  request.on('error', () => {})
  request.on('data', (piece: Buffer) => {
    pieces += 1
    bytes += piece.length
  })
  request.on('end', () => response.end(`${bytes} bytes`))
}

async function serve(listener: RequestListener, shared?: { most: number; perSecond: number }) {
  server = createServer(listener)
  refuseCrumbs(server, shared)
  await once(server.listen(0, '127.0.0.1'), 'listening')
}
afterEach(() => server.closeAllConnections())

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

/** Sends a request with these chunks, and reads what comes until the server closes the connection. */
async function send(chunks: string, connection = 'close'): Promise<string> {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.on('error', () => {})
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`)
  let text = ''
  socket.on('data', (some: string) => {
    text += some
  })
  await once(socket, 'close')
  return text
}

const end = '0\r\n\r\n'
const none = { most: 0, perSecond: 0 }

describe('a body', () => {
  it('that comes in crumbs is read no further than what is free, and what is there for all', async () => {
    await serve(reads, { most: 400, perSecond: 0 })
    const told = await send(chunk('x').repeat(65_000) + end)
    expect(bytes).toBeLessThan(520)
    // What is still coming may take the answer with it.
    if (told) expect(told).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"request_malformed"/)
    // The next ones have the parsers of those that were refused, and nothing left of what is for all.
    for (let n = 0; n < 20; n++) {
      await send(chunk('x').repeat(200) + end)
      expect(bytes).toBeLessThan(110)
      expect(await send(chunk('x').repeat(90) + end)).toMatch(/90 bytes$/)
    }
  })

  it('may come letter by letter where it is small or nobody else does so, and in lines where it is large', async () => {
    await serve(reads)
    expect(await send(chunk('x').repeat(5_000) + end)).toMatch(/5000 bytes$/)
    await serve(reads, none)
    expect(await send(chunk('x'.repeat(150)).repeat(5_000) + end)).toMatch(/750000 bytes$/)
  })

  it('is counted behind its answer too', async () => {
    await serve((_, response) => response.end('answered'), none)
    // Nothing but the server ends these.
    await send(chunk('x').repeat(65_000), 'keep-alive')
    await serve((_, response) => void setImmediate(() => response.end('answered')), none)
    await send(chunk('x').repeat(65_000), 'keep-alive')
  })

  it('is read in larger pieces than it comes in, whole and in order, also by a slow reader', async () => {
    await serve(reads)
    await send(chunk('x').repeat(2_000) + end)
    expect(pieces).toBeLessThan(200)
    const lines = Array.from({ length: 20_000 }, (_, n) => `${String(n).padStart(99, 'x')}\n`)
    await serve(async (request, response) => {
      const read: string[] = []
      for await (const some of request.setEncoding('utf8')) {
        read.push(some as string)
        await new Promise((resolve) => setImmediate(resolve))
      }
      response.end(read.join('') === lines.join('') ? 'the same' : 'another')
    }, none)
    expect(await send(lines.map(chunk).join('') + end)).toMatch(/the same$/)
  })
})
