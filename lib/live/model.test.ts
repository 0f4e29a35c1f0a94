import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextSkewMs, reconnectWaitMs } from '@/lib/live/model'

describe('a board that lost its connection', () => {
  it('tries again after half a second at first and ten at most, each tablet at its own moment', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, chance) => {
        const wait = reconnectWaitMs(attempt, chance)
        expect(wait).toBeGreaterThanOrEqual(500)
        expect(wait).toBeLessThanOrEqual(10_000)
      }),
    )
    expect([0, 1, 2, 3, 4, 9].map((attempt) => reconnectWaitMs(attempt, 0))).toEqual([
      500, 1000, 2000, 4000, 5000, 5000,
    ])
    expect(reconnectWaitMs(4, 0.5)).toBe(7500)
  })
})

describe("the server's clock", () => {
  const server = new Date('2026-01-01T12:00:00Z')

  it('is followed when this device is wrong', () => {
    expect(nextSkewMs(null, server, server.getTime() - 40_000)).toBe(40_000)
    expect(nextSkewMs(40_000, server, server.getTime())).toBe(0)
  })

  it('is not followed for the network being slow for a moment', () => {
    expect(nextSkewMs(40_000, server, server.getTime() - 39_500)).toBe(40_000)
  })
})
