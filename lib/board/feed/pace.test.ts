import { describe, expect, it, vi } from 'vitest'
import type { Change } from '@/lib/board/data'
import { bytesOf, type Choice, upToBytes } from '@/lib/board/feed/order-messages'
import { mostOf, Pace } from '@/lib/board/feed/pace'
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
  ({ serviceId, status: 'Registered', section: 'Expected', version: 2, hsFields }) as BoardOrder

/** What is due, without the lanes. */
function dueOf(pace: Pace, news: Change[], nowMs: number) {
  const { atOnce, waited } = pace.due(news, nowMs)
  return { atOnce, waited: waited.map(({ serviceIds }) => serviceIds) }
}

/** A feed of some orders that are read as they stand, at any time. */
class Feed {
  readonly pace = new Pace()
  readonly told: { id: string; atMs: number; bytes: number; isWhole: boolean }[] = []
  looks = 0
  private sequence = 0n

  constructor(readonly orders: BoardOrder[]) {}

  /** Tells of orders now, or that they have changed in some way; as the feed does (live.ts). */
  look(changes: (Partial<Change> & { serviceId: string })[], nowMs: number): void {
    this.looks += 1
    const news = changes.map((change): Change => {
      this.sequence += 1n
      const { section = 'Expected' } = this.orderOf(change.serviceId) ?? {}
      return { ...details, section, sequence: this.sequence, ...change }
    })
    const { atOnce, waited } = this.pace.due(news, nowMs)
    this.tell(atOnce, nowMs, (one) => this.pace.asNow(one, nowMs))
    for (const { lane, serviceIds } of waited) this.tell(serviceIds, nowMs, upToBytes(mostOf(lane)), lane)
  }

  /** Looks again whenever something that waits is due, for so long. */
  goOn(fromMs: number, untilMs: number): number {
    let nowMs = fromMs
    for (let inMs = this.pace.dueInMs(nowMs); inMs !== null && nowMs < untilMs; inMs = this.pace.dueInMs(nowMs)) {
      nowMs += Math.ceil(inMs)
      this.look([], nowMs)
    }
    return nowMs
  }

  timesOf = (id: string) => this.told.filter((one) => one.id === id).map(({ atMs }) => atMs)
  private orderOf = (id: string) => this.orders.find(({ serviceId }) => serviceId === id)

  private tell(ids: string[], nowMs: number, choose: Choice, lane?: Parameters<Pace['note']>[3]) {
    const found = ids.flatMap((id) => this.orderOf(id) ?? [])
    const orders = found.flatMap((one) => choose(one) ?? [])
    const now = new Set(orders.map(({ serviceId }) => serviceId))
    const left = found.filter(({ serviceId }) => !now.has(serviceId))
    this.pace.note(
      orders.map(({ serviceId }) => serviceId),
      orders,
      nowMs,
      lane,
    )
    this.pace.measure(left)
    for (const one of orders)
      this.told.push({ id: one.serviceId, atMs: nowMs, bytes: bytesOf(one), isWhole: !one.detailsFollow })
  }
}

/** Of an order that the boards heard of at 0, for the first time. */
function told(): Pace {
  const pace = new Pace()
  expect(dueOf(pace, [details], 0).atOnce).toEqual(['a'])
  pace.note(['a'], [order('a')], 0)
  return pace
}

