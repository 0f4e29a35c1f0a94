import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readHours } from '@/lib/entry-summary/hours-text'
import type { HourCell } from '@/lib/entry-summary/model'
import { spread, stepOf, stepStarts } from '@/lib/entry-summary/steps'
import { wallTimeOf } from '@/lib/time/model'

const hourMs = 60 * 60_000
const zones = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns']
const walls = (starts: number[], zone: string) => starts.map((ms) => wallTimeOf(new Date(ms), zone))
const ms = (iso: string) => Date.parse(iso)

describe('the steps of a range', () => {
  it('are hours at first and centuries at last, some two hundred at most', () => {
    for (const [days, step] of [
      [8, 'hour'],
      [9, 'day'],
      [200, 'day'],
      [366, 'week'],
      [4000, 'month'],
      [9000, 'year'],
      [80_000, 'century'],
    ]) {
      expect(stepOf(0, Number(days) * 24 * hourMs)).toBe(step)
    }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_900_000 * 24 }), fc.constantFrom(...zones), (hours, zone) => {
        const endMs = hours * hourMs
        expect(stepStarts(0, endMs, stepOf(0, endMs), zone).length).toBeLessThanOrEqual(202)
      }),
      { numRuns: 40 },
    )
  })

  it('begin where the wall begins an hour, a day, a week, a month, but for the first', () => {
    const [from, to] = [ms('2026-03-27T10:20:30.456Z'), ms('2026-05-05T00:00:00.000Z')]
    const berlin = 'Europe/Berlin'
    expect(stepStarts(from, to, 'week', berlin)[0]).toBe(from)
    expect(walls(stepStarts(from, to, 'week', berlin).slice(1, 3), berlin)).toEqual([
      '2026-03-30T00:00',
      '2026-04-06T00:00',
    ])
    expect(walls(stepStarts(from, to, 'month', berlin).slice(1), berlin)).toEqual([
      '2026-04-01T00:00',
      '2026-05-01T00:00',
    ])
    expect(walls(stepStarts(from, to, 'hour', 'Asia/Kathmandu').slice(1, 3), 'Asia/Kathmandu')).toEqual([
      '2026-03-27T17:00',
      '2026-03-27T18:00',
    ])
  })

  it('are 23 and 25 hours of a day whose clocks change, and none for an empty range', () => {
    const day = (date: string, next: string) =>
      stepStarts(ms(`${date}T00:00:00+00:00`), ms(`${next}T00:00:00+01:00`), 'hour', 'Europe/London').length
    expect(day('2026-03-29', '2026-03-30')).toBe(23)
    const autumn = stepStarts(ms('2026-10-25T00:00:00+01:00'), ms('2026-10-26T00:00:00Z'), 'hour', 'Europe/London')
    expect(autumn.length).toBe(25)
    expect(stepStarts(5, 5, 'hour', 'UTC')).toEqual([])
  })

  it('come to an end where the years do', () => {
    const end = ms('9999-12-31T00:00:00Z')
    for (const from of ['9999-12-20', '9999-07-01', '9998-01-01', '9990-01-01', '9000-01-01']) {
      const start = ms(`${from}T00:00:00Z`)
      const starts = stepStarts(start, end, stepOf(start, end), 'Pacific/Auckland')
      expect(starts.at(-1)).toBeGreaterThan(end - (from < '9900' ? 36_525 : 367) * 24 * hourMs)
      expect(starts.length).toBeLessThan(202)
    }
  })
})

/** Counts one by one, by the wall's own words. */
function slowly(instants: number[], starts: number[], zone: string) {
  const steps = starts.map((start, at) => instants.filter((i) => i >= start && i < (starts[at + 1] ?? Infinity)).length)
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const instant of instants) {
    const wall = wallTimeOf(new Date(instant), zone)
    const day = (new Date(`${wall.slice(0, 10)}T00:00Z`).getUTCDay() + 6) % 7
    const hour = Number(wall.slice(11, 13))
    week[day] = (week[day] ?? []).map((count, at) => (at === hour ? count + 1 : count))
  }
  return { steps, week }
}

function cellsOf(instants: number[]): HourCell[] {
  const cells = new Map<number, HourCell>()
  for (const instant of instants) {
    const hour = Math.floor(instant / hourMs)
    const cell = cells.get(hour) ?? { hour, quarters: [0, 0, 0, 0] }
    cell.quarters[Math.floor((instant % hourMs) / (hourMs / 4)) as 0 | 1 | 2 | 3]++
    cells.set(hour, cell)
  }
  return [...cells.values()].sort((a, b) => a.hour - b.hour)
}

describe('the centuries of a range', () => {
  it('begin on 1 January of the wall up to 9999, where the clocks are asked a few hundred times', () => {
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
    const starts = stepStarts(0, ms('9999-12-31T00:00:00Z'), 'century', 'America/New_York')
    const times = asked.mock.calls.length
    asked.mockRestore()
    expect(times).toBeLessThan(500)
    const centuries = Array.from({ length: 80 }, (_, n) => `${2000 + 100 * n}-01-01T00:00`)
    expect(walls(starts, 'America/New_York')).toEqual(['1969-12-31T19:00', ...centuries])
  })
})

describe('counts of hours', () => {
  it('come to stand where each single entry would, in any zone, whatever the clocks do', async () => {
    // From the first day that a phone without a clock can name, and from one of ours.
    const anyFrom = fc.constantFrom(0, ms('2026-03-01T00:00:00Z'), ms('7399-12-20T00:00:00Z'))
    const anyZone = fc.constantFrom(...zones, 'America/New_York')
    const minute = fc.integer({ min: 0, max: 300 * 24 * 60 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(minute, { maxLength: 60 }),
        anyZone,
        minute,
        anyFrom,
        async (minutes, zone, span, from) => {
          const endMs = from + (span + 1) * 60_000
          const instants = minutes.map((m) => from + m * 60_000).filter((instant) => instant < endMs)
          for (const step of new Set([stepOf(from, endMs), 'day', 'month'] as const)) {
            const starts = stepStarts(from, endMs, step, zone)
            expect(await spread(cellsOf(instants), starts, zone)).toEqual(slowly(instants, starts, zone))
          }
        },
      ),
    )
  })

  it('of fifty thousand hours in eight thousand years ask the clocks some ten thousand times, and hold up nobody', async () => {
    const hours = Array.from({ length: 50_000 }, (_, n) => 1406 * n)
    // In no order, as the database tells them.
    const text = `{${hours.toReversed().map((hour) => `{${hour},1,0,0,0}`)}}`
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
    const starts = stepStarts(0, ms('9999-12-31T00:00:00Z'), 'century', 'America/Chicago')
    const told: number[] = []
    let isOver = false
    const look = () => {
      told.push(performance.now())
      if (!isOver) setImmediate(look)
    }
    look()
    const all = await Promise.all([1, 2, 3].map(async () => spread(await readHours(text), starts, 'America/Chicago')))
    isOver = true
    const times = asked.mock.calls.length
    asked.mockRestore()
    expect(times).toBeLessThan(15_000)
    // Each of the three gives way before each of the three things that it does, if they take no time at all.
    expect(told.length).toBeGreaterThanOrEqual(9)
    for (const { steps, week } of all) {
      expect(steps.reduce((sum, count) => sum + count, 0)).toBe(50_000)
      expect(week.flat().reduce((sum, count) => sum + count, 0)).toBe(50_000)
    }
  })
})
