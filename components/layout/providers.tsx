'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { OfflineWorker } from '@/components/layout/offline-worker'
import { makeQueryClient } from '@/components/layout/query-client'
import { usePreloading } from '@/components/ui/on-demand'
import { ToastRegion } from '@/components/ui/toast'
// Hears of each tap before there is anything that may not take it twice.
import '@/components/ui/use-no-echo'

/** What every page stands in: the query cache and toasts. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient)
  usePreloading()
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <ToastRegion />
      <OfflineWorker />
    </QueryClientProvider>
  )
}