describe('what boards are told of', () => {
  it('is an order once a second where its details alone change, and always its last state', () => {
    const pace = told()
    expect(dueOf(pace, [details, details], 100)).toEqual({ atOnce: [], waited: [] })
    expect(pace.dueInMs(400)).toBe(600)
    expect(dueOf(pace, [details], 999)).toEqual({ atOnce: [], waited: [] })
    expect(dueOf(pace, [], 1_000)).toEqual({ atOnce: [], waited: [['a']] })
    // Not read after all: it is owed still.
    expect(pace.dueInMs(1_001)).toBe(499)
    expect(dueOf(pace, [], 1_500).waited).toEqual([['a']])
    pace.note(['a'], [order('a')], 1_500)
    expect(pace.dueInMs(1_501)).toBe(null)
    expect(dueOf(pace, [details], 2_600).waited).toEqual([['a']])
  })

  it.each<[string, Partial<Change>]>([
    ['an arrival', { section: 'Arrived' }],
    ['a status', { status: 'OnTheWay' }],
    ['what staff do', { isByApi: false }],
    ['another order', { serviceId: 'b' }],
  ])('is %s at once, and before what has waited', (_, change) => {
    const pace = told()
    dueOf(pace, [details], 500)
    expect(dueOf(pace, [{ ...details, ...change }], 600).atOnce).toEqual([change.serviceId ?? 'a'])
    expect(dueOf(pace, [{ ...details, ...change, serviceId: 'b' }], 1_600)).toEqual({ atOnce: ['b'], waited: [['a']] })
  })

  it('is details of whatever orders together, twice a second', () => {
    const pace = new Pace()
    const update = (serviceId: string): Change => ({ ...details, serviceId, eventType: 'updateOrder' })
    // The first waits for nobody.
    expect(dueOf(pace, [update('a')], 0)).toEqual({ atOnce: [], waited: [['a']] })
    pace.note(['a'], [order('a')], 0)
    expect(dueOf(pace, [update('b')], 50).waited).toEqual([])
    expect(dueOf(pace, [update('c')], 100).waited).toEqual([])
    expect(pace.dueInMs(100)).toBe(400)
    expect(dueOf(pace, [update('d')], 500).waited).toEqual([['b', 'c', 'd']])
  })

  it('is so many details a second as a slow line bears, each in its turn, and who comes back misses none of those that wait', () => {
    const ids = Array.from({ length: 20 }, (_, n) => `order ${n}`)
    const feed = new Feed(ids.map((id) => order(id, { Note: 'x'.repeat(19_000) })))
    feed.pace.note(ids, feed.orders, 0)
    const firstOwed: bigint[] = []
    // They go on and on.
    for (let nowMs = 1_000; nowMs <= 31_000; nowMs += 100) {
      const changes = ids.map((serviceId) => ({ serviceId }))
      feed.look(changes, nowMs)
      firstOwed.push(feed.pace.firstOwed() ?? 0n)
    }
    const heard = feed.told.map(({ id }) => id)
    // 20 KB each, of 24 a second.
    expect(heard.length).toBeGreaterThan(30)
    expect(heard.length).toBeLessThan(40)
    expect(heard.slice(0, 20)).toEqual(ids)
    expect(firstOwed).toEqual(firstOwed.toSorted((one, other) => Number(one - other)))
    expect(firstOwed[0]).toBe(2n)
    expect(new Set(firstOwed).size).toBe(heard.length)
  })

  it.each([
    ['letters', 'x'.repeat(150_000)],
    ['letters of other scripts', '顧'.repeat(50_000)],
    ['signs that are written as six', '\u0001'.repeat(25_000)],
  ])('is of very large orders of %s no more a second, and of the others no less beside them', (_, Note) => {
    const large = Array.from({ length: 20 }, (_, n) => order(`large ${n}`, { Note }))
    const others = Array.from({ length: 5 }, (_, n) => order(`usual ${n}`))
    const here = { ...order('here'), section: 'Arrived' as const }
    const feed = new Feed([...large, ...others, here])
    const ids = feed.orders.map(({ serviceId }) => serviceId)
    feed.pace.note(ids, feed.orders, 0)
    for (let nowMs = 1_000; nowMs < 21_000; nowMs += 500) {
      feed.look(
        ids.map((serviceId) => ({ serviceId })),
        nowMs,
      )
    }
    for (const id of [...others.map(({ serviceId }) => serviceId), 'here']) expect(feed.timesOf(id)).toHaveLength(20)
    const times = feed.told.filter(({ id }) => id.startsWith('large')).length
    expect(times).toBeGreaterThanOrEqual(3)
    expect(times).toBeLessThanOrEqual(4)
  })

  it('is a usual order’s details in their turn beside hundreds of smaller and of very large ones', () => {
    const orders = [
      ...Array.from({ length: 480 }, (_, n) => order(`tiny ${n}`)),
      ...Array.from({ length: 136 }, (_, n) => order(`large ${n}`, { Note: 'x'.repeat(114_000) })),
      order('usual', { Note: 'x'.repeat(300) }),
    ].map((one) => ({ ...one, section: 'Arrived' as const }))
    const feed = new Feed(orders)
    const ids = orders.map(({ serviceId }) => serviceId)
    feed.pace.note(ids, orders, 0)
    for (let nowMs = 1_000; nowMs < 61_000; nowMs += 500) {
      // One after the other, again and again: 84 a second, and three large ones.
      const turn = nowMs / 500
      const tiny = Array.from({ length: 42 }, (_, n) => ids[(turn * 42 + n) % 480] ?? '')
      const large = [ids[480 + (turn % 136)] ?? '', ids[480 + ((turn * 7) % 136)] ?? '']
      const own = turn === 40 ? ['usual'] : []
      feed.look(
        [...tiny, ...large, ...own].map((serviceId) => ({ serviceId })),
        nowMs,
      )
    }
    const [told = Number.POSITIVE_INFINITY] = feed.timesOf('usual')
    expect(told - 20_000).toBeLessThan(12_000)
  })

  it('is looked at no more often than something is told, however large what waits is', () => {
    const feed = new Feed([order('a', { Note: 'x'.repeat(150_000) }), order('b', { Note: 'x'.repeat(150_000) })])
    feed.pace.note(['a', 'b'], feed.orders, 0)
    for (let nowMs = 1_000; nowMs < 11_000; nowMs += 1_000) {
      feed.look([{ serviceId: 'a' }, { serviceId: 'b' }], nowMs)
      feed.goOn(nowMs, nowMs + 1_000)
    }
    expect(feed.looks).toBeLessThan(30)
  })

  it('is who arrives, and who sets out, at once, whatever an import brings meanwhile; all of that in its turn', () => {
    const ids = Array.from({ length: 2_000 }, (_, n) => `new ${n}`)
    const arrivedAt = new Date()
    const known = [order('sets out', { Note: 'x'.repeat(500) }), order('long known'), order('arrives')]
    const orders = ids.map((id, n) => ({ ...order(id, { Note: 'x'.repeat(500) }), version: 1 + (n % 2) }))
    const onTheWay = {
      ...order('new, on the way'),
      status: 'OnTheWay',
      section: 'OnTheWay',
      onTheWayAt: arrivedAt,
      version: 1,
    } as const
    const feed = new Feed([...orders, ...known, onTheWay])
    feed.pace.note(['sets out', 'arrives'], [order('sets out'), order('arrives')], 0)
    feed.look(
      ids.map((serviceId) => ({ serviceId })),
      1_000,
    )
    const before = feed.told.length
    expect(before).toBeGreaterThan(5)
    expect(before).toBeLessThan(50)
    const setsOut = { status: 'OnTheWay', section: 'OnTheWay' } as const
    Object.assign(known[1] ?? {}, { ...setsOut, onTheWayAt: arrivedAt })
    feed.look(
      [
        { serviceId: 'sets out', ...setsOut },
        { serviceId: 'long known', ...setsOut },
        { serviceId: 'new, on the way', ...setsOut },
      ],
      1_001,
    )
    Object.assign(known[2] ?? {}, { section: 'Arrived', arrivedAt, hsFields: { Note: 'x'.repeat(8_000) } })
    feed.look([{ serviceId: 'arrives', eventType: 'arrival' }], 1_200)
    const atOnce = ['sets out', 'long known', 'new, on the way', 'arrives']
    expect(atOnce.map(feed.timesOf)).toEqual([[1_001], [1_001], [1_001], [1_200]])
    const endMs = feed.goOn(1_200, 200_000)
    expect(endMs).toBeLessThan(90_000)
    expect(new Set(feed.told.map(({ id }) => id)).size).toBe(2_004)
    expect(feed.pace.firstOwed()).toBe(null)
  })

  it('is who sets out in their turn also where that does not come at once, however many an import brings', () => {
    const ids = Array.from({ length: 5_000 }, (_, n) => `new ${n}`)
    const movers = Array.from({ length: 20 }, (_, n) => `mover ${n}`)
    const known = movers.map((id) => order(id, { Note: 'x'.repeat(3_000) }))
    const feed = new Feed([...ids.map((id) => order(id, { Note: 'x'.repeat(500) })), ...known])
    feed.pace.note(movers, known, 0)
    feed.look(
      ids.map((serviceId) => ({ serviceId })),
      1_000,
    )
    const setsOut = { status: 'OnTheWay', section: 'OnTheWay' } as const
    for (const one of known) Object.assign(one, { ...setsOut, onTheWayAt: new Date() })
    feed.look(
      movers.map((serviceId) => ({ serviceId, ...setsOut })),
      1_100,
    )
    feed.goOn(1_100, 6_000)
    expect(movers.filter((id) => feed.timesOf(id).length === 0)).toEqual([])
  })

  it('is who arrives at once, and of many with large details at first the smallest of them; the others so many bytes a second', () => {
    const large = Array.from({ length: 60 }, (_, n) => `large ${n}`)
    const here = { section: 'Arrived', arrivedAt: new Date() } as const
    const orders = large.map((id) => ({ ...order(id, { Note: 'x'.repeat(19_000), Bay: '4' }), ...here }))
    const feed = new Feed([
      ...orders,
      { ...order('usual'), ...here },
      { ...order('some more', { Note: 'x'.repeat(6_000) }), ...here },
    ])
    const arrival = (serviceId: string) => ({ serviceId, eventType: 'arrival' })
    feed.look(large.map(arrival), 0)
    feed.look([arrival('some more'), arrival('usual')], 100)
    feed.goOn(100, 60_000)
    expect(feed.timesOf('usual')).toEqual([100])
    expect(feed.timesOf('some more')[0]).toEqual(100)
    expect(large.map((id) => feed.timesOf(id)[0])).toEqual(large.map(() => 0))
    const whole = feed.told.filter(({ isWhole }) => isWhole)
    expect(whole.filter(({ atMs }) => atMs < 10_000).length).toBeLessThan(45)
    expect(whole.map(({ id }) => id).toSorted()).toEqual([...large, 'some more', 'usual'].toSorted())
    expect(feed.told.filter(({ isWhole, bytes }) => !isWhole && bytes > 4_000)).toEqual([])
    expect(feed.pace.firstOwed()).toBe(null)
  })

  it('is nothing less of who was told of before, and rings for long', () => {
    const feed = new Feed(
      Array.from({ length: 20 }, (_, n) => ({
        ...order(`rings ${n}`, { Note: 'x'.repeat(19_000) }),
        section: 'Arrived' as const,
      })),
    )
    const ids = feed.orders.map(({ serviceId }) => serviceId)
    feed.pace.note(ids, feed.orders, 0)
    feed.look(
      ids.map((serviceId) => ({ serviceId, eventType: 'escalated' as const, isByApi: false })),
      1_000,
    )
    feed.goOn(1_000, 60_000)
    expect(feed.told.filter(({ isWhole }) => !isWhole)).toEqual([])
    expect(new Set(feed.told.map(({ id }) => id)).size).toBe(20)
  })

  it.each([13_000, 11_000, 5_000])(
    'is who arrives with more than usual at once, also behind thousands with %i',
    (bytes) => {
      const here = { section: 'Arrived', arrivedAt: new Date() } as const
      const large = Array.from({ length: 2_300 }, (_, n) => ({
        ...order(`large ${n}`, { Note: 'x'.repeat(bytes) }),
        ...here,
      }))
      const feed = new Feed([...large, { ...order('some more', { Note: 'x'.repeat(5_000) }), ...here }])
      const arrival = (serviceId: string) => ({ serviceId, eventType: 'arrival' })
      for (let n = 0; n < large.length; n += 500) {
        feed.look(
          large.slice(n, n + 500).map(({ serviceId }) => arrival(serviceId)),
          1_000 + n / 10,
        )
      }
      feed.look([arrival('some more')], 1_300)
      expect(feed.timesOf('some more')).toEqual([1_300])
      feed.goOn(1_300, 600_000)
      expect(new Set(feed.told.flatMap(({ id, isWhole }) => (isWhole ? [id] : []))).size).toBe(2_301)
    },
  )

  it('is nobody as an arrival who has been at the kerb for long, and was not told of for minutes', () => {
    const pace = new Pace()
    const again: Change = { ...details, section: 'Arrived', eventType: 'arrival' }
    const at = (arrivedAt: Date, n: number): BoardOrder => ({ ...order(`here ${n}`), section: 'Arrived', arrivedAt })
    const count = (arrivedAt: Date) => {
      const all = Array.from({ length: 200 }, (_, n) => at(arrivedAt, n))
      pace.due(
        all.map(({ serviceId }) => ({ ...again, serviceId })),
        0,
      )
      return all.filter((one) => pace.asNow(one, 0)).length
    }
    expect(count(new Date(Date.now() - 61_000))).toBeLessThan(60)
    expect(count(new Date())).toBe(200)
  })

  it('is the details of an order that was told of minutes ago among them, and not for ever', () => {
    const pace = told()
    expect(dueOf(pace, [details], 599_000)).toEqual({ atOnce: [], waited: [['a']] })
    pace.note(['a'], [order('a')], 599_000)
    expect(dueOf(pace, [details], 1_199_000)).toEqual({ atOnce: ['a'], waited: [] })
  })

  it('is remembered of no more orders than a process can bear', () => {
    const pace = told()
    const others = Array.from({ length: 5_000 }, (_, n) => order(`other ${n}`))
    pace.note([], others, 1_000)
    expect(dueOf(pace, [details], 2_000)).toEqual({ atOnce: ['a'], waited: [] })
    pace.note(['a'], [order('a')], 2_000)
    expect(dueOf(pace, [{ ...details, serviceId: 'other 4999' }], 2_500)).toEqual({
      atOnce: [],
      waited: [['other 4999']],
    })
  })

  it('is worth no more looking where a hundred thousand are owed than where a thousand are, and all are told of in their turn', () => {
    const owedTo = (count: number) => {
      const pace = new Pace()
      for (let n = 0; n < count; n += 1_000) {
        const page = Array.from({ length: 1_000 }, (_, at): Change => {
          const sequence = BigInt(n + at + 1)
          return { ...details, sequence, serviceId: `new ${sequence}`, eventType: 'updateOrder' }
        })
        pace.due(page, 0, BigInt(n))
      }
      const lookUps = vi.spyOn(Map.prototype, 'get')
      const { waited } = pace.due([], 1_000, BigInt(count))
      pace.dueInMs(1_000)
      const looks = lookUps.mock.calls.length
      lookUps.mockRestore()
      return { first: waited.flatMap(({ serviceIds }) => serviceIds), looks, firstOwed: pace.firstOwed() }
    }
    const [few, many] = [owedTo(1_000), owedTo(100_000)]
    expect(many.first).toEqual(few.first)
    expect([few.firstOwed, many.firstOwed]).toEqual([1n, 1n])
    expect(many.looks).toBeLessThan(5 * few.looks)
  })

  it('is everybody in the end, also where those that were owed first are owed something else by now', () => {
    const made = (name: string) => Array.from({ length: 2_500 }, (_, n) => order(`${name} ${n}`))
    const [early, late] = [made('early'), made('late')]
    const feed = new Feed([...early, ...late])
    const tell = (orders: BoardOrder[], change: Partial<Change>, fromMs: number) => {
      for (let n = 0; n < orders.length; n += 500) {
        const some = orders.slice(n, n + 500).map(({ serviceId }) => ({ serviceId, ...change }))
        feed.look(some, fromMs + n / 10)
      }
    }
    tell(early, { eventType: 'updateOrder' }, 1_000)
    tell(late, {}, 1_300)
    const setsOut = { status: 'OnTheWay', section: 'OnTheWay' } as const
    for (const one of early) Object.assign(one, { ...setsOut, onTheWayAt: new Date() })
    tell(early, setsOut, 1_600)
    feed.goOn(2_000, 600_000)
    expect(new Set(feed.told.map(({ id }) => id)).size).toBe(5_000)
    expect(feed.pace.dueInMs(600_000)).toBe(null)
  })

  it('is nothing of an order that is not there any more', () => {
    const pace = told()
    dueOf(pace, [details], 500)
    pace.note(['a'], [], 1_000)
    expect(pace.dueInMs(1_000)).toBe(null)
  })
})
