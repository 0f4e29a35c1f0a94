'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { OfflineWorker } from '@/components/layout/offline-worker'
import { makeQueryClient } from '@/components/layout/query-client'
import { usePreloading } from '@/components/ui/on-demand'
import { ToastRegion } from '@/components/ui/toast'

/** What every page stands in: the query cache and toasts. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient)
  usePreloading()
  return (
    <QueryClientProvider client={queryClient}>
      {/* Fixed, so that server and browser write the same. */}
      <I18nProvider locale="en-GB">
        {children}
        <ToastRegion />
        <OfflineWorker />
      </I18nProvider>
    </QueryClientProvider>
  )
}
