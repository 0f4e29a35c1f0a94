'use client'

import clsx from 'clsx/lite'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Change } from '@/components/insights/figures/change'
import { useClocks } from '@/components/insights/figures/clocks'
import { type Sorted, type Sorting, sortedStores, sortings } from '@/components/insights/stores/sorting'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { InsightStore, InsightsView } from '@/lib/insights/schema'

// On a phone the four that matter most stand in columns, the others in a line below.
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

// More than anybody reads: the others once somebody wants them.
const mostAtFirst = 200

/** The stores compared, in the order of any column: at first the one whose nine of ten wait the longest. */
export function StoreTable({ view, onStore }: { view: InsightsView; onStore: (destinationId: string) => void }) {
  const t = useWords('insights')
  const { count } = useClocks()
  const { leftOut = 0 } = view
  const [sorted, setSorted] = useState<Sorted>({ by: 'nine', isDescending: true })
  const [isWhole, setWhole] = useState(false)
  const table = useRef<HTMLElement>(null)
  const name = t('storesCompared')
  const stores = sortedStores(view.stores, sorted)
  const shown = isWhole ? stores : stores.slice(0, mostAtFirst)
  const sortBy = (by: Sorting) =>
    setSorted({ by, isDescending: sorted.by === by ? !sorted.isDescending : by !== 'name' && by !== 'underGoal' })
  const showAll = () => {
    setWhole(true)
    // The button goes, and with it the place of whoever is here by keyboard.
    table.current?.focus({ preventScroll: true })
  }
  return (
    <Card className="flex min-w-0 flex-col gap-2 p-4">
      <h2 className="flex items-baseline gap-2 font-sign text-2xl leading-8 font-bold">
        {name}
        <span className="text-xl text-soft">{count(stores.length + leftOut)}</span>
      </h2>
      <section
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={name}
        className="scroll-shades relative max-h-[560px] overflow-auto"
      >
        <table className="w-full border-collapse text-[15px]">
          <thead className="sticky top-0 z-10 bg-card">
            <tr>
              {sortings.map((by) => (
                <Heading key={by} by={by} sorted={sorted} onSort={() => sortBy(by)} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((store) => (
              <StoreRow key={store.destinationId} store={store} onChoose={() => onStore(store.destinationId)} />
            ))}
          </tbody>
        </table>
        {shown.length < stores.length && (
          <div className="flex justify-center p-3">
            <Button size="board" onPress={showAll}>
              {t('storesAll', { count: count(stores.length) })}
            </Button>
          </div>
        )}
      </section>
      {leftOut > 0 && <p className="text-sm text-soft">{t('storesOthers', { count: leftOut })}</p>}
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
          'flex min-h-[42px] w-full items-center rounded-chip px-1 text-[13px] leading-tight font-semibold text-soft hover:bg-well focus-visible:-outline-offset-3 md:px-1.5',
          by === 'name' ? 'justify-start text-start' : 'justify-end text-end',
        )}
      >
        <span className={clsx(by !== 'underGoal' && 'min-[360px]:whitespace-nowrap')}>
          {isSorted && <Icon aria-hidden="true" className="me-0.5 inline size-3.5 align-[-2px]" />}
          {t(`column_${by}`)}
        </span>
      </button>
    </th>
  )
}

const cell = 'px-1 py-1 text-end font-semibold whitespace-nowrap md:px-1.5'

function StoreRow({ store, onChoose }: { store: InsightStore; onChoose: () => void }) {
  const { clock, share, count } = useClocks()
  const { figures, previousWait } = store
  return (
    <>
      <tr className="border-t border-line">
        <th scope="row" className="py-1 text-start font-normal md:max-w-64">
          <button
            type="button"
            onClick={onChoose}
            className="min-h-[42px] min-w-20 rounded-chip px-1 text-start leading-5 text-way underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-current focus-visible:-outline-offset-3 md:min-w-36 md:px-1.5"
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
      <MoreOnPhones store={store} />
    </>
  )
}

/** A store's other figures, in a line below its row where the row has no room for them. */
function MoreOnPhones({ store: { figures, previousWait } }: { store: InsightStore }) {
  const t = useWords('insights')
  const { clock, count } = useClocks()
  const told = [
    [t('column_orders'), count(figures.handedOver)],
    [t('column_seven'), clock(figures.wait.p70)],
    [t('column_withoutNotice'), count(figures.withoutNotice.arrivals)],
  ]
  return (
    <tr className="md:hidden">
      <td colSpan={sortings.filter((by) => !isWide[by]).length} className="px-1 pb-2.5 text-sm text-soft">
        <div className="flex flex-wrap gap-x-4">
          {told.map(([name, value]) => (
            <span key={name} className="whitespace-nowrap">
              {name} <strong className="font-semibold text-ink">{value}</strong>
            </span>
          ))}
          <Change now={figures.wait.p50} before={previousWait.p50} kind="seconds" />
        </div>
      </td>
    </tr>
  )
}
