import { describe, expect, it } from 'vitest'
import { forecast, progressOf, secondsBetween, waitClock, waitSpoken } from '@/lib/waits/model'

const now = Date.UTC(2026, 0, 1, 12)
const inSeconds = (seconds: number) => new Date(now + seconds * 1000)

describe('a wait', () => {
  it('reads as a clock, then in hours, then in days', () => {
    expect([0, 9, 312, 3599].map(waitClock)).toEqual(['0:00', '0:09', '5:12', '59:59'])
    expect([3600, 3900, 86_400, 172_800].map(waitClock)).toEqual(['1 h 00', '1 h 05', '24 h 00', '2 d'])
  })

  it('is spoken in full', () => {
    expect([1, 61, 312].map(waitSpoken)).toEqual(['1 second', '1 minute 1 second', '5 minutes 12 seconds'])
    expect(waitSpoken(3660)).toBe('1 hour 1 minute')
  })

  it('never counts below nothing when a phone says it arrived in the future', () => {
    expect(secondsBetween(inSeconds(30), now)).toBe(0)
    expect(secondsBetween(inSeconds(-90), now)).toBe(90)
  })
})

describe('a forecast', () => {
  it('counts down, is now around its minute, and then says how late it is', () => {
    const told = [540, 61, 60, 59, 0, -59, -60, -240].map((s) => forecast(inSeconds(s), now))
    expect(told).toEqual(['9 min', '2 min', '1 min', 'now', 'now', 'now', '1 min late', '4 min late'])
    expect(forecast(inSeconds(5400), now)).toBe('1 h 30')
  })

  it('shows how far the journey is, and stays within its bar', () => {
    expect(progressOf(inSeconds(-300), inSeconds(300), now)).toBe(0.5)
    expect(progressOf(inSeconds(-300), inSeconds(-10), now)).toBe(1)
    expect(progressOf(inSeconds(10), inSeconds(300), now)).toBe(0)
    expect(progressOf(inSeconds(0), inSeconds(0), now)).toBe(1)
  })
})
