'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useClock } from '@/components/board/live/server-clock'
import { boardKeys, onBoard, type StoreRef } from '@/lib/board/queries'
import type { Board, BoardOrder } from '@/lib/board/schema'

// Done keeps 24 hours: looked at once a minute.
const useMinute = () => useClock((nowMs) => Math.floor(nowMs / 60_000)) * 60_000

/** The orders that still stand on the board, as they were told. The others are nowhere: not counted, asked about or kept. */
export function useOnBoard(store: StoreRef, told: BoardOrder[]): BoardOrder[] {
  const minuteMs = useMinute()
  const queryClient = useQueryClient()
  useEffect(() => {
    const letGo = (board?: Board) => board && { ...board, orders: onBoard(board.orders, minuteMs) }
    queryClient.setQueryData<Board>(boardKeys.store(store), letGo)
  }, [queryClient, store, minuteMs])
  return useMemo(() => onBoard(told, minuteMs), [told, minuteMs])
}
