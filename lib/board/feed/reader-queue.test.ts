import { describe, expect, it } from 'vitest'
import { Kept, Room } from '@/lib/board/feed/kept'
import { ReaderQueue } from '@/lib/board/feed/reader-queue'
import type { StreamMessage } from '@/lib/http/event-stream'

const message = (event: string, data: string): StreamMessage => ({ event, data })
const orders = (characters: number) => message('orders', 'x'.repeat(characters))

function taken(queue: Kept): string[] {
  const all: StreamMessage[] = []
  for (let next = queue.shift(); next; next = queue.shift()) all.push(next)
  return all.map(({ event, data }) => (data.length > 20 ? `${event} of ${data.length}` : `${event} ${data}`))
}

describe('what waits for a board that reads nothing', () => {
  it('is of other stores and of settings the newest alone', () => {
    const queue = new ReaderQueue()
    queue.push(message('orders', 'first'))
    for (let n = 0; n < 1_000; n++) {
      queue.push(message('elsewhere', `${'x'.repeat(100_000)}${n}`))
      queue.push(message('settings', `${n}`))
    }
    queue.push(message('elsewhere', 'last'))
    queue.push(message('orders', 'second'))
    expect(taken(queue)).toEqual(['orders first', 'elsewhere last', 'settings 999', 'orders second'])
  })

  it('is four million characters or a hundred messages: beyond that it reads its orders anew, and is told of the rest', () => {
    const queue = new ReaderQueue()
    queue.push(message('elsewhere', 'stores'))
    for (let n = 0; n < 4; n++) queue.push(orders(999_990))
    queue.push(orders(100))
    expect(taken(queue)).toEqual(['reset {}', 'elsewhere stores', 'orders of 100'])
    for (let n = 0; n < 101; n++) queue.push(message('heartbeat', `${n}`))
    expect(taken(queue)).toEqual(['reset {}', 'heartbeat 100'])
    // What was taken counts no more, and one message is never too large.
    queue.push(orders(5_000_000))
    expect(taken(queue)).toEqual(['orders of 5000000'])
    for (let n = 0; n < 4; n++) queue.push(orders(1_000_000))
    expect(taken(queue)).toHaveLength(4)
  })
})

describe('what waits for all readers together', () => {
  it('counts once however many wait for it; beyond the bound whoever keeps most is reset, and nobody else', () => {
    const room = new Room(10_000)
    const queues = [new ReaderQueue(room), new ReaderQueue(room), new ReaderQueue(room)] as const
    const [slowest, slow, prompt] = queues
    const shared = orders(4_000)
    for (const queue of queues) queue.push(shared)
    expect(taken(prompt)).toEqual(['orders of 4000'])
    for (let n = 0; n < 2; n++) slowest.push(orders(3_000))
    slow.push(orders(1_000))
    prompt.push(orders(100))
    expect(queues.map(taken)).toEqual([['reset {}'], ['orders of 4000', 'orders of 1000'], ['orders of 100']])
  })

  it('is no more once it was taken, or its reader has gone', () => {
    const room = new Room(10_000)
    const missed = new Kept(room)
    const others = [new ReaderQueue(room), new ReaderQueue(room)] as const
    missed.addAll([orders(4_000), orders(4_000)])
    missed.shift()
    others[0].push(orders(6_000))
    expect([missed.length, missed.isLetGo]).toEqual([1, false])
    missed.end()
    others[1].push(orders(4_000))
    expect(others.map(taken)).toEqual([['orders of 6000'], ['orders of 4000']])
  })

  it('is what a reader missed as well, which is let go of as a whole', () => {
    const room = new Room(10_000)
    const missed = new Kept(room)
    missed.addAll([orders(4_000), orders(4_000), orders(4_000), orders(100)])
    expect(missed.isLetGo).toBe(true)
    expect(taken(missed)).toEqual(['reset {}'])
    const next = new Kept(room)
    next.addAll([orders(5_000), orders(5_000)])
    expect(taken(next)).toEqual(['orders of 5000', 'orders of 5000'])
  })
})
