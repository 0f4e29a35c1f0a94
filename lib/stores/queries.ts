import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/lib/http/client'
import { StoreList, type StoreSummary, type StoresMessage } from '@/lib/stores/schema'

export const storeKeys = { all: ['stores'] as const, list: () => ['stores', 'list'] as const }

/** Stores by their names, where too many are to be listed: with these words in it, of one project or of all. */
export const soughtStoresQuery = (search: string, projectId?: string) =>
  queryOptions({
    queryKey: [...storeKeys.all, 'sought', projectId ?? null, search] as const,
    queryFn: async ({ signal }) => {
      const asked = new URLSearchParams({ search, ...(projectId !== undefined && { projectId }) })
      return (await fetchJson(StoreList, `/api/staff/stores?${asked}`, { signal })).stores
    },
  })

/** The stores that the signed-in account may see, with who is at each now; of very many, those that are listed. */
export const storesQuery = () =>
  queryOptions({
    queryKey: storeKeys.list(),
    queryFn: async ({ signal }) => (await fetchJson(StoreList, '/api/staff/stores', { signal })).stores,
  })

export const storesStreamAddress = '/api/staff/stores/stream'

const nameOf = ({ projectId, destinationId }: StoreSummary) => JSON.stringify([projectId, destinationId])

/** The stores with those laid in that have changed; one that was unknown comes last until the list is read anew. */
export function withStores(known: StoreSummary[], changed: StoreSummary[]): StoreSummary[] {
  const news = new Map(changed.map((store) => [nameOf(store), store]))
  const old = new Set(known.map(nameOf))
  return [
    ...known.map((store) => news.get(nameOf(store)) ?? store),
    ...changed.filter((store) => !old.has(nameOf(store))),
  ]
}

/** What a stream tells of stores, be it all of them (`isWhole`), in the list that is known. */
export function layInStores(
  queryClient: QueryClient,
  { stores, isWhole }: Pick<StoresMessage, 'stores' | 'isWhole'>,
): void {
  const { queryKey } = storesQuery()
  queryClient.setQueryData(queryKey, (known) => (isWhole || !known ? stores : withStores(known, stores)))
  // An answer that was asked for before may lack what this tells, which is not told again.
  if (queryClient.isFetching({ queryKey }) > 0) void queryClient.refetchQueries({ queryKey }, { cancelRefetch: true })
}
