'use client'

import { SearchX } from 'lucide-react'
import { HowEntriesCome } from '@/components/entries/empty/how-entries-come'
import type { EntryFilters } from '@/components/entries/filters/use-entry-filters'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { isReversed, presetRange } from '@/lib/time/model'

/** Why there is nothing, and the way to something. */
export function EmptyRange({ filters: { address, view, chooseStore, chooseTime } }: { filters: EntryFilters }) {
  const isNarrowed = address.from !== null || address.to !== null
  const last30Days = () => chooseTime(presetRange('last30Days', new Date(), view.timeZone))
  if (isReversed(address)) {
    return (
      <EmptyState icon={SearchX} title="This range ends before it begins">
        <p>Nothing can have happened in it. Choose another range above, or one of these.</p>
        <Ways>
          <Button onPress={last30Days}>Last 30 days</Button>
          <Button onPress={() => chooseTime({ from: null, to: null })}>All time</Button>
        </Ways>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={SearchX} title={isNarrowed ? 'No entries in this range' : 'No entries yet'}>
      <p>
        {isNarrowed
          ? 'Nobody came in this time. Widen the range, or look at all stores.'
          : 'An entry appears when a phone comes into a zone, or when an order’s customer arrives.'}
      </p>
      {(isNarrowed || view.store) && (
        <Ways>
          {isNarrowed && <Button onPress={last30Days}>Last 30 days</Button>}
          {isNarrowed && <Button onPress={() => chooseTime({ from: null, to: null })}>All time</Button>}
          {view.store && <Button onPress={() => chooseStore(null)}>All stores</Button>}
        </Ways>
      )}
      {view.project && (
        <HowEntriesCome
          projectId={view.project.projectId}
          destinationId={(view.store ?? view.stores[0])?.destinationId ?? 'my-store'}
          isOpen={!isNarrowed}
        />
      )}
    </EmptyState>
  )
}

function Ways({ children }: { children: React.ReactNode }) {
  return <div className="flex flex-wrap justify-center gap-2.5">{children}</div>
}
