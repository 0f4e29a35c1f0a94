import { expect, it } from 'vitest'
import { widerRange } from '@/components/entries/charts/wider'
import { instantOf } from '@/lib/time/model'

const zone = 'Europe/Berlin'
const at = (wall: string) => instantOf(wall, zone)
const wider = (from: string, to: string) => {
  const found = widerRange({ from: at(from), to: at(to) }, zone)
  return found && [found.key, found.range.from?.toISOString(), found.range.to?.toISOString()]
}

it('from an hour the way leads to its day, its week, its month, its year, by the clock on the wall, and to all time', () => {
  // The day on which the clocks went back had 25 hours.
  expect(wider('2026-10-25T17:00', '2026-10-25T18:00')).toEqual([
    'wholeDay',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ])
  expect(wider('2026-10-25T00:00', '2026-10-26T00:00')?.[0]).toBe('wholeWeek')
  expect(wider('2026-12-14T00:00', '2026-12-21T00:00')).toEqual([
    'wholeMonth',
    '2026-11-30T23:00:00.000Z',
    '2026-12-31T23:00:00.000Z',
  ])
  expect(wider('2026-12-01T00:00', '2027-01-01T00:00')?.slice(0, 2)).toEqual(['wholeYear', '2025-12-31T23:00:00.000Z'])
  expect(wider('2026-11-25T00:00', '2026-12-03T00:00')?.[0]).toBe('wholeYear')
  expect(wider('2026-12-25T00:00', '2027-01-06T00:00')?.[0]).toBe('allTime')
  expect(widerRange({ from: null, to: at('2026-12-01T00:00') }, zone)?.key).toBe('allTime')
  expect(widerRange({ from: null, to: null }, zone)).toBeNull()
})
