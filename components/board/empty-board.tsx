import { EmptyState } from '@/components/ui/empty-state'
import { Car } from '@/components/ui/icons'

/** A board without a single order: how the first one gets here. */
export function EmptyBoard() {
  return (
    <EmptyState icon={Car} title="No orders yet">
      <p>
        Orders appear here by themselves the moment a customer’s app sends one. To send the first yourself, paste the
        two <code className="rounded-chip bg-well px-1.5 py-0.5 font-mono text-[0.9em] text-ink">curl</code> lines that{' '}
        <code className="rounded-chip bg-well px-1.5 py-0.5 font-mono text-[0.9em] text-ink">npm start</code> printed in
        its terminal: the first creates an order, the second says that the customer is here, and this board rings.
      </p>
    </EmptyState>
  )
}
