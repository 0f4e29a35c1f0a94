import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { fetchJson } from '@/lib/http/client'
import { ApiKey, ApiKeys, MadeKey, type NewKey } from '@/lib/keys/schema'

const address = '/api/staff/keys'

const freshForMs = 15_000

/** A project's keys; looked at again now and then, for when each was used. */
export const keysQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['keys', projectId] as const,
    queryFn: async ({ signal }) =>
      (await fetchJson(ApiKeys, `${address}?${new URLSearchParams({ projectId })}`, { signal })).keys,
    staleTime: freshForMs,
    refetchInterval: freshForMs,
  })

/** Throws ApiError `field_invalid`, `keys_full`. */
export function makeKey(body: z.input<typeof NewKey>): Promise<MadeKey> {
  return fetchJson(MadeKey, address, { method: 'POST', body })
}

/** Throws ApiError `key_not_found`, `key_not_in_force`. */
export function rotateKey(projectId: string, keyId: string, overlapSeconds: number): Promise<MadeKey> {
  return fetchJson(MadeKey, `${address}/${keyId}/rotation`, { method: 'POST', body: { projectId, overlapSeconds } })
}

/** Throws ApiError `key_not_found`, `key_not_in_force`. */
export function revokeKey(projectId: string, keyId: string): Promise<ApiKey> {
  return fetchJson(ApiKey, `${address}/${keyId}?${new URLSearchParams({ projectId })}`, { method: 'DELETE' })
}
