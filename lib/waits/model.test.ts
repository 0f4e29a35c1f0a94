import { describe, expect, it } from 'vitest'
import { forecast, progressOf, secondsBetween, waitClock } from '@/lib/waits/model'

const now = Date.UTC(2026, 0, 1, 12)
const inSeconds = (seconds: number) => new Date(now + seconds * 1000)

describe('a wait', () => {
  it('reads as a clock, then in hours, then in days', () => {
    expect([0, 312, 3599].map((s) => waitClock(s)[1])).toEqual([
      { minutes: 0, seconds: '00' },
      { minutes: 5, seconds: '12' },
      { minutes: 59, seconds: '59' },
    ])
    expect(waitClock(3900)).toEqual(['clockHours', { hours: 1, minutes: '05' }])
    expect([86_400, 172_800].map((s) => waitClock(s)[0])).toEqual(['clockHours', 'clockDays'])
  })

  it('never counts below nothing when a phone says it arrived in the future', () => {
    expect(secondsBetween(inSeconds(30), now)).toBe(0)
    expect(secondsBetween(inSeconds(-90), now)).toBe(90)
  })
})

describe('a forecast', () => {
  it('counts down, is now around its minute, and then says how late it is', () => {
    const told = [540, 61, 60, 59, 0, -59, -60, -240].map((s) => forecast(inSeconds(s), now))
    expect(told.map(([key]) => key)).toEqual([
      ...['inMinutes', 'inMinutes', 'inMinutes', 'now', 'now', 'now', 'lateMinutes', 'lateMinutes'],
    ])
    expect(told.map(([, { minutes }]) => minutes)).toEqual([9, 2, 1, undefined, undefined, undefined, 1, 4])
  })

  it('shows how far the journey is, and stays within its bar', () => {
    expect(progressOf(inSeconds(-300), inSeconds(300), now)).toBe(0.5)
    expect(progressOf(inSeconds(-300), inSeconds(-10), now)).toBe(1)
    expect(progressOf(inSeconds(10), inSeconds(300), now)).toBe(0)
    expect(progressOf(inSeconds(0), inSeconds(0), now)).toBe(1)
  })
})
