import { describe, expect, it } from 'vitest'
import { byUrgency, isWithoutNotice, waitLevelOf } from '@/lib/board/model'
import { productSettings } from '@/lib/settings/model'

describe('how long a customer waits', () => {
  it('is on time to two minutes, due to three, late to five, over beyond, where no manager says otherwise', () => {
    const { waits } = productSettings
    const levels = [0, 119, 120, 179, 180, 299, 300, 9999].map((seconds) => waitLevelOf(seconds, waits))
    expect(levels).toEqual(['onTime', 'onTime', 'due', 'due', 'late', 'late', 'over', 'over'])
  })

  it('goes by what the store has set', () => {
    const waits = { dueSeconds: 60, lateSeconds: 600, overSeconds: 601 }
    expect([59, 60, 599, 600, 601].map((seconds) => waitLevelOf(seconds, waits))).toEqual([
      'onTime',
      'due',
      'due',
      'late',
      'over',
    ])
  })
})

describe('an arrival without notice', () => {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second))
  const order = { createdAt: at(0), onTheWayAt: null, arrivedAt: at(3600) }

  it('was announced less than a minute before, by setting out or else by the order itself', () => {
    expect(isWithoutNotice({ ...order, onTheWayAt: at(3541) })).toBe(true)
    expect(isWithoutNotice({ ...order, onTheWayAt: at(3540) })).toBe(false)
    expect(isWithoutNotice({ ...order, arrivedAt: at(59) })).toBe(true)
    expect(isWithoutNotice(order)).toBe(false)
    expect(isWithoutNotice({ ...order, arrivedAt: null })).toBe(false)
  })
})

describe('the board', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
  const order = {
    section: 'Arrived' as const,
    arrivedAt: at(0),
    expectedAt: null,
    scheduledTimeForCollection: null,
    closedAt: null,
    createdAt: at(0),
    serviceId: 'a',
  }

  it('puts the longest wait first among those who are here', () => {
    const rows = [
      order,
      { ...order, serviceId: 'b', arrivedAt: at(-3) },
      { ...order, serviceId: 'c', arrivedAt: at(2) },
    ]
    expect(rows.sort(byUrgency).map((o) => o.serviceId)).toEqual(['b', 'a', 'c'])
  })

  it('puts the next to come first among those on the way, those without a forecast last', () => {
    const way = { ...order, section: 'OnTheWay' as const, arrivedAt: null }
    const rows = [way, { ...way, serviceId: 'b', expectedAt: at(9) }, { ...way, serviceId: 'c', expectedAt: at(2) }]
    expect(rows.sort(byUrgency).map((o) => o.serviceId)).toEqual(['c', 'b', 'a'])
  })
})
