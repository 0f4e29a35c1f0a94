'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { type NamedStore, type Told, toldApart } from '@/lib/names/model'
import { mostListed } from '@/lib/stores/model'
import { soughtStoresQuery } from '@/lib/stores/queries'
import type { StoreSummary } from '@/lib/stores/schema'

type Listed = NamedStore & { projectId?: string; projectName?: string }

const isCalled = ({ name, destinationId, projectName = '' }: Listed, words: string) =>
  `${name} ${destinationId} ${projectName}`.toLowerCase().includes(words)

const noStores: StoreSummary[] = []

type Sought = {
  words: string
  /** Of one project alone. */
  projectId?: string
  /** How many a list holds that may not hold all. */
  most?: number
  /** That there are others, which have not come yet. */
  isPart?: boolean
}

/**
 * The stores that are called so, each with what it is called in its list: of those at hand and, where these may not be all, of
 * those that the server finds. Those that nobody has named come last.
 */
export function useSoughtStores<Store extends Listed>(
  stores: Store[],
  { words, projectId, most = mostListed, isPart = false }: Sought,
): { found: Told<Store | StoreSummary>[]; isCut: boolean } {
  const sought = words.trim().toLowerCase()
  const isCut = stores.length >= most
  const asked = useDeferredValue(sought)
  const { data = noStores } = useQuery({
    ...soughtStoresQuery(asked, projectId),
    enabled: (isCut || isPart) && asked !== '',
    placeholderData: keepPreviousData,
  })
  const isMore = (isCut || isPart) && sought !== ''
  const told = useMemo(() => {
    const projectOf = (store: Listed) => projectId ?? store.projectId ?? ''
    // Stores of two projects may have one id.
    const idOf = (store: Listed) => JSON.stringify([projectOf(store), store.destinationId])
    const known = new Set(stores.map(idOf))
    const others = isMore ? data.filter((store) => !known.has(idOf(store))) : noStores
    return toldApart<Store | StoreSummary>([...stores, ...others], projectOf)
  }, [stores, data, isMore, projectId])
  return { found: told.filter((store) => isCalled(store, sought)), isCut }
}
