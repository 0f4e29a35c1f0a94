'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { forgetBesideBoard } from '@/components/board/live/other-rules'
import { boardKeys, keepKnown, type StoreRef } from '@/lib/board/queries'
import type { Board } from '@/lib/board/schema'

/**
 * A store's board as the query cache has it: what the server has rendered, laid in before anybody looks for it there,
 * and all the news since. It is read without an observer of its own: nothing but its stream ever refetches it.
 */
export function useRenderedBoard(store: StoreRef, rendered: Board): Board {
  const queryClient = useQueryClient()
  const [{ key, isOther }] = useState(() => {
    const key = boardKeys.store(store)
    // What lays news in keeps every order that did not change: nothing is to be compared once more.
    queryClient.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY, structuralSharing: false })
    const known = queryClient.getQueryData<Board>(key)
    const isOther = known !== undefined && known.maskedBy !== rendered.maskedBy
    // Who comes back to a board may know newer orders of it, and by what rules they are hidden since: the browser keeps pages.
    // Such a page brings nothing along: what it alone has may be long over, and what is missing the stream tells.
    if (!known || known.serverTime < rendered.serverTime) {
      queryClient.setQueryData<Board>(key, keepKnown(known, rendered))
    }
    return { key, isOther }
  })
  useEffect(() => {
    if (isOther) forgetBesideBoard(queryClient, store)
  }, [isOther, queryClient, store])
  const subscribe = useCallback(
    (listener: () => void) => queryClient.getQueryCache().subscribe(listener),
    [queryClient],
  )
  const read = () => queryClient.getQueryData<Board>(key) ?? rendered
  return useSyncExternalStore(subscribe, read, read)
}
