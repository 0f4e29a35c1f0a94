'use client'

import { useWords } from '@/components/language/language-provider'
import { useStoreNames } from '@/components/stores/store-names'
import { Chip } from '@/components/ui/chip'
import type { People, Person } from '@/lib/people/schema'

type PartChipsProps = { part: Pick<Person, 'role' | 'destinationIds' | 'storeCount'>; stores: People['stores'] }

/** A role and its stores: what the store is called where it is one. */
export function PartChips({ part, stores }: PartChipsProps) {
  const t = useWords('people')
  const { role, destinationIds, storeCount } = part
  const [first] = destinationIds ?? []
  const called = useStoreNames(stores)
  const where =
    storeCount === null
      ? t('allStores')
      : storeCount === 1 && first !== undefined
        ? called({ destinationId: first })
        : t('storeCount', { count: storeCount })
  return (
    <span className="flex min-w-0 flex-wrap gap-1.5">
      <Chip tone={role === 'staff' ? 'plain' : 'way'}>{t(`role_${role}`)}</Chip>
      <Chip className="wrap-anywhere">
        <bdi dir="auto">{where}</bdi>
      </Chip>
    </span>
  )
}
