import { expect, it } from 'vitest'
import { dateAndTime, dayName, rangeName, relativeDay, relativeTime } from '@/components/entries/times'
import type { PageLanguage } from '@/lib/language/model'
import { startOfDay } from '@/lib/time/model'
import { wordsIn } from '@/scripts/testing/words-in'

const zone = 'Europe/London'
const now = new Date('2026-11-20T17:42:00Z')
const day = (name: string) => startOfDay(name, zone)
const t = wordsIn('en', 'entries')
const named = (from: Date | null, to: Date | null, language: PageLanguage = 'en') =>
  rangeName({ from, to }, now, zone, wordsIn(language, 'entries'))

it('names a range of whole days by its first and last day', () => {
  expect(named(day('2026-11-18'), day('2026-11-21'))).toBe('18–20 Nov 2026')
  expect(named(day('2026-09-18'), day('2026-09-19'))).toBe('18 Sep 2026')
  expect(named(day('2026-10-20'), day('2026-11-03'))).toBe('20 Oct – 2 Nov 2026')
  expect(named(day('2025-12-31'), day('2026-01-02'))).toBe('31 Dec 2025 – 1 Jan 2026')
})

it('names other ranges by their times', () => {
  expect(named(new Date('2026-11-18T09:00Z'), new Date('2026-11-18T12:30Z'))).toBe('18 Nov 2026, 09:00 – 12:30')
  expect(named(new Date('2026-11-18T09:00Z'), null)).toBe('since 18 Nov 2026, 09:00')
  expect(named(null, new Date('2026-07-18T09:00Z'))).toBe('before 18 Jul 2026, 10:00')
})

it('names a range that people have a word for by that word', () => {
  expect(named(null, null)).toBe('All time')
  expect(named(day('2026-11-20'), day('2026-11-21'))).toBe('Today')
  expect(named(day('2026-11-14'), day('2026-11-21'))).toBe('Last 7 days')
})

it('tells times absolutely and relatively', () => {
  expect(dateAndTime(new Date('2026-07-18T23:30:05Z'), zone, t)).toBe('Sun 19 Jul 2026, 00:30:05')
  expect(dayName('2026-11-20', t)).toBe('Friday 20 November 2026')
  expect(relativeTime(new Date('2026-11-20T17:41:30Z'), now, t)).toBe('just now')
  expect(relativeTime(new Date('2026-11-20T17:30:00Z'), now, t)).toBe('12 min ago')
  expect(relativeTime(new Date('2026-11-20T17:45:00Z'), now, t)).toBe('in 3 min')
  expect(relativeTime(new Date('2026-11-19T10:00:00Z'), now, t)).toBe('1 day ago')
  expect(relativeDay('2026-11-20', '2026-11-20', t)).toBe('Today')
  expect(relativeDay('2026-11-17', '2026-11-20', t)).toBe('3 days ago')
})

it('writes days and ranges as each language does', () => {
  const range = (language: PageLanguage) => named(day('2026-11-18'), day('2026-11-21'), language)
  expect([range('de'), range('fr'), range('es')]).toEqual(['18.–20. Nov. 2026', '18–20 nov. 2026', '18–20 nov 2026'])
  expect(dayName('2026-11-20', wordsIn('es', 'entries'))).toBe('viernes, 20 de noviembre de 2026')
  expect(relativeDay('2026-11-17', '2026-11-20', wordsIn('de', 'entries'))).toBe('vor 3 Tagen')
  expect(relativeTime(new Date('2026-11-20T17:30:00Z'), now, wordsIn('fr', 'entries'))).toBe('il y a 12 min')
})
