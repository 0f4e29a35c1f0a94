import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { linkInTurn } from '@/lib/turns/links'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const request = new Request('http://shop.example')

it('a copy of a link waits no longer than ten seconds for the first, and the next one has its turn behind it', async () => {
  const digest = new Uint8Array([1, 2, 3])
  let end = () => {}
  const first = linkInTurn(digest, request, () => new Promise<string>((resolve) => (end = () => resolve('first'))))
  const outcomes: string[] = []
  const copy = (name: string) =>
    linkInTurn(digest, request, async () => name).then(
      (done) => outcomes.push(done),
      ({ code }) => outcomes.push(`${name}: ${code}`),
    )
  const second = copy('second')
  await vi.advanceTimersByTimeAsync(9_000)
  const third = copy('third')
  expect(outcomes).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(outcomes).toEqual(['second: unavailable'])
  end()
  expect(await first).toBe('first')
  await Promise.all([second, third])
  expect(outcomes).toEqual(['second: unavailable', 'third'])
})
