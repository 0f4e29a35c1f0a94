'use client'

import { useQuery } from '@tanstack/react-query'
import type { EntryView } from '@/components/entries/filters/address'
import { useEntrySummary } from '@/components/entries/use-entry-summary'
import { type EntryWalk, entryCountQuery } from '@/lib/entries/queries'

/** `total` is undefined while it is not known, or where it could not be had. */
export type EntryTotal = { total: number | undefined; isError: boolean }

/** How many entries the filters find: what the charts add up to, or counted where there are none. */
export function useEntryTotal(view: EntryView, walk: EntryWalk, isShown: boolean, hasCharts: boolean): EntryTotal {
  const summary = useEntrySummary(view, isShown && hasCharts)
  const drawn = summary.isPlaceholderData ? undefined : summary.data?.total
  const count = useQuery({ ...entryCountQuery(walk), enabled: isShown && (!hasCharts || summary.isError) })
  return { total: drawn ?? count.data, isError: count.isError }
}
