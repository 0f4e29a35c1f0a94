'use client'

import { useEffect } from 'react'
import { useLastTap } from '@/components/board/board-context'
import type { BoardOrder } from '@/lib/board/schema'

/**
 * In what opens over an order's row: where the row goes, since a colleague has acted or the customer has arrived, it goes as
 * well, and what a finger was about to press there is not said to whoever stands below (board-context.tsx).
 */
export function useSettledBehind({ serviceId }: BoardOrder): void {
  const lastTap = useLastTap()
  useEffect(() => {
    const row = document.querySelector(`li[data-service-id="${serviceId}"]`)
    return () => {
      if (!row?.isConnected) Object.assign(lastTap, { atMs: performance.now(), serviceId: '', action: 'elsewhere' })
    }
  }, [lastTap, serviceId])
}
