import { Car } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '@/components/language/language-provider'
import { EmptyState } from '@/components/ui/empty-state'

const code = (chunks: ReactNode) => (
  <code className="rounded-chip bg-well px-1.5 py-0.5 font-mono text-[0.9em] text-ink">{chunks}</code>
)

/** A board without a single order: how the first one gets here. */
export function EmptyBoard() {
  const t = useWords('board')
  return (
    <EmptyState icon={Car} title={t('emptyTitle')}>
      <p>{t.rich('emptyText', { code })}</p>
    </EmptyState>
  )
}
