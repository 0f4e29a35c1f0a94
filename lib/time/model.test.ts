import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dayOf,
  dayReader,
  daysBetween,
  formatterOf,
  instantOf,
  isReversed,
  knownInstantOf,
  knownTimeZone,
  presetOf,
  presetRange,
  rangePresets,
  startOfDay,
  wallTimeOf,
} from '@/lib/time/model'

const zones = ['UTC', 'Europe/London', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia', 'America/Santiago']
const anyZone = fc.constantFrom(...zones)
const anyInstant = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })

describe('wall time', () => {
  it('reads the clock on the wall of a store', () => {
    expect(wallTimeOf(new Date('2026-07-01T12:34:56Z'), 'Europe/London')).toBe('2026-07-01T13:34')
    expect(wallTimeOf(new Date('2026-01-01T00:00:00Z'), 'America/St_Johns')).toBe('2025-12-31T20:30')
  })

  it('finds the instant again, to the minute, in any zone', () => {
    fc.assert(
      fc.property(anyInstant, anyZone, (instant, zone) => {
        const wall = wallTimeOf(instant, zone)
        const found = instantOf(wall, zone)
        // An hour that the clocks repeat is found at its first time.
        expect(wallTimeOf(found ?? new Date(0), zone)).toBe(wall)
        expect(found?.getTime()).toBeLessThanOrEqual(instant.getTime())
      }),
    )
  })

  it('takes the earlier of two when clocks go back, and goes past the gap when they go forward', () => {
    expect(instantOf('2026-10-25T01:30', 'Europe/London')).toEqual(new Date('2026-10-25T00:30:00Z'))
    expect(instantOf('2026-03-29T01:30', 'Europe/London')).toEqual(new Date('2026-03-29T01:30:00Z'))
  })

  it('answers null for what is no time', () => {
    expect(instantOf('', 'UTC')).toBeNull()
    expect(instantOf('yesterday', 'UTC')).toBeNull()
    expect(knownInstantOf('0026-11-20T10:00', 'UTC')).toBeNull()
  })

  it('is read up to the end of the year 9999 and beyond, wherever the wall stands', () => {
    for (const zone of zones) {
      const last = new Date('9999-12-31T00:00:00Z')
      expect(instantOf(wallTimeOf(last, zone), zone)).toEqual(last)
      expect(startOfDay(addDays(dayOf(last, zone), 2), zone) > last).toBe(true)
    }
  })
})

describe('days', () => {
  it('begin with their first instant, also where midnight is skipped', () => {
    expect(startOfDay('2026-07-01', 'Europe/London')).toEqual(new Date('2026-06-30T23:00:00Z'))
    expect(startOfDay('2026-09-06', 'America/Santiago')).toEqual(new Date('2026-09-06T04:00:00Z'))
    expect(wallTimeOf(startOfDay('2026-09-06', 'America/Santiago'), 'America/Santiago')).toBe('2026-09-06T01:00')
  })

  it('are counted across months and leap years', () => {
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
    expect(daysBetween('2026-11-20', '2026-11-17')).toBe(-3)
  })

  it('are read of neighbours as of each alone', () => {
    fc.assert(
      fc.property(fc.array(anyInstant), anyZone, (instants, zone) => {
        const read = dayReader(zone)
        expect(instants.map(read)).toEqual(instants.map((instant) => dayOf(instant, zone)))
      }),
    )
  })
})

describe('ranges', () => {
  const now = new Date('2026-11-20T23:30:00Z')

  it('are whole days on the wall of the store, today in them', () => {
    expect(presetRange('today', now, 'Asia/Kathmandu')).toEqual({
      from: new Date('2026-11-20T18:15:00Z'),
      to: new Date('2026-11-21T18:15:00Z'),
    })
    expect(presetRange('last7Days', now, 'UTC')).toEqual({ from: new Date('2026-11-14'), to: new Date('2026-11-21') })
    expect(presetRange('yesterday', now, 'UTC')).toEqual({ from: new Date('2026-11-19'), to: new Date('2026-11-20') })
    expect(presetRange('allTime', now, 'UTC')).toEqual({ from: null, to: null })
  })

  it('are known by their names', () => {
    fc.assert(
      fc.property(fc.constantFrom(...rangePresets), anyInstant, anyZone, (preset, at, zone) => {
        expect(presetOf(presetRange(preset, at, zone), at, zone)).toBe(preset)
      }),
    )
    expect(presetOf({ from: new Date('2026-11-20T09:00Z'), to: null }, now, 'UTC')).toBeNull()
  })

  it('may not end before they begin', () => {
    expect(isReversed({ from: new Date(2), to: new Date(1) })).toBe(true)
    expect(isReversed({ from: new Date(1), to: new Date(1) })).toBe(false)
    expect(isReversed({ from: new Date(1), to: null })).toBe(false)
  })
})

it('keeps one formatter for a zone, in whatever mix of capitals it is named', () => {
  const [one, other] = ['Europe/London', 'eUROPE/lONDON'].map((zone) => formatterOf(zone, { hour: '2-digit' }))
  expect(other).toBe(one)
})

it('falls back to UTC for a zone that nobody knows', () => {
  expect(knownTimeZone('Europe/London')).toBe('Europe/London')
  expect(knownTimeZone('Mars/Olympus')).toBe('UTC')
})
