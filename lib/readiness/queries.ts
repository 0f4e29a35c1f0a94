import { queryOptions } from '@tanstack/react-query'
import { fetchNothing } from '@/lib/http/client'

async function measureRoundTripMs(signal: AbortSignal): Promise<number> {
  const startMs = performance.now()
  await fetchNothing('/api/health/live', { signal, timeoutMs: 10_000 })
  return performance.now() - startMs
}

/** How long the server takes to answer this device, in milliseconds; measured anew while somebody looks. */
export const roundTripQuery = () =>
  queryOptions({
    queryKey: ['link', 'roundTrip'],
    queryFn: ({ signal }) => measureRoundTripMs(signal),
    staleTime: 0,
    refetchInterval: 5_000,
    retry: false,
    // What the browser believes of the network is what is to be found out.
    networkMode: 'always',
  })
