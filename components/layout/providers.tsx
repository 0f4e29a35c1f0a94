'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useLanguage, useLocale } from '@/components/language/language-provider'
import { OfflineWorker } from '@/components/layout/offline-worker'
import { makeQueryClient } from '@/components/layout/query-client'
import { ToastRegion } from '@/components/ui/toast'
import { directionOf } from '@/lib/language/model'

/** What every page stands in: the query cache and toasts. */
export function Providers({ children }: { children: ReactNode }) {
  const language = useLanguage()
  const locale = useLocale()
  // React Aria finds the direction by the language.
  const isMirrored = directionOf(language) === 'rtl'
  const [queryClient] = useState(makeQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      {/* The page's, so that server and browser write the same. */}
      <I18nProvider locale={isMirrored ? language : locale}>
        {children}
        <ToastRegion />
        <OfflineWorker />
      </I18nProvider>
    </QueryClientProvider>
  )
}
