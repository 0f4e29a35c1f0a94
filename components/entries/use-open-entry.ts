'use client'

import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { parseAsString, useQueryStates } from 'nuqs'
import { useEffect, useRef } from 'react'
import { parseAsInstant } from '@/components/entries/filters/address'
import { useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import { showToast } from '@/components/ui/toast'
import { type EntryWalk, entryAtQuery, entryListQuery } from '@/lib/entries/queries'
import type { Entry } from '@/lib/entries/schema'

type OpenEntry = {
  entry: Entry | undefined
  open: (entry: Entry) => void
  close: () => void
  /** Closes it for a step elsewhere. */
  forget: () => void
}

// With its time, by which it is found again where its page has not been read; `at` is the list's own.
const parsers = { entry: parseAsString, when: parseAsInstant, at: parseAsInstant }
const closed = { entry: null, when: null }
const minuteMs = 60_000

/** The entry among the rows read so far, or else the one that the address was shared or reloaded with. */
function useEntryOf(walk: EntryWalk, entryId: string | null, when: Date | null) {
  const queryClient = useQueryClient()
  const pages = queryClient.getQueryData(entryListQuery(walk).queryKey)?.pages ?? []
  const read = entryId ? pages.flatMap((page) => page.entries).find((e) => e.entryId === entryId) : undefined
  const isSought = entryId !== null && read === undefined && when !== null
  const asked = entryAtQuery(walk.filter, entryId ?? '', when ?? new Date(0))
  const found = useQuery({ ...asked, queryFn: isSought ? asked.queryFn : skipToken })
  const isMissing = entryId !== null && !read && (when === null || found.data === null || found.isError)
  const sought = isSought ? (found.data ?? undefined) : undefined
  return { entry: read ?? sought, isElsewhere: sought !== undefined, isMissing, error: found.error }
}

/** The entry whose details are open. It stands in the address, so that Back closes them and a colleague sees the same. */
export function useOpenEntry(walk: EntryWalk): OpenEntry {
  const [t, e, problems] = [useWords('entryFilters'), useWords('entries'), useWords('problems')]
  const [address, setAddress] = useQueryStates(parsers)
  const openedHere = useRef(false)
  const { entry, isElsewhere, isMissing, error } = useEntryOf(walk, address.entry, address.when)

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it turns out
  useEffect(() => {
    if (!isMissing) return
    if (error) showToast({ tone: 'bad', title: e('loadFailed'), detail: sayProblem(error, problems) })
    else showToast({ tone: 'bad', title: t('entryGone') })
    void setAddress(closed, { history: 'replace' })
  }, [isMissing])

  return {
    entry,
    open: (opened) => {
      openedHere.current = true
      const when = opened[walk.filter.timeType ?? 'creationTime']
      void setAddress({ entry: opened.entryId, when }, { history: 'push' })
    },
    close: () => {
      // The address follows a moment later: until it has, a step back would leave the list.
      const isAddressed = new URLSearchParams(window.location.search).has('entry')
      // Whoever came to it from elsewhere is left where it stands among the rows.
      const at = isElsewhere && address.when && new Date(Math.floor(address.when.getTime() / minuteMs) * minuteMs)
      if (openedHere.current && isAddressed) window.history.back()
      else void setAddress({ ...closed, ...(at ? { at } : {}) }, { history: 'replace' })
      openedHere.current = false
    },
    forget: () => {
      openedHere.current = false
      void setAddress(closed, { history: 'replace' })
    },
  }
}
