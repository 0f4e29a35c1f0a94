'use client'

import { useMemo } from 'react'
import { useWords } from '@/components/language/language-provider'
import type { Choice } from '@/components/ui/sought-choices'
import { type NamedStore, nameWithId, type Told, toldApart } from '@/lib/names/model'

/** The stores of a list, each with what it is called there; those that nobody has named yet come last. */
export function useToldStores<Store extends NamedStore>(stores: readonly Store[]): Told<Store>[] {
  return useMemo(() => toldApart(stores), [stores])
}

/** The same as choices: found by their ids as well, and marked where nobody has named them. */
export function useStoreChoices(told: Pick<Told<NamedStore>, 'destinationId' | 'label' | 'isNew'>[]): Choice[] {
  const t = useWords('stores')
  return told.map(({ destinationId, label, isNew }) => ({
    id: destinationId,
    label,
    sought: destinationId,
    ...(isNew && { mark: t('new') }),
  }))
}

type NamedSomewhere = { destinationId: string; name?: string }

/** What a store of this list is called in a line of text. One that is not among them has its id behind its name. */
export function useStoreNames(stores: readonly NamedStore[]): (store: NamedSomewhere) => string {
  const t = useWords('stores')
  const told = useToldStores(stores)
  const known = useMemo(() => new Map(told.map((store) => [store.destinationId, store])), [told])
  return ({ destinationId, name = destinationId }) => {
    const store = known.get(destinationId)
    if (!store) return nameWithId({ destinationId, name })
    return store.isNew ? `${store.label} · ${t('new')}` : store.label
  }
}
