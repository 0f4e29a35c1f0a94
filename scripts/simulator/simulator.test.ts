import { describe, expect, it } from 'vitest'
import { Mistake, readOptions } from '@/scripts/simulator/options'
import { personOf } from '@/scripts/simulator/people'
import { planVisit } from '@/scripts/simulator/plan'
import { Random } from '@/scripts/simulator/random'
import { percentile, Tally } from '@/scripts/simulator/tally'

const now = new Date('2026-01-01T00:00:00Z')

describe('a simulated visit', () => {
  it('is the same for the same seed, and another for another', () => {
    const visits = (seed: number) => {
      const random = new Random(seed)
      return Array.from({ length: 20 }, () => [planVisit(random), personOf(random)])
    }
    expect(visits(7)).toEqual(visits(7))
    expect(visits(7)).not.toEqual(visits(8))
  })

  it('is of every habit, with forecasts that shrink and one arrival for whoever comes', () => {
    const random = new Random(1)
    const plans = Array.from({ length: 2_000 }, () => planVisit(random))
    expect(new Set(plans.map((p) => p.habit)).size).toBe(7)
    for (const { habit, steps, acknowledgeAfterSeconds, completeAfterSeconds } of plans) {
      const arrivals = steps.filter((s) => s.does === 'arrive')
      expect(arrivals).toHaveLength(habit === 'never' || habit === 'cancels' ? 0 : 1)
      const at = steps.findIndex((s) => s.does === 'arrive')
      const etas = steps
        .slice(0, at < 0 ? steps.length : at)
        .flatMap((s) => (s.does === 'onTheWay' ? [s.etaSeconds] : []))
      expect(etas).toEqual(etas.toSorted((a, b) => b - a))
      expect(completeAfterSeconds).toBeGreaterThan(acknowledgeAfterSeconds)
      expect(steps.every((s) => s.waitSeconds >= 0)).toBe(true)
    }
  })
})

describe('the options', () => {
  it('have defaults, and take what is given', () => {
    expect(readOptions([], now)).toMatchObject({ stores: 5, perMinute: 60, minutes: 10, speed: 1, staff: true })
    const given = ['--stores', '2', '--per-minute', '600', '--minutes', '0.5', '--seed', '0', '--no-staff']
    expect(readOptions(given, now)).toMatchObject({ stores: 2, perMinute: 600, minutes: 0.5, seed: 0, staff: false })
  })

  it.each([
    ['--stores', '0'],
    ['--per-minute', 'many'],
    ['--minutes', ''],
    ['--speed', '-1'],
    ['--wrong', '1'],
  ])('refuse %s %s in a sentence', (...args) => {
    expect(() => readOptions(args, now)).toThrow(Mistake)
  })
})

describe('the summing up', () => {
  it('takes percentiles by nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => i + 1)
    expect([0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([50, 95, 99, 100])
    expect(percentile([], 0.5)).toBe(0)
    expect(percentile([3], 0.99)).toBe(3)
  })

  it('counts statuses, and lists what nobody expected', () => {
    const tally = new Tally()
    tally.answered('create', 201, 4)
    tally.answered('create', 201, 6)
    expect(tally.lines().join('\n')).toContain('201 × 2')
    expect(tally.lines().at(-1)).toBe('Unexpected answers: none')
    tally.wonder('create: 500')
    expect(tally.hasUnexpected()).toBe(true)
    expect(tally.lines().at(-1)).toBe('  1 × create: 500')
  })
})
