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

  it('is given up by those who keep most where it tells a whole: their streams end, and nobody else misses anything', () => {
    const room = new Room(32_000)
    const stalled = Array.from({ length: 300 }, () => new ReaderQueue(room))
    // The first forty keep a little more than all others.
    for (const [n, queue] of stalled.entries())
      queue.push(message('elsewhere', `${n}`.padStart(n < 40 ? 120 : 109, 'x')))
    const prompt = new ReaderQueue(room)
    const heard = Array.from({ length: 20 }, (_, n) => {
      prompt.push(message('orders', `${n}`))
      return taken(prompt)
    })
    const missed = new Kept(room)
    missed.addAll([message('orders', 'missed')])
    expect(heard).toEqual(heard.map((_, n) => [`orders ${n}`]))
    expect(taken(missed)).toEqual(['orders missed'])
    const ended = stalled.flatMap(({ isEnded }, n) => (isEnded ? [n] : []))
    expect(ended).toEqual(Array.from({ length: ended.length }, (_, n) => n))
    expect(ended.length).toBeGreaterThan(0)
    expect(ended.length).toBeLessThan(40)
    // Nothing more is kept for whoever is to come again, and all is for whoever is not.
    stalled[0]?.push(orders(100))
    expect(stalled[0]?.length).toBe(0)
    expect(stalled.filter(({ isEnded, length }) => !isEnded && length !== 1)).toEqual([])
  })

  it('is given up by all for whom the same waits or by none of them', () => {
    const room = new Room(10_000)
    const stores = Array.from({ length: 3 }, () => [] as ReaderQueue[])
    for (let n = 0; n < 4; n++) for (const boards of stores) boards.push(new ReaderQueue(room))
    for (const boards of stores) {
      const shared = orders(2_900)
      for (const board of boards) board.push(shared)
    }
    const isReset = () => stores.map((boards) => boards.map(({ isLetGo }) => isLetGo))
    const nobody = [false, false, false, false]
    const alone = new ReaderQueue(room)
    alone.push(orders(1_000))
    alone.push(orders(400))
    // Who keeps less than the others, but what nobody else waits for.
    expect(isReset()).toEqual([nobody, nobody, nobody])
    expect(taken(alone)).toEqual(['reset {}'])
    alone.push(orders(1_400))
    expect(taken(alone)).toEqual(['orders of 1400'])
    expect(isReset()).toEqual([[true, true, true, true], nobody, nobody])
  })

  it('is gone through once for many messages, not for each', () => {
    const room = new Room(32_000)
    const queues = Array.from({ length: 2_000 }, () => new ReaderQueue(room))
    const text = 'x'.repeat(20)
    let looks = 0
    const watched = (): StreamMessage => ({
      event: 'elsewhere',
      get data() {
        looks += 1
        return text
      },
    })
    for (const queue of queues) queue.push(watched())
    for (const queue of queues) queue.push(message('heartbeat', '1234567890'))
    expect(looks).toBeLessThan(20 * queues.length)
    const told = queues.filter(({ isEnded }) => !isEnded)
    expect(told.length).toBeGreaterThan(queues.length / 3)
    expect(told.filter(({ isLetGo, length }) => isLetGo || length !== 2)).toEqual([])
  })
})
