'use client'

import { createContext, use, useCallback } from 'react'
import type { PressEvent } from 'react-aria-components/Button'
import type { Act, TapAction } from '@/lib/board/model'
import type { BoardOrder } from '@/lib/board/schema'

/** How long after a tap that acted the next one is taken for its echo. */
export const settleMs = 700

/** Acts on an order. `before`, for an undo: how the order stood, to show it at once. */
export type Perform = (order: BoardOrder, act: Act, before?: BoardOrder) => void

/** What every row of a board needs of it: the store's time zone, the way to act, and when a finger last did. */
type BoardContextValue = {
  timeZone: string
  perform: Perform
  lastTap: { atMs: number; serviceId: string; action: Act['action'] | null }
}

const BoardContext = createContext<BoardContextValue | null>(null)
export const BoardContextProvider = BoardContext.Provider

function useBoardContext(): BoardContextValue {
  const value = use(BoardContext)
  if (!value) throw new Error('A row stands outside a board')
  return value
}

export const useStoreZone = () => useBoardContext().timeZone

/**
 * The way to act by pressing; false when the press was not taken. After a hand-over rows move up under the finger, so
 * the second tap of a glove would serve the next customer: it is ignored on every row. After an acknowledge nothing
 * moves, and only that row's next button has to wait. A keyboard or a screen reader aims, and is never ignored.
 */
export function useAct(): (order: BoardOrder, action: TapAction, press: PressEvent) => boolean {
  const { perform, lastTap } = useBoardContext()
  return useCallback(
    (order, action, { pointerType }) => {
      if (pointerType !== 'keyboard' && pointerType !== 'virtual') {
        const nowMs = performance.now()
        const mayBeEcho = lastTap.action !== 'acknowledge' || lastTap.serviceId === order.serviceId
        if (mayBeEcho && nowMs - lastTap.atMs < settleMs) return false
        Object.assign(lastTap, { atMs: nowMs, serviceId: order.serviceId, action })
      }
      perform(order, { action })
      return true
    },
    [perform, lastTap],
  )
}

/** The way to act from a menu or a dialog: what closes under the finger may uncover another row's button. */
export function usePerform(): Perform {
  const { perform, lastTap } = useBoardContext()
  return useCallback(
    (order, act, before) => {
      Object.assign(lastTap, { atMs: performance.now(), serviceId: order.serviceId, action: act.action })
      perform(order, act, before)
    },
    [perform, lastTap],
  )
}
