import { describe, expect, it } from 'vitest'
import { type Urgency, WaitingNews } from '@/components/board/live/waiting-news'
import type { BoardOrder } from '@/lib/board/schema'

const order = (serviceId: string, version = 1) => ({ serviceId, version }) as BoardOrder
const idsOf = (orders: BoardOrder[]) => orders.map(({ serviceId }) => serviceId)
const urgent = (): Urgency => 'now'
const details = (): Urgency => 'soon'
const unseen = (): Urgency => 'later'

function drain(news: WaitingNews) {
  const frames = []
  while (news.isWaiting) frames.push(news.take('in sight'))
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

  it('are never older than what was told of an order before, in whichever order they come', () => {
    const news = new WaitingNews()
    news.add([order('a', 5)], '5', details)
    news.add([order('b', 5)], '5', unseen)
    news.add([order('a', 3)], '3', urgent)
    news.add([order('b', 3)], '3', unseen)
    expect(news.take('all').orders).toEqual([order('a', 5), order('b', 5)])
  })

  it('keep their place where they are told of again, and are drawn however often that is', () => {
    const news = new WaitingNews()
    news.add([order('a', 1), order('b', 1)], '2', details)
    const drawn: BoardOrder[] = []
    for (let version = 2; version < 6; version += 1) {
      news.add([order('a', version), order(`c${version}`)], `${version + 1}`, details)
      drawn.push(...news.take('in sight').orders)
    }
    expect(idsOf(drawn).slice(0, 2)).toEqual(['a', 'b'])
    expect(drawn[0]).toEqual(order('a', 2))
  })

  it('of a rush take few frames, and all at once where there are none', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => order(`${at}`))
    const news = new WaitingNews()
    news.add(many, '1000', details)
    const frames = drain(news)
    expect(frames).toHaveLength(15)
    expect(frames.flatMap(({ orders }) => idsOf(orders))).toEqual(idsOf(many))
    news.add(many.slice(0, 2), '1002', details)
    expect(drain(news)).toHaveLength(2)
    news.add(many, '2000', details)
    expect(idsOf(news.take('all').orders)).toEqual(idsOf(many))
    expect(news.isWaiting).toBe(false)
  })

  it('of orders out of sight wait for each other, keep nobody in sight waiting, and hold their cursor back', () => {
    const news = new WaitingNews()
    news.add([order('a')], '1', unseen)
    news.add([order('b'), order('c')], '2', details)
    news.add([order('d')], '3', unseen)
    expect(news.take('in sight')).toEqual({ orders: [order('b')], cursor: undefined })
    expect(news.take('in sight')).toEqual({ orders: [order('c')], cursor: undefined })
    expect(news.take('in sight')).toEqual({ orders: [], cursor: undefined })
    expect(news.isWaiting).toBe(true)
    news.add([order('e'), order('f')], '4', details)
    expect(news.take('out of sight too')).toEqual({ orders: [order('a'), order('d'), order('e')], cursor: '3' })
    expect(news.take('out of sight too')).toEqual({ orders: [order('f')], cursor: '4' })
    expect(news.isWaiting).toBe(false)
  })

  it('of an order that comes into sight are drawn with those in sight', () => {
    const news = new WaitingNews()
    news.add([order('a', 1)], '1', unseen)
    news.add([order('a', 2)], '2', details)
    expect(news.take('in sight')).toEqual({ orders: [order('a', 2)], cursor: '2' })
  })

  it('are forgotten with their cursor when the board is read anew', () => {
    const news = new WaitingNews()
    news.add([order('a')], '1', details)
    news.add([order('b')], '2', urgent)
    news.clear()
    expect(news.isWaiting).toBe(false)
    news.add([order('c')], '9', urgent)
    expect(news.take('in sight')).toEqual({ orders: [order('c')], cursor: '9' })
  })
})
