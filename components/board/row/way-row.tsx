'use client'

import clsx from 'clsx/lite'
import { memo, useId } from 'react'
import { OrderMenu } from '@/components/board/actions/order-menu-button'
import { useAct, useBoardSettings, useStoreZone } from '@/components/board/board-context'
import { rowProps } from '@/components/board/keys/row-props'
import { useClock } from '@/components/board/live/server-clock'
import { PrepareChip } from '@/components/board/preparing/prepare-chip'
import { CarChips } from '@/components/board/row/car-chips'
import { Customer, nameOf } from '@/components/board/row/customer'
import { OrderDetails } from '@/components/board/row/details-on-demand'
import { Marked } from '@/components/board/search/search-words'
import { HandOffQuestion } from '@/components/board/standing/question-on-demand'
import type { RowStanding } from '@/components/board/standing/row-standing'
import { GroupLabel, groupClass, StandingChips } from '@/components/board/standing/standing-chips'
import { useTimes } from '@/components/board/times'
import { useKeptOpen } from '@/components/board/window/use-kept-open'
import { useWords } from '@/components/language/language-provider'
import { Bay } from '@/components/ui/bay'
import type { BoardOrder } from '@/lib/board/schema'
import { faceOf } from '@/lib/board/ticket-face'
import { forecast, progressOf } from '@/lib/waits/model'

function TimeBlock({ big, small, isLate = false }: { big: string; small: string; isLate?: boolean }) {
  return (
    <div className="w-21 shrink-0 text-center">
      <div className={clsx('font-sign text-[22px] leading-6 font-bold', isLate ? 'text-late' : 'text-way')}>{big}</div>
      <div className={clsx('text-[13px] leading-5', isLate ? 'font-semibold text-late' : 'text-soft')}>{small}</div>
    </div>
  )
}

function Forecast({ expectedAt }: { expectedAt: Date }) {
  const t = useWords('times')
  const { otherDay, timeOfDay } = useTimes()
  const zone = useStoreZone()
  const words = useClock((nowMs) => t(...forecast(expectedAt, nowMs)))
  const day = useClock((nowMs) => otherDay(expectedAt, zone, nowMs))
  return <TimeBlock big={words} small={`${day} ${timeOfDay(expectedAt, zone)}`.trim()} />
}

function PlannedFor({ time }: { time: Date }) {
  const t = useWords('board')
  const { otherDay, timeOfDay } = useTimes()
  const zone = useStoreZone()
  const day = useClock((nowMs) => otherDay(time, zone, nowMs))
  const isOverdue = useClock((nowMs) => time.getTime() < nowMs)
  const words = [day, isOverdue && t('overdue')].filter(Boolean).join(', ')
  return <TimeBlock big={timeOfDay(time, zone)} small={words || t('planned')} isLate={isOverdue} />
}

function Planned({ order }: { order: BoardOrder }) {
  const t = useWords('board')
  const time = order.scheduledTimeForCollection
  return time ? <PlannedFor time={time} /> : <TimeBlock big="–" small={t('noTime')} />
}

/** How far the journey is: for the eye; the forecast says the same in words. */
function Journey({ onTheWayAt, expectedAt }: { onTheWayAt: Date; expectedAt: Date }) {
  const percent = useClock((nowMs) => Math.round(progressOf(onTheWayAt, expectedAt, nowMs) * 100))
  return (
    <div aria-hidden="true" className="h-2 w-full overflow-hidden rounded-full bg-way-tint">
      <div className="h-full rounded-full bg-way" style={{ width: `${percent}%` }} />
    </div>
  )
}

type RowProps = { order: BoardOrder; standing?: RowStanding }

function Row({ order, standing }: RowProps) {
  const t = useWords('board')
  const [isOpen, setIsOpen] = useKeptOpen(order)
  const panelId = useId()
  const act = useAct()
  const { ticketFace } = useBoardSettings()
  const face = faceOf(order.hsFields, ticketFace)
  const isOnTheWay = order.section === 'OnTheWay'
  return (
    <li
      data-order-id={order.orderId}
      {...rowProps(order, ticketFace, t)}
      data-ringing="false"
      data-found={standing?.isFound}
      className={groupClass(standing?.group)}
    >
      <GroupLabel group={standing?.group} />
      <div className="rounded-card border border-line bg-card">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5 sm:px-4 @2xl:gap-x-4.5 @2xl:ps-5">
          {!isOnTheWay && <Planned order={order} />}
          {isOnTheWay && order.expectedAt && <Forecast expectedAt={order.expectedAt} />}
          {isOnTheWay && !order.expectedAt && <TimeBlock big="–" small={t('noForecast')} />}
          <div className="flex min-w-0 flex-1 flex-col gap-1.5">
            <Customer order={order} size="small" />
            <CarChips
              face={face}
              who={nameOf(order, t)}
              panelId={panelId}
              isOpen={isOpen}
              onToggle={() => setIsOpen(!isOpen)}
            >
              <PrepareChip order={order} />
              <StandingChips order={order} alike={standing?.alike} />
            </CarChips>
          </div>
          {isOnTheWay && order.onTheWayAt && order.expectedAt && (
            <div className="order-last w-full @4xl:order-none @4xl:w-64">
              <Journey onTheWayAt={order.onTheWayAt} expectedAt={order.expectedAt} />
            </div>
          )}
          {face.bay && (
            <Bay bay={face.bay} size="small">
              <Marked>{face.bay}</Marked>
            </Bay>
          )}
          <OrderMenu order={order} />
        </div>
        {standing?.asks && <HandOffQuestion order={order} alike={standing.asks} />}
        {isOpen && <OrderDetails id={panelId} order={order} onHandOver={(press) => act(order, 'complete', press)} />}
      </div>
    </li>
  )
}

/** A customer who is on the way, or whose order is registered. */
export const WayRow = memo(Row)
