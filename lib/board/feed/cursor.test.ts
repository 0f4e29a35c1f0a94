import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cursorOf, sequenceOf } from '@/lib/board/feed/cursor'

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://nowhere')
  vi.stubEnv('BAYCALL_SECRET', 's'.repeat(32))
})
afterAll(() => {
  vi.unstubAllEnvs()
})

describe('a board’s cursor', () => {
  const store = { projectId: 'p', destinationId: 'd' }

  it('is its store’s alone', () => {
    for (const sequence of [0n, 1n, 24_015n, 2n ** 62n])
      expect(sequenceOf(store, cursorOf(store, sequence))).toBe(sequence)
    const cursor = cursorOf(store, 24_015n)
    for (const other of [
      { ...store, projectId: 'q' },
      { ...store, destinationId: 'e' },
      { projectId: 'pd', destinationId: '' },
    ])
      expect(sequenceOf(other, cursor)).toBeNull()
    expect(sequenceOf(store, '24015')).toBeNull()
  })

  it('is of one length, whatever it stands for', () => {
    const lengths = [1n, 24_015n, 2n ** 62n].map((sequence) => cursorOf(store, sequence).length)
    expect(new Set(lengths)).toEqual(new Set([48]))
  })

  it('says nothing of how near two are', () => {
    const texts = [1n, 2n, 3n].map((sequence) => cursorOf(store, sequence))
    const shared = texts.map(
      (text, at) => [...text].filter((sign, place) => texts[(at + 1) % 3]?.[place] === sign).length,
    )
    for (const count of shared) expect(count).toBeLessThan(12)
  })
})
