import { describe, expect, it } from 'vitest'
import { bayKey, bayMap, bayNotes } from '@/lib/bays/model'

describe('a bay', () => {
  it('is the same however apps write it', () => {
    for (const way of ['4', ' 04 ', 'Bay 4', 'bay: 4', 'BAY#4', 'Parking Bay 4', '#4', 'No. 4', 'Spot 004', '４']) {
      expect(bayKey(way), way).toBe('4')
    }
    for (const way of ['1-2', '1 – 02', 'Bay 1 2']) expect(bayKey(way), way).toBe('1.2')
    for (const way of ['C-12', 'c 12', 'Bay C12', 'C–12']) expect(bayKey(way), way).toBe('c12')
  })

  it('is another where the name differs', () => {
    const keys = [
      '4',
      '40',
      '14',
      'A4',
      'B4',
      'Bayside',
      'bay',
      '0',
      '10',
      'Level 2 – 4',
      '1-2',
      '12',
      '1-11',
      '11-1',
    ].map(bayKey)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('always has something to be known by', () => {
    for (const way of ['-', 'Bay', '#', '00', '🅿️', '٤']) expect(bayKey(way)).not.toBe('')
  })
})

describe('who stands where', () => {
  const here = [
    { id: 'a', bay: 'Bay 4', car: null },
    { id: 'b', bay: '04', car: null },
    { id: 'c', bay: '5', car: 'NM1234' },
    { id: 'd', bay: ' 5', car: 'NM1234' },
    { id: 'e', bay: '99', car: null },
    { id: 'f', bay: null, car: null },
    { id: 'g', bay: ' ', car: null },
  ]

  it('clashes when two cars name one bay, but not when one car collects twice', () => {
    const notes = bayNotes(here, [])
    expect([...notes]).toEqual([
      ['a', { others: 1, first: 'b', isUnknown: false }],
      ['b', { others: 1, first: 'a', isUnknown: false }],
    ])
  })

  it('is told by the first of other cars and their number', () => {
    const cars = ['van', 'van', null, 'bus', 'van', null]
    const notes = bayNotes(
      cars.map((car, i) => ({ id: `o${i}`, bay: '4', car })),
      [],
    )
    expect([...notes.values()].map(({ others, first }) => [others, first])).toEqual([
      [3, 'o2'],
      [3, 'o2'],
      [5, 'o0'],
      [5, 'o0'],
      [3, 'o2'],
      [5, 'o0'],
    ])
  })

  it('is said to be unknown where the store lists its bays and this is none of them', () => {
    expect(bayNotes(here, ['4', '5']).get('e')).toEqual({ others: 0, first: null, isUnknown: true })
    expect(bayNotes(here, ['99']).get('c')).toEqual({ others: 0, first: null, isUnknown: true })
    expect(bayNotes(here, ['4', '5']).has('f')).toBe(false)
  })

  it('is a map of the store’s own bays, in their order', () => {
    expect(bayMap(['5', 'Bay 4', '6'], here)).toEqual([
      { bay: '5', ids: ['c', 'd'] },
      { bay: 'Bay 4', ids: ['a', 'b'] },
      { bay: '6', ids: [] },
    ])
  })
})
