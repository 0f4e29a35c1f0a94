'use client'

import { createContext, use, useCallback } from 'react'
import type { PressEvent } from '@/components/ui/plain-button'
import type { Act, TapAction } from '@/lib/board/model'
import type { BoardOrder, BoardStore } from '@/lib/board/schema'
import { groupIdOf } from '@/lib/board/ticket-face'

/** How long after a tap that acted the next one is taken for its echo. */
export const settleMs = 700

/** Acts on an order. `before`, for an undo: how the order stood, to show it at once. */
export type Perform = (order: BoardOrder, act: Act, before?: BoardOrder) => void

/** The same for rows and keys: false when it asks first; `isChecked` says that the answer was yes. */
export type CheckedPerform = (order: BoardOrder, act: Act, before?: BoardOrder, isChecked?: boolean) => boolean

/** When a finger last acted, and on what. `isStray`: whether it may have been meant for anything but what it pressed. */
export type LastTap = {
  atMs: number
  serviceId: string
  action: Act['action'] | 'elsewhere' | null
  isStray?: ((pressed: Element) => boolean) | undefined
}

/** What every row of a board needs of it: the store's time zone and settings, the way to act, and when a finger last did. */
type BoardContextValue = {
  timeZone: string
  settings: BoardStore['settings']
  /** By what rules the board hides. */
  maskedBy: string
  perform: CheckedPerform
  leaveAsking: () => void
  /** Not a board of today: times tell their year. */
  isLongAgo?: boolean
  lastTap: LastTap
}

const BoardContext = createContext<BoardContextValue | null>(null)
export const BoardContextProvider = BoardContext.Provider

/** All of it. */
export function useBoardContext(): BoardContextValue {
  const value = use(BoardContext)
  if (!value) throw new Error('Outside a board')
  return value
}

/** The way to take back a hand-over that asks. */
export const useLeaveAsking = () => useBoardContext().leaveAsking

/** When a finger last acted, for what acts beside the rows. */
export const useLastTap = () => useBoardContext().lastTap

/** By what rules the board hides. */
export const useMaskedBy = () => useBoardContext().maskedBy

export const useStoreZone = () => useBoardContext().timeZone

/** What managers have set for this store. */
export const useBoardSettings = () => useBoardContext().settings

/** Pressed by a keyboard or a screen reader, which aims; what a finger hits may have come to stand there. */
export const isAimed = ({ pointerType }: Pick<PressEvent, 'pointerType'>) =>
  ['keyboard', 'virtual'].includes(pointerType)

let moved: HTMLElement | null | undefined

/** Brings the focus on, where nobody has brought it: for a while nothing is pressed there, as by the second press of a key. */
export function moveFocus(to: typeof moved): void {
  moved = to
  to?.focus()
  setTimeout(() => {
    if (moved === to) moved = null
  }, settleMs)
}

/**
 * The way to act by pressing; false when the press was not taken. After a hand-over rows move up under the finger, so
 * the second tap of a glove would serve the next customer: it is ignored on every row. After an acknowledge nothing
 * moves but a group, and only that row's next button and a group's have to wait. Nor is a finger heard where it may have been
 * meant for something else that stood there a moment ago (use-aim.ts). A keyboard or a screen reader
 * aims, and is ignored only where the focus has just gone on by itself: a key that is pressed twice serves one customer.
 */
export function useAct(): (order: BoardOrder, action: TapAction, press: PressEvent, isChecked?: boolean) => boolean {
  const { perform, lastTap } = useBoardContext()
  return useCallback(
    (order, action, press, isChecked) => {
      if (press.target === moved) return false
      if (!isAimed(press)) {
        const nowMs = performance.now()
        const mayBeEcho =
          (lastTap.action !== null && lastTap.action !== 'acknowledge') ||
          lastTap.serviceId === order.serviceId ||
          groupIdOf(order.hsFields) !== null
        if ((mayBeEcho && nowMs - lastTap.atMs < settleMs) || lastTap.isStray?.(press.target)) return false
        Object.assign(lastTap, { atMs: nowMs, serviceId: order.serviceId, action: null })
      }
      const isTaken = perform(order, { action }, undefined, isChecked)
      // What only asked has moved no row: nobody else's button has to wait.
      if (isTaken) lastTap.action = action
      return isTaken
    },
    [perform, lastTap],
  )
}

/** The way to act from a menu or a dialog: what closes under the finger may uncover another row's button. */
export function usePerform(): CheckedPerform {
  const { perform, lastTap } = useBoardContext()
  return useCallback(
    (order, act, before) => {
      Object.assign(lastTap, { atMs: performance.now(), serviceId: order.serviceId, action: act.action })
      return perform(order, act, before)
    },
    [perform, lastTap],
  )
}
