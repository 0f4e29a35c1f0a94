import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hoursOnWall } from '@/lib/entry-hours/stretches'
import type { HourCell } from '@/lib/entry-summary/model'
import { hourOfWeek, stepStarts } from '@/lib/entry-summary/steps'
import { offsetReader } from '@/lib/time/offsets'

const hourMs = 60 * 60_000
const quarterMs = hourMs / 4
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Pago_Pago']

/** One entry in each of these quarters since 1970. */
function cellsOf(quarters: number[]): HourCell[] {
  const cells = new Map<number, HourCell>()
  for (const quarter of quarters.toSorted((a, b) => a - b)) {
    const cell = cells.get(quarter >> 2) ?? { hour: quarter >> 2, quarters: [0, 0, 0, 0] }
    cell.quarters[(quarter & 3) as 0 | 1 | 2 | 3]++
    cells.set(quarter >> 2, cell)
  }
  return [...cells.values()]
}

describe('the hours behind a cell of the week', () => {
  it('are those steps of an hour that have entries, whatever the clocks do, and hold each entry once', async () => {
    const minute = fc.integer({ min: 0, max: 100 * 24 * 60 - 1 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(minute, { maxLength: 80 }),
        fc.constantFrom(...zones),
        minute,
        async (minutes, timeZone, start) => {
          const startMs = Date.UTC(2026, 1, 1) + start * 60_000
          const first = Math.floor(startMs / quarterMs)
          const endMs = first * quarterMs + 100 * 24 * hourMs
          const quarters = minutes.map((m) => first + Math.floor(m / 15))
          const offsetAt = offsetReader(timeZone)
          const starts = stepStarts(startMs, endMs, 'hour', timeZone)
          const expected = starts.flatMap((from, at) => {
            const to = starts[at + 1] ?? endMs
            const count = quarters.filter((q) => q * quarterMs < to && Math.max(startMs, q * quarterMs) >= from).length
            const { weekday, hour } = hourOfWeek(from + offsetAt(from))
            return count > 0 ? [{ weekday, hour, startTime: new Date(from), endTime: new Date(to), count }] : []
          })
          const all = Array.from({ length: 168 }, (_, place) => ({ weekday: Math.floor(place / 24), hour: place % 24 }))
          const ofCell = async (cell: (typeof all)[number]) => {
            const hours = await hoursOnWall(cellsOf(quarters), { startMs, endMs }, { ...cell, timeZone })
            return hours.map((hour) => ({ ...cell, ...hour }))
          }
          const found = (await Promise.all(all.map(ofCell))).flat()
          const byTime = (a: { startTime: Date }, b: { startTime: Date }) => Number(a.startTime) - Number(b.startTime)
          expect(found.sort(byTime)).toEqual(expected)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('are few however long the range is, and 1970 has them west of Greenwich too', async () => {
    const range = { startMs: 0, endMs: Date.UTC(9999, 11, 31) }
    const last = range.endMs / quarterMs - 1
    const cells: HourCell[] = [...cellsOf([1]), { hour: Math.floor(last / 4), quarters: [0, 0, 0, 2] }]
    const newYork = { timeZone: 'America/New_York' }
    expect(await hoursOnWall(cells, range, { ...newYork, weekday: 2, hour: 19 })).toEqual([
      { startTime: new Date(0), endTime: new Date(hourMs), count: 1 },
    ])
    expect(await hoursOnWall(cells, range, { ...newYork, weekday: 3, hour: 18 })).toEqual([
      { startTime: new Date(range.endMs - hourMs), endTime: new Date(range.endMs), count: 2 },
    ])
  })
})
