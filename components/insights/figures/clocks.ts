'use client'

import { useLocale, useWords } from '@/components/language/language-provider'
import { waitClock } from '@/lib/waits/model'

/** Durations, shares and counts as the page writes them; a dash for what was not measured. */
export function useClocks() {
  const times = useWords('times')
  const locale = useLocale()
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  return {
    clock: (seconds: number | null) => (seconds === null ? '–' : times(...waitClock(Math.round(seconds)))),
    share: (share: number | null) => (share === null ? '–' : percent.format(share)),
    count: (count: number) => new Intl.NumberFormat(locale).format(count),
  }
}
