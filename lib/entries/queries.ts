import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { mostPageSize } from '@/lib/entries/model'
import { type Entry, EntryCount, EntryPage, type EntrySearchBody } from '@/lib/entries/schema'
import { fetchJson } from '@/lib/http/client'
import { Install, type InstallAsked } from '@/lib/installs/schema'

/** What a list of entries is narrowed to, as addresses tell it; times in ISO 8601, the range half-open. */
export type EntryListFilter = Pick<
  EntrySearchBody,
  'projectId' | 'destinationId' | 'zoneId' | 'source' | 'os' | 'timeType' | 'startTime' | 'endTime'
> & { sealedInstall?: string }

/**
 * A filter and when its page was rendered: whoever comes anew sees anew, whoever goes back finds what was there. `before`
 * is the time that somebody has jumped to: the rows begin with the newest before it; counted are all.
 */
export type EntryWalk = { filter: EntryListFilter; startedAtMs: number; before?: string }

const searchAddress = '/api/prod1/entry/_search'
// Long enough to look at an order and come back to the same place.
const keptMs = 30 * 60_000

export const entryKeys = {
  all: ['entries'] as const,
  list: (walk: EntryWalk) => ['entries', 'list', walk] as const,
  count: ({ filter, startedAtMs }: EntryWalk) => ['entries', 'count', { filter, startedAtMs }] as const,
  one: (filter: EntryListFilter, entryId: string, time: string) => ['entries', 'one', filter, entryId, time] as const,
  install: (asked: InstallAsked) => ['entries', 'install', asked] as const,
  news: (walk: EntryWalk, since: string) => ['entries', 'news', walk.filter, since] as const,
}

// A walk shows what was there when it began: it is fetched again when a person asks, never by itself.
const onlyWhenAsked = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: keptMs,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

/** An install by both of its names, asked for by either. */
export const installQuery = (asked: InstallAsked) =>
  queryOptions({
    queryKey: entryKeys.install(asked),
    queryFn: async ({ client, signal }) => {
      const install = await fetchJson(Install, '/api/staff/entries/installs', { method: 'POST', body: asked, signal })
      // Whoever narrows to it has both already.
      const { projectId } = asked
      client.setQueryData(entryKeys.install({ projectId, sealedInstall: install.sealedInstall }), install)
      return install
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
  })

/** A filter as a body tells it: there an install goes by its own id. */
async function bodyOf(client: QueryClient, { sealedInstall, ...filter }: EntryListFilter): Promise<EntrySearchBody> {
  if (sealedInstall === undefined) return filter
  const asked = installQuery({ projectId: filter.projectId ?? '', sealedInstall })
  return { ...filter, installRef: (await client.ensureQueryData(asked)).installRef }
}

/** What a walk's rows are narrowed to. */
export function rowsOf({ filter, before }: EntryWalk): EntryListFilter {
  return before === undefined ? filter : { ...filter, endTime: before }
}

/** The entries of a walk, newest first, page by page. */
export const entryListQuery = (walk: EntryWalk) =>
  infiniteQueryOptions({
    ...onlyWhenAsked,
    queryKey: entryKeys.list(walk),
    queryFn: async ({ client, pageParam, signal }) => {
      const body = { ...(await bodyOf(client, rowsOf(walk))), paginationToken: pageParam } satisfies EntrySearchBody
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
    queryFn: async ({ client, signal }) => {
      const body = { ...(await bodyOf(client, walk.filter)), count: true } satisfies EntrySearchBody
      return (await fetchJson(EntryCount, searchAddress, { method: 'POST', body, signal, timeoutMs: 60_000 })).count
    },
  })

// So many entries of one time are looked through: more than any batch has.
const mostSameTimePages = 20

/** The entry of that id among those that a filter finds at a time; null where there is none. */
export const entryAtQuery = (filter: EntryListFilter, entryId: string, time: Date) =>
  queryOptions({
    ...onlyWhenAsked,
    queryKey: entryKeys.one(filter, entryId, time.toISOString()),
    queryFn: async ({ client, signal }): Promise<Entry | null> => {
      const sought = await bodyOf(client, filter)
      const [startTime, endTime] = [time.toISOString(), new Date(time.getTime() + 1).toISOString()]
      let paginationToken: string | undefined
      for (let pages = 0; pages < mostSameTimePages; pages += 1) {
        const body = {
          ...sought,
          startTime,
          endTime,
          pageSize: mostPageSize,
          paginationToken,
        } satisfies EntrySearchBody
        const page: EntryPage = await fetchJson(EntryPage, searchAddress, { method: 'POST', body, signal })
        const found = page.entries.find((entry) => entry.entryId === entryId)
        if (found) return found
        paginationToken = page.paginationToken
        if (paginationToken === undefined) return null
      }
      return null
    },
  })

const newsEveryMs = 5_000

/**
 * How many entries there are from a time on, looked at again every few seconds while the page is seen: a short stretch
 * at the end of an index, which costs the senders nothing.
 */
export const entryNewsQuery = (walk: EntryWalk, since: string) =>
  queryOptions({
    queryKey: entryKeys.news(walk, since),
    queryFn: async ({ client, signal }) => {
      const body = { ...(await bodyOf(client, walk.filter)), startTime: since, count: true } satisfies EntrySearchBody
      return (await fetchJson(EntryCount, searchAddress, { method: 'POST', body, signal })).count
    },
    refetchInterval: newsEveryMs,
    staleTime: newsEveryMs,
    retry: false,
  })

/** The pages cut down to the first: fetching anew then costs one page, however many had been read. */
export function firstPageOnly<Page, Param>(
  data: InfiniteData<Page, Param> | undefined,
): InfiniteData<Page, Param> | undefined {
  return data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
}
