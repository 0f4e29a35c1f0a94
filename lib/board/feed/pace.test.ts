import { describe, expect, it } from 'vitest'
import type { Change } from '@/lib/board/data'
import { Pace } from '@/lib/board/feed/pace'
import type { BoardOrder } from '@/lib/board/schema'

const details: Change = {
  sequence: 1n,
  serviceId: 'a',
  ageSeconds: 0,
  settled: false,
  status: 'Registered',
  section: 'Expected',
  eventType: 'onTheWay',
  isByApi: true,
}
const order = (serviceId: string, hsFields = {}) =>
  ({ serviceId, status: 'Registered', section: 'Expected', hsFields }) as BoardOrder

/** Of an order that the boards heard of at 0, for the first time. */
function told(): Pace {
  const pace = new Pace()
  expect(pace.due([details], 0).atOnce).toEqual(['a'])
  pace.note(['a'], [order('a')], 0)
  return pace
}

describe('what boards are told of', () => {
  it('is an order once a second where its details alone change, and always its last state', () => {
    const pace = told()
    expect(pace.due([details, details], 100)).toEqual({ atOnce: [], waited: [] })
    expect(pace.dueInMs(400)).toBe(600)
    expect(pace.due([details], 999)).toEqual({ atOnce: [], waited: [] })
    expect(pace.due([], 1_000)).toEqual({ atOnce: [], waited: [['a']] })
    // Not read after all: it is owed still.
    expect(pace.dueInMs(1_001)).toBe(499)
    expect(pace.due([], 1_500).waited).toEqual([['a']])
    pace.note(['a'], [order('a')], 1_500)
    expect(pace.dueInMs(1_501)).toBe(null)
    expect(pace.due([details], 2_600).waited).toEqual([['a']])
  })

  it.each<[string, Partial<Change>]>([
    ['an arrival', { section: 'Arrived' }],
    ['a status', { status: 'OnTheWay' }],
    ['what staff do', { isByApi: false }],
    ['another order', { serviceId: 'b' }],
  ])('is %s at once, and before what has waited', (_, change) => {
    const pace = told()
    pace.due([details], 500)
    expect(pace.due([{ ...details, ...change }], 600).atOnce).toEqual([change.serviceId ?? 'a'])
    expect(pace.due([{ ...details, ...change, serviceId: 'b' }], 1_600)).toEqual({ atOnce: ['b'], waited: [['a']] })
  })

  it('is details of whatever orders together, twice a second', () => {
    const pace = new Pace()
    const update = (serviceId: string): Change => ({ ...details, serviceId, eventType: 'updateOrder' })
    // The first waits for nobody.
    expect(pace.due([update('a')], 0)).toEqual({ atOnce: [], waited: [['a']] })
    pace.note(['a'], [order('a')], 0)
    expect(pace.due([update('b')], 50).waited).toEqual([])
    expect(pace.due([update('c')], 100).waited).toEqual([])
    expect(pace.dueInMs(100)).toBe(400)
    expect(pace.due([update('d')], 500).waited).toEqual([['b', 'c', 'd']])
  })

  it('is so many details together as a slow line bears, each in its turn, and who comes back misses none of those that wait', () => {
    const pace = new Pace()
    const large = { Note: 'x'.repeat(19_000) }
    const ids = Array.from({ length: 20 }, (_, n) => `order ${n}`)
    const orders = ids.map((id) => order(id, large))
    pace.note(ids, orders, 0)
    expect(pace.firstOwed()).toBe(null)
    let sequence = 0n
    const heard: string[] = []
    const firstOwed: (bigint | null)[] = []
    for (let nowMs = 1_000; nowMs <= 6_000; nowMs += 500) {
      // They go on and on.
      const all = ids.map((serviceId) => {
        sequence += 1n
        return { ...details, serviceId, sequence }
      })
      const waited = pace.due(all, nowMs).waited.flat()
      expect(waited).toHaveLength(2)
      heard.push(...waited)
      firstOwed.push(pace.firstOwed())
      pace.note(
        waited,
        waited.map((id) => order(id, large)),
        nowMs,
      )
      expect(pace.dueInMs(nowMs)).toBe(500)
    }
    expect(new Set(heard.slice(0, 20))).toEqual(new Set(ids))
    expect(firstOwed).toEqual(Array.from({ length: 11 }, (_, n) => BigInt(1 + 2 * n)))
    // Of those that nobody has read yet it is known once they are.
    const fresh = new Pace()
    const update = (n: number): Change => ({ ...details, serviceId: `order ${n}`, eventType: 'updateOrder' })
    expect(
      fresh.due(
        ids.map((_, n) => update(n)),
        1_000,
      ).waited,
    ).toEqual([ids])
    fresh.note(ids.slice(0, 3), orders.slice(0, 3), 1_000)
    fresh.measure(orders.slice(3))
    expect(fresh.due([], 1_500).waited).toEqual([['order 4'], ['order 3']])
    // Usual orders do not wait for very large ones, and those at the kerb for nobody else.
    const mixed = new Pace()
    const usual = ['usual', 'here'].map((id) => order(id))
    mixed.note([...ids, 'usual', 'here'], [...orders, ...usual], 0)
    const changes = [...ids, 'usual'].map((serviceId) => ({ ...details, serviceId }))
    mixed.note(['here'], [{ ...order('here'), section: 'Arrived' }], 0)
    const here: Change = { ...details, serviceId: 'here', section: 'Arrived' }
    expect(mixed.due([...changes, here], 1_000).waited).toEqual([['here'], ['usual', 'order 1'], ['order 0']])
    // A line has bytes: of other scripts fewer letters go together.
    const wide = new Pace()
    const inBytes = ids.map((id) => order(id, { Note: '顧'.repeat(9_000) }))
    wide.note([...ids, 'usual'], [...inBytes, order('usual')], 0)
    expect(wide.due(changes, 1_000).waited).toEqual([['usual', 'order 1'], ['order 0']])
    // One that is larger than all of that goes alone.
    const alone = new Pace()
    alone.note(['a'], [order('a', { Note: 'x'.repeat(99_000) })], 0)
    expect(alone.due([details], 1_000).waited).toEqual([['a']])
  })

  it('is of very large orders as little a second, and of the others no less beside them', () => {
    const pace = new Pace()
    const large = Array.from({ length: 20 }, (_, n) => order(`large ${n}`, { Note: '顧'.repeat(50_000) }))
    const orders = [...large, order('usual'), { ...order('here'), section: 'Arrived' as const }]
    const byId = new Map(orders.map((one) => [one.serviceId, one]))
    pace.note([...byId.keys()], orders, 0)
    const heard: string[] = []
    for (let nowMs = 1_000; nowMs < 11_000; nowMs += 500) {
      const changes = orders.map(({ serviceId, section }) => ({ ...details, serviceId, section }))
      const told = pace.due(changes, nowMs).waited.flat()
      heard.push(...told)
      pace.note(
        told,
        told.flatMap((id) => byId.get(id) ?? []),
        nowMs,
      )
    }
    const times = (id: string) => heard.filter((one) => one.startsWith(id)).length
    expect([times('usual'), times('here')]).toEqual([10, 10])
    // 150 KB each: a lane of 64 KB a second has some four of them in ten seconds.
    expect(times('large')).toBeGreaterThanOrEqual(4)
    expect(times('large')).toBeLessThanOrEqual(5)
  })

  it('is who arrives at once, and so many bytes of new and large orders a second; the others go with those that have waited', () => {
    const pace = new Pace()
    const ids = Array.from({ length: 100 }, (_, n) => `order ${n}`)
    const created = ids.map((serviceId, n): Change => ({ ...details, serviceId, sequence: BigInt(n + 1) }))
    expect(pace.due(created, 0).atOnce).toEqual(ids)
    const told = ids.filter((id) => pace.goesNow(order(id), 0))
    expect(told.length).toBeGreaterThan(30)
    expect(told.length).toBeLessThan(80)
    const here = { section: 'Arrived', arrivedAt: new Date() } as const
    expect(pace.goesNow({ ...order('here'), ...here }, 0)).toBe(true)
    expect(pace.goesNow({ ...order('here', { Note: 'x'.repeat(19_000) }), ...here }, 0)).toBe(false)
    expect(pace.goesNow({ ...order('here'), ...here, arrivedAt: new Date(Date.now() - 61_000) }, 0)).toBe(false)
    pace.note(
      told,
      told.map((id) => order(id)),
      0,
    )
    expect(pace.firstOwed()).toBe(BigInt(told.length + 1))
    const next = pace.due([], 500).waited.flat()
    expect(next.length).toBeGreaterThan(60)
    expect(ids.slice(told.length)).toEqual(expect.arrayContaining(next))
  })

  it('is the details of an order that was told of minutes ago among them, and not for ever', () => {
    const pace = told()
    expect(pace.due([details], 599_000)).toEqual({ atOnce: [], waited: [['a']] })
    pace.note(['a'], [order('a')], 599_000)
    expect(pace.due([details], 1_199_000)).toEqual({ atOnce: ['a'], waited: [] })
  })

  it('is remembered of no more orders than a process can bear', () => {
    const pace = told()
    const others = Array.from({ length: 5_000 }, (_, n) => order(`other ${n}`))
    pace.note([], others, 1_000)
    expect(pace.due([details], 2_000)).toEqual({ atOnce: ['a'], waited: [] })
    pace.note(['a'], [order('a')], 2_000)
    expect(pace.due([{ ...details, serviceId: 'other 4999' }], 2_500)).toEqual({ atOnce: [], waited: [['other 4999']] })
  })

  it('is nothing of an order that is not there any more', () => {
    const pace = told()
    pace.due([details], 500)
    pace.note(['a'], [], 1_000)
    expect(pace.dueInMs(1_000)).toBe(null)
  })
})
