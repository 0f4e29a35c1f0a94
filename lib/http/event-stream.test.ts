import { expect, it } from 'vitest'
import { eventStream } from '@/lib/http/event-stream'

it('a reader has so many streams and no more: of one beyond them the eldest ends, and nobody else’s', async () => {
  const ended: string[] = []
  const open = (name: string, reader = { sessionId: 'session', userId: 'user' }) =>
    eventStream(new Request('http://localhost'), reader, async function* (signal) {
      try {
        yield { event: 'heartbeat', data: '{}' }
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      } finally {
        ended.push(name)
      }
    })
  const tablet = { sessionId: '', userId: 'tablet' }
  const others = [open('tablet', tablet), open('colleague', { sessionId: 'another', userId: 'user' })]
  const streams = Array.from({ length: 20 }, (_, n) => open(`stream ${n}`))
  expect(ended).toEqual([])
  const [eldest, next] = streams.slice(0, 2).map((stream) => stream.body?.getReader())
  for (const reader of [eldest, next]) expect((await reader?.read())?.done).toBe(false)
  streams.push(open('one more'))
  expect((await eldest?.read())?.done).toBe(true)
  expect(ended).toEqual(['stream 0'])
  // Who leaves makes room.
  await next?.cancel()
  streams.push(open('instead'))
  expect(ended).toEqual(['stream 0', 'stream 1'])
  await Promise.all([...others, ...streams.slice(2)].map((stream) => stream.body?.cancel()))
})

it('an account has so many, however many sessions it has', async () => {
  const ended: string[] = []
  const open = (sessionId: string, userId = 'clerk') =>
    eventStream(new Request('http://localhost'), { sessionId, userId }, async function* (signal) {
      try {
        yield { event: 'heartbeat', data: '{}' }
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      } finally {
        ended.push(sessionId)
      }
    })
  const other = open('of another', 'colleague')
  const streams = Array.from({ length: 500 }, (_, n) => open(`session ${n}`))
  const eldest = streams[0]?.body?.getReader()
  expect((await eldest?.read())?.done).toBe(false)
  streams.push(open('one more'))
  expect((await eldest?.read())?.done).toBe(true)
  expect(ended).toEqual(['session 0'])
  await Promise.all([other, ...streams.slice(1)].map((stream) => stream.body?.cancel()))
})

it('a stream ends with its request, also where nobody reads it any more', async () => {
  const asking = new AbortController()
  const reader = { sessionId: 'gone', userId: 'user' }
  let end = (_: string) => {}
  const ended = new Promise((resolve) => {
    end = resolve
  })
  const stream = eventStream(new Request('http://localhost', { signal: asking.signal }), reader, async function* () {
    try {
      for (;;) yield { event: 'heartbeat', data: '{}' }
    } finally {
      end('ended')
    }
  })
  // Held back from here on: no more is made than is asked for.
  await stream.body?.getReader().read()
  asking.abort()
  expect(await ended).toBe('ended')
})
