import { useLayoutEffect, useRef } from 'react'
import { settleMs, useLastTap } from '@/components/board/board-context'
import type { BoardOrder } from '@/lib/board/schema'

/** Notes which arrived rows have come to stand elsewhere, whoever did it: a finger is on its way to who stood there. */
export function useMovedRows(arrived: BoardOrder[]): void {
  const lastTap = useLastTap()
  const before = useRef(arrived)
  useLayoutEffect(() => {
    const from = before.current.findIndex(({ serviceId }, at) => arrived[at]?.serviceId !== serviceId)
    before.current = arrived
    if (from < 0) return
    const atMs = performance.now()
    const moved = new Set(arrived.slice(from).map(({ serviceId }) => serviceId))
    lastTap.isMoved = ({ serviceId }) => performance.now() - atMs < settleMs && moved.has(serviceId)
  }, [arrived, lastTap])
}
