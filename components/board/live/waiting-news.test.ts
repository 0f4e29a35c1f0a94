import { describe, expect, it } from 'vitest'
import { WaitingNews } from '@/components/board/live/waiting-news'
import type { BoardOrder } from '@/lib/board/schema'

const order = (serviceId: string, version = 1) => ({ serviceId, version }) as BoardOrder
const idsOf = (orders: BoardOrder[]) => orders.map(({ serviceId }) => serviceId)
const urgent = () => true
const details = () => false

function drain(news: WaitingNews) {
  const frames = []
  while (news.isWaiting) frames.push(news.take(false))
  return frames
}

describe('news that wait to be drawn', () => {
  it('are drawn at once where an order moves, and one a frame where it stands as it did', () => {
    const news = new WaitingNews()
    news.add([order('a'), order('b')], '2', details)
    news.add([order('c'), order('d')], '4', urgent)
    expect(drain(news).map(({ orders }) => idsOf(orders))).toEqual([['c', 'd', 'a'], ['b']])
  })

  it('pass a cursor on when nothing that came before it waits', () => {
    const news = new WaitingNews()
    news.add([], '1', details)
    news.add([order('a'), order('b')], '3', details)
    news.add([order('c')], '4', details)
    news.add([], '5', details)
    expect(drain(news).map(({ cursor }) => cursor)).toEqual(['1', '3', '5'])
  })

  it('know no cursor before the first has been passed on', () => {
    const news = new WaitingNews()
    news.add([order('a'), order('b')], '2', details)
    expect(drain(news).map(({ cursor }) => cursor)).toEqual([undefined, '2'])
  })

  it('are drawn once for each order, as it was told of last', () => {
    const news = new WaitingNews()
    news.add([order('a', 1), order('b', 1)], '2', details)
    news.add([order('a', 2)], '3', details)
    news.add([order('b', 2)], '4', urgent)
    expect(drain(news)).toEqual([{ orders: [order('b', 2), order('a', 2)], cursor: '4' }])
  })

  it('of a rush take few frames, and all at once where there are none', () => {
    const news = new WaitingNews()
    const many = Array.from({ length: 1_000 }, (_, at) => order(`${at}`))
    news.add(many, '1000', details)
    expect(news.take(false).orders).toHaveLength(67)
    expect(idsOf(news.take(true).orders)).toEqual(idsOf(many.slice(67)))
    expect(news.isWaiting).toBe(false)
  })
})
