import { afterEach, expect, it, vi } from 'vitest'
import { Lines } from '@/lib/export/lines'

afterEach(() => {
  vi.useRealTimers()
})

it('two of a name have their turn at once; others wait, first come first, and other names do not', async () => {
  const lines = new Lines({ atOnce: 2 })
  const begun: string[] = []
  const take = async (name: string, as: string) => {
    const end = await lines.take(name)
    begun.push(as)
    return end
  }
  const [first, , third, fourth] = ['a1', 'a2', 'a3', 'a4'].map((as) => take('a', as))
  await take('b', 'b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  const end = await first
  end?.()
  await third
  // Ended again, it ends nobody else's.
  end?.()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  ;(await third)?.()
  await fourth
  expect(begun.at(-1)).toBe('a4')
  await expect(lines.run('b', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await lines.run('b', async () => 'again')).toBe('again')
})

it('who has waited for too long is told so, and is nobody’s turn any more', async () => {
  vi.useFakeTimers()
  const lines = new Lines({ atOnce: 1, waitMs: 10_000 })
  const end = await lines.take('a')
  const late = lines.take('a').catch((error) => error)
  vi.advanceTimersByTime(9_000)
  const next = lines.take('a')
  vi.advanceTimersByTime(1_000)
  expect(await late).toMatchObject({ code: 'too_many_requests', detail: expect.stringContaining('exports of yours') })
  end()
  ;(await next)()
  expect(await lines.run('a', async () => 'free')).toBe('free')
})
