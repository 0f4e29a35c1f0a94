'use client'

import { useBoardContext } from '@/components/board/board-context'
import { useTimes } from '@/components/board/times'

export type FullTime = (time: Date) => string

/** A time in full on the store's clock; its year always where orders of long ago are shown. */
export function useFullTime(): FullTime {
  const { timeZone, isLongAgo } = useBoardContext()
  const { fullTime } = useTimes()
  // Seen from 1970 every year is another one.
  return (time) => fullTime(time, timeZone, isLongAgo ? 0 : undefined)
}
