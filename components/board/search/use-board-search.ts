'use client'

import { parseAsString, useQueryState } from 'nuqs'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { searchWords } from '@/lib/search/model'

export type BoardSearch = { query: string; words: string[]; setQuery: (query: string) => void; clear: () => void }

const inAddress = parseAsString.withDefault('').withOptions({ history: 'replace' })

/** What a person searches this board for. It stands in the address; typing never waits for a thousand rows. */
export function useBoardSearch(): BoardSearch {
  const [query, write] = useQueryState('q', inAddress)
  const settled = useDeferredValue(query)
  const words = useMemo(() => searchWords(settled), [settled])
  const setQuery = useCallback((text: string) => void write(text || null), [write])
  const clear = useCallback(() => setQuery(''), [setQuery])
  return { query, words, setQuery, clear }
}
