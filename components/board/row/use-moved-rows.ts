import { useLayoutEffect, useRef } from 'react'
import { settleMs, useLastTap } from '@/components/board/board-context'
import type { BoardOrder } from '@/lib/board/schema'

/** Notes which rows have come to stand elsewhere, whoever did it: a finger is on its way to who stood there. */
export function useMovedRows({ Arrived, Done }: Record<'Arrived' | 'Done', BoardOrder[]>): void {
  const lastTap = useLastTap()
  const before = useRef<BoardOrder[]>([])
  useLayoutEffect(() => {
    const [stood, stand] = [before.current, [...Arrived, ...Done]]
    before.current = stand
    const from = stood.findIndex(({ serviceId }, at) => stand[at]?.serviceId !== serviceId)
    if (from < 0) return
    const atMs = performance.now()
    const moved = new Set(stood.slice(from).map(({ serviceId }) => serviceId))
    lastTap.isMoved = ({ serviceId }) => performance.now() - atMs < settleMs && moved.has(serviceId)
  }, [Arrived, Done, lastTap])
}
