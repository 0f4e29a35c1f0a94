'use client'

import { useQueryClient } from '@tanstack/react-query'
import { parseAsString, useQueryState } from 'nuqs'
import { useRef } from 'react'
import { type EntryWalk, entryListQuery } from '@/lib/entries/queries'
import type { Entry } from '@/lib/entries/schema'

type OpenEntry = {
  entry: Entry | undefined
  open: (entryId: string) => void
  close: () => void
  /** Closes it for a step elsewhere. */
  forget: () => void
}

/** The entry whose details are open. It stands in the address, so that Back closes them. */
export function useOpenEntry(walk: EntryWalk): OpenEntry {
  const [entryId, setEntryId] = useQueryState('entry', parseAsString)
  const queryClient = useQueryClient()
  const openedHere = useRef(false)
  const pages = queryClient.getQueryData(entryListQuery(walk).queryKey)?.pages ?? []
  const entry = entryId ? pages.flatMap((page) => page.entries).find((e) => e.entryId === entryId) : undefined
  return {
    entry,
    open: (id) => {
      openedHere.current = true
      void setEntryId(id, { history: 'push' })
    },
    close: () => {
      // The address follows a moment later: until it has, a step back would leave the list.
      const isAddressed = new URLSearchParams(window.location.search).has('entry')
      if (openedHere.current && isAddressed) window.history.back()
      else void setEntryId(null, { history: 'replace' })
      openedHere.current = false
    },
    forget: () => {
      openedHere.current = false
      void setEntryId(null, { history: 'replace' })
    },
  }
}
