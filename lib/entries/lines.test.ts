import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import type { ApiKeyCaller } from '@/lib/auth/model'
import { type Line, LineSplitter, linesOf, orPauses } from '@/lib/entries/lines'
import { lineLimitBytes } from '@/lib/entries/model'
import { ingestBatch, ingestLines } from '@/lib/entries/service'

/** All lines of a text whose bytes come in chunks of a size. */
function linesIn(bytes: Uint8Array, chunkBytes: number): Line[] {
  const splitter = new LineSplitter()
  const lines: Line[] = []
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    lines.push(...[...splitter.push(bytes.subarray(from, from + chunkBytes))].flat())
  }
  return [...lines, ...splitter.end()]
}

const textsOf = (lines: Line[]) => lines.map((line) => [line.index, line.text])

describe('a stream of lines', () => {
  it('is the same lines wherever it is cut, inside a character too', () => {
    const bytes = Buffer.from('{"a":"Grüße 🚗"}\n{"b":"日本"}\n')
    for (let size = 1; size <= bytes.length; size++) {
      expect(textsOf(linesIn(bytes, size))).toEqual([
        [0, '{"a":"Grüße 🚗"}'],
        [1, '{"b":"日本"}'],
      ])
    }
  })

  it('may end its lines with \\r\\n, and its last line with nothing', () => {
    expect(textsOf(linesIn(Buffer.from('one\r\ntwo\r\nthree'), 4))).toEqual([
      [0, 'one'],
      [1, 'two'],
      [2, 'three'],
    ])
  })

  it('counts empty lines and passes over them', () => {
    expect(textsOf(linesIn(Buffer.from('\n\r\none\n  \ntwo\n'), 3))).toEqual([
      [2, 'one'],
      [4, 'two'],
    ])
  })

  it('takes a line of 64 KiB, and names a longer one without holding it or losing its neighbours', () => {
    const longest = 'x'.repeat(lineLimitBytes)
    for (const [end, chunk] of [
      ['\n', 1000],
      ['\r\n', 64 * 1024],
      ['\n', 10_000_000],
    ] as const) {
      const bytes = Buffer.from(`a${end}${longest}${end}${longest}y${end}${longest.repeat(20)}${end}b`)
      expect(linesIn(bytes, chunk).map((line) => [line.index, line.text?.length ?? line.text])).toEqual([
        [0, 1],
        [1, lineLimitBytes],
        [2, null],
        [3, null],
        [4, 1],
      ])
    }
  })

  it('holds what has come of a line and no more, also where it comes byte by byte', () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage: () => void = runInNewContext('gc')
    const heldBytes = () => {
      collectGarbage()
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      return heapUsed + arrayBuffers
    }
    const bytes = Buffer.alloc(65_000, 'x')
    const splitters = Array.from({ length: 4 }, () => new LineSplitter())
    const before = heldBytes()
    for (const splitter of splitters) {
      for (let at = 0; at < bytes.length; at++) Array.from(splitter.push(bytes.subarray(at, at + 1)))
    }
    expect((heldBytes() - before) / splitters.length).toBeLessThan(4 * bytes.length)
    for (const splitter of splitters) expect(textsOf(splitter.end())).toEqual([[0, String(bytes)]])
  })

  it('names a line that is not UTF-8 and goes on', () => {
    const bytes = Buffer.concat([Buffer.from('a\n'), Buffer.from([0xc3, 0x28, 0x0a]), Buffer.from('b')])
    expect(textsOf(linesIn(bytes, 2))).toEqual([
      [0, 'a'],
      [1, null],
      [2, 'b'],
    ])
  })

  it('may begin with a byte order mark', () => {
    expect(textsOf(linesIn(Buffer.from('\ufeff{"a":1}\n'), 2))).toEqual([[0, '{"a":1}']])
  })

  it('is read no faster than its lines are dealt with', async () => {
    let given = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          given++
          controller.enqueue(Buffer.from(`${given}\n`))
          if (given === 100) controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    let taken = 0
    for await (const lines of linesOf(body)) {
      taken += lines.length
      expect(given).toBeLessThanOrEqual(taken + 1)
    }
    expect(taken).toBe(100)
  })

  it('that breaks off is told as that, its whole lines delivered', async () => {
    async function* broken() {
      yield Buffer.from('one\ntwo\nthr')
      throw new Error('aborted')
    }
    const seen: Line[] = []
    const reading = async () => {
      for await (const lines of linesOf(broken())) seen.push(...lines)
    }
    await expect(reading()).rejects.toMatchObject({ code: 'body_malformed' })
    expect(seen.map((line) => line.text)).toEqual(['one', 'two'])
  })
})

describe('many senders at once', () => {
  // Of nothing but this project's refused lines: a database is never asked.
  const caller = { projectId: 'p', destinationIds: null } as unknown as ApiKeyCaller
  const sender = { caller, whoIsHere: async () => ({ now: new Date() }) }

  async function longestStretchMs(work: Promise<unknown>): Promise<number> {
    let longest = 0
    let isOver = false
    work.finally(() => {
      isOver = true
    })
    // By what was worked, not by the clock: others work on this machine too.
    for (let since = process.cpuUsage(); !isOver; since = process.cpuUsage()) {
      await new Promise((resolve) => setImmediate(resolve))
      longest = Math.max(longest, process.cpuUsage(since).user / 1000)
    }
    return longest
  }

  it.each([
    ['no records', '{}\n', 2, 21_000],
    ['no JSON', 'x\n', 2, 32_000],
    ['no UTF-8', '\xff\n', 2, 32_000],
    ['empty', '\n', 20, 0],
    ['blank', ' \n', 20, 0],
  ])('keep nobody waiting whose lines are short and %s', async (_, line, streamsAtOnce, refused) => {
    const chunk = Buffer.from(line.repeat(2 ** 16 / line.length), 'latin1')
    const streams = Array.from({ length: streamsAtOnce }, () =>
      ingestLines(sender, { body: new Blob([chunk]).stream(), projectId: 'p' }),
    )
    expect(await longestStretchMs(Promise.all(streams))).toBeLessThan(80)
    for (const { rejectedTotal } of await Promise.all(streams)) expect(rejectedTotal).toBeGreaterThanOrEqual(refused)
  })
  it('keep nobody waiting who send batches', async () => {
    const projectId = '2f1c8a7e-5d3b-4c6a-9e0f-7b8d6a5c4e3f'
    const text = JSON.stringify({ projectId, entries: Array.from({ length: 1000 }, () => ({})) })
    const batches = Promise.all(
      Array.from({ length: 40 }, () => ingestBatch({ ...sender, caller: { ...caller, projectId } }, text, new Date())),
    )
    expect(await longestStretchMs(batches)).toBeLessThan(80)
    for (const { rejectedTotal } of await batches) expect(rejectedTotal).toBe(1000)
  })
})

it('of who sends nothing are waited for once, however many pauses that makes', async () => {
  vi.useFakeTimers()
  try {
    const never = new Promise<IteratorResult<Line[]>>(() => {})
    const wait = vi.spyOn(never, 'then')
    const items = { next: () => never, return: async () => ({ done: true, value: undefined }) }
    const paused = orPauses(items as unknown as AsyncGenerator<Line[]>, 1_000)
    for (let pause = 0; pause < 20; pause += 1) {
      const next = paused.next()
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await next).toEqual({ done: false, value: null })
    }
    expect(wait).toHaveBeenCalledTimes(1)
  } finally {
    vi.useRealTimers()
  }
})
