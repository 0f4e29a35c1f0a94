import { describe, expect, it } from 'vitest'
import { ReaderQueue } from '@/lib/board/feed/reader-queue'
import type { StreamMessage } from '@/lib/http/event-stream'

const message = (event: string, data: string): StreamMessage => ({ event, data })
const orders = (characters: number) => message('orders', 'x'.repeat(characters))

function taken(queue: ReaderQueue): string[] {
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
