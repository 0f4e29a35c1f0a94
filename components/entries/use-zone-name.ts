'use client'

import type { EntryView } from '@/components/entries/filters/address'
import { useEntrySummary } from '@/components/entries/use-entry-summary'

/** What the chosen zone is called, as its entries name it, in the range or ever; its id where it has none. */
export function useZoneName(view: EntryView): string | null {
  const { projectId, zoneId } = view.filter
  const nameIn = ({ data }: ReturnType<typeof useEntrySummary>) =>
    data?.byZone.find((zone) => zone.zoneId === zoneId)?.zoneName
  const shown = useEntrySummary(view, zoneId !== undefined)
  const name = nameIn(shown)
  const isUnnamed = shown.isSuccess && !shown.isPlaceholderData && name === undefined
  const ever = useEntrySummary({ ...view, filter: { projectId, zoneId } }, zoneId !== undefined && isUnnamed)
  return name ?? nameIn(ever) ?? zoneId ?? null
}
