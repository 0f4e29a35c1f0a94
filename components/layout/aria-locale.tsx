'use client'

import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useLanguage, useLocale } from '@/components/language/language-provider'
import { directionOf } from '@/lib/language/model'

/** Around what React Aria draws: the page's language, so that server and browser write the same. */
export function AriaLocale({ children }: { children: ReactNode }) {
  const language = useLanguage()
  const locale = useLocale()
  // React Aria finds the direction by the language.
  return <I18nProvider locale={directionOf(language) === 'rtl' ? language : locale}>{children}</I18nProvider>
}
