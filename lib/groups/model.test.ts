import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countGroups, standTogether } from '@/lib/groups/model'

type Row = [id: string, group: string | null, rings?: boolean]
const groupOf = ([, group]: Row) => group
const placed = (...rows: Row[]) => standTogether(rows, groupOf, ([, , rings]) => rings === true).map(([id]) => id)

describe('orders of one group', () => {
  it('stand together at the place of the most urgent of them', () => {
    const rows: Row[] = ['aa', 'bG', 'c', 'dG', 'eH', 'fG'].map((row) => [row, /[A-Z]/.exec(row)?.[0] ?? null])
    expect(placed(...rows)).toEqual(['aa', 'bG', 'dG', 'fG', 'c', 'eH'])
  })

  it('do not pass an arrival that rings: it keeps its place', () => {
    expect(placed(['a', 'G'], ['b', null, true], ['c', 'G', true])).toEqual(['a', 'b', 'c'])
    expect(placed(['a', 'G'], ['b', null], ['c', 'G', true])).toEqual(['a', 'c', 'b'])
    expect(placed(['a', 'G', true], ['b', 'G', true], ['c', null, true])).toEqual(['a', 'b', 'c'])
  })

  it('delay nobody who rings, in any queue; nobody is lost, and everybody else keeps the order', () => {
    const row = fc.tuple(fc.constantFrom<string | null>(null, 'G', 'H', '__proto__'), fc.boolean())
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
        const queue = rows.map(([group, rings], place) => ({ place, group, rings }))
        const together = standTogether(
          queue,
          ({ group }) => group,
          ({ rings }) => rings,
        )
        expect([...together].sort((a, b) => a.place - b.place)).toEqual(queue)
        const single = (list: typeof queue) => list.filter(({ group }) => group === null)
        expect(single(together)).toEqual(single(queue))
        together.forEach(({ place, rings }, now) => {
          if (rings) expect(now).toBeLessThanOrEqual(place)
        })
      }),
    )
  })

  it('are counted by section; an order alone is no group', () => {
    const counts = countGroups([
      { group: 'G', section: 'Arrived' },
      { group: 'G', section: 'Arrived' },
      { group: 'G', section: 'OnTheWay' },
      { group: 'H', section: 'Arrived' },
      { group: null, section: 'Arrived' },
    ])
    expect([...counts]).toEqual([['G', { total: 3, bySection: { Arrived: 2, OnTheWay: 1 } }]])
  })
})
