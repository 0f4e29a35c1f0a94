'use client'

import { useCallback, useState } from 'react'
import type { CheckedPerform, Perform } from '@/components/board/board-context'
import type { AlikeOrder } from '@/components/board/standing/row-standing'
import type { BoardOrder } from '@/lib/board/schema'

/**
 * The way to act, which asks first where a hand-over may serve the wrong customer: `perform` is then false and the row, whose
 * order is `asked`, asks.
 * Nothing else ever waits for an answer, an acknowledge least of all.
 */
export function useHandOffCheck(performNow: Perform, alikeNow: (order: BoardOrder) => AlikeOrder[]) {
  const [asked, setAsked] = useState<string | null>(null)
  const perform = useCallback<CheckedPerform>(
    (order, act, before, isChecked = false) => {
      if (act.action === 'complete' && !isChecked && alikeNow(order).length > 0) {
        setAsked(order.serviceId)
        return false
      }
      setAsked((now) => (now === order.serviceId ? null : now))
      performNow(order, act, before)
      return true
    },
    [performNow, alikeNow],
  )
  const leaveAsking = useCallback(() => setAsked(null), [])
  return { asked, perform, leaveAsking }
}
