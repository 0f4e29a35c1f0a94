'use client'

import clsx from 'clsx/lite'
import { memo, useEffect, useId, useState } from 'react'
import { OrderMenu } from '@/components/board/actions/order-menu-button'
import { BayChips } from '@/components/board/bays/chips-on-demand'
import { isAimed, moveFocus, settleMs, useAct, useBoardSettings } from '@/components/board/board-context'
import { rowProps } from '@/components/board/keys/row-props'
import { CarChips } from '@/components/board/row/car-chips'
import { Customer, nameOf } from '@/components/board/row/customer'
import { OrderDetails } from '@/components/board/row/details-on-demand'
import { useWaitLevel, Wait } from '@/components/board/row/wait'
import { Marked } from '@/components/board/search/search-words'
import { HandOffQuestion } from '@/components/board/standing/question-on-demand'
import type { RowStanding } from '@/components/board/standing/row-standing'
import { GroupLabel, groupClass, StandingChips } from '@/components/board/standing/standing-chips'
import { useKeptOpen } from '@/components/board/window/use-kept-open'
import { useWords } from '@/components/language/language-provider'
import { Bay } from '@/components/ui/bay'
import { Button } from '@/components/ui/button'
import type { PressEvent } from '@/components/ui/plain-button'
import { rings } from '@/lib/board/queries'
import type { BoardOrder } from '@/lib/board/schema'
import { faceOf } from '@/lib/board/ticket-face'

/** Acknowledge, then hand over: one button, whose second meaning waits until the first tap has settled, whoever's it was. */
function ActionButton({ order }: { order: BoardOrder }) {
  const t = useWords('board')
  const act = useAct()
  const isRinging = rings(order)
  // What it meant until a moment ago: a finger may be on its way to that.
  const [hasRung, setHasRung] = useState(isRinging)
  useEffect(() => {
    const timer = setTimeout(setHasRung, settleMs, isRinging)
    return () => clearTimeout(timer)
  }, [isRinging])
  const press = (event: PressEvent) => {
    const isDone = act(order, isRinging ? 'acknowledge' : 'complete', event)
    if (isDone && !isRinging) moveOn(event, event.target.closest('li'))
  }
  return (
    <Button
      tone={isRinging ? 'kerb' : 'ink'}
      size={isRinging ? 'ring' : 'board'}
      isPending={hasRung && !isRinging}
      onPress={press}
      aria-label={t(isRinging ? 'acknowledgeNamed' : 'handOverNamed', { who: nameOf(order, t) })}
      className={clsx('flex-1', isRinging ? 'text-lg' : '@2xl:flex-none')}
    >
      {t(isRinging ? 'acknowledge' : 'handOver')}
    </Button>
  )
}

// The row is about to leave: whoever works by keyboard goes on with its neighbour.
function moveOn(press: PressEvent, row: Element | null): void {
  if (!isAimed(press)) return
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const target = neighbour?.querySelector<HTMLElement>('[data-act] button') ?? document.getElementById('arrived')
  moveFocus(target)
}

// Wide: everything in one line, waits and buttons in columns of their own. Narrow: the wait above the name, the button
// across the whole row.
const rowClass =
  'relative grid items-center gap-x-3 gap-y-2.5 py-3 pe-3 ps-5 before:absolute before:inset-y-0 before:start-0 before:w-2 before:bg-(--level) ' +
  'grid-cols-[auto_minmax(0,1fr)] [grid-template-areas:"bay_wait""bay_name""car_car""act_act"] ' +
  '@2xl:grid-cols-[auto_minmax(0,1fr)_auto_minmax(15rem,max-content)] content-center @2xl:gap-x-4.5 @2xl:gap-y-2 ' +
  '@2xl:[grid-template-areas:"bay_name_wait_act""bay_car_wait_act"]'

type RowProps = {
  order: BoardOrder
  standing?: RowStanding
  /** Its height where it is far from the screen: it is there in short then, bay, name and plate, for whoever listens or searches. */
  farPx?: number
}

function Row({ order, standing, farPx }: RowProps) {
  const t = useWords('board')
  const [isOpen, setIsOpen] = useKeptOpen(order)
  const panelId = useId()
  const isRinging = rings(order)
  const arrivedAt = order.arrivedAt ?? order.createdAt
  const level = useWaitLevel(arrivedAt)
  const { ticketFace } = useBoardSettings()
  const face = faceOf(order.hsFields, ticketFace)
  return (
    <li
      data-order-id={order.orderId}
      {...rowProps(order, ticketFace, t)}
      data-ringing={isRinging}
      data-level={level}
      data-found={standing?.isFound}
      data-far={farPx && ''}
      style={{ height: farPx }}
      className={clsx('relative rounded-card', isRinging && 'ringing', groupClass(standing?.group))}
    >
      <GroupLabel group={standing?.group} />
      <div
        className={clsx(
          'overflow-hidden rounded-card border',
          isRinging ? 'border-(--level) bg-(--level-tint)' : 'border-line bg-card',
          standing?.isDimmed && (isRinging ? 'dimmed-ringing' : 'dimmed'),
        )}
      >
        <div className={rowClass}>
          <Bay bay={face.bay} className="[grid-area:bay] @max-2xl:self-start">
            {face.bay && <Marked>{face.bay}</Marked>}
          </Bay>
          <div className="min-w-0 [grid-area:name] @2xl:self-end">
            <Customer order={order} />
            {farPx && face.carPlate}
          </div>
          {!farPx && (
            <>
              <div className="min-w-0 [grid-area:car] @2xl:self-start">
                <CarChips
                  face={face}
                  who={nameOf(order, t)}
                  panelId={panelId}
                  isOpen={isOpen}
                  onToggle={() => setIsOpen(!isOpen)}
                >
                  {standing?.bay && <BayChips warning={standing.bay} />}
                  <StandingChips order={order} alike={standing?.alike} />
                </CarChips>
              </div>
              <div className="min-w-0 [grid-area:wait]">
                <Wait arrivedAt={arrivedAt} isRinging={isRinging} />
              </div>
              {/* First what is next, also for the keyboard; the menu stands before it for the eye. */}
              <div data-act className="flex flex-row-reverse gap-2 text-end [grid-area:act]">
                <ActionButton order={order} />
                <OrderMenu order={order} />
              </div>
            </>
          )}
        </div>
        {standing?.asks && <HandOffQuestion order={order} alike={standing.asks} onHandedOver={moveOn} />}
        {isOpen && !farPx && <OrderDetails id={panelId} order={order} />}
      </div>
    </li>
  )
}

/** A customer at the kerb. */
export const ArrivedRow = memo(Row)
