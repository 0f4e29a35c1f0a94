'use client'

import { useEffect, useState } from 'react'
import { useLocale } from '@/components/language/language-provider'

/** A time as this device writes it, once it is known which device that is. */
export function useSaidTime(): (time: Date) => string {
  const locale = useLocale()
  const [zone, setZone] = useState('UTC')
  useEffect(() => setZone(new Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return (time) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(time)
}
