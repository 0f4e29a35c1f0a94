'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { askPin, isStillTheirs } from '@/components/tablets/pins/ask-pin'
import { asShownActing } from '@/components/tablets/pins/shown-acting'
import { boardKeys } from '@/lib/board/queries'
import type { Board, BoardOrder } from '@/lib/board/schema'
import { ApiError } from '@/lib/http/client'
import { shownForMs } from '@/lib/privacy/model'
import { revealOrder } from '@/lib/privacy/queries'

const lacksPin = (error: unknown) => error instanceof ApiError && error.problem.code === 'pin_required'

/**
 * An order of a board that hides whose it is, shown whole for half a minute to whoever asks. Where only somebody's PIN is
 * missing it is asked for, of `who` as the board calls them, and the order then shown.
 */
export function useRevealed(order: BoardOrder, who: string) {
  const isMasked = useQueryClient().getQueryData<Board>(boardKeys.store(order))?.store.isMasked === true
  const [shown, setShown] = useState<BoardOrder | null>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (sent: Record<string, string>) => revealOrder(order, sent),
    onSuccess: setShown,
    onError: (refused, sent) => {
      if (lacksPin(refused) && isStillTheirs(sent)) askPin(() => mutate(asShownActing()), who)
    },
  })
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(null), shownForMs)
    return () => clearTimeout(timer)
  }, [shown])
  // What was told meanwhile is not in what was shown: it hides again, rather than being out of date.
  const isCurrent = shown !== null && shown.version === order.version
  return {
    isMasked,
    shown: isCurrent ? shown : null,
    isPending,
    error: lacksPin(error) ? null : error,
    ask: () => mutate(asShownActing()),
    hide: () => setShown(null),
  }
}
