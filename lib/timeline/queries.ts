import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError, fetchJson } from '@/lib/http/client'
import { findIn } from '@/lib/http/wire'
import type { TimelineEvent } from '@/lib/timeline/schema'
import { timelineEventReader, timelineReader } from '@/lib/timeline/wire'

/** The order whose timeline it is, in the version that is shown: a newer one has more to tell. */
type TimelineOf = { projectId: string; serviceId: string; version: number }

/** For a board that hides by `maskedBy`: an answer that hides by other rules is an error, as for a moment after they have changed. */
export const timelineQuery = ({ projectId, serviceId, version }: TimelineOf, maskedBy: string) =>
  queryOptions({
    queryKey: ['timeline', projectId, serviceId, version, maskedBy] as const,
    queryFn: async ({ signal }) => {
      const address = `/api/staff/orders/${serviceId}/timeline?${new URLSearchParams({ projectId })}`
      const timeline = await fetchJson(timelineReader, address, { signal })
      if (timeline.maskedBy !== maskedBy) throw new Error('Hidden by other rules than the board')
      return timeline
    },
    // An escalation is told without a new version of the order.
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  })

/** Who was first and when, from a refusal that says so (`action_conflict`); null where nobody was. */
export function changeInConflict(error: unknown): TimelineEvent | null {
  if (!(error instanceof ApiError) || error.problem.code !== 'action_conflict') return null
  return findIn(timelineEventReader, error.problem.lastChange)
}
