'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { hasComeBack } from '@/components/entries/walk/scroll-place'
import { useRetryWhileUnreachable } from '@/components/entries/walk/use-retry'
import { useStartAnew } from '@/components/entries/walk/use-start-anew'
import { type EntryWalk, entryListQuery } from '@/lib/entries/queries'

// Whoever picks a filter again after this long wants to know what has come since.
const oldAfterMs = 30_000

/** The pages of a walk that have been read, and the ways to go on: further, once more, or anew from the newest. */
export function useEntryWalk(walk: EntryWalk) {
  const list = useInfiniteQuery(entryListQuery(walk))
  const startAnew = useStartAnew(walk)
  const { dataUpdatedAt, isFetching, isError, isFetchNextPageError, fetchNextPage, refetch } = list

  const loadMore = useCallback(() => {
    if (!isFetching && !isError) void fetchNextPage()
  }, [isFetching, isError, fetchNextPage])

  const retry = useCallback(
    () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    [isFetchNextPageError, fetchNextPage, refetch],
  )
  useRetryWhileUnreachable(list.error, retry)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list comes on screen
  useEffect(() => {
    if (dataUpdatedAt > 0 && !hasComeBack() && Date.now() - dataUpdatedAt > oldAfterMs) void startAnew()
  }, [])

  return { pages: list.data?.pages, error: list.error, hasMore: list.hasNextPage, loadMore, retry, startAnew }
}
