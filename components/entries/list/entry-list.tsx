'use client'

import { LogOut, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { EmptyRange } from '@/components/entries/empty/empty-range'
import { isSignedOut, isUnseenZone, SignInAgain } from '@/components/entries/empty/sign-in-again'
import { type EntryFilters, noMore } from '@/components/entries/filters/use-entry-filters'
import type { RowContext } from '@/components/entries/list/entry-row'
import { EntryTable } from '@/components/entries/list/entry-table'
import { listItems } from '@/components/entries/list/list-items'
import { ListSkeleton } from '@/components/entries/list/list-skeleton'
import { ListTail } from '@/components/entries/list/list-tail'
import { useScrollPlace } from '@/components/entries/walk/scroll-place'
import { useEntryWalk } from '@/components/entries/walk/use-entry-walk'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import type { EntryWalk } from '@/lib/entries/queries'
import type { Entry } from '@/lib/entries/schema'

type EntryListProps = {
  walk: EntryWalk
  filters: EntryFilters
  context: RowContext
  isAddressed: () => boolean
  onOpen: (entry: Entry) => void
}

/** The entries of a walk from the newest on, a page at a time as they are scrolled to. */
export function EntryList({ walk, filters, context, isAddressed, onOpen }: EntryListProps) {
  const { pages, error, hasMore, loadMore, retry, startAnew } = useEntryWalk(walk)
  const listName = JSON.stringify(walk)
  useScrollPlace(listName, isAddressed)
  const { timeType, timeZone } = context
  const items = useMemo(() => listItems(pages ?? [], timeType, timeZone), [pages, timeType, timeZone])

  if (!pages) return error ? <NoList error={error} filters={filters} onRetry={retry} /> : <ListSkeleton />
  if (items.length === 0 && !hasMore) return <EmptyRange filters={filters} />
  return (
    <>
      <EntryTable
        items={items}
        listName={listName}
        context={context}
        isWhole={!hasMore}
        onNearEnd={loadMore}
        onOpen={onOpen}
      />
      <ListTail
        entryCount={items.filter((item) => item.kind === 'entry').length}
        hasMore={hasMore}
        error={error}
        onRetry={retry}
        onStartAnew={() => void startAnew()}
      />
    </>
  )
}

type NoListProps = { error: unknown; filters: EntryFilters; onRetry: () => void }

function NoList({ error, filters: { chooseMore }, onRetry }: NoListProps) {
  const t = useWords('entries')
  const f = useWords('entryFilters')
  if (isUnseenZone(error)) {
    return (
      <EmptyState icon={SearchX} title={f('unseenZone')}>
        <p>{t('unseenText')}</p>
        <Button onPress={() => chooseMore(noMore)}>{f('clear')}</Button>
      </EmptyState>
    )
  }
  if (!isSignedOut(error)) return <ErrorState title={t('loadFailed')} error={error} onRetry={onRetry} />
  return (
    <EmptyState icon={LogOut} title={t('signedOut')}>
      <p>{t('signedOutText')}</p>
      <SignInAgain />
    </EmptyState>
  )
}
