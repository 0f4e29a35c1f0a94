'use client'

import { createContext, use, useCallback } from 'react'
import type { PressEvent } from 'react-aria-components/Button'
import type { StaffAction } from '@/lib/board/model'
import type { BoardOrder } from '@/lib/board/schema'
import { groupIdOf } from '@/lib/board/ticket-face'

/** How long after a tap that acted the next one is taken for its echo. */
export const settleMs = 700

/** What every row of a board needs of it: the store's time zone, the way to act, and when a finger last did. */
type BoardContextValue = {
  timeZone: string
  /** False when it asks first; `isChecked` says that the answer was yes. */
  act: (order: BoardOrder, action: StaffAction, isChecked?: boolean) => boolean
  leaveAsking: () => void
  lastTap: { atMs: number; serviceId: string; action: StaffAction | null }
}

const BoardContext = createContext<BoardContextValue | null>(null)
export const BoardContextProvider = BoardContext.Provider

function useBoardContext(): BoardContextValue {
  const value = use(BoardContext)
  if (!value) throw new Error('A row stands outside a board')
  return value
}

/** The way to take back a hand-over that asks. */
export const useLeaveAsking = () => useBoardContext().leaveAsking

export const useStoreZone = () => useBoardContext().timeZone

/**
 * The way to act by pressing; false when the press was not taken. After a hand-over rows move up under the finger, so
 * the second tap of a glove would serve the next customer: it is ignored on every row. After an acknowledge nothing
 * moves but a group, and only that row's next button and a group's have to wait. A keyboard or a screen reader aims, and is never ignored.
 */
export function useAct(): (order: BoardOrder, action: StaffAction, press: PressEvent, isChecked?: boolean) => boolean {
  const { act, lastTap } = useBoardContext()
  return useCallback(
    (order, action, { pointerType }, isChecked) => {
      if (pointerType !== 'keyboard' && pointerType !== 'virtual') {
        const nowMs = performance.now()
        const mayBeEcho =
          lastTap.action === 'complete' || lastTap.serviceId === order.serviceId || groupIdOf(order.hsFields) !== null
        if (mayBeEcho && nowMs - lastTap.atMs < settleMs) return false
        Object.assign(lastTap, { atMs: nowMs, serviceId: order.serviceId, action: null })
      }
      const isTaken = act(order, action, isChecked)
      // What only asked has moved no row: nobody else's button has to wait.
      if (isTaken) lastTap.action = action
      return isTaken
    },
    [act, lastTap],
  )
}
