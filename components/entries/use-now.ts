'use client'

import { useEffect, useState } from 'react'

const tickMs = 20_000

/** The time, often enough for "3 min ago"; at first the server's, so that both write the same. */
export function useNow(renderedAtMs: number): Date {
  const [nowMs, setNowMs] = useState(renderedAtMs)
  useEffect(() => {
    const tick = () => setNowMs(Date.now())
    tick()
    const timer = setInterval(tick, tickMs)
    return () => clearInterval(timer)
  }, [])
  return new Date(nowMs)
}
