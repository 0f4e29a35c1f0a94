'use client'

import { useWords } from '@/components/language/language-provider'
import { Chip } from '@/components/ui/chip'
import type { Part } from '@/lib/people/model'
import type { People } from '@/lib/people/schema'

/** A role and its stores: the store's name where it is one. */
export function PartChips({ part, stores }: { part: Part; stores: People['stores'] }) {
  const t = useWords('people')
  const { role, destinationIds } = part
  const [only] = destinationIds ?? []
  const named = stores.find(({ destinationId }) => destinationId === only)?.name ?? only
  const where = !destinationIds
    ? t('allStores')
    : destinationIds.length === 1 && named
      ? named
      : t('storeCount', { count: destinationIds.length })
  return (
    <span className="flex min-w-0 flex-wrap gap-1.5">
      <Chip tone={role === 'staff' ? 'plain' : 'way'}>{t(`role_${role}`)}</Chip>
      <Chip className="wrap-anywhere">{where}</Chip>
    </span>
  )
}
