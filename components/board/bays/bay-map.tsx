'use client'

import clsx from 'clsx/lite'
import { ChevronDown, TriangleAlert } from 'lucide-react'
import { useId, useState, useSyncExternalStore } from 'react'
import { standingOf } from '@/components/board/bays/bay-warnings'
import { useBoardSettings } from '@/components/board/board-context'
import { nameOf } from '@/components/board/row/customer'
import { useWaitLevel } from '@/components/board/row/wait'
import { LevelShape, levelWords } from '@/components/board/row/wait-level'
import { showRow } from '@/components/board/window/row-lists'
import { useWords } from '@/components/language/language-provider'
import { Bay } from '@/components/ui/bay'
import { Button } from '@/components/ui/plain-button'
import { bayMap, bayNotes } from '@/lib/bays/model'
import type { BoardOrder } from '@/lib/board/schema'

const narrow = '(max-width: 639px)'
// More than this is no longer seen at a glance, and is opened when somebody wants it.
const mostAtAGlance = 24

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(narrow)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(narrow).matches,
    () => false,
  )
}

function goTo(serviceId: string): void {
  showRow(serviceId)?.focus({ preventScroll: true })
}

type TakenProps = { bay: string; orders: BoardOrder[]; first: BoardOrder; isClash: boolean }

/** `orders`: the longest wait first. */
function Taken({ bay, orders, first, isClash }: TakenProps) {
  const level = useWaitLevel(first.arrivedAt ?? first.createdAt)
  const t = useWords('board')
  const times = useWords('times')
  const { waits } = useBoardSettings()
  const shared = t('bayOrders', { count: orders.length, clash: isClash ? 'yes' : 'no' })
  return (
    <Button
      data-level={level}
      onPress={() => goTo(first.serviceId)}
      className="flex min-h-[48px] w-full min-w-0 items-center gap-2 rounded-control border border-line bg-(--level-tint) px-1.5 text-start hover:border-edge"
    >
      <Bay bay={bay} size="small" />
      <span className="max-w-44 min-w-0 pe-1">
        <bdi dir="auto" className="block truncate text-sm leading-5 font-semibold">
          {nameOf(first, t)}
        </bdi>
        <span
          className={clsx(
            'flex items-center gap-1.5 text-[13px] leading-4 font-semibold',
            isClash ? 'text-late' : 'text-(--level)',
          )}
        >
          {isClash ? <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" /> : <LevelShape level={level} />}
          <span className="truncate">{orders.length > 1 ? shared : levelWords(level, waits, times)}</span>
        </span>
      </span>
    </Button>
  )
}

function Free({ bay }: { bay: string }) {
  const t = useWords('board')
  return (
    <div className="flex min-h-[48px] items-center px-1">
      <Bay bay={bay} size="small" className="border-dashed border-(--color-edge)! bg-transparent! text-soft!" />
      <span className="sr-only">{t('bayFree')}</span>
    </div>
  )
}

/** The store's own bays, where it lists them: which are free, and who stands in the others. A tap leads to the row. */
export function BayMap({ arrived }: { arrived: BoardOrder[] }) {
  const t = useWords('board')
  const { bays, ticketFace } = useBoardSettings()
  const isNarrow = useIsNarrow()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const panelId = useId()
  if (bays.length === 0) return null
  const byId = new Map(arrived.map((order) => [order.serviceId, order]))
  const standing = arrived.map((order) => standingOf(order, ticketFace))
  const map = bayMap(bays, standing)
  const notes = bayNotes(standing, bays)
  const takenCount = map.filter(({ ids }) => ids.length > 0).length
  const isOpen = chosen ?? (!isNarrow && bays.length <= mostAtAGlance)
  return (
    <section aria-label={t('bays')} className="mb-3">
      <Button
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onPress={() => setChosen(!isOpen)}
        className="flex min-h-[48px] w-full items-center gap-2 rounded-control px-1 text-start font-semibold hover:bg-well active:bg-well"
      >
        {t('baysTaken', { taken: takenCount, count: bays.length })}
        <ChevronDown
          aria-hidden="true"
          className={clsx('ms-auto size-5 transition-transform', isOpen && 'rotate-180')}
        />
      </Button>
      {isOpen && (
        <ul id={panelId} className="flex max-h-[40dvh] flex-wrap gap-1.5 overflow-auto pt-1.5">
          {map.map(({ bay, ids }) => {
            const orders = ids.flatMap((id) => byId.get(id) ?? [])
            const [first] = orders
            const isClash = ids.some((id) => (notes.get(id)?.others ?? 0) > 0)
            return (
              <li key={bay} className="min-w-0">
                {first ? <Taken bay={bay} orders={orders} first={first} isClash={isClash} /> : <Free bay={bay} />}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
