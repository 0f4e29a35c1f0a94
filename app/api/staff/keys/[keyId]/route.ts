import { defineRoute, routeTable } from '@/lib/http/define-route'
import { ApiKey, KeyPath, KeysQuery } from '@/lib/keys/schema'
import { getKey, revokeKey } from '@/lib/keys/service'

const get = defineRoute(
  {
    auth: 'staff',
    summary: 'Get an API key with all its stores',
    description: 'For owners. Never the key itself.',
    params: KeyPath,
    query: KeysQuery,
    response: ApiKey,
    refusals: ['project_not_found', 'right_missing', 'key_not_found'],
  },
  ({ caller, params, query, now }) => getKey(caller, { ...query, ...params }, now),
)

const revoke = defineRoute(
  {
    auth: 'staff',
    summary: 'Revoke an API key',
    description: 'For owners. It is refused on every server within 5 s, for good. It stays in the list.',
    params: KeyPath,
    query: KeysQuery,
    response: ApiKey,
    refusals: ['origin_refused', 'project_not_found', 'right_missing', 'key_not_found', 'key_not_in_force'],
  },
  ({ caller, params, query, request, now }) => revokeKey(caller, { ...query, ...params }, request, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: get, DELETE: revoke })
