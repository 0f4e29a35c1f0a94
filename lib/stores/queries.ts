import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/lib/http/client'
import { StoreList, type StoreSummary } from '@/lib/stores/schema'

export const storeKeys = { all: ['stores'] as const, list: () => ['stores', 'list'] as const }

/** All stores that the signed-in account may see, with who is at each now. */
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
