'use client'

import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { searchWords } from '@/lib/search/model'

/** `settled`: the query that the board's rows answer, which is a moment behind what is typed. */
export type BoardSearch = {
  query: string
  settled: string
  words: string[]
  setQuery: (query: string) => void
  clear: () => void
}

const keptAs = (maskedBy: string) => `search ${maskedBy} ${location.pathname}`

/**
 * What a person searches this board for: a name or a plate, so never in the address, which logs keep. A reload of the tab
 * has it still, unless other rules hide names since (`maskedBy`). Typing never waits for a thousand rows.
 */
export function useBoardSearch(maskedBy: string): BoardSearch {
  const [query, setQuery] = useState('')
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    if (isRead) return sessionStorage.setItem(keptAs(maskedBy), query)
    setQuery((now) => now || (sessionStorage.getItem(keptAs(maskedBy)) ?? ''))
    setRead(true)
  }, [isRead, query, maskedBy])
  const settled = useDeferredValue(query)
  const words = useMemo(() => searchWords(settled), [settled])
  const clear = useCallback(() => setQuery(''), [])
  return useMemo(() => ({ query, settled, words, setQuery, clear }), [query, settled, words, clear])
}
