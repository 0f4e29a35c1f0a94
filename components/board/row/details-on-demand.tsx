'use client'

import type { OrderDetailsProps } from '@/components/board/row/order-details'
import { onDemand } from '@/components/ui/on-demand'

const Details = onDemand(() => import('@/components/board/row/order-details').then((m) => m.OrderDetails))

/** Everything that staff may know of an order, with its timeline: looked at now and then. Its place is there at once. */
export function OrderDetails({ id, ...shown }: OrderDetailsProps & { id: string }) {
  return (
    <div id={id}>
      <Details {...shown} />
    </div>
  )
}
