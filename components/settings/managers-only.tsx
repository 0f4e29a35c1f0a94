import { Lock } from 'lucide-react'
import { EmptyState } from '@/components/ui/empty-state'

/** Where staff come who may not change anything here. */
export function ManagersOnly() {
  return (
    <EmptyState icon={Lock} title="Settings are for managers">
      <p>Your account works at the board. Ask a manager to change something here, or to change your role.</p>
    </EmptyState>
  )
}
