import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventStream, type StreamMessage } from '@/lib/http/event-stream'
import { mountApi } from '@/scripts/front/api-mount.mjs'
import { underwayOf } from '@/scripts/front/underway.mjs'

const names = ['first', 'second', 'third']

let open: Set<string>
let server: Server
let underway: ReturnType<typeof underwayOf>
beforeEach(async () => {
  open = new Set()
  const GET = async (request: Request) => {
    const name = new URL(request.url).searchParams.get('name') ?? ''
    async function* messages(signal: AbortSignal): AsyncGenerator<StreamMessage> {
      open.add(name)
      try {
        while (!signal.aborted) {
          yield { event: 'heartbeat', data: `"${'x'.repeat(1000)}"` }
          await new Promise((resolve) => setImmediate(resolve))
        }
      } finally {
        open.delete(name)
      }
    }
    return eventStream(request, { sessionId: name, userId: 'user' }, messages)
  }
  const takesApi = mountApi([{ pattern: '/api/stream', handlers: { GET } }])
  server = createServer()
  underway = underwayOf(server)
  server.on('request', (request, response) => takesApi(request, response) || response.end('answered'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => server.closeAllConnections())

function ask(paths: string[]): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume()
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
  return socket
}

it('what a connection was asked for ends with it, also where its answer never had its turn', async () => {
  const client = ask(names.map((name) => `/api/stream?name=${name}`))
  await expect.poll(() => [...open]).toEqual(names)
  expect([...underway.values()].map((responses) => responses.size)).toEqual([3])
  client.destroy()
  await expect.poll(() => [...open]).toEqual([])
  expect(underway.size).toBe(0)
})

it('each answer ends once, and is underway until then', async () => {
  const ends: string[] = []
  server.on('request', ({ url }, response) => response.on('close', () => ends.push(String(url))))
  const client = ask(['/one', '/two', '/api/stream?name=first', '/three'])
  await expect.poll(() => ends).toEqual(['/one', '/two'])
  expect([...underway.values()].map((responses) => responses.size)).toEqual([2])
  client.destroy()
  await expect.poll(() => underway.size).toBe(0)
  expect(ends.toSorted()).toEqual(['/api/stream?name=first', '/one', '/three', '/two'])
})
