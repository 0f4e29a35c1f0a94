'use client'

import { createContext, use } from 'react'
import type { StaffAction } from '@/lib/board/model'
import type { BoardOrder } from '@/lib/board/schema'

/** What every row of a board needs of it: the store's time zone, and the way to act. */
type BoardContextValue = { timeZone: string; act: (order: BoardOrder, action: StaffAction) => void }

const BoardContext = createContext<BoardContextValue | null>(null)
export const BoardContextProvider = BoardContext.Provider

function useBoardContext(): BoardContextValue {
  const value = use(BoardContext)
  if (!value) throw new Error('A row stands outside a board')
  return value
}

export const useStoreZone = () => useBoardContext().timeZone
export const useAct = () => useBoardContext().act
