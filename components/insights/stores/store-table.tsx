'use client'

import clsx from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { Change } from '@/components/insights/figures/change'
import { useClocks } from '@/components/insights/figures/clocks'
import { type Sorted, type Sorting, sortedStores, sortings } from '@/components/insights/stores/sorting'
import { useWords } from '@/components/language/language-provider'
import { Card } from '@/components/ui/card'
import type { InsightStore, InsightsView } from '@/lib/insights/schema'

// On a phone the four that matter most.
const isWide: Record<Sorting, boolean> = {
  name: false,
  orders: true,
  half: false,
  seven: true,
  nine: false,
  underGoal: false,
  change: true,
  withoutNotice: true,
}

const hiddenOnPhones = (by: Sorting) => isWide[by] && 'max-md:hidden'

/** The stores compared, in the order of any column: at first the one whose nine of ten wait the longest. */
export function StoreTable({ view, onStore }: { view: InsightsView; onStore: (destinationId: string) => void }) {
  const t = useWords('insights')
  const [sorted, setSorted] = useState<Sorted>({ by: 'nine', isDescending: true })
  const stores = sortedStores(view.stores, sorted)
  const sortBy = (by: Sorting) =>
    setSorted({ by, isDescending: sorted.by === by ? !sorted.isDescending : by !== 'name' && by !== 'underGoal' })
  return (
    <Card className="flex min-w-0 flex-col gap-2 p-4">
      <h2 className="font-sign text-2xl leading-8 font-bold">{t('storesCompared')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={t('storesCompared')} className="relative max-h-[560px] overflow-auto">
        <table className="w-full border-collapse text-[15px]">
          <thead className="sticky top-0 z-10 bg-card">
            <tr>
              {sortings.map((by) => (
                <Heading key={by} by={by} sorted={sorted} onSort={() => sortBy(by)} />
              ))}
            </tr>
          </thead>
          <tbody>
            {stores.map((store) => (
              <StoreRow key={store.destinationId} store={store} onChoose={() => onStore(store.destinationId)} />
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}

function Heading({ by, sorted, onSort }: { by: Sorting; sorted: Sorted; onSort: () => void }) {
  const t = useWords('insights')
  const isSorted = sorted.by === by
  const Icon = sorted.isDescending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sorted.isDescending ? 'descending' : 'ascending') : 'none'}
      className={clsx('p-0', hiddenOnPhones(by))}
    >
      <button
        type="button"
        onClick={onSort}
        className={clsx(
          'flex min-h-[42px] w-full items-center gap-1 rounded-chip px-1.5 text-[13px] leading-tight font-semibold text-soft hover:bg-well focus-visible:-outline-offset-3',
          by === 'name' ? 'justify-start text-start' : 'justify-end text-end',
        )}
      >
        {isSorted && <Icon aria-hidden="true" className="size-3.5 shrink-0" />}
        {t(`column_${by}`)}
      </button>
    </th>
  )
}

const cell = 'px-1.5 py-1 text-end font-semibold whitespace-nowrap'

function StoreRow({ store, onChoose }: { store: InsightStore; onChoose: () => void }) {
  const { clock, share, count } = useClocks()
  const { figures, previousWait } = store
  return (
    <tr className="border-t border-line">
      <th scope="row" className="max-w-36 py-1 sm:max-w-64 text-start font-normal">
        <button
          type="button"
          onClick={onChoose}
          className="min-h-[42px] max-w-full truncate rounded-chip px-1.5 text-start text-way underline decoration-line underline-offset-4 hover:decoration-current focus-visible:-outline-offset-3"
        >
          <bdi>{store.name}</bdi>
        </button>
      </th>
      <td className={clsx(cell, hiddenOnPhones('orders'))}>{count(figures.handedOver)}</td>
      <td className={cell}>{clock(figures.wait.p50)}</td>
      <td className={clsx(cell, hiddenOnPhones('seven'))}>{clock(figures.wait.p70)}</td>
      <td className={cell}>{clock(figures.wait.p90)}</td>
      <td className={cell}>{share(figures.underGoalShare)}</td>
      <td className={clsx(cell, hiddenOnPhones('change'))}>
        <span className="flex justify-end">
          <Change now={figures.wait.p50} before={previousWait.p50} kind="seconds" />
        </span>
      </td>
      <td className={clsx(cell, hiddenOnPhones('withoutNotice'))}>{count(figures.withoutNotice.arrivals)}</td>
    </tr>
  )
}
