'use client'

import { Check, Undo2, X } from 'lucide-react'
import { memo, useId } from 'react'
import { OrderMenu } from '@/components/board/actions/order-menu-button'
import { isAimed, useBoardSettings, useLastTap, usePerform, useStoreZone } from '@/components/board/board-context'
import { rowProps } from '@/components/board/keys/row-props'
import { CarChips } from '@/components/board/row/car-chips'
import { Customer, nameOf } from '@/components/board/row/customer'
import { OrderDetails } from '@/components/board/row/details-on-demand'
import type { RowStanding } from '@/components/board/standing/row-standing'
import { GroupLabel, groupClass, StandingChips } from '@/components/board/standing/standing-chips'
import { useTimes } from '@/components/board/times'
import { useKeptOpen } from '@/components/board/window/use-kept-open'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import type { PressEvent } from '@/components/ui/plain-button'
import type { BoardOrder } from '@/lib/board/schema'
import { faceOf } from '@/lib/board/ticket-face'
import { secondsBetween, waitClock } from '@/lib/waits/model'

/** Brings an order back to where staff closed it. */
function UndoButton({ order }: { order: BoardOrder }) {
  const t = useWords('board')
  const perform = usePerform()
  const lastTap = useLastTap()
  const press = (event: PressEvent) => {
    if (isAimed(event) || !lastTap.isStray?.(event.target)) perform(order, { action: 'undo', version: order.version })
  }
  return (
    <Button tone="outline" size="board" aria-label={t('undoNamed', { who: nameOf(order, t) })} onPress={press}>
      <Undo2 aria-hidden="true" className="size-5" />
      {t('undo')}
    </Button>
  )
}

/** "Handed over after 4:12 by Ana". */
function ClosedWords({ order, closedAt }: { order: BoardOrder; closedAt: Date }) {
  const t = useWords('board')
  const times = useWords('times')
  const by = { by: order.closedBy ? 'somebody' : 'none', name: order.closedBy ?? '' }
  if (order.status === 'Cancelled') return t('cancelled', by)
  const { arrivedAt } = order
  const wait = arrivedAt ? times(...waitClock(secondsBetween(arrivedAt, closedAt.getTime()))) : ''
  return t('handedOver', { ...by, wait, waited: arrivedAt ? 'yes' : 'none' })
}

type RowProps = { order: BoardOrder; standing?: RowStanding }

function Row({ order, standing }: RowProps) {
  const t = useWords('board')
  const { timeOfDay } = useTimes()
  const [isOpen, setIsOpen] = useKeptOpen(order)
  const panelId = useId()
  const zone = useStoreZone()
  const { ticketFace } = useBoardSettings()
  const isCancelled = order.status === 'Cancelled'
  const Icon = isCancelled ? X : Check
  const closedAt = order.closedAt ?? order.lastUpdateTime
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
          <div className="w-21 shrink-0 text-center font-sign text-[22px] leading-6 font-bold text-soft">
            {timeOfDay(closedAt, zone)}
          </div>
          <div className="flex min-w-0 flex-1 basis-48 flex-col gap-1.5">
            <Customer order={order} size="small" />
            <CarChips
              face={faceOf(order.hsFields, ticketFace)}
              who={nameOf(order, t)}
              panelId={panelId}
              isOpen={isOpen}
              onToggle={() => setIsOpen(!isOpen)}
            >
              <StandingChips order={order} alike={standing?.alike} />
            </CarChips>
          </div>
          <p className="flex min-w-0 items-center gap-2 text-sm font-medium text-soft">
            <Icon aria-hidden="true" className="size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              <ClosedWords order={order} closedAt={closedAt} />
            </span>
          </p>
          <div className="flex gap-2">
            {order.closedBy && <UndoButton order={order} />}
            <OrderMenu order={order} />
          </div>
        </div>
        {isOpen && <OrderDetails id={panelId} order={order} />}
      </div>
    </li>
  )
}

/** An order that was handed over or cancelled. */
export const DoneRow = memo(Row)
