import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { EntrySummary, type EntrySummaryQuery } from '@/lib/entry-summary/schema'
import { countTimeoutMs, fetchJson } from '@/lib/http/client'

/** A query as the address holds it: times in ISO 8601. */
export type EntrySummaryAsked = z.input<typeof EntrySummaryQuery>

export const entrySummaryKeys = {
  all: ['entry-summary'] as const,
  one: (asked: EntrySummaryAsked) => ['entry-summary', asked] as const,
}

/** A range's entries, counted over time, by hour of the week, store and zone. */
export const entrySummaryQuery = (asked: EntrySummaryAsked) =>
  queryOptions({
    queryKey: entrySummaryKeys.one(asked),
    queryFn: ({ signal }) => {
      const given = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined)
      return fetchJson(EntrySummary, `/api/staff/entries/summary?${new URLSearchParams(given)}`, {
        signal,
        timeoutMs: countTimeoutMs,
      })
    },
  })
