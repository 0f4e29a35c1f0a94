'use client'

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useLocale } from '@/components/language/language-provider'
import { formatters } from '@/components/language/translator'

const tickMs = 20_000
const never = () => () => {}
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of this device; null on the server, which does not know it. */
export function useBrowserZone(): string | null {
  return useSyncExternalStore(never, browserZone, () => null)
}

export type Moments = {
  timeZone: string
  /** "3 minutes ago" */
  ago: (time: Date) => string
  /** "21 Nov 2026, 17:42:05" */
  full: (time: Date) => string
  /** "21 Nov 2026, 17:42" */
  short: (time: Date) => string
}

function agoIn(locale: string, nowMs: number): (time: Date) => string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return (time) => {
    const seconds = Math.round((time.getTime() - nowMs) / 1000)
    const size = Math.abs(seconds)
    if (size < 60) return format.format(0, 'second')
    if (size < 3_600) return format.format(Math.trunc(seconds / 60), 'minute')
    if (size < 86_400) return format.format(Math.trunc(seconds / 3_600), 'hour')
    return format.format(Math.trunc(seconds / 86_400), 'day')
  }
}

/** Times as this device's clock shows them, in the words of the page. Null until the page runs in a browser. */
export function useMoments(): Moments | null {
  const locale = useLocale()
  const timeZone = useBrowserZone()
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return useMemo(() => {
    if (timeZone === null) return null
    const dated = (timeStyle: 'short' | 'medium') =>
      formatters.getDateTimeFormat(locale, { dateStyle: 'medium', timeStyle, timeZone })
    return {
      timeZone,
      ago: agoIn(locale, nowMs),
      full: (time) => dated('medium').format(time),
      short: (time) => dated('short').format(time),
    }
  }, [locale, timeZone, nowMs])
}
