import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { EntryCount, EntryPage, type EntrySearchBody } from '@/lib/entries/schema'
import { fetchJson } from '@/lib/http/client'

/** What a list of entries is narrowed to; times in ISO 8601, the range half-open. */
export type EntryListFilter = Pick<
  EntrySearchBody,
  'projectId' | 'destinationId' | 'timeType' | 'startTime' | 'endTime'
>

/** A filter and when its page was rendered: whoever comes anew sees anew, whoever goes back finds what was there. */
export type EntryWalk = { filter: EntryListFilter; startedAtMs: number }

const searchAddress = '/api/prod1/entry/_search'
// Long enough to look at an order and come back to the same place.
const keptMs = 30 * 60_000

export const entryKeys = {
  all: ['entries'] as const,
  list: (walk: EntryWalk) => ['entries', 'list', walk] as const,
  count: (walk: EntryWalk) => ['entries', 'count', walk] as const,
}

// A walk shows what was there when it began: it is fetched again when a person asks, never by itself.
const onlyWhenAsked = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: keptMs,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

/** The entries of a walk, newest first, page by page. */
export const entryListQuery = (walk: EntryWalk) =>
  infiniteQueryOptions({
    ...onlyWhenAsked,
    queryKey: entryKeys.list(walk),
    queryFn: ({ pageParam, signal }) => {
      const body = { ...walk.filter, paginationToken: pageParam } satisfies EntrySearchBody
      return fetchJson(EntryPage, searchAddress, { method: 'POST', body, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.paginationToken,
  })

/** How many entries a walk may meet. Counting millions takes its time: nothing waits for it. */
export const entryCountQuery = (walk: EntryWalk) =>
  queryOptions({
    ...onlyWhenAsked,
    queryKey: entryKeys.count(walk),
    queryFn: async ({ signal }) => {
      const body = { ...walk.filter, count: true } satisfies EntrySearchBody
      return (await fetchJson(EntryCount, searchAddress, { method: 'POST', body, signal, timeoutMs: 60_000 })).count
    },
  })

/** The pages cut down to the first: fetching anew then costs one page, however many had been read. */
export function firstPageOnly<Page, Param>(
  data: InfiniteData<Page, Param> | undefined,
): InfiniteData<Page, Param> | undefined {
  return data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
}
