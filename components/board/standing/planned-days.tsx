'use client'

import { Fragment, type ReactNode, useMemo } from 'react'
import { useStoreZone } from '@/components/board/board-context'
import { useClock } from '@/components/board/live/server-clock'
import { factsOf } from '@/components/board/standing/order-facts'
import { useTimes } from '@/components/board/times'
import { Rows } from '@/components/board/window/rows'
import { manyRows } from '@/components/board/window/use-row-window'
import { useWords } from '@/components/language/language-provider'
import type { BoardOrder } from '@/lib/board/schema'

type Day = { label: string; orders: BoardOrder[] }

/** Orders in their places, cut into days. A group stands with the first of it. */
export function daysOf(orders: BoardOrder[], labelOf: (order: BoardOrder) => string): Day[] {
  const days: Day[] = []
  let group: string | null = null
  for (const order of orders) {
    const day = days.at(-1)
    const own = factsOf(order).group
    const label = labelOf(order)
    if (day && (label === day.label || (own !== null && own === group))) day.orders.push(order)
    else days.push({ label, orders: [order] })
    group = own
  }
  return days
}

const minuteMs = 60_000

/** The expected orders by the day that they are collected, in the words of that day. */
export function PlannedDays({
  orders,
  firstFound,
  children,
}: {
  orders: BoardOrder[]
  firstFound?: string
  children: (order: BoardOrder) => ReactNode
}) {
  const t = useWords('board')
  const words = useWords('times')
  const { otherDay } = useTimes()
  const zone = useStoreZone()
  const minute = useClock((nowMs) => Math.floor(nowMs / minuteMs))
  const days = useMemo(() => {
    const labelOf = ({ scheduledTimeForCollection: time }: BoardOrder) =>
      time ? otherDay(time, zone, minute * minuteMs) || words('today') : t('noTimeGiven')
    return daysOf(orders, labelOf)
  }, [orders, otherDay, zone, minute, words, t])
  const isLong = orders.length > manyRows
  return days.map(({ label, orders }) => (
    <Fragment key={label}>
      <p aria-hidden="true" className="mt-3 mb-1.5 px-0.5 font-semibold text-soft first:mt-0">
        {label}
      </p>
      <Rows orders={orders} isLong={isLong} firstFound={firstFound} label={label} className="flex flex-col gap-2.5">
        {children}
      </Rows>
    </Fragment>
  ))
}
