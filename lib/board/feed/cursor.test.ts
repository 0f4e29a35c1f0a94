import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cursorOf, positionOf } from '@/lib/board/feed/cursor'
import type { Position } from '@/lib/board/model'

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://nowhere')
  vi.stubEnv('BAYCALL_SECRET', 's'.repeat(32))
})
afterAll(() => {
  vi.unstubAllEnvs()
})

describe('a board’s cursor', () => {
  const store = { projectId: 'p', destinationId: 'd' }
  const history = -7_712_908_795_871_281_114n
  const at = (sequence: bigint): Position => ({ history, sequence })

  it('is its store’s alone', () => {
    for (const sequence of [1n, 24_015n, 2n ** 62n])
      expect(positionOf(store, cursorOf(store, at(sequence)))).toEqual(at(sequence))
    expect(positionOf(store, cursorOf(store, at(0n)))).toEqual({ history: null, sequence: 0n })
    const cursor = cursorOf(store, at(24_015n))
    for (const other of [
      { ...store, projectId: 'q' },
      { ...store, destinationId: 'e' },
      { projectId: 'pd', destinationId: '' },
    ])
      expect(positionOf(other, cursor)).toBeNull()
    expect(positionOf(store, '24015')).toBeNull()
  })

  it('is of one length, whatever it stands for', () => {
    const lengths = [1n, 24_015n, 2n ** 62n].map((sequence) => cursorOf(store, at(sequence)).length)
    expect(new Set(lengths)).toEqual(new Set([59]))
  })

  it('says nothing of how near two are', () => {
    const texts = [1n, 2n, 3n].map((sequence) => cursorOf(store, at(sequence)))
    const shared = texts.map(
      (text, at) => [...text].filter((sign, place) => texts[(at + 1) % 3]?.[place] === sign).length,
    )
    for (const count of shared) expect(count).toBeLessThan(12)
  })
})
