'use client'

import { useIsFetching } from '@tanstack/react-query'
import clsx from 'clsx/lite'
import { ChartColumn, RotateCw } from 'lucide-react'
import type { FoldedCharts } from '@/components/entries/charts/use-folded'
import { zoneName } from '@/components/entries/times'
import type { EntryTotal } from '@/components/entries/use-entry-total'
import { useStartAnew } from '@/components/entries/walk/use-start-anew'
import { useLocale, useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { type EntryWalk, entryListQuery } from '@/lib/entries/queries'

type EntrySummaryProps = { walk: EntryWalk; timeZone: string; count: EntryTotal; charts: FoldedCharts }

/** How many entries the filters find, whether they are drawn, and the way to look again. */
export function EntrySummary({ walk, timeZone, count, charts: { isFolded, fold } }: EntrySummaryProps) {
  const t = useWords('entries')
  const c = useWords('entryCharts')
  const locale = useLocale()
  const isRefreshing = useIsFetching({ queryKey: entryListQuery(walk).queryKey }) > 0
  const startAnew = useStartAnew(walk)
  return (
    <div className="mb-3 flex min-h-[42px] items-center gap-3">
      <div role="status" className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
        {count.total !== undefined && (
          <>
            <span className="font-sign text-[30px] leading-9 font-bold">{count.total.toLocaleString(locale)}</span>
            <span className="font-semibold text-soft">{t('unit', { count: count.total })}</span>
          </>
        )}
        {count.total === undefined && !count.isError && <Skeleton className="h-9 w-36" />}
        {count.isError && <span className="text-soft">{t('notCounted')}</span>}
      </div>
      <p className="ms-auto hidden text-sm text-soft sm:block">{t('timesIn', { zone: zoneName(timeZone) })}</p>
      <Button tone="quiet" aria-expanded={!isFolded} onPress={() => fold(!isFolded)} className="ms-auto px-3! sm:ms-0">
        <ChartColumn aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">{c(isFolded ? 'show' : 'hide')}</span>
      </Button>
      <Button onPress={() => void startAnew()} isDisabled={isRefreshing}>
        <RotateCw aria-hidden="true" className={clsx('size-4', isRefreshing && 'animate-spin')} />
        {t('refresh')}
      </Button>
    </div>
  )
}
