'use client'

import { Lock } from 'lucide-react'
import { useWords } from '@/components/language/language-provider'
import { EmptyState } from '@/components/ui/empty-state'

/** Where staff come who may not change anything here. */
export function ManagersOnly() {
  const t = useWords('settings')
  return (
    <EmptyState icon={Lock} title={t('forManagers')}>
      <p>{t('forManagersText')}</p>
    </EmptyState>
  )
}
