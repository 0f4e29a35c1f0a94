'use client'

import { useWords } from '@/components/language/language-provider'
import { useStoreNames } from '@/components/stores/store-names'
import { Chip } from '@/components/ui/chip'
import type { Part } from '@/lib/people/model'
import type { People } from '@/lib/people/schema'

/** A role and its stores: what the store is called where it is one. */
export function PartChips({ part, stores }: { part: Part; stores: People['stores'] }) {
  const t = useWords('people')
  const { role, destinationIds } = part
  const [only] = destinationIds ?? []
  const called = useStoreNames(stores)
  const where = !destinationIds
    ? t('allStores')
    : destinationIds.length === 1 && only !== undefined
      ? called({ destinationId: only })
      : t('storeCount', { count: destinationIds.length })
  return (
    <span className="flex min-w-0 flex-wrap gap-1.5">
      <Chip tone={role === 'staff' ? 'plain' : 'way'}>{t(`role_${role}`)}</Chip>
      <Chip className="wrap-anywhere">
        <bdi dir="auto">{where}</bdi>
      </Chip>
    </span>
  )
}
