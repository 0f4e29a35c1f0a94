import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverOf, type Span, wholeHours } from '@/lib/rollups/model'

const hour = 3_600_000
const hoursOfDay = ({ from, to }: Span) => ({ from: from * 24, to: to * 24 })
const monthHour = (month: number) => Date.UTC(Math.floor(month / 12), month % 12, 1) / hour

describe('a span of hours', () => {
  it('is covered by months, days and hours, each hour once', () => {
    const from = fc.integer({ min: 0, max: 600_000 })
    fc.assert(
      fc.property(from, fc.integer({ min: 1, max: 30_000 }), (start, length) => {
        const { hours, days, months } = coverOf({ from: start, to: start + length })
        const parts = [
          ...hours,
          ...days.map(hoursOfDay),
          ...(months.from < months.to ? [{ from: monthHour(months.from), to: monthHour(months.to) }] : []),
        ].filter((span) => span.from < span.to)
        parts.sort((a, b) => a.from - b.from)
        expect(parts[0]?.from).toBe(start)
        expect(parts.at(-1)?.to).toBe(start + length)
        for (const [i, part] of parts.entries()) expect(part.from).toBe(parts[i - 1]?.to ?? start)
        expect(hours.reduce((sum, span) => sum + Math.max(0, span.to - span.from), 0)).toBeLessThan(48)
      }),
    )
  })

  it('of a range is its whole hours; an open end has no edge', () => {
    const at = (iso: string) => new Date(iso)
    const whole = wholeHours({ startTime: at('2026-01-01T00:00:00.001Z'), endTime: at('2026-01-01T03:59:59.999Z') })
    expect([whole.from * hour, whole.to * hour]).toEqual([Date.UTC(2026, 0, 1, 1), Date.UTC(2026, 0, 1, 3)])
    const inOne = wholeHours({ startTime: at('2026-01-01T01:10:00Z'), endTime: at('2026-01-01T01:50:00Z') })
    expect(inOne.from).toBe(inOne.to)
    expect(wholeHours({}).from * hour).toBeLessThan(Date.UTC(1970, 0, 1))
    // That of the last instant which a field takes.
    expect(wholeHours({}).to * hour).toBe(Date.UTC(9999, 11, 31, 1))
  })
})
