import { queryOptions } from '@tanstack/react-query'
import { countTimeoutMs, fetchJson } from '@/lib/http/client'
import type { InsightsView } from '@/lib/insights/schema'
import { insightsReader } from '@/lib/insights/wire'

/** Which stores and days are looked at; the days as in `2026-11-20`, both included. */
export type InsightFilter = { projectId: string; destinationId?: string; startDate: string; endDate: string }

/** All that the page shows of them. A year of many stores takes its time. */
export const insightsQuery = ({ projectId, destinationId, startDate, endDate }: InsightFilter) => {
  const asked = { projectId, ...(destinationId !== undefined && { destinationId }), startDate, endDate }
  return queryOptions<InsightsView>({
    queryKey: ['insights', asked] as const,
    queryFn: ({ signal }) =>
      fetchJson(insightsReader, `/api/staff/insights?${new URLSearchParams(asked)}`, {
        signal,
        timeoutMs: countTimeoutMs,
      }),
    refetchOnWindowFocus: false,
  })
}

/** The page of an order with its timeline, however long ago it was. */
export function pastOrderPath({ projectId, serviceId }: { projectId: string; serviceId: string }): string {
  return `/insights/orders/${projectId}/${serviceId}`
}
