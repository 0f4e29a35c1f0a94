'use client'

import { useCallback } from 'react'
import { useBoardSettings } from '@/components/board/board-context'
import { BoardSection, NothingHere } from '@/components/board/board-section'
import { ArrivedRow } from '@/components/board/row/arrived-row'
import { WayRow } from '@/components/board/row/way-row'
import { HiddenBySearch } from '@/components/board/search/summary-on-demand'
import type { BoardSearch } from '@/components/board/search/use-board-search'
import { isGrouped, type ReadSection, type useReading } from '@/components/board/standing/use-reading'
import { Rows } from '@/components/board/window/rows'
import { useWords } from '@/components/language/language-provider'
import { onDemand } from '@/components/ui/on-demand'
import type { BoardOrder } from '@/lib/board/schema'

const BayMap = onDemand(() => import('@/components/board/bays/bay-map').then((m) => m.BayMap))
// Of sections that are folded at first.
const PlannedDays = onDemand(() => import('@/components/board/standing/planned-days').then((m) => m.PlannedDays))
const DoneRow = onDemand(() => import('@/components/board/row/done-row').then((m) => m.DoneRow))

const rows = { Arrived: ArrivedRow, OnTheWay: WayRow, Expected: WayRow, Done: DoneRow }
const rowsClass = 'flex flex-col gap-2.5'

type SectionsProps = ReturnType<typeof useReading> & Pick<BoardSearch, 'words' | 'clear'>

/** The sections of a board, the most urgent first. */
export function BoardSections({
  reading: { Arrived, OnTheWay, Expected, Done },
  standing: standingOf,
  words,
  clear,
}: SectionsProps) {
  const t = useWords('board')
  const { bays } = useBoardSettings()
  // The same for as long as each row stands as it did: a list that did not change is not looked at.
  const rowOf = useCallback(
    (order: BoardOrder, farPx?: number) => {
      // Of what stands far away it is told with whom: a group's rows are as high as they will be.
      const standing = farPx === undefined || isGrouped(order) ? standingOf(order) : undefined
      if (farPx) return <ArrivedRow key={order.serviceId} order={order} standing={standing} farPx={farPx} />
      const Row = rows[order.section]
      return <Row key={order.serviceId} order={order} standing={standing} />
    },
    [standingOf],
  )
  const searched = words.join(' ')
  const hidden = ({ hidden, rows }: ReadSection) => (
    <HiddenBySearch count={hidden} isAll={rows.length === 0} clear={clear} />
  )
  const opensFor = ({ found }: ReadSection) => (searched !== '' && found > 0 ? searched : undefined)
  return (
    <div className="min-[1360px]:grid min-[1360px]:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)] min-[1360px]:gap-x-6">
      <BoardSection title={t('Arrived')} count={Arrived.total} headingId="arrived">
        {Arrived.total === 0 && <NothingHere>{t('noneArrived')}</NothingHere>}
        {bays.length > 0 && <BayMap arrived={Arrived.rows} />}
        <Rows orders={Arrived.rows} firstFound={Arrived.first} className="flex flex-col gap-3">
          {rowOf}
        </Rows>
      </BoardSection>
      <div>
        <BoardSection title={t('OnTheWay')} count={OnTheWay.total}>
          {OnTheWay.total === 0 && <NothingHere>{t('noneOnTheWay')}</NothingHere>}
          <Rows orders={OnTheWay.rows} firstFound={OnTheWay.first} className={rowsClass}>
            {rowOf}
          </Rows>
          {hidden(OnTheWay)}
        </BoardSection>
        <BoardSection title={t('Expected')} count={Expected.total} opensFor={opensFor(Expected)} collapsible>
          {Expected.total === 0 && <NothingHere>{t('noneExpected')}</NothingHere>}
          <PlannedDays orders={Expected.rows} firstFound={Expected.first}>
            {rowOf}
          </PlannedDays>
          {hidden(Expected)}
        </BoardSection>
        <BoardSection title={t('Done')} count={Done.total} opensFor={opensFor(Done)} collapsible>
          {Done.total === 0 && <NothingHere>{t('noneDone')}</NothingHere>}
          <Rows orders={Done.rows} firstFound={Done.first} className={rowsClass}>
            {rowOf}
          </Rows>
          {hidden(Done)}
        </BoardSection>
      </div>
    </div>
  )
}
