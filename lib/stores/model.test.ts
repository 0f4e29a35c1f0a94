import { describe, expect, it } from 'vitest'
import { byNeed } from '@/lib/stores/model'
import { withStores } from '@/lib/stores/queries'
import type { StoreSummary } from '@/lib/stores/schema'

const storeOf = (name: string, more: Partial<StoreSummary> = {}): StoreSummary => ({
  projectId: 'p',
  projectName: 'Demo',
  destinationId: name,
  name,
  isNew: false,
  timeZone: 'UTC',
  arrived: 0,
  onTheWay: 0,
  ringing: 0,
  longestSince: null,
  hasBoard: false,
  waits: { dueSeconds: 120, lateSeconds: 180, overSeconds: 300 },
  ...more,
})

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))

describe('all my stores', () => {
  it('begin with those that ring, the longest wait first, and go on by name, the unnamed last', () => {
    const stores = [
      storeOf('Mill Lane'),
      storeOf('Ångström'),
      storeOf('Oakfield', { ringing: 1, longestSince: at(5) }),
      storeOf('Station', { arrived: 3, longestSince: at(0) }),
      storeOf('Harbour', { ringing: 2, longestSince: at(1) }),
      storeOf('Abbey', { isNew: true }),
    ]
    expect(stores.sort(byNeed).map(({ name }) => name)).toEqual([
      'Harbour',
      'Oakfield',
      'Ångström',
      'Mill Lane',
      'Station',
      'Abbey',
    ])
  })

  it('keep those that did not change as they are', () => {
    const [a, b] = [storeOf('a'), storeOf('b')]
    const now = withStores([a, b], [storeOf('b', { ringing: 1 }), storeOf('c')])
    expect(now[0]).toBe(a)
    expect(now.map(({ name, ringing }) => [name, ringing])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 0],
    ])
  })
})
