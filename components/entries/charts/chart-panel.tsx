'use client'

import clsx from 'clsx/lite'
import { useState } from 'react'
import { ChartCard } from '@/components/charts/chart-card'
import type { ChartKind, Drawn } from '@/components/entries/charts/drawn'
import { useWords } from '@/components/language/language-provider'

type ChartPanelProps = { charts: Drawn[]; isEmpty: boolean; isOld: boolean; className?: string }

/** A card with one of several charts; where there are several, their names are how to choose. */
export function ChartPanel({ charts, isEmpty, isOld, className }: ChartPanelProps) {
  const c = useWords('entryCharts')
  const [chosen, choose] = useState<ChartKind | null>(null)
  const shown = charts.find(({ kind }) => kind === chosen) ?? charts[0]
  if (!shown) return null
  const title =
    charts.length === 1 ? (
      <h2 className="truncate font-sign text-xl leading-7 font-bold">{c(shown.kind)}</h2>
    ) : (
      <fieldset aria-label={c('choose')} className="-ms-1.5 flex min-w-0 flex-wrap gap-0.5 p-0.5">
        {charts.map(({ kind }) => (
          <button
            key={kind}
            type="button"
            aria-pressed={kind === shown.kind}
            onClick={() => choose(kind)}
            className={clsx(
              'min-h-8 shrink-0 rounded-chip px-1.5 text-[15px] sm:px-2',
              kind === shown.kind ? 'bg-well font-semibold' : 'text-soft hover:bg-well hover:text-ink',
            )}
          >
            {c(`${kind}Short`)}
          </button>
        ))}
      </fieldset>
    )
  return (
    <ChartCard
      key={shown.kind}
      title={title}
      aside={shown.aside}
      table={shown.table}
      className={clsx(isOld && 'opacity-60 transition-opacity', className)}
    >
      {isEmpty ? (
        <p className="flex h-full items-center justify-center text-center text-soft">{c('nothing')}</p>
      ) : (
        shown.chart
      )}
    </ChartCard>
  )
}
