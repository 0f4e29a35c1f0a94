'use client'

import { useState } from 'react'
import { useLocale } from '@/components/language/language-provider'
import { useBrowserZone } from '@/components/ui/moment'

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Times as a person's own browser writes them: where they are, and not where a store is. */
export function useTimes() {
  const locale = useLocale()
  // The server does not know the zone: what it draws is drawn again once the browser has told it.
  const timeZone = useBrowserZone() ?? 'UTC'
  const [openedMs] = useState(() => Date.now())
  const dayAndTime = (time: Date) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(time)
  const ago = (time: Date) => {
    const seconds = Math.max(0, (openedMs - time.getTime()) / 1000)
    const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
    const [unit, size] = units.find(([, least]) => seconds >= least) ?? (['minute', 60] as const)
    return format.format(-Math.floor(seconds / size), unit)
  }
  return { dayAndTime, ago }
}
