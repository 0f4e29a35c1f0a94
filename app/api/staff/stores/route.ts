import { defineRoute, routeTable } from '@/lib/http/define-route'
import { removeStore } from '@/lib/removal/service'
import { StoreSettingsQuery } from '@/lib/settings/schema'
import { StoreList, StoreListQuery } from '@/lib/stores/schema'
import { listStores } from '@/lib/stores/service'

const list = defineRoute(
  {
    auth: 'staff',
    tablets: true,
    summary: 'List stores',
    isList: true,
    description:
      'Of a project with more than 300 stores those with customers, then those with a name; `search` finds the others.',
    query: StoreListQuery,
    response: StoreList,
  },
  async ({ caller, query }) => ({ stores: await listStores(caller, query) }),
)

const remove = defineRoute(
  {
    auth: 'staff',
    summary: 'Remove a store',
    description:
      'Takes it off all lists; what is recorded of it stays. The next order for it, or a change of its settings, brings it back. Noted in the audit record. For owners, and managers of all stores.',
    query: StoreSettingsQuery,
    refusals: ['origin_refused', 'store_not_found', 'right_missing', 'store_in_use'],
  },
  async ({ caller, query, request, now }) => {
    await removeStore(caller, query, request, now)
    return undefined
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: list, DELETE: remove })
