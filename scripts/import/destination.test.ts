import { describe, expect, it } from 'vitest'
import { toldMs } from '@/scripts/import/destination'

describe('how long a server asks to wait', () => {
  it.each([
    ['30', 30_000],
    ['Fri, 27 Nov 2026 10:00:05 GMT', 5_000],
    ['Fri, 27 Nov 2026 09:00:00 GMT', 0],
    ['99999999999', 900_000],
    ['soon', 0],
    ['', 0],
    [null, 0],
  ])('is told by Retry-After: %j', (retryAfter, ms) => {
    expect(toldMs(retryAfter, new Date('2026-11-27T10:00:00Z'))).toBe(ms)
  })
})
