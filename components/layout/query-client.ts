import { QueryClient } from '@tanstack/react-query'
import { isWorthRetrying } from '@/lib/http/client'

/** One for each request on the server, one for the life of the page in a browser. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // What the server has just rendered need not be asked for again.
        staleTime: 30_000,
        retry: (failures, error) => failures < 3 && isWorthRetrying(error),
        // A tablet's own server may be reachable while the browser believes itself offline.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
