import { expect, test } from 'vitest'
import { startOfDay } from '@/components/board/times'

test.each([
  ['2026-11-22T05:06:30Z', 'UTC', '2026-11-22T00:00Z'],
  ['2026-11-22T00:00:00Z', 'UTC', '2026-11-22T00:00Z'],
  ['2026-11-22T23:59:59Z', 'Asia/Kolkata', '2026-11-22T18:30Z'],
  ['2026-03-29T21:59:00Z', 'Europe/Berlin', '2026-03-28T23:00Z'],
  ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-24T22:00Z'],
  ['2026-09-06T12:00:00Z', 'America/Santiago', '2026-09-06T04:00Z'],
])('the day of %s in %s began at %s', (time, zone, began) => {
  expect(startOfDay(Date.parse(time), zone)).toBe(Date.parse(began))
})
