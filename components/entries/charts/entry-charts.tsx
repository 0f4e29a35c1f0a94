'use client'

import { ZoomOut } from 'lucide-react'
import { useMemo, useSyncExternalStore } from 'react'
import type { Cell } from '@/components/charts/use-cell'
import { busyHoursChart } from '@/components/entries/charts/busy-hours'
import { ChartPanel } from '@/components/entries/charts/chart-panel'
import type { Drawing, Drawn } from '@/components/entries/charts/drawn'
import { HourDialog } from '@/components/entries/charts/hour-dialog'
import { overTimeChart } from '@/components/entries/charts/over-time'
import { storesChart, zonesChart } from '@/components/entries/charts/places-chart'
import { spanOfSteps } from '@/components/entries/charts/step-names'
import { useOpenHour } from '@/components/entries/charts/use-open-hour'
import { widerRange } from '@/components/entries/charts/wider'
import { isUnseenZone } from '@/components/entries/empty/sign-in-again'
import type { EntryFilters } from '@/components/entries/filters/use-entry-filters'
import { useEntrySummary } from '@/components/entries/use-entry-summary'
import { useLocale, useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { EntrySummary } from '@/lib/entry-summary/schema'
import { wallTimeOf } from '@/lib/time/model'

const wideScreen = '(min-width: 1024px)'

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(wideScreen)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

const useIsWide = () =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wideScreen).matches,
    () => true,
  )

/** Where a range is a week at most, the one step that an hour of the week is: no need to ask which. */
function onlyHour(summary: EntrySummary, [weekday, hour]: Cell): { from: Date; to: Date } | null {
  if (summary.step !== 'hour') return null
  const found = summary.overTime.flatMap(({ startTime, count }, place) => {
    const wall = wallTimeOf(startTime, summary.timeZone)
    const day = (new Date(`${wall.slice(0, 10)}T00:00Z`).getUTCDay() + 6) % 7
    return day === weekday && Number(wall.slice(11, 13)) === hour && count > 0 ? [place] : []
  })
  const [only] = found
  return only === undefined || found.length > 1 ? null : spanOfSteps(summary, [only, only])
}

type EntryChartsProps = { filters: EntryFilters; now: Date }

/** What the filters find, drawn: over time, by hour of the week, by store and by zone. All of it leads to rows. */
export function EntryCharts({ filters, now }: EntryChartsProps) {
  const c = useWords('entryCharts')
  const isWide = useIsWide()
  const summary = useEntrySummary(filters.view, true)
  const { cell, open, close, forget } = useOpenHour()
  const charts = useDrawn(summary.data, { filters, now }, open)
  // The list below says so, and leads out.
  if (isUnseenZone(summary.error)) return null
  if (summary.isError && !summary.data) {
    return <ErrorState title={c('failed')} error={summary.error} onRetry={() => void summary.refetch()} />
  }
  if (!summary.data || !charts) {
    return (
      <Panels>
        <Skeleton className="h-[290px] rounded-card!" />
        {isWide && <Skeleton className="h-[290px] rounded-card!" />}
      </Panels>
    )
  }
  const look = { isEmpty: summary.data.total === 0, isOld: summary.isPlaceholderData }
  const [overTime, ...others] = charts
  return (
    <>
      <Panels>
        {isWide && overTime ? (
          <>
            <ChartPanel charts={[overTime]} {...look} />
            <ChartPanel charts={others} {...look} />
          </>
        ) : (
          <ChartPanel charts={charts} {...look} />
        )}
      </Panels>
      {cell && <HourDialog cell={cell} summary={summary.data} filters={filters} onChoose={forget} onClose={close} />}
    </>
  )
}

function Panels({ children }: { children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">{children}</div>
  )
}

function WiderButton({ filters: { address, view, chooseTime } }: { filters: EntryFilters }) {
  const c = useWords('entryCharts')
  const wider = widerRange(address, view.timeZone)
  if (!wider) return null
  return (
    <Button
      tone="quiet"
      onPress={() => chooseTime(wider.range)}
      className="min-h-9! px-2.5! text-sm! whitespace-nowrap"
    >
      <ZoomOut aria-hidden="true" className="size-4" />
      {/* A phone has no room for it beside the names of the charts. */}
      <span className="max-sm:sr-only">{c(wider.key)}</span>
    </Button>
  )
}

function useDrawn(
  summary: EntrySummary | undefined,
  { filters, now }: EntryChartsProps,
  openHour: (cell: Cell) => void,
): Drawn[] | null {
  const [t, c] = [useWords('entries'), useWords('entryCharts')]
  const locale = useLocale()
  const name = JSON.stringify(filters.address)
  // biome-ignore lint/correctness/useExhaustiveDependencies: filters are made anew at every render; the address says whether they are others
  return useMemo(() => {
    if (!summary) return null
    const short = new Intl.NumberFormat(locale, { notation: 'compact' })
    const format = (value: number, isAxis = false) =>
      isAxis && value >= 1_000 ? short.format(value) : value.toLocaleString(locale)
    const onHour = (cell: Cell) => {
      const only = onlyHour(summary, cell)
      if (only) filters.chooseTime(only)
      else openHour(cell)
    }
    const percent = (share: number) =>
      share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 })
    const drawing: Drawing = { summary, filters, now, t, c, format, percent, onHour }
    const overTime = { ...overTimeChart(drawing), aside: <WiderButton filters={filters} /> }
    const stores = filters.view.store ? [] : [storesChart(drawing)]
    return [overTime, busyHoursChart(drawing), ...stores, zonesChart(drawing)]
  }, [summary, name, now.toDateString(), t, c, locale, openHour])
}
