import { describe, expect, it } from 'vitest'
import { Tenures } from '@/lib/customers/whose/tenures'

const holder = (orderId: string, destinationId: string) => ({
  ...{ serviceId: '', orderId, destinationId },
  ...{ createdAt: 0, closedAt: null, isNamed: true },
})
const naming = (orderId: string | null, destinationId: string | null, at: number, isImported = false) => ({
  ...{ orderId, destinationId, isImported },
  creationTime: new Date(at).toISOString(),
})

describe('the order that had an id when an entry came', () => {
  it('is found in its store, and not before or behind its time', () => {
    const tenures = new Tenures()
    tenures.add(holder('a', 's1'), { from: 1_000, until: 2_000 })
    tenures.add(holder('a', 's2'), { from: 1_500, until: 3_000 })
    tenures.add(holder('a', 's1'), { from: 9_000, until: Number.POSITIVE_INFINITY })
    tenures.share('a')
    for (const [store, at, had] of [
      ['s1', 999, false],
      ['s1', 1_000, true],
      ['s1', 1_999, true],
      ['s1', 2_000, false],
      ['s2', 2_000, true],
      ['s1', 9_000_000, true],
      ['s3', 1_500, false],
      [null, 2_500, false],
    ] as const)
      expect([store, at, tenures.had(naming('a', store, at))]).toEqual([store, at, had])
    expect(tenures.had(naming('b', 's1', 1_500))).toBe(false)
    expect(tenures.had(naming(null, null, 1_500))).toBe(false)
  })

  it('is the first that gets it where nobody else ever has it, but for what was read in', () => {
    const tenures = new Tenures()
    for (const orderId of ['alone', 'shared']) {
      tenures.add(holder(orderId, 's1'), { from: 1_000, until: 2_000 })
      tenures.add(holder(orderId, 's1'), { from: 3_000, until: 4_000 })
    }
    tenures.share('shared')
    expect(tenures.had(naming('alone', 's1', 0))).toBe(true)
    expect(tenures.had(naming('alone', null, 999))).toBe(true)
    expect(tenures.had(naming('alone', null, 1_500))).toBe(true)
    expect(tenures.had(naming('alone', null, 2_500))).toBe(false)
    expect(tenures.had(naming('alone', 's1', 0, true))).toBe(false)
    expect(tenures.had(naming('alone', 's1', 1_500, true))).toBe(true)
    expect(tenures.had(naming('alone', 's2', 0))).toBe(false)
    expect(tenures.had(naming('alone', 's1', 2_500))).toBe(false)
    expect(tenures.had(naming('shared', 's1', 0))).toBe(false)
    expect(tenures.had(naming('shared', 's1', 1_500))).toBe(true)
  })

  it('is found as fast among many of one id', () => {
    const tenures = new Tenures()
    const count = 50_000
    for (let at = 0; at < count; at++) tenures.add(holder('a', `s${at % 500}`), { from: at * 10, until: at * 10 + 5 })
    const asked = Array.from({ length: 100_000 }, (_, at) =>
      naming('a', at % 2 ? `s${at % 500}` : null, (at % count) * 10),
    )
    const startedAt = performance.now()
    expect(asked.filter((one) => tenures.had(one)).length).toBe(100_000)
    // Each with each are five thousand million comparisons: minutes.
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})
