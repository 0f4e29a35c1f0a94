'use client'

import { onDemand } from '@/components/ui/on-demand'

/** Everything that staff may know of an order, with its timeline: looked at now and then. */
export const OrderDetails = onDemand(() => import('@/components/board/row/order-details').then((m) => m.OrderDetails))
