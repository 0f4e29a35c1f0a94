import { describe, expect, it } from 'vitest'
import { depthOf, everyNth, roundTicks } from '@/components/charts/scale'

describe('an axis', () => {
  it('counts in round numbers, up to or just over the largest', () => {
    expect(roundTicks(412)).toEqual([0, 200, 400, 600])
    expect(roundTicks(12)).toEqual([0, 5, 10, 15])
    expect(roundTicks(9_800_000)).toEqual([0, 5_000_000, 10_000_000])
  })

  it('knows no half entry, but half a minute where it measures', () => {
    expect(roundTicks(1)).toEqual([0, 1])
    expect(roundTicks(2)).toEqual([0, 1, 2])
    expect(roundTicks(1, { areWhole: false })).toEqual([0, 0.5, 1])
    expect(roundTicks(0)).toEqual([0, 1])
  })

  it('leaves out labels that would stand in each other', () => {
    expect([everyNth(7, 10), everyNth(24, 10), everyNth(31, 8), everyNth(744, 8)]).toEqual([1, 5, 5, 100])
  })
})

it('the colour of one among thousands is not that of none', () => {
  expect(depthOf(0, 9000)).toBe(0)
  expect(depthOf(1, 9000)).toBeGreaterThan(10)
  expect(depthOf(9000, 9000)).toBe(100)
})
