import { defineRoute, routeTable } from '@/lib/http/define-route'
import { ApiKeys, KeysQuery, MadeKey, NewKey } from '@/lib/keys/schema'
import { listKeys, makeKey } from '@/lib/keys/service'

const list = defineRoute(
  {
    auth: 'staff',
    summary: 'List the API keys',
    description: 'For owners. Those that work first, then those that have ended; never the keys themselves.',
    query: KeysQuery,
    response: ApiKeys,
    refusals: ['project_not_found', 'right_missing'],
  },
  async ({ caller, query, now }) => ({ keys: await listKeys(caller, query.projectId, now) }),
)

const make = defineRoute(
  {
    auth: 'staff',
    summary: 'Make an API key',
    description:
      'For owners. The answer tells the key this once. 200 keys of a project may work at a time. A test key does what a live one does, and is marked wherever it is seen.',
    body: NewKey,
    response: MadeKey,
    status: 201,
    refusals: ['origin_refused', 'project_not_found', 'right_missing', 'keys_full'],
  },
  ({ caller, body, request, now }) => makeKey(caller, body, request, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: list, POST: make })
