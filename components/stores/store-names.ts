'use client'

import { useMemo } from 'react'
import { useWords } from '@/components/language/language-provider'
import type { Choice } from '@/components/ui/sought-choices'
import { type NamedStore, nameWithId, type Told, toldApart } from '@/lib/names/model'

// Each row of a list asks what a store is called: they are told apart, and put in order by their ids, once for all.
const toldOf = new WeakMap<readonly NamedStore[], Told<NamedStore>[]>()
const byIdOf = new WeakMap<readonly NamedStore[], Map<string, Told<NamedStore>>>()

function onceFor<List extends object, Made>(kept: WeakMap<List, Made>, list: List, make: () => Made): Made {
  const made = kept.get(list) ?? make()
  kept.set(list, made)
  return made
}

/** The stores of a list, each with what it is called there; those that nobody has named yet come last. */
export function toldStores<Store extends NamedStore>(stores: readonly Store[]): Told<Store>[] {
  return onceFor(toldOf, stores, () => toldApart(stores)) as Told<Store>[]
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

/** One list of two, the first with what only the second has. */
export function useJoinedStores<Store extends NamedStore>(stores: Store[], more: Store[]): Store[] {
  return useMemo(() => {
    const known = new Set(stores.map(({ destinationId }) => destinationId))
    const others = more.filter(({ destinationId }) => !known.has(destinationId))
    return others.length > 0 ? [...stores, ...others] : stores
  }, [stores, more])
}

type NamedSomewhere = { destinationId: string; name?: string }

/** What a store of this list is called in a line of text. One that is not among them has its id behind its name. */
export function useStoreNames(stores: readonly NamedStore[]): (store: NamedSomewhere) => string {
  const t = useWords('stores')
  const known = onceFor(byIdOf, stores, () => new Map(toldStores(stores).map((store) => [store.destinationId, store])))
  return ({ destinationId, name = destinationId }) => {
    const store = known.get(destinationId)
    if (!store) return nameWithId({ destinationId, name })
    return store.isNew ? `${store.label} · ${t('new')}` : store.label
  }
}
