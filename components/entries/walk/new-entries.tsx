'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useStartAnew } from '@/components/entries/walk/use-start-anew'
import { useLocale, useWords } from '@/components/language/language-provider'
import { type EntryWalk, entryListQuery, entryNewsQuery } from '@/lib/entries/queries'

type NewEntriesProps = { walk: EntryWalk; now: Date }

/**
 * How many entries have come since the rows were read, as a pill: the rows stand still until somebody asks. Only where
 * there can be any: not for a range that is over, nor for rows that begin at a time jumped to.
 */
export function NewEntries({ walk, now }: NewEntriesProps) {
  const t = useWords('entries')
  const c = useWords('entryFilters')
  const locale = useLocale()
  const startAnew = useStartAnew(walk)
  const { data, isFetching } = useInfiniteQuery({ ...entryListQuery(walk), enabled: false })
  const rows = data?.pages[0]?.entries ?? []
  const timeType = walk.filter.timeType ?? 'creationTime'
  // After the newest row's own millisecond: a batch has one time, and more of it may be on the next page.
  const newest = rows[0]?.[timeType].getTime() ?? walk.startedAtMs
  const since = new Date(newest + 1).toISOString()
  const { startTime, endTime } = walk.filter
  const isOver = endTime !== undefined && new Date(endTime) <= now
  const isLive =
    data !== undefined && !isOver && walk.before === undefined && (startTime === undefined || startTime <= since)
  const news = useQuery({ ...entryNewsQuery(walk, since), enabled: isLive && !isFetching })
  const count = isLive ? (news.data ?? 0) : 0
  return (
    <div className="pointer-events-none sticky top-3 z-30 flex h-0 justify-center lg:top-12" role="status">
      {count > 0 && (
        <button
          type="button"
          onClick={() => void startAnew()}
          className="pointer-events-auto flex h-10 items-center gap-2 rounded-full bg-ink px-4 text-[15px] font-semibold text-card shadow-float hover:opacity-90"
        >
          <ArrowUp aria-hidden="true" className="size-4" />
          {c('new', { count: count.toLocaleString(locale) })}
          <span className="sr-only">{t('refresh')}</span>
        </button>
      )}
    </div>
  )
}
