import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawnRows, spanOf } from '@/components/board/window/row-window'

const heights = Array.from({ length: 100 }, () => 80)

describe('the window of a long list', () => {
  it('holds the rows that touch it', () => {
    expect(spanOf(heights, 10, 0, 500)).toEqual({ from: 0, to: 6 })
    expect(spanOf(heights, 10, 900, 1000)).toEqual({ from: 10, to: 12 })
    expect(spanOf(heights, 10, -900, -100)).toEqual({ from: 0, to: 0 })
    expect(spanOf(heights, 10, 90_000, 91_000)).toEqual({ from: 100, to: 100 })
  })

  it('leaves blanks, and rows that always stand there between them', () => {
    expect(drawnRows(heights, 10, { from: 2, to: 4 }, [50, 3, -1, 200])).toEqual([
      { blank: 170, name: 'blank 1' },
      { index: 2 },
      { index: 3 },
      { blank: 46 * 90 - 10, name: 'blank 2' },
      { index: 50 },
      { blank: 49 * 90 - 10, name: 'blank 3' },
    ])
  })

  it('has what stands there in short between them, but what is whole anyway', () => {
    expect(drawnRows(heights, 10, { from: 2, to: 3 }, [50], [2, 49, 50])).toEqual([
      { blank: 170, name: 'blank 1' },
      { index: 2 },
      { blank: 46 * 90 - 10, name: 'blank 2' },
      { index: 49, farPx: 80 },
      { index: 50 },
      { blank: 49 * 90 - 10, name: 'blank 3' },
    ])
  })

  it('takes the room of all of its rows, whatever is left out', () => {
    const list = fc.record({
      heights: fc.array(fc.nat({ max: 300 }), { minLength: 1, maxLength: 60 }),
      gap: fc.nat({ max: 20 }),
      from: fc.nat({ max: 60 }),
      length: fc.nat({ max: 20 }),
      always: fc.array(fc.nat({ max: 60 }), { maxLength: 5 }),
      inShort: fc.uniqueArray(fc.nat(), { maxLength: 5 }),
    })
    fc.assert(
      fc.property(list, ({ heights, gap, from, length, always, inShort: some }) => {
        const inShort = some.map((place) => place % heights.length)
        const drawn = drawnRows(heights, gap, { from, to: from + length }, always, inShort)
        const taken = drawn.map((one) => ('index' in one ? (heights[one.index] ?? 0) : one.blank))
        const room = (list: number[]) => list.reduce((sum, height) => sum + height, 0) + (list.length - 1) * gap
        expect(room(taken)).toBe(room(heights))
      }),
    )
  })
})
