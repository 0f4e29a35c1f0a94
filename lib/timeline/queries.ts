import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/lib/http/client'
import { timelineReader } from '@/lib/timeline/wire'

/** The order whose timeline it is, in the version that is shown: a newer one has more to tell. */
type TimelineOf = { projectId: string; serviceId: string; version: number }

export const timelineKeys = { all: ['timeline'] as const }

export const timelineQuery = ({ projectId, serviceId, version }: TimelineOf) =>
  queryOptions({
    queryKey: [...timelineKeys.all, projectId, serviceId, version] as const,
    queryFn: ({ signal }) =>
      fetchJson(timelineReader, `/api/staff/orders/${serviceId}/timeline?${new URLSearchParams({ projectId })}`, {
        signal,
      }),
    // An escalation is told without a new version of the order.
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  })
