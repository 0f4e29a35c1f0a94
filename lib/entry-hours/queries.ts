import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { EntryHours, type EntryHoursQuery } from '@/lib/entry-hours/schema'
import { countTimeoutMs, fetchJson } from '@/lib/http/client'

/** A query as the address holds it: times in ISO 8601, numbers as texts. */
export type EntryHoursAsked = z.input<typeof EntryHoursQuery>

/** Behind a cell of the hours of the week: each such hour that has entries, the busiest first. */
export const entryHoursQuery = (asked: EntryHoursAsked) =>
  queryOptions({
    queryKey: ['entry-hours', asked] as const,
    queryFn: async ({ signal }) => {
      const given = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined)
      return (
        await fetchJson(EntryHours, `/api/staff/entries/hours?${new URLSearchParams(given)}`, {
          signal,
          timeoutMs: countTimeoutMs,
        })
      ).hours
    },
  })
