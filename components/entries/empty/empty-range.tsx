'use client'

import { SearchX } from 'lucide-react'
import { HowEntriesCome } from '@/components/entries/empty/how-entries-come'
import { type EntryFilters, noMore } from '@/components/entries/filters/use-entry-filters'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { isReversed, presetRange } from '@/lib/time/model'

/** Why there is nothing, and the way to something. */
export function EmptyRange({ filters }: { filters: EntryFilters }) {
  const { address, view, chooseStore, chooseTime, chooseMore, jumpTo } = filters
  const t = useWords('entries')
  const f = useWords('entryFilters')
  const hasMore = [address.zone, address.source, address.os, address.install].some((one) => one !== null)
  const isNarrowed = address.from !== null || address.to !== null
  const last30Days = () => chooseTime(presetRange('last30Days', new Date(), view.timeZone))
  if (isReversed(address)) {
    return (
      <EmptyState icon={SearchX} title={t('reversed')}>
        <p>{t('reversedText')}</p>
        <Ways>
          <Button onPress={last30Days}>{t('last30Days')}</Button>
          <Button onPress={() => chooseTime({ from: null, to: null })}>{t('allTime')}</Button>
        </Ways>
      </EmptyState>
    )
  }
  if (view.before !== undefined) {
    return (
      <EmptyState icon={SearchX} title={f('noneBefore')}>
        <p>{f('noneBeforeText')}</p>
        <Button onPress={() => jumpTo(null)}>{f('toNewest')}</Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={SearchX} title={t(isNarrowed ? 'noneInRange' : hasMore ? 'noneFiltered' : 'none')}>
      <p>{t(isNarrowed || hasMore ? 'noneInRangeText' : 'noneText')}</p>
      {(isNarrowed || view.store || hasMore) && (
        <Ways>
          {hasMore && <Button onPress={() => chooseMore(noMore)}>{f('clear')}</Button>}
          {isNarrowed && <Button onPress={last30Days}>{t('last30Days')}</Button>}
          {isNarrowed && <Button onPress={() => chooseTime({ from: null, to: null })}>{t('allTime')}</Button>}
          {view.store && <Button onPress={() => chooseStore(null)}>{t('allStores')}</Button>}
        </Ways>
      )}
      {view.project && (
        <HowEntriesCome
          projectId={view.project.projectId}
          destinationId={(view.store ?? view.stores[0])?.destinationId ?? 'my-store'}
          isOpen={!isNarrowed && !hasMore}
        />
      )}
    </EmptyState>
  )
}

function Ways({ children }: { children: React.ReactNode }) {
  return <div className="flex flex-wrap justify-center gap-2.5">{children}</div>
}
