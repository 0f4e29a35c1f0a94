'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import { showToast } from '@/components/ui/toast'
import { type EntryWalk, entryCountQuery, entryListQuery, firstPageOnly } from '@/lib/entries/queries'
import { entrySummaryKeys } from '@/lib/entry-summary/queries'

/**
 * Fetches a walk anew from its newest entry and goes there: one page, the count and the charts, however far somebody had read. Where
 * that fails, the first page stays as it was and the reason is told.
 */
export function useStartAnew(walk: EntryWalk): () => Promise<void> {
  const t = useWords('entries')
  const problems = useWords('problems')
  const queryClient = useQueryClient()
  // A walk is a plain value, made at every render: its name says whether it is another.
  const name = JSON.stringify(walk)
  return useCallback(async () => {
    const same: EntryWalk = JSON.parse(name)
    const { queryKey } = entryListQuery(same)
    await queryClient.cancelQueries({ queryKey })
    window.scrollTo(0, 0)
    queryClient.setQueryData(queryKey, firstPageOnly)
    await Promise.all([
      queryClient.refetchQueries({ queryKey }),
      queryClient.refetchQueries({ queryKey: entryCountQuery(same).queryKey, type: 'active' }),
      queryClient.refetchQueries({ queryKey: entrySummaryKeys.all, type: 'active' }),
    ])
    const failure = queryClient.getQueryState(queryKey)?.error
    if (failure) showToast({ tone: 'bad', title: t('refreshFailed'), detail: sayProblem(failure, problems) })
  }, [queryClient, name, t, problems])
}
