'use client'

import { useIsFetching, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { RotateCw } from 'lucide-react'
import { zoneName } from '@/components/entries/times'
import { useStartAnew } from '@/components/entries/walk/use-start-anew'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { type EntryWalk, entryCountQuery, entryListQuery } from '@/lib/entries/queries'

/** How many entries the filters find, and the way to look again. */
export function EntrySummary({ walk, timeZone }: { walk: EntryWalk; timeZone: string }) {
  const count = useQuery(entryCountQuery(walk))
  const isRefreshing = useIsFetching({ queryKey: entryListQuery(walk).queryKey }) > 0
  const startAnew = useStartAnew(walk)
  return (
    <div className="mb-3 flex min-h-[42px] items-center gap-3">
      <div role="status" className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
        {count.data !== undefined && (
          <>
            <span className="font-sign text-[30px] leading-9 font-bold">{count.data.toLocaleString('en-GB')}</span>
            <span className="font-semibold text-soft">{count.data === 1 ? 'entry' : 'entries'}</span>
          </>
        )}
        {count.isPending && <Skeleton className="h-9 w-36" />}
        {count.isError && <span className="text-soft">Not counted</span>}
      </div>
      <p className="ml-auto hidden text-sm text-soft sm:block">Times in {zoneName(timeZone)}</p>
      <Button onPress={() => void startAnew()} isDisabled={isRefreshing} className="ml-auto sm:ml-0">
        <RotateCw aria-hidden="true" className={clsx('size-4', isRefreshing && 'animate-spin')} />
        Refresh
      </Button>
    </div>
  )
}
