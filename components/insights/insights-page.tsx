'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartColumn, Lock } from 'lucide-react'
import type { EntryPlaces } from '@/components/entries/places'
import { shortDay } from '@/components/entries/times'
import { useNow } from '@/components/entries/use-now'
import { DistributionChart, WhenCharts } from '@/components/insights/charts/wait-charts'
import { Apart, BigFigures } from '@/components/insights/figures/big-figures'
import { namedRange } from '@/components/insights/filters/address'
import { InsightFilterBar } from '@/components/insights/filters/insight-filter-bar'
import { type InsightFilters, useInsightFilters } from '@/components/insights/filters/use-insight-filters'
import { LongestWaits } from '@/components/insights/stores/longest-waits'
import { StoreTable } from '@/components/insights/stores/store-table'
import { useWords } from '@/components/language/language-provider'
import { PageHeader } from '@/components/layout/page-header'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { type InsightFilter, insightsQuery } from '@/lib/insights/queries'
import type { InsightsView } from '@/lib/insights/schema'

/** How long the customers of an account's stores waited. */
export function InsightsPage({ places, renderedAtMs }: { places: EntryPlaces; renderedAtMs: number }) {
  const t = useWords('insights')
  const filters = useInsightFilters(places, useNow(renderedAtMs))
  const { filter } = filters.view
  return (
    <>
      <PageHeader title={t('title')}>
        <InsightFilterBar places={places} filters={filters} />
      </PageHeader>
      {filter ? <Insights filter={filter} filters={filters} /> : <Unseen places={places} filters={filters} />}
    </>
  )
}

// A store is called in tables as where it is chosen.
function calledAsListed(view: InsightsView, listed: EntryPlaces['stores']): InsightsView {
  const names = new Map(listed.map(({ destinationId, name }) => [destinationId, name]))
  return {
    ...view,
    stores: view.stores.map((store) => ({ ...store, name: names.get(store.destinationId) ?? store.name })),
  }
}

function Insights({ filter, filters }: { filter: InsightFilter; filters: InsightFilters }) {
  const t = useWords('insights')
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...insightsQuery(filter),
    placeholderData: keepPreviousData,
  })
  if (error) return <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  if (data.total.arrivals === 0) return <Empty filters={filters} />
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
      <Shown view={calledAsListed(data, filters.view.stores)} filters={filters} />
    </div>
  )
}

function Shown({ view, filters }: { view: InsightsView; filters: InsightFilters }) {
  const t = useWords('insights')
  const dates = useWords('entries')
  const [from, to] = [shortDay(view.previousStartDate, dates), shortDay(view.previousEndDate, dates)]
  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">{t('comparedWith', { from, to })}</p>
      <BigFigures view={view} />
      <section aria-label={t('charts')} className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <DistributionChart view={view} />
        <WhenCharts view={view} />
      </section>
      <Apart view={view} />
      {view.stores.length > 1 && <StoreTable view={view} onStore={filters.chooseStore} />}
      <LongestWaits view={view} />
    </div>
  )
}

function Waiting() {
  const t = useWords('insights')
  return (
    <Loading label={t('loading')}>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {['wait', 'goal', 'acknowledge', 'handOver'].map((figure) => (
          <Skeleton key={figure} className="h-44" />
        ))}
      </div>
      <Skeleton className="mt-4 h-72" />
    </Loading>
  )
}

/** Nobody arrived in these days: others may have something to say. */
function Empty({ filters: { view, chooseRange, chooseStore } }: { filters: InsightFilters }) {
  const t = useWords('insights')
  return (
    <EmptyState icon={ChartColumn} title={t('empty')}>
      <p>{t('emptyText')}</p>
      <span className="flex flex-wrap justify-center gap-2">
        <Button tone="ink" onPress={() => chooseRange(namedRange('last30Days', view.today))}>
          {t('last30Days')}
        </Button>
        {view.store && <Button onPress={() => chooseStore(null)}>{t('allStores')}</Button>}
      </span>
    </EmptyState>
  )
}

/** The address names a project or a store that this account can't see, or there is none yet. */
function Unseen({ places, filters }: { places: EntryPlaces; filters: InsightFilters }) {
  const t = useWords('insights')
  const first = places.projects[0]
  if (!first) {
    return (
      <EmptyState icon={Lock} title={t('noProject')}>
        <p>{t('noProjectText')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={Lock} title={t('unseen')}>
      <p>{t('unseenText')}</p>
      <Button
        onPress={() => (filters.view.project ? filters.chooseStore(null) : filters.chooseProject(first.projectId))}
      >
        {t('allStores')}
      </Button>
    </EmptyState>
  )
}
