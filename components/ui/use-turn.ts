'use client'

import { useCallback, useMemo, useRef } from 'react'

/**
 * Does one thing at a time: `take` leaves a deed undone, and gives nothing, while another is underway. `isPending` of a
 * page is told too late for the second of two quick clicks. `give` ends the turn early.
 */
export function useTurn() {
  const underway = useRef<object | null>(null)
  const give = useCallback(() => {
    underway.current = null
  }, [])
  const take = useCallback(function take<Made>(deed: () => Promise<Made>): Promise<Made> | undefined {
    if (underway.current) return undefined
    const turn = {}
    underway.current = turn
    return deed().finally(() => {
      if (underway.current === turn) underway.current = null
    })
  }, [])
  return useMemo(() => ({ take, give }), [take, give])
}
