import { expect, it } from 'vitest'
import { batchStatement, roomOf } from '@/lib/export/batch-statement'

const stores = Array.from({ length: 300 }, (_, i) => `s-${i}`)
const total = (room: number[]) => room.reduce((sum, one) => sum + one, 0)

it('a batch of however many stores reads no more than two batches and a bit for each store, most where most was found before', () => {
  for (const shares of [null, {}, { 's-0': 4_990, 's-1': 10 }, Object.fromEntries(stores.map((s) => [s, 17]))]) {
    expect(total(roomOf(stores, 5_000, shares))).toBeLessThan(12_000)
  }
  const room = roomOf(stores, 5_000, { 's-0': 4_000, 's-1': 1_000 })
  expect(room.slice(0, 3)).toEqual([4_200, 1_105, 10])
  // A store may be called what every object inherits.
  expect(roomOf(['constructor', '__proto__', 's-0'], 100, { 's-0': 5 })).toEqual([10, 10, 100])
})

it('its text has no value of whoever asks, and one name', () => {
  const at = { after: null, size: 10, as: 'json', upTo: '7', shares: null } as const
  const statements = [
    ['a', 'b'],
    ["'", '--', '$1'],
  ].map((destinationIds) => batchStatement({ projectId: "'", destinationIds, timeType: 'entryTime' }, at))
  expect(statements[0]?.name).toBe(statements[1]?.name)
  expect(statements[0]?.text).toBe(statements[1]?.text)
})
