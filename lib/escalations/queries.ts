import { queryOptions, skipToken } from '@tanstack/react-query'
import type { RingingStore } from '@/lib/escalations/schema'

type StoreRef = { projectId: string; destinationId: string }

/** Who rings at the other stores, as the stream of this store's board tells it. Nothing else asks for it. */
export const elsewhereQuery = ({ projectId, destinationId }: StoreRef) =>
  queryOptions<RingingStore[]>({
    queryKey: ['elsewhere', projectId, destinationId] as const,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The same without an order that somebody has just acknowledged; the stream tells the rest. */
export function withoutWaiting(stores: RingingStore[], serviceId: string): RingingStore[] {
  return stores.map((store) => {
    const { escalation } = store
    const waiting = escalation?.waiting.filter((order) => order.serviceId !== serviceId) ?? []
    if (!escalation || waiting.length === escalation.waiting.length) return store
    const count = escalation.count - 1
    return { ...store, ringing: store.ringing - 1, escalation: count > 0 ? { ...escalation, count, waiting } : null }
  })
}
