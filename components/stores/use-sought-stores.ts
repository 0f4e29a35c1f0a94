'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { mostListed } from '@/lib/stores/model'
import { soughtStoresQuery } from '@/lib/stores/queries'
import type { StoreSummary } from '@/lib/stores/schema'

type Named = { destinationId: string; name: string; projectId?: string; projectName?: string }

const isCalled = ({ name, destinationId, projectName = '' }: Named, words: string) =>
  `${name} ${destinationId} ${projectName}`.toLowerCase().includes(words)

type Sought = {
  words: string
  /** Of one project alone. */
  projectId?: string
  /** How many a list holds that may not hold all. */
  most?: number
}

/** The stores that are called so: of those at hand and, where these may not be all, of those that the server finds. */
export function useSoughtStores<Store extends Named>(stores: Store[], { words, projectId, most = mostListed }: Sought) {
  const sought = words.trim().toLowerCase()
  const isCut = stores.length >= most
  const asked = useDeferredValue(sought)
  const { data } = useQuery({
    ...soughtStoresQuery(asked, projectId),
    enabled: isCut && asked !== '',
    placeholderData: keepPreviousData,
  })
  const found = stores.filter((store) => isCalled(store, sought))
  // Stores of two projects may have one id.
  const idOf = (store: Named) => JSON.stringify([projectId ?? store.projectId, store.destinationId])
  const known = new Set(found.map(idOf))
  const more = isCut && sought !== '' ? (data ?? []) : []
  const others: StoreSummary[] = more.filter((store) => isCalled(store, sought) && !known.has(idOf(store)))
  return { found, others, isCut }
}
