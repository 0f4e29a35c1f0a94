'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { boardKeys, keepKnown } from '@/lib/board/queries'
import type { Board } from '@/lib/board/schema'

/** Lays the board that the server has rendered into the cache, before anybody looks for it there. */
export function useRenderedBoard(rendered: Board): void {
  const queryClient = useQueryClient()
  useState(() => {
    // Who comes back to a board may know newer versions of its orders.
    queryClient.setQueryData<Board>(boardKeys.store(rendered.store), (known) => keepKnown(known, rendered))
  })
}
