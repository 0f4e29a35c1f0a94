import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/lib/http/client'
import { StoreList } from '@/lib/stores/schema'

export const storeKeys = { all: ['stores'] as const, list: () => ['stores', 'list'] as const }

/** All stores that the signed-in account may see, with who is at each now. */
export const storesQuery = () =>
  queryOptions({
    queryKey: storeKeys.list(),
    queryFn: async ({ signal }) => (await fetchJson(StoreList, '/api/staff/stores', { signal })).stores,
  })
