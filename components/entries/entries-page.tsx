'use client'

import { Lock } from 'lucide-react'
import { useCallback } from 'react'
import { EntryDetails } from '@/components/entries/details/entry-details'
import { EmptyRange } from '@/components/entries/empty/empty-range'
import { EntrySummary } from '@/components/entries/entry-summary'
import { readAddress, rowsName, viewOf } from '@/components/entries/filters/address'
import { FilterBar } from '@/components/entries/filters/filter-bar'
import { type EntryFilters, useEntryFilters } from '@/components/entries/filters/use-entry-filters'
import { EntryList } from '@/components/entries/list/entry-list'
import type { EntryPlaces } from '@/components/entries/places'
import { useNow } from '@/components/entries/use-now'
import { useOpenEntry } from '@/components/entries/use-open-entry'
import { useWords } from '@/components/language/language-provider'
import { PageHeader } from '@/components/layout/page-header'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { isReversed } from '@/lib/time/model'

type EntriesPageProps = { places: EntryPlaces; renderedAtMs: number }

/** What came into the zones of an account's stores, newest first. */
export function EntriesPage({ places, renderedAtMs }: EntriesPageProps) {
  const t = useWords('entries')
  const filters = useEntryFilters(places)
  const now = useNow(renderedAtMs)
  const { view, address } = filters
  const isSeen = view.project !== null && view.store !== null
  return (
    <>
      <PageHeader title={t('title')}>
        <FilterBar places={places} filters={filters} now={now} />
      </PageHeader>
      {!isSeen && <Unseen places={places} filters={filters} />}
      {isSeen && isReversed(address) && <EmptyRange filters={filters} />}
      {isSeen && !isReversed(address) && <Entries key={rowsName(view)} {...{ places, filters, now, renderedAtMs }} />}
    </>
  )
}

type EntriesProps = EntriesPageProps & { filters: EntryFilters; now: Date }

function Entries({ places, filters, now, renderedAtMs }: EntriesProps) {
  const { view, address } = filters
  const walk = { filter: view.filter, startedAtMs: renderedAtMs, before: view.before }
  const { entry, open, close } = useOpenEntry(walk)
  const name = rowsName(view)
  const isAddressed = useCallback(
    () => rowsName(viewOf(readAddress(window.location.search), places)) === name,
    [places, name],
  )
  const storeOf = (destinationId: string | null) => view.stores.find((store) => store.destinationId === destinationId)
  const context = {
    timeType: address.timeType,
    timeZone: view.timeZone,
    now,
    storeName: (destinationId: string) => storeOf(destinationId)?.name ?? destinationId,
  }
  const store = entry && storeOf(entry.destinationId)
  return (
    <>
      <EntrySummary walk={walk} timeZone={view.timeZone} />
      <EntryList walk={walk} filters={filters} context={context} isAddressed={isAddressed} onOpen={open} />
      {entry && (
        <EntryDetails
          entry={entry}
          store={store}
          timeZone={store?.timeZone ?? view.timeZone}
          now={now}
          onClose={close}
        />
      )}
    </>
  )
}

/** The address names a project or a store that this account can't see, or there is none yet. */
function Unseen({ places, filters }: { places: EntryPlaces; filters: EntryFilters }) {
  const t = useWords('entries')
  const { view, chooseProject, chooseStore } = filters
  const first = places.projects[0]
  if (!first) {
    return (
      <EmptyState icon={Lock} title={t('noProject')}>
        <p>{t('noProjectText')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={Lock} title={t(view.project ? 'unseenStore' : 'unseenProject')}>
      <p>{t('unseenText')}</p>
      {view.project ? (
        <Button onPress={() => chooseStore(null)}>{t('allYourStores')}</Button>
      ) : (
        <Button onPress={() => chooseProject(first.projectId)}>{t('show', { name: first.name })}</Button>
      )}
    </EmptyState>
  )
}
