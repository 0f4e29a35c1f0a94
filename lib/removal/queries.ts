import { fetchNothing } from '@/lib/http/client'

/** Throws ApiError `store_in_use`, which tells how many `orders`, `tablets` and `people` hold it. */
export function removeStore(store: { projectId: string; destinationId: string }): Promise<void> {
  return fetchNothing(`/api/staff/stores?${new URLSearchParams(store)}`, { method: 'DELETE' })
}
