import { describe, expect, it } from 'vitest'
import { bayKey } from '@/lib/bays/model'

describe('a bay', () => {
  it('is the same however apps write it', () => {
    for (const way of ['4', ' 04 ', 'Bay 4', 'bay: 4', 'BAY#4', 'Parking Bay 4', '#4', 'No. 4', 'Spot 004', '４']) {
      expect(bayKey(way), way).toBe('4')
    }
    for (const way of ['C-12', 'c 12', 'Bay C12', 'C–12']) expect(bayKey(way), way).toBe('c12')
  })

  it('is another where the name differs', () => {
    const keys = ['4', '40', '14', 'A4', 'B4', 'Bayside', 'bay', '0', '10', 'Level 2 – 4'].map(bayKey)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('always has something to be known by', () => {
    for (const way of ['-', 'Bay', '#', '00', '🅿️', '٤']) expect(bayKey(way)).not.toBe('')
  })
})
