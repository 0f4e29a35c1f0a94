'use client'

import { useEffect, useRef, useState } from 'react'

const restMs = 250

/** A count that follows at once, and in a rush four times a second: what shows it asks the system to, each time. */
export function useCalm(count: number): number {
  const [shown, show] = useState(count)
  const shownAtMs = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const timer = setTimeout(
      () => {
        shownAtMs.current = performance.now()
        show(count)
      },
      Math.max(0, shownAtMs.current + restMs - performance.now()),
    )
    return () => clearTimeout(timer)
  }, [count])
  return shown
}
