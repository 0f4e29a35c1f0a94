'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { EntryView } from '@/components/entries/filters/address'
import { entrySummaryQuery } from '@/lib/entry-summary/queries'

/** What the charts are drawn from: all that the filters find, as it was when the rows were. */
export function useEntrySummary(view: EntryView, isWanted: boolean) {
  const projectId = view.project?.projectId ?? ''
  return useQuery({
    ...entrySummaryQuery({ ...view.filter, projectId, timeZone: view.timeZone }),
    enabled: isWanted && projectId !== '',
    // Like the rows: anew when a person asks.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: keepPreviousData,
  })
}
