import { describe, expect, it } from 'vitest'
import { namedRange, nameOfRange, readAddress, viewOf } from '@/components/insights/filters/address'
import { batchesOf, Durations, distributionOf, previousRange } from '@/lib/insights/model'

const projectId = '11111111-1111-4111-8111-111111111111'
const store = { projectId, destinationId: 'north', name: 'North', isNew: false, timeZone: 'Pacific/Auckland' }
const places = { projects: [{ projectId, name: 'A chain' }], stores: [store] }
// Already Saturday in Auckland.
const friday = new Date('2026-11-20T20:00:00Z')

describe('an address of the insights page', () => {
  it('without a word is this week of all stores, on the store’s own clock', () => {
    const { filter, today } = viewOf(readAddress(''), places, friday)
    expect(today).toBe('2026-11-21')
    expect(filter).toEqual({ projectId, destinationId: undefined, startDate: '2026-11-16', endDate: '2026-11-21' })
  })

  it('passes over days that are none, that are the wrong way round, or more than a year', () => {
    for (const days of [
      'first=2026-02-30&last=2026-03-01',
      'first=2026-03-02&last=2026-03-01',
      'first=2020-01-01&last=2026-01-01',
    ]) {
      expect(viewOf(readAddress(`?${days}`), places, friday).range.startDate).toBe('2026-11-16')
    }
    expect(viewOf(readAddress('?store=nowhere'), places, friday).filter).toBeNull()
  })

  it('names its days as people do', () => {
    expect(namedRange('lastMonth', '2026-03-31')).toEqual({ startDate: '2026-02-01', endDate: '2026-02-28' })
    expect(namedRange('thisWeek', '2026-11-22')).toEqual({ startDate: '2026-11-16', endDate: '2026-11-22' })
    expect(nameOfRange({ startDate: '2026-11-09', endDate: '2026-11-15' }, '2026-11-21')).toBe('lastWeek')
  })
})

describe('days are compared', () => {
  it('with as many just before them, and up to a week with the same days of the week', () => {
    expect(previousRange({ startDate: '2026-11-16', endDate: '2026-11-18' })).toEqual({
      startDate: '2026-11-09',
      endDate: '2026-11-11',
    })
    expect(previousRange({ startDate: '2026-03-01', endDate: '2026-03-31' })).toEqual({
      startDate: '2026-01-29',
      endDate: '2026-02-28',
    })
  })
})

describe('percentiles', () => {
  it('are those of the sorted list, however long a wait was', () => {
    const waits = Array.from({ length: 1_000 }, (_, i) => (i * 7919) % 977 ** (1 + (i % 3) / 2))
    const durations = new Durations()
    for (const wait of waits) durations.add(Math.floor(wait))
    const sorted = waits.map(Math.floor).sort((a, b) => a - b)
    for (const share of [0.01, 0.5, 0.7, 0.9, 0.999, 1]) {
      expect(durations.percentile(share), String(share)).toBe(sorted[Math.ceil(share * 1_000) - 1])
    }
    const { counts } = distributionOf(durations)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1_000)
    const all = new Durations()
    const endless = new Durations()
    for (let i = 0; i < 200_000; i++) endless.add(20_000 + i)
    all.merge(endless)
    expect(all.percentile(0.5)).toBe(119_999)
    expect(new Durations().spread()).toEqual({ count: 0, p50: null, p70: null, p90: null })
  })
})

describe('days of stores are read', () => {
  it('some at a time, however many one store has, and each once', () => {
    const stores = [3, 1200, 498, 0, 7].map((days, at) => {
      return { destinationId: String(at), firstDay: 100 * at, lastDay: 100 * at + days - 1 }
    })
    const batches = [...batchesOf(stores, 500)]
    const sizes = batches.map((batch) => batch.reduce((sum, { firstDay, lastDay }) => sum + lastDay - firstDay + 1, 0))
    expect(sizes).toEqual([500, 500, 500, 208])
    const days = batches.flat().flatMap(({ destinationId, firstDay, lastDay }) => {
      return Array.from({ length: lastDay - firstDay + 1 }, (_, i) => `${destinationId} ${firstDay + i}`)
    })
    expect(new Set(days).size).toBe(1708)
    expect(days).toContain('1 1299')
    expect(days).not.toContain('3 300')
  })
})
