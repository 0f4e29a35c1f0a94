'use client'

import { Lock } from 'lucide-react'
import { useWords } from '@/components/language/language-provider'
import { EmptyState } from '@/components/ui/empty-state'

/** Where somebody comes who may not change anything here: staff, or a manager where it is an owner's matter. */
export function ManagersOnly({ isForOwners = false }: { isForOwners?: boolean }) {
  const t = useWords('settings')
  return (
    <EmptyState icon={Lock} title={t(isForOwners ? 'forOwners' : 'forManagers')}>
      <p>{t(isForOwners ? 'forOwnersText' : 'forManagersText')}</p>
    </EmptyState>
  )
}
