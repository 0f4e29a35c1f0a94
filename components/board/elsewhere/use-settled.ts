'use client'

import { isAimed, settleMs, useLastTap } from '@/components/board/board-context'
import type { PressEvent } from '@/components/ui/plain-button'

/**
 * The way to press what goes away when it is pressed: the next store's button, or a row's, comes to stand under the
 * finger. The second tap of a glove is taken by neither, nor one that was meant for what stood there before (use-aim.ts).
 * A keyboard or a screen reader aims, and is never ignored.
 */
export function useSettled() {
  const lastTap = useLastTap()
  const isEcho = (pressed: Element) => performance.now() - lastTap.atMs < settleMs || lastTap.isStray?.(pressed)
  const press = (event: PressEvent, act: () => void) => {
    if (!isAimed(event)) {
      if (isEcho(event.target)) return
      Object.assign(lastTap, { atMs: performance.now(), serviceId: '', action: 'elsewhere' })
    }
    act()
  }
  return { isEcho, press }
}
