import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Looks } from '@/lib/escalations/looks'
import { currentScope, inProjects } from '@/lib/wall'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const everyMs = 2_000

/** Looks that take so long, and when each was begun. */
function looking(takesMs: number, hasFailed = false) {
  const begunMs: number[] = []
  const startMs = performance.now()
  const looks = new Looks(async () => {
    begunMs.push(Math.round(performance.now() - startMs))
    await new Promise((resolve) => setTimeout(resolve, takesMs))
    return { nextMs: everyMs, hasFailed }
  })
  return { looks, begunMs }
}

it.each([10, 45, 60])(
  'are put off by nobody, though somebody joins every %i ms, and leave most of the time free',
  async (ms) => {
    const { looks, begunMs } = looking(100)
    for (let passed = 0; passed < 20_000; passed += ms) {
      looks.join()
      await vi.advanceTimersByTimeAsync(ms)
    }
    const gaps = begunMs.slice(1).map((at, n) => at - (begunMs[n] ?? 0))
    expect(Math.max(...gaps)).toBeLessThan(600)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(500)
  },
)

it('are for everybody, whoever has joined: they wait in no project’s row', async () => {
  const seen: (string | null)[] = []
  const looks = new Looks(async () => {
    seen.push(currentScope())
    return { nextMs: everyMs, hasFailed: false }
  })
  inProjects(['2f1c8a7e-5d3b-4c6a-9e0f-7b8d6a5c4e3f'], () => looks.join())
  await vi.advanceTimersByTimeAsync(5_000)
  expect(seen).toEqual(['*', '*', '*'])
})

it('tell who joins at once, also while one is underway, and everybody again in a while', async () => {
  const { looks, begunMs } = looking(100)
  looks.join()
  await vi.advanceTimersByTimeAsync(60)
  looks.join()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(begunMs).toEqual([50, 550, 2_650, 4_750])
})

it('rest no longer than until the next that is due by itself, and after a failure until then', async () => {
  const slow = looking(5_000)
  const failing = looking(1, true)
  for (const { looks } of [slow, failing]) looks.join()
  await vi.advanceTimersByTimeAsync(60)
  for (const { looks } of [slow, failing]) looks.join()
  await vi.advanceTimersByTimeAsync(7_900)
  expect(slow.begunMs).toEqual([50, 7_050])
  expect(failing.begunMs).toEqual([50, 2_051, 4_052, 6_053])
})

it('are over with the first that nobody waits for, and soon begun for who comes then, however long the last one took', async () => {
  const begunMs: number[] = []
  const startMs = performance.now()
  let hasReaders = true
  const looks = new Looks(async () => {
    begunMs.push(Math.round(performance.now() - startMs))
    if (!hasReaders) return { nextMs: Number.POSITIVE_INFINITY, hasFailed: false }
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    return { nextMs: everyMs, hasFailed: false }
  })
  looks.join()
  await vi.advanceTimersByTimeAsync(3_100)
  hasReaders = false
  await vi.advanceTimersByTimeAsync(6_900)
  hasReaders = true
  looks.join()
  await vi.advanceTimersByTimeAsync(100)
  expect(begunMs).toEqual([50, 5_050, 10_050])
})
