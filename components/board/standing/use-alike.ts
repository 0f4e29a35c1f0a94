'use client'

import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import type { AlikeFinder, AlikeOf } from '@/components/board/standing/alike-finder'
import type { BoardOrder } from '@/lib/board/schema'
import type { ChosenFace } from '@/lib/board/ticket-face'

const nobody: AlikeOf = () => []

// The chips may follow a moment later: of a rush of changes every fifth of a second is looked at.
const pauseMs = 200

/** Whom each order may be mixed up with, for the rows; and the same for one order as the board stands this moment. */
export function useAlike(orders: BoardOrder[], ticketFace: ChosenFace) {
  const finder = useRef<AlikeFinder>(undefined)
  const [alikeOf, setAlikeOf] = useState<AlikeOf>(() => nobody)
  const latest = useRef({ orders, ticketFace })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = { orders, ticketFace }
    timer.current ??= setTimeout(async () => {
      try {
        // The comparing is not needed for the first sight of the board. What fails to load is loaded at the next change.
        const { AlikeFinder } = await import('@/components/board/standing/alike-finder')
        finder.current ??= new AlikeFinder()
      } catch {
        return
      } finally {
        timer.current = undefined
      }
      const found = finder.current
      if (found.update(latest.current.orders, latest.current.ticketFace)) {
        startTransition(() => setAlikeOf(() => found.asked()))
      }
    }, pauseMs)
  }, [orders, ticketFace])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  const alikeNow = useCallback((order: BoardOrder) => {
    const found = finder.current
    if (!found) return []
    if (found.update(latest.current.orders, latest.current.ticketFace)) setAlikeOf(() => found.asked())
    return found.of(order)
  }, [])
  return { alikeOf, alikeNow }
}
