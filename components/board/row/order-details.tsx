'use client'

import clsx from 'clsx/lite'
import { nameOf } from '@/components/board/row/customer'
import { type FullTime, useFullTime } from '@/components/board/timeline/full-time'
import { OrderTimeline } from '@/components/board/timeline/order-timeline'
import { useWords } from '@/components/language/language-provider'
import type { Words } from '@/components/language/translator'
import { ShowAll } from '@/components/privacy/show-all'
import { useRevealed } from '@/components/privacy/use-revealed'
import { Button } from '@/components/ui/button'
import type { PressEvent } from '@/components/ui/plain-button'
import type { BoardOrder } from '@/lib/board/schema'

// Longer ones may be cut in their row.
const longName = 20

/** What the board itself knows of an order, in the order it happened. */
function factsOf(order: BoardOrder, t: Words<'board'>, fullTime: FullTime, isShown: boolean): [string, string][] {
  const by = (time: Date, name: string | null) => (name ? t('byName', { time: fullTime(time), name }) : fullTime(time))
  const facts: [string, string | null][] = [
    [t('factName'), order.customerName.length > longName && !isShown ? order.customerName : null],
    [t('factOrder'), order.orderId],
    [t('factRegistered'), fullTime(order.createdAt)],
    [t('factCollection'), order.scheduledTimeForCollection && fullTime(order.scheduledTimeForCollection)],
    [t('factCourier'), order.partnerPickupTime && fullTime(order.partnerPickupTime)],
    [t('factSetOut'), order.onTheWayAt && fullTime(order.onTheWayAt)],
    [t('factExpected'), order.arrivedAt ? null : order.expectedAt && fullTime(order.expectedAt)],
    [t('factArrived'), order.arrivedAt && fullTime(order.arrivedAt)],
    [t('factAcknowledged'), order.acknowledgedAt && by(order.acknowledgedAt, order.acknowledgedBy)],
    [
      t(order.status === 'Cancelled' ? 'factCancelled' : 'factHandedOver'),
      order.closedAt && by(order.closedAt, order.closedBy),
    ],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

function Facts({ label, facts, className }: { label: string; facts: [string, string][]; className: string }) {
  return (
    <dl aria-label={label} className={clsx('grid gap-x-6 gap-y-3', className)}>
      {facts.map(([key, value]) => (
        <div key={key} className="min-w-0">
          <dt className="text-[13px] leading-5 text-soft wrap-anywhere">
            <bdi dir="auto">{key}</bdi>
          </dt>
          <dd className="leading-6 font-medium whitespace-pre-wrap wrap-anywhere select-text">
            <bdi dir="auto">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export type OrderDetailsProps = { order: BoardOrder; onHandOver?: (press: PressEvent) => void }

/** Everything that staff may know of an order: all hsFields as they came, then its times. */
export function OrderDetails({ order: given, onHandOver }: OrderDetailsProps) {
  const t = useWords('board')
  const fullTime = useFullTime()
  const revealing = useRevealed(given, nameOf(given, t))
  const order = revealing.shown ?? given
  const told = Object.entries(order.hsFields)
  return (
    <div className="flex flex-col gap-4 rounded-b-card border-t border-line bg-card px-4 py-4 sm:px-5">
      {revealing.isMasked && <ShowAll {...revealing} />}
      {revealing.shown && (
        <Facts label={t('factName')} facts={[[t('factName'), order.customerName]]} className="text-lg" />
      )}
      {told.length > 0 && (
        <Facts
          label={t('details')}
          facts={told}
          className="grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))]"
        />
      )}
      {told.length > 0 && <hr className="border-line" />}
      <Facts
        label={t('theOrder')}
        facts={factsOf(order, t, fullTime, revealing.shown !== null)}
        className="grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))]"
      />
      <OrderTimeline order={order} />
      {onHandOver && (
        <Button tone="outline" size="board" className="w-full sm:w-fit" onPress={onHandOver}>
          {t('handOverWithoutArrival')}
        </Button>
      )}
    </div>
  )
}
