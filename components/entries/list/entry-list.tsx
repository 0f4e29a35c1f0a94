'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { EmptyRange } from '@/components/entries/empty/empty-range'
import type { EntryFilters } from '@/components/entries/filters/use-entry-filters'
import type { RowContext } from '@/components/entries/list/entry-row'
import { EntryTable } from '@/components/entries/list/entry-table'
import { listItems } from '@/components/entries/list/list-items'
import { ListSkeleton } from '@/components/entries/list/list-skeleton'
import { ListTail, type Tail } from '@/components/entries/list/list-tail'
import { hasComeBack, useScrollPlace } from '@/components/entries/list/scroll-place'
import { useStartAnew } from '@/components/entries/list/use-start-anew'
import { ButtonLink } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { type EntryWalk, entryListQuery } from '@/lib/entries/queries'
import { ApiError } from '@/lib/http/client'

// Whoever picks a filter again after this long wants to know what has come since.
const oldAfterMs = 30_000

type EntryListProps = {
  walk: EntryWalk
  filters: EntryFilters
  context: RowContext
  isAddressed: () => boolean
  onOpen: (entryId: string) => void
}

/** The entries of a walk from the newest on, a page at a time as they are scrolled to. */
export function EntryList({ walk, filters, context, isAddressed, onOpen }: EntryListProps) {
  const list = useInfiniteQuery(entryListQuery(walk))
  const listName = JSON.stringify(walk)
  const startAnew = useStartAnew(walk)
  useScrollPlace(listName, isAddressed)

  const pages = list.data?.pages
  const { timeType, timeZone } = context
  const items = useMemo(() => listItems(pages ?? [], timeType, timeZone), [pages, timeType, timeZone])

  const { isFetching, isError, fetchNextPage } = list
  const loadMore = useCallback(() => {
    if (!isFetching && !isError) void fetchNextPage()
  }, [isFetching, isError, fetchNextPage])

  const { dataUpdatedAt } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list comes on screen
  useEffect(() => {
    if (dataUpdatedAt > 0 && !hasComeBack() && Date.now() - dataUpdatedAt > oldAfterMs) void startAnew()
  }, [])

  if (!pages) {
    if (list.isError) return <NoList error={list.error} onRetry={() => void list.refetch()} />
    return <ListSkeleton />
  }
  if (items.length === 0) return <EmptyRange filters={filters} />
  const zoneLabel = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  return (
    <>
      <EntryTable
        items={items}
        listName={listName}
        context={context}
        zoneLabel={zoneLabel}
        isWhole={!list.hasNextPage}
        onNearEnd={loadMore}
        onOpen={onOpen}
      />
      <ListTail tail={tailOf()} />
    </>
  )

  function tailOf(): Tail {
    if (list.isError) {
      const onRetry = () => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())
      return { state: 'failed', error: list.error, onRetry, onStartAnew: () => void startAnew() }
    }
    if (list.hasNextPage) return { state: 'more' }
    return { state: 'end', entryCount: items.filter((item) => item.kind === 'entry').length }
  }
}

function NoList({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const isSignedOut = error instanceof ApiError && error.problem.status === 401
  if (!isSignedOut) return <ErrorState title="The entries could not be loaded" error={error} onRetry={onRetry} />
  const here = `${window.location.pathname}${window.location.search}`
  return (
    <div className="flex flex-col items-center gap-4">
      <ErrorState title="You have been signed out" error={error} />
      <ButtonLink tone="kerb" href={`/sign-in?next=${encodeURIComponent(here)}`}>
        Sign in again
      </ButtonLink>
    </div>
  )
}
