import { expect, it } from 'vitest'
import { Allowance } from '@/lib/limits/allowance'

const times = (count: number, take: () => boolean) => Array.from({ length: count }, take)

it('lets each holder have so many at once and so many a second, whatever others have', () => {
  let atMs = 0
  const allowance = new Allowance({ perSecond: 2, burst: 3 }, () => atMs)
  expect(times(5, () => allowance.take('busy'))).toEqual([true, true, true, false, false])
  expect(allowance.take('other')).toBe(true)
  atMs = 500
  expect(times(2, () => allowance.take('busy'))).toEqual([true, false])
  atMs = 60_000
  expect(times(4, () => allowance.take('busy'))).toEqual([true, true, true, false])
})

it('lets a holder have again what was given back, and no more', () => {
  const allowance = new Allowance({ perSecond: 0.001, burst: 2 }, () => 0)
  expect(times(3, () => allowance.take('busy'))).toEqual([true, true, false])
  for (const holder of ['busy', 'nobody']) allowance.giveBack(holder)
  expect(times(2, () => allowance.take('busy'))).toEqual([true, false])
  for (let n = 0; n < 5; n += 1) allowance.giveBack('busy')
  expect(times(3, () => allowance.take('busy'))).toEqual([true, true, false])
})

it('remembers who asks on and on, however many others ask once', () => {
  const allowance = new Allowance({ perSecond: 0.001, burst: 1 }, () => 0)
  expect(allowance.take('busy')).toBe(true)
  for (let other = 0; other < 30_000; other += 1) {
    allowance.take(`other ${other}`)
    if (other % 5_000 === 0) expect(allowance.take('busy')).toBe(false)
  }
})
