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

const keptAs = () => `search ${location.pathname}`

/**
 * What a person searches this board for: a name or a plate, so never in the address, which logs keep. A reload of the tab
 * has it still. Typing never waits for a thousand rows.
 */
export function useBoardSearch(): BoardSearch {
  const [query, setQuery] = useState('')
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    if (isRead) return sessionStorage.setItem(keptAs(), query)
    setQuery((now) => now || (sessionStorage.getItem(keptAs()) ?? ''))
    setRead(true)
  }, [isRead, query])
  const settled = useDeferredValue(query)
  const words = useMemo(() => searchWords(settled), [settled])
  const clear = useCallback(() => setQuery(''), [])
  return useMemo(() => ({ query, settled, words, setQuery, clear }), [query, settled, words, clear])
}
