'use client'

import { useMemo } from 'react'
import { useClock } from '@/components/board/live/server-clock'
import { onBoard } from '@/lib/board/queries'
import type { BoardOrder } from '@/lib/board/schema'

// Done keeps 24 hours: looked at once a minute.
const useMinute = () => useClock((nowMs) => Math.floor(nowMs / 60_000)) * 60_000

/** The orders that still stand on the board. The others are nowhere: not counted, asked about or compared. */
export function useOnBoard(told: BoardOrder[]): BoardOrder[] {
  const minuteMs = useMinute()
  return useMemo(() => onBoard(told, minuteMs), [told, minuteMs])
}
