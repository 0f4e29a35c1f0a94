'use client'

import { useCallback, useState } from 'react'
import type { AlikeOrder } from '@/components/board/standing/row-standing'
import type { StaffAction } from '@/lib/board/model'
import type { BoardOrder } from '@/lib/board/schema'

/** The order whose hand-off asks, and whom it may be mixed up with. */
export type Asked = { serviceId: string; alike: AlikeOrder[] }

type Act = (order: BoardOrder, action: StaffAction) => void

/**
 * The way to act, which asks first where a hand-over may serve the wrong customer: `act` is then false and the row asks.
 * Nothing else ever waits for an answer, an acknowledge least of all.
 */
export function useHandOffCheck(act: Act, alikeNow: (order: BoardOrder) => AlikeOrder[]) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const checkedAct = useCallback(
    (order: BoardOrder, action: StaffAction, isChecked = false): boolean => {
      const alike = action === 'complete' && !isChecked ? alikeNow(order) : []
      if (alike.length > 0) {
        setAsked({ serviceId: order.serviceId, alike })
        return false
      }
      setAsked((now) => (now?.serviceId === order.serviceId ? null : now))
      act(order, action)
      return true
    },
    [act, alikeNow],
  )
  const leaveAsking = useCallback(() => setAsked(null), [])
  return { asked, act: checkedAct, leaveAsking }
}
