'use client'

import { Lock } from 'lucide-react'
import { useCallback } from 'react'
import { type FoldedCharts, useFolded } from '@/components/entries/charts/use-folded'
import { EntryDetails } from '@/components/entries/details/entry-details'
import { EmptyRange } from '@/components/entries/empty/empty-range'
import { EntrySummary } from '@/components/entries/entry-summary'
import { ExportButton } from '@/components/entries/export/export-button'
import { readAddress, rowsName, viewOf } from '@/components/entries/filters/address'
import { FilterBar } from '@/components/entries/filters/filter-bar'
import { FilterChips } from '@/components/entries/filters/filter-chips'
import { JumpToTime } from '@/components/entries/filters/jump-to-time'
import { MoreFilters } from '@/components/entries/filters/more-filters'
import { type EntryFilters, useEntryFilters } from '@/components/entries/filters/use-entry-filters'
import { EntryList } from '@/components/entries/list/entry-list'
import type { EntryPlaces } from '@/components/entries/places'
import { type EntryTotal, useEntryTotal } from '@/components/entries/use-entry-total'
import { useNow } from '@/components/entries/use-now'
import { useOpenEntry } from '@/components/entries/use-open-entry'
import { ViewsMenu } from '@/components/entries/views/views-menu'
import { NewEntries } from '@/components/entries/walk/new-entries'
import { useWords } from '@/components/language/language-provider'
import { PageHeader } from '@/components/layout/page-header'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { onDemand } from '@/components/ui/on-demand'
import type { EntryWalk } from '@/lib/entries/queries'
import { isReversed } from '@/lib/time/model'

type EntriesPageProps = { places: EntryPlaces; renderedAtMs: number; areChartsFolded: boolean }

const EntryCharts = onDemand(
  () => import('@/components/entries/charts/entry-charts').then((m) => m.EntryCharts),
  'when the page has settled',
)

/** What came into the zones of an account's stores, newest first. */
export function EntriesPage({ places, renderedAtMs, areChartsFolded }: EntriesPageProps) {
  const t = useWords('entries')
  const filters = useEntryFilters(places)
  const now = useNow(renderedAtMs)
  const charts = useFolded(areChartsFolded)
  const { view, address } = filters
  const isSeen = view.project !== null && view.store !== null
  const isShown = isSeen && !isReversed(address)
  const walk = { filter: view.filter, startedAtMs: renderedAtMs, before: view.before }
  const count = useEntryTotal(view, walk, isShown, !charts.isFolded)
  return (
    <>
      <PageHeader title={t('title')}>
        <FilterBar places={places} filters={filters} now={now} />
        {isSeen && (
          <div className="flex flex-wrap gap-2.5">
            <MoreFilters filters={filters} />
            <JumpToTime filters={filters} now={now} />
            <ViewsMenu filters={filters} />
            <ExportButton filters={filters} count={count.total} now={now} />
          </div>
        )}
      </PageHeader>
      {!isSeen && <Unseen places={places} filters={filters} />}
      {isSeen && isReversed(address) && <EmptyRange filters={filters} />}
      {isShown && (
        <>
          <FilterChips filters={filters} />
          {!charts.isFolded && (
            <section aria-label={t('chartsOf')} className={chartsSpace}>
              <EntryCharts filters={filters} now={now} />
            </section>
          )}
          <Entries key={rowsName(view)} {...{ places, filters, now, walk, count, charts }} />
        </>
      )}
    </>
  )
}

// As high as the charts: what comes later moves nothing.
const chartsSpace =
  'mb-4 min-h-[290px] empty:rounded-card empty:border empty:border-line empty:bg-card lg:empty:bg-transparent'

type EntriesProps = {
  places: EntryPlaces
  filters: EntryFilters
  now: Date
  walk: EntryWalk
  count: EntryTotal
  charts: FoldedCharts
}

function Entries({ places, filters, now, walk, count, charts }: EntriesProps) {
  const { view, address, chooseMore } = filters
  const { entry, open, close, forget } = useOpenEntry(walk)
  const name = rowsName(view)
  const isAddressed = useCallback(
    () =>
      window.location.pathname === '/entries' && rowsName(viewOf(readAddress(window.location.search), places)) === name,
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
      <EntrySummary walk={walk} timeZone={view.timeZone} count={count} charts={charts} />
      <NewEntries walk={walk} now={now} />
      <EntryList walk={walk} filters={filters} context={context} isAddressed={isAddressed} onOpen={open} />
      {entry && (
        <EntryDetails
          entry={entry}
          store={store}
          timeZone={store?.timeZone ?? view.timeZone}
          now={now}
          onNarrow={(more) => {
            forget()
            chooseMore(more)
          }}
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
