'use client'

import { useIsFetching, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { RotateCw } from 'lucide-react'
import { zoneName } from '@/components/entries/times'
import { useStartAnew } from '@/components/entries/walk/use-start-anew'
import { useLocale, useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { type EntryWalk, entryCountQuery, entryListQuery } from '@/lib/entries/queries'

/** How many entries the filters find, and the way to look again. */
export function EntrySummary({ walk, timeZone }: { walk: EntryWalk; timeZone: string }) {
  const t = useWords('entries')
  const locale = useLocale()
  const count = useQuery(entryCountQuery(walk))
  const isRefreshing = useIsFetching({ queryKey: entryListQuery(walk).queryKey }) > 0
  const startAnew = useStartAnew(walk)
  return (
    <div className="mb-3 flex min-h-[42px] items-center gap-3">
      <div role="status" className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
        {count.data !== undefined && (
          <>
            <span className="font-sign text-[30px] leading-9 font-bold">{count.data.toLocaleString(locale)}</span>
            <span className="font-semibold text-soft">{t('unit', { count: count.data })}</span>
          </>
        )}
        {count.isPending && <Skeleton className="h-9 w-36" />}
        {count.isError && <span className="text-soft">{t('notCounted')}</span>}
      </div>
      <p className="ms-auto hidden text-sm text-soft sm:block">{t('timesIn', { zone: zoneName(timeZone) })}</p>
      <Button onPress={() => void startAnew()} isDisabled={isRefreshing} className="ms-auto sm:ms-0">
        <RotateCw aria-hidden="true" className={clsx('size-4', isRefreshing && 'animate-spin')} />
        {t('refresh')}
      </Button>
    </div>
  )
}
