'use client'

import { useCallback, useEffect, useState } from 'react'
import type { CheckedPerform, Perform } from '@/components/board/board-context'
import type { AlikeOrder } from '@/components/board/standing/row-standing'
import type { BoardOrder } from '@/lib/board/schema'

/** The order whose hand-off asks, where it stood: once it stands elsewhere nobody asks. */
export type Asked = Pick<BoardOrder, 'serviceId' | 'section'>

/**
 * The way to act, which asks first where a hand-over may serve the wrong customer: `perform` is then false and the row, whose
 * order is `asked`, asks.
 * Nothing else ever waits for an answer, an acknowledge least of all.
 */
export function useHandOffCheck(
  performNow: Perform,
  alikeNow: (order: BoardOrder) => AlikeOrder[],
  orders: BoardOrder[],
) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const isThere = (order: BoardOrder) => order.serviceId === asked?.serviceId && order.section === asked.section
  const isOver = asked && !orders.some(isThere)
  // One that comes back is not asked about by itself.
  useEffect(() => {
    if (isOver) setAsked(null)
  }, [isOver])
  const perform = useCallback<CheckedPerform>(
    (order, act, before, isChecked = false) => {
      if (act.action === 'complete' && !isChecked && alikeNow(order).length > 0) {
        setAsked({ serviceId: order.serviceId, section: order.section })
        return false
      }
      setAsked((now) => (now?.serviceId === order.serviceId ? null : now))
      performNow(order, act, before)
      return true
    },
    [performNow, alikeNow],
  )
  const leaveAsking = useCallback(() => setAsked(null), [])
  return { asked, perform, leaveAsking }
}
