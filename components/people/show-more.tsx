'use client'

import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'

/** What is read page by page, both lists at once. */
export type More = Pick<UseInfiniteQueryResult, 'error' | 'fetchNextPage' | 'isFetchingNextPage'>

/** At the end of a list that goes on. */
export function ShowMore({ error, fetchNextPage, isFetchingNextPage }: More) {
  const t = useWords('people')
  return (
    <div className="mt-4 flex flex-col items-center gap-3">
      {error && <ErrorState title={t('loadFailed')} error={error} />}
      <Button size="board" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
        {t('more')}
      </Button>
    </div>
  )
}
