import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { measure } from '@/bench/load.mjs'

const opened: ReturnType<typeof createServer>[] = []

afterEach(() => {
  for (const server of opened.splice(0)) server.closeAllConnections()
})

/** A server of this process, as a bench knows it. */
async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  opened.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const pids = [process.pid]
  return { name: 'test', baseUrl: `http://127.0.0.1:${port}`, workers: pids, pids, lastWords: () => 'said at last' }
}

const how = { seconds: 0.2, connections: 4 }

function counting() {
  let n = 0
  const headers = { 'content-type': 'application/json' }
  const next = () => ({ method: 'POST' as const, path: '/orders', headers: { ...headers }, body: `{"n":${n++}}` })
  return { name: 'create', next }
}

describe('a load', () => {
  it('sends each request once and counts every answer', async () => {
    const seen: string[] = []
    const server = await serve(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      seen.push(`${request.method} ${request.url} ${body}`)
      response.end('{}')
    })
    const { perSecond, p50Ms, p99Ms } = await measure(server, counting(), how)
    expect(seen[0]).toBe('POST /orders {"n":0}')
    expect(new Set(seen).size).toBe(seen.length)
    expect(perSecond).toBeGreaterThan(0)
    expect(perSecond * how.seconds).toBeLessThanOrEqual(seen.length)
    expect(p99Ms).toBeGreaterThanOrEqual(p50Ms)
  })

  it('is worth nothing when answers are errors, and says which', async () => {
    let n = 0
    const server = await serve((request, response) => {
      request.resume()
      response.writeHead(n++ % 10 === 9 ? 503 : 200).end('{}')
    })
    await expect(measure(server, counting(), how)).rejects.toThrow(
      /"create" on the server "test" went wrong: \d+ answers of status 503\. said at last/,
    )
  })

  it('is worth nothing when a server hangs up', async () => {
    const server = await serve((request) => request.socket.resetAndDestroy())
    await expect(measure(server, counting(), how)).rejects.toThrow(/connections or requests that failed/)
  })
})
