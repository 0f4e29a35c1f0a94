'use client'

import { useLayoutEffect, useRef } from 'react'
import { isAimed, settleMs, useLastTap } from '@/components/board/board-context'
import type { PressEvent } from '@/components/ui/plain-button'

/**
 * The way to press what goes away when it is pressed: the next store's button, or a row's, comes to stand under the
 * finger. The second tap of a glove is taken by neither, nor one that was meant for what stood there before somebody else
 * pressed it. A keyboard or a screen reader aims, and is never ignored. `shown`: what is to be pressed, and where.
 */
export function useSettled(shown: string) {
  const lastTap = useLastTap()
  const before = useRef({ shown, sinceMs: Number.NEGATIVE_INFINITY })
  useLayoutEffect(() => {
    if (before.current.shown !== shown) before.current = { shown, sinceMs: performance.now() }
  }, [shown])
  const isEcho = () => performance.now() - Math.max(lastTap.atMs, before.current.sinceMs) < settleMs
  const press = (event: PressEvent, act: () => void) => {
    if (!isAimed(event)) {
      if (isEcho()) return
      Object.assign(lastTap, { atMs: performance.now(), serviceId: '', action: 'elsewhere' })
    }
    act()
  }
  return { isEcho, press }
}
