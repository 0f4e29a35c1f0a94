'use client'

import { useLocale, useWords } from '@/components/language/language-provider'
import { waitClock } from '@/lib/waits/model'

/** Durations, shares and counts as the page writes them; a dash for what was not measured. */
export function useClocks() {
  const times = useWords('times')
  const t = useWords('insights')
  const locale = useLocale()
  return {
    clock: (seconds: number | null) => (seconds === null ? '–' : times(...waitClock(Math.round(seconds)))),
    share: (share: number | null) => (share === null ? '–' : t('percent', { share })),
    count: (count: number) => new Intl.NumberFormat(locale).format(count),
  }
}
