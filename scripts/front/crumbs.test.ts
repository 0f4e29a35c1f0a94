import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refuseCrumbs } from '@/scripts/front/crumbs.mjs'

let server: Server
let pieces: number
beforeEach(async () => {
  pieces = 0
  server = createServer((request, response) => {
    let bytes = 0
    request.on('error', () => {})
    request.on('data', (piece: Buffer) => {
      pieces += 1
      bytes += piece.length
    })
    request.on('end', () => response.end(`${bytes} bytes`))
  })
  refuseCrumbs(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => server.closeAllConnections())

/** Sends a body in pieces of so many bytes, and reads what comes. */
async function send(count: number, size: number): Promise<string> {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.on('error', () => {})
  const piece = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`
  socket.write(
    `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${piece.repeat(count)}0\r\n\r\n`,
  )
  let text = ''
  socket.on('data', (some: string) => {
    text += some
  })
  await once(socket, 'close')
  return text
}

describe('a body', () => {
  it('that comes in crumbs is read no further than a small one would be', async () => {
    const told = await send(65_000, 1)
    expect(pieces).toBeLessThanOrEqual(1_000)
    // What is still coming may take the answer with it.
    if (told) expect(told).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"request_malformed"/)
  })

  it('may come letter by letter where it is small, and in lines where it is large', async () => {
    expect(await send(900, 1)).toMatch(/900 bytes$/)
    expect(await send(5_000, 150)).toMatch(/750000 bytes$/)
  })
})
