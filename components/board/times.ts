'use client'

import { useLocale, useWords } from '@/components/language/language-provider'
import type { Words } from '@/components/language/translator'

type Speech = { locale: string; t: Words<'times'> }

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(locale: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify([locale, timeZone, options])
  const format = formats.get(name) ?? new Intl.DateTimeFormat(locale, { timeZone, hourCycle: 'h23', ...options })
  formats.set(name, format)
  return format
}

function timeOfDay(locale: string, time: Date | number, timeZone: string): string {
  return formatOf(locale, timeZone, { hour: '2-digit', minute: '2-digit' }).format(time)
}

function weekdayAndTime(locale: string, time: Date | number, timeZone: string): string {
  return `${formatOf(locale, timeZone, { weekday: 'long' }).format(time)} ${timeOfDay(locale, time, timeZone)}`
}

const dayNumbers = new Map<string, number>()
const mostDayNumbers = 10_000

/**
 * The calendar day in a zone, counted: tomorrow's is one more than today's, however long the day. A thousand rows ask
 * for it every second, and a day never begins within a minute: each minute's is found once.
 */
function dayNumber(time: Date | number, timeZone: string): number {
  const name = `${Math.floor(Number(time) / 60_000)} ${timeZone}`
  const known = dayNumbers.get(name)
  if (known !== undefined) return known
  if (dayNumbers.size >= mostDayNumbers) dayNumbers.clear()
  const found = readDayNumber(time, timeZone)
  dayNumbers.set(name, found)
  return found
}

function readDayNumber(time: Date | number, timeZone: string): number {
  const parts = formatOf('en-GB', timeZone, { year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts(time)
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day')) / 86_400_000
}

const yearOf = (time: Date | number, timeZone: string) => formatOf('en-GB', timeZone, { year: 'numeric' }).format(time)

// A year is worth its room only when it is another than this one.
function withYear(time: Date | number, timeZone: string, nowMs: number): Intl.DateTimeFormatOptions {
  return yearOf(time, timeZone) === yearOf(nowMs, timeZone) ? {} : { year: 'numeric' }
}

/** The first minute of a time's day, as an instant in ms: the earliest that still has its number. No day has 26 hours. */
export function startOfDay(timeMs: number, timeZone: string): number {
  let within = Math.floor(timeMs / 60_000)
  let before = within - 26 * 60
  while (within - before > 1) {
    const minute = (within + before) >> 1
    if (daysAhead(minute * 60_000, timeZone, timeMs) < 0) before = minute
    else within = minute
  }
  return within * 60_000
}

/** How many calendar days ahead of today a time lies in the store's zone; below 0 in the past. */
export function daysAhead(time: Date | number, timeZone: string, nowMs: number): number {
  return dayNumber(time, timeZone) - dayNumber(nowMs, timeZone)
}

function otherDay({ locale, t }: Speech, time: Date | number, timeZone: string, nowMs: number): string {
  const ahead = daysAhead(time, timeZone, nowMs)
  if (ahead === 0) return ''
  if (Math.abs(ahead) === 1) return t(ahead === 1 ? 'tomorrow' : 'yesterday')
  return formatOf(locale, timeZone, { day: 'numeric', month: 'short', ...withYear(time, timeZone, nowMs) }).format(time)
}

function fullTime(locale: string, time: Date | number, timeZone: string, nowMs: number): string {
  const year = withYear(time, timeZone, nowMs)
  const day = formatOf(locale, timeZone, { weekday: 'short', day: 'numeric', month: 'short', ...year }).format(time)
  const clock = formatOf(locale, timeZone, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(time)
  return `${day}, ${clock}`
}

function timesIn(speech: Speech) {
  const { locale } = speech
  return {
    /** "17:44" in the store's zone. */
    timeOfDay: (time: Date | number, timeZone: string) => timeOfDay(locale, time, timeZone),
    /** "Friday 17:42" in the store's zone. */
    weekdayAndTime: (time: Date | number, timeZone: string) => weekdayAndTime(locale, time, timeZone),
    /** "Tomorrow", "22 Nov", "20 Nov 2025" in the store's zone; nothing for today. */
    otherDay: (time: Date | number, timeZone: string, nowMs: number) => otherDay(speech, time, timeZone, nowMs),
    /** "Fri 20 Nov, 17:42:10" in the store's zone; with the year where it is not this one. */
    fullTime: (time: Date | number, timeZone: string, nowMs = Date.now()) => fullTime(locale, time, timeZone, nowMs),
  }
}

export type Times = ReturnType<typeof timesIn>

const known = new WeakMap<Words<'times'>, Times>()

/** The times of the board as the page's language writes them: the same functions for as long as it stays. */
export function useTimes(): Times {
  const t = useWords('times')
  const locale = useLocale()
  const times = known.get(t) ?? timesIn({ locale, t })
  known.set(t, times)
  return times
}
