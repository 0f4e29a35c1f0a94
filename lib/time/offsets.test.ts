import fc from 'fast-check'
import { expect, it } from 'vitest'
import { offsetMs } from '@/lib/time/model'
import { offsetReader } from '@/lib/time/offsets'

const quarterMs = 15 * 60_000

it('a zone is as far from UTC as its wall shows, up to the year 9999 and to the quarter of an hour, in every zone', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const anyQuarter = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) / quarterMs })
  fc.assert(
    fc.property(fc.constantFrom(...zones), anyQuarter, (zone, quarter) => {
      const ms = quarter * quarterMs
      expect(offsetReader(zone)(ms)).toBe(Math.round(offsetMs(ms, zone) / quarterMs) * quarterMs)
    }),
    { numRuns: 2_000 },
  )
})
