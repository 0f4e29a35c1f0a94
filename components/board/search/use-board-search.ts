'use client'

import { useSearchParams } from 'next/navigation'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { searchWords } from '@/lib/search/model'

export type BoardSearch = { query: string; words: string[]; setQuery: (query: string) => void; clear: () => void }

// Browsers refuse an address that changes with every letter of a fast typist.
const writtenAfterMs = 200

function writeInAddress(query: string): void {
  const address = new URL(window.location.href)
  if ((address.searchParams.get('q') ?? '') === query) return
  if (query) address.searchParams.set('q', query)
  else address.searchParams.delete('q')
  window.history.replaceState(null, '', address)
}

/** What a person searches this board for. It stands in the address; typing never waits for a thousand rows. */
export function useBoardSearch(): BoardSearch {
  const inAddress = useSearchParams().get('q') ?? ''
  const [query, setQuery] = useState(inAddress)
  useEffect(() => {
    const timer = setTimeout(() => writeInAddress(query), writtenAfterMs)
    return () => clearTimeout(timer)
  }, [query])
  const settled = useDeferredValue(query)
  const words = useMemo(() => searchWords(settled), [settled])
  const clear = useCallback(() => setQuery(''), [])
  return useMemo(() => ({ query, words, setQuery, clear }), [query, words, clear])
}
