'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type EntryWalk, entryCountQuery, entryListQuery, firstPageOnly } from '@/lib/entries/queries'

/** Fetches a walk anew from its newest entry: one page and the count, however far somebody had read. */
export function useStartAnew(walk: EntryWalk): () => Promise<void> {
  const queryClient = useQueryClient()
  // A walk is a plain value, made at every render: its name says whether it is another.
  const name = JSON.stringify(walk)
  return useCallback(async () => {
    const same: EntryWalk = JSON.parse(name)
    const { queryKey } = entryListQuery(same)
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, firstPageOnly)
    await Promise.all([
      queryClient.refetchQueries({ queryKey }),
      queryClient.refetchQueries({ queryKey: entryCountQuery(same).queryKey }),
    ])
  }, [queryClient, name])
}
