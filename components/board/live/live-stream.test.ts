import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type LiveHandlers, LiveStream } from '@/components/board/live/live-stream'
import { ApiError } from '@/lib/http/client'

/** A browser's, whose server is the test. */
class Source extends EventTarget {
  static readonly all: Source[] = []
  onerror: unknown
  readyState = 1

  constructor(readonly address: string) {
    super()
    Source.all.push(this)
  }

  close() {
    this.readyState = 2
  }

  tell(type: string, data: object, lastEventId: string) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }))
  }
}

const heartbeat = () => ({ serverTime: new Date().toISOString() })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
})
afterEach(() => {
  Source.all.length = 0
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const quiet = { onOrders() {}, onStore() {}, onElsewhere() {}, onServerTime() {} }

/** A board that is never read anew, and does with what it is told what the test says. */
const streamOf = (handlers: Partial<LiveHandlers> = {}) =>
  new LiveStream({
    address: () => 'here',
    maskedBy: () => 'nothing',
    isPart: () => false,
    ...quiet,
    onCursor() {},
    readAnew: async () => {},
    ...handlers,
  })

it('lays in no board that was asked for before the stream came back: it may lack what was told since', async () => {
  let cursor = '1'
  const answers: (() => void)[] = []
  const stream = new LiveStream({
    address: () => `from ${cursor}`,
    maskedBy: () => 'nothing',
    isPart: () => false,
    ...quiet,
    onCursor: (to) => {
      cursor = to
    },
    readAnew: (isWanted) =>
      new Promise((resolve) => {
        answers.push(() => {
          if (isWanted()) cursor = 'read'
          resolve()
        })
      }),
  })
  const latest = () => Source.all.at(-1)
  const answerLast = () => {
    answers.at(-1)?.()
    return vi.advanceTimersByTimeAsync(1)
  }
  stream.start()
  await vi.advanceTimersByTimeAsync(1)
  latest()?.tell('heartbeat', heartbeat(), '1')
  expect(stream.getState().status).toBe('live')
  // Silence: it connects again, and asks beside that why.
  await vi.advanceTimersByTimeAsync(20_000)
  latest()?.tell('heartbeat', heartbeat(), '5')
  const before = Source.all.length
  await answerLast()
  expect([stream.getState().status, cursor, Source.all.length]).toEqual(['live', '5', before])
  // Nor one that it was told to read, once it has connected without: awake again, or the network is back.
  latest()?.tell('reset', {}, '')
  stream.resync()
  latest()?.tell('heartbeat', heartbeat(), '6')
  const open = Source.all.length
  await answerLast()
  expect([answers.length, cursor, Source.all.length]).toEqual([2, '6', open])
  // One that answers while nothing is heard is gone on from.
  await vi.advanceTimersByTimeAsync(12_000)
  await answerLast()
  expect([answers.length, cursor, latest()?.address]).toEqual([3, 'read', 'from read'])
  expect(Source.all.filter(({ readyState }) => readyState !== 2)).toEqual([latest()])
  // Whoever has left the board meanwhile is not connected again.
  await vi.advanceTimersByTimeAsync(20_000)
  stream.stop()
  const left = Source.all.length
  await answerLast()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Source.all).toHaveLength(left)
})

it('reads a board whole that its page has brought along in part, and goes on from there at once', async () => {
  let cursor = 'part'
  let readings = 0
  let answer: (way: 'read' | 'failed') => void = () => {}
  const stream = new LiveStream({
    ...quiet,
    address: () => `from ${cursor}`,
    maskedBy: () => 'nothing',
    isPart: () => cursor === 'part',
    onCursor: () => {},
    readAnew: () =>
      new Promise((resolve, reject) => {
        readings += 1
        answer = (way) => {
          if (way === 'failed') return reject(new Error('no network'))
          cursor = '7'
          resolve()
        }
      }),
  })
  stream.start()
  await vi.advanceTimersByTimeAsync(1)
  expect([readings, Source.all.length]).toEqual([1, 0])
  // Without it there is nothing to go on from: it is asked for again, a while later.
  answer('failed')
  await vi.advanceTimersByTimeAsync(1)
  expect([readings, Source.all.length]).toEqual([1, 0])
  await vi.advanceTimersByTimeAsync(30_000)
  expect([readings, Source.all.length]).toEqual([2, 0])
  answer('read')
  await vi.advanceTimersByTimeAsync(1)
  expect(Source.all.map(({ address }) => address)).toEqual(['from 7'])
  stream.stop()
})

it('asks once more where it is refused as nobody: a session that ended meanwhile leaves a tablet what it was', async () => {
  const problem = { title: '', status: 401, code: 'credential_invalid', detail: '', requestId: 'abc' }
  const refusal = new ApiError(problem)
  const answers: ApiError[] = []
  let readings = 0
  const stream = streamOf({
    readAnew: async () => {
      readings += 1
      const answer = answers.shift()
      if (answer) throw answer
    },
  })
  stream.start()
  await vi.advanceTimersByTimeAsync(1)
  Source.all.at(-1)?.tell('heartbeat', heartbeat(), '1')
  // By an action of theirs, or by the board as it is read.
  for (const refuse of [() => stream.check(refusal), () => void answers.push(refusal)]) {
    refuse()
    if (answers.length > 0) Source.all.at(-1)?.tell('reset', {}, '')
    await vi.advanceTimersByTimeAsync(1)
    expect(stream.getState()).toEqual({ status: 'connecting', refusal: undefined })
    Source.all.at(-1)?.tell('heartbeat', heartbeat(), '2')
    expect(stream.getState().status).toBe('live')
  }
  readings = 0
  answers.push(refusal, refusal)
  Source.all.at(-1)?.tell('reset', {}, '')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([stream.getState(), readings]).toEqual([{ status: 'refused', refusal }, 2])
  expect(Source.all.filter(({ readyState }) => readyState !== 2)).toEqual([])
})

it('lays in nothing of a stream that began by other rules than the board is hidden by since, and reads that anew', async () => {
  let maskedBy = 'nothing'
  let readings = 0
  const told: unknown[] = []
  const stream = new LiveStream({
    ...quiet,
    onOrders: (orders) => told.push(orders),
    onElsewhere: (stores) => told.push(stores),
    address: () => maskedBy,
    maskedBy: () => maskedBy,
    isPart: () => false,
    onCursor: () => {},
    readAnew: async () => {
      readings += 1
    },
  })
  stream.start()
  await vi.advanceTimersByTimeAsync(1)
  const [before] = Source.all
  before?.tell('heartbeat', heartbeat(), '1')
  maskedBy = 'rules'
  before?.tell('orders', { orders: [], ...heartbeat() }, '2')
  before?.tell('elsewhere', { stores: [] }, '')
  expect([told, readings]).toEqual([[], 1])
  await vi.advanceTimersByTimeAsync(5_000)
  const latest = Source.all.at(-1)
  expect(latest?.address).toBe('rules')
  latest?.tell('orders', { orders: [], ...heartbeat() }, '2')
  expect([told, readings]).toEqual([[[]], 1])
  stream.stop()
})

it('says how old its news is, whatever becomes of the clock of its device', async () => {
  const stream = streamOf()
  expect(stream.newsAgeMs).toBeNull()
  stream.start()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(stream.newsAgeMs).toBe(9_000)
  // Set back by an hour; then what ticks stands still in a sleep of half a day.
  vi.setSystemTime(Date.now() - 3_600_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(stream.newsAgeMs).toBe(10_000)
  vi.setSystemTime(Date.now() + 12 * 3_600_000)
  expect(stream.newsAgeMs).toBeGreaterThan(3_600_000)
  stream.stop()
})

it('counts how late its news is, behind a line that is slower than what is told, and does not believe what is too old', async () => {
  const clocks: number[] = []
  const stream = streamOf({ onServerTime: (serverTime) => clocks.push(serverTime.getTime() - Date.now()) })
  stream.start()
  await vi.advanceTimersByTimeAsync(1)
  const said = (agoMs: number) => ({ serverTime: new Date(Date.now() - agoMs).toISOString() })
  const [first] = Source.all
  for (const agoMs of [200, 4_200]) first?.tell('heartbeat', said(agoMs), '1')
  expect([stream.getState().status, stream.newsAgeMs, clocks]).toEqual(['live', 4_000, [-200, -200]])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(stream.newsAgeMs).toBe(5_000)
  first?.tell('heartbeat', said(11_300), '2')
  expect([stream.getState().status, stream.newsAgeMs]).toEqual(['reconnecting', expect.closeTo(11_100, -1)])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(Source.all).toHaveLength(2)
  Source.all[1]?.tell('heartbeat', said(300), '3')
  expect([stream.getState().status, stream.newsAgeMs]).toEqual(['live', 0])
  stream.stop()
})

it('hears all that it missed on one connection, however long a slow line takes for that', async () => {
  const stream = streamOf()
  stream.start()
  await vi.advanceTimersByTimeAsync(1)
  const read = heartbeat()
  for (let n = 0; n < 5; n += 1) {
    Source.all[0]?.tell('orders', { orders: [], ...read }, 'from where it missed it')
    await vi.advanceTimersByTimeAsync(4_000)
  }
  expect([Source.all.length, stream.newsAgeMs]).toEqual([1, expect.closeTo(20_000, -2)])
  Source.all[0]?.tell('heartbeat', heartbeat(), 'behind it')
  expect([stream.getState().status, stream.newsAgeMs]).toEqual(['live', expect.closeTo(0, -2)])
  stream.stop()
})

it('counts lateness that grows a little with each of very many words', async () => {
  const stream = streamOf()
  stream.start()
  await vi.advanceTimersByTimeAsync(1)
  for (let n = 0; n < 2_000; n += 1) {
    await vi.advanceTimersByTimeAsync(10)
    const serverTime = new Date(Date.now() - n).toISOString()
    Source.all[0]?.tell('orders', { orders: [], serverTime }, '1')
  }
  expect(stream.newsAgeMs).toBeGreaterThan(1_900)
  stream.stop()
})

it('connects anew where heartbeats stay as late: a server’s clock that was set back is no slow line', async () => {
  const stream = streamOf()
  stream.start()
  await vi.advanceTimersByTimeAsync(1)
  const beats = async (count: number, agoMs: number) => {
    for (let n = 0; n < count; n += 1) {
      const serverTime = new Date(Date.now() - agoMs).toISOString()
      Source.all.at(-1)?.tell('heartbeat', { serverTime }, '1')
      await vi.advanceTimersByTimeAsync(5_000)
    }
  }
  await beats(2, 0)
  await beats(10, 8_000)
  expect([Source.all.length, stream.getState().status]).toEqual([2, 'live'])
  expect(stream.newsAgeMs).toBeLessThan(5_100)
  stream.stop()
})

it('does not take two clocks that drift apart for a slow line', async () => {
  const stream = streamOf()
  stream.start()
  await vi.advanceTimersByTimeAsync(1)
  const from = Date.now()
  // An hour and a half of heartbeats, by a server whose clock loses a hundred millionths: half a second.
  for (let n = 0; n < 1_000; n += 1) {
    await vi.advanceTimersByTimeAsync(5_000)
    const serverTime = new Date(from + (Date.now() - from) * 0.9999).toISOString()
    Source.all.at(-1)?.tell('heartbeat', { serverTime }, String(n))
  }
  expect(stream.newsAgeMs).toBeLessThan(5)
  expect(Source.all).toHaveLength(1)
  stream.stop()
})
