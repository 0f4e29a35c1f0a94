import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { byFrames } from '@/components/board/live/by-frames'
import type { BoardOrder } from '@/lib/board/schema'

const order = (serviceId: string) => ({ serviceId, version: 1 }) as BoardOrder
const tab = { hidden: false }

let drawn: string[][]
let news: ReturnType<typeof byFrames>

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', tab)
  // A device so slow that no frame comes.
  vi.stubGlobal('requestAnimationFrame', () => 0)
  tab.hidden = false
  drawn = []
  news = byFrames(
    ({ serviceId }) => (serviceId.startsWith('arrival') ? 'now' : 'later'),
    (orders) => drawn.push(orders.map(({ serviceId }) => serviceId)),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('what a board is told of', () => {
  it('is drawn at once in a hidden tab, whose timers may stand still for a minute, and leaves none', () => {
    tab.hidden = true
    for (const told of ['eta-1', 'eta-2', 'arrival-3']) {
      news.add([order(told)], told)
      expect([drawn.at(-1), vi.getTimerCount()]).toEqual([[told], 0])
    }
  })

  it('does not wait for a timer that was set while the tab was seen', () => {
    news.add([order('arrival-1')], '1')
    news.add([order('eta-2')], '2')
    expect(drawn).toEqual([['arrival-1']])
    tab.hidden = true
    news.add([order('arrival-3')], '3')
    expect(drawn.at(-1)).toEqual(['arrival-3', 'eta-2'])
    drawn.length = 0
    vi.runAllTimers()
    expect(drawn).toEqual([])
  })

  it('waits a tenth of a second at most where the tab is seen and something was just drawn', () => {
    news.add([order('arrival-1')], '1')
    news.add([order('arrival-2')], '2')
    expect(drawn).toEqual([['arrival-1']])
    vi.advanceTimersByTime(100)
    expect(drawn).toEqual([['arrival-1'], ['arrival-2']])
  })
})
