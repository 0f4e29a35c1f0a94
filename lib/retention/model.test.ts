import { expect, it } from 'vitest'
import { keptSince } from '@/lib/retention/model'

it('entries are kept for whole months, to the last day of a shorter one', () => {
  const since = (now: string, months: number) => keptSince(new Date(now), months).toISOString()
  expect(since('2026-11-21T08:00:00.000Z', 13)).toBe('2025-10-21T08:00:00.000Z')
  expect(since('2026-05-31T23:59:59.999Z', 3)).toBe('2026-02-28T23:59:59.999Z')
  expect(since('2028-03-31T00:00:00.000Z', 1)).toBe('2028-02-29T00:00:00.000Z')
})
