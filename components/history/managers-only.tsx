'use client'

import { Lock } from 'lucide-react'
import { useWords } from '@/components/language/language-provider'
import { EmptyState } from '@/components/ui/empty-state'

/** Where somebody comes who works at a board and may not read what has been. */
export function HistoryForManagers() {
  const t = useWords('history')
  return (
    <EmptyState icon={Lock} title={t('forManagers')}>
      <p>{t('forManagersText')}</p>
    </EmptyState>
  )
}
