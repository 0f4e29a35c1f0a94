'use client'

import { settleMs, useLastTap } from '@/components/board/board-context'

/**
 * The way to press what goes away when it is pressed: the next store's button, or a row's, comes to stand under the
 * finger. The second tap of a glove is taken by neither. A keyboard or a screen reader aims, and is never ignored.
 */
export function useSettled() {
  const lastTap = useLastTap()
  const isEcho = () => performance.now() - lastTap.atMs < settleMs
  const press = (pointerType: string, act: () => void) => {
    if (pointerType !== 'keyboard' && pointerType !== 'virtual') {
      if (isEcho()) return
      Object.assign(lastTap, { atMs: performance.now(), serviceId: '', action: 'elsewhere' })
    }
    act()
  }
  return { isEcho, press }
}
