import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Durations } from '@/lib/insights/model'

// Usual waits, long ones, and those of days.
const seconds = fc.oneof(fc.nat(900), fc.nat(20_000), fc.nat(1_000_000))
const sorted = (all: number[]) => all.toSorted((a, b) => a - b)

function of(all: number[]): Durations {
  const durations = new Durations()
  for (const one of all) durations.add(one)
  return durations
}

describe('durations', () => {
  it('have the percentiles of all of them, however they came together', () => {
    fc.assert(
      fc.property(fc.array(fc.array(seconds, { maxLength: 600 }), { maxLength: 4 }), (lists) => {
        const whole = new Durations()
        for (const list of lists) whole.merge(of(list))
        const all = lists.flat()
        const ordered = sorted(all)
        for (const share of [0.01, 0.5, 0.7, 0.9, 1]) {
          const expected = ordered[Math.max(1, Math.ceil(share * all.length - 1e-9)) - 1] ?? null
          expect([share, whole.percentile(share)]).toEqual([share, expected])
          expect([share, of(all).percentile(share)]).toEqual([share, expected])
        }
        expect(whole.between(60, 5_000)).toBe(all.filter((one) => one >= 60 && one < 5_000).length)
        expect(whole.spread().count).toBe(all.length)
      }),
      { numRuns: 200 },
    )
  })

  it('take as much memory as they are, however long one of them is', () => {
    const before = process.memoryUsage().arrayBuffers
    const many = Array.from({ length: 10_000 }, () => of([300, 3_500, 16_000]))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000)
    expect(many.map(({ count }) => count).reduce((a, b) => a + b)).toBe(30_000)
  })
})
