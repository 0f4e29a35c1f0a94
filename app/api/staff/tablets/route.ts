import { defineRoute, routeTable } from '@/lib/http/define-route'
import { NewTablet, Tablet, TabletListQuery, Tablets } from '@/lib/tablets/schema'
import { listTablets, pairTablet } from '@/lib/tablets/service'

const list = defineRoute(
  {
    auth: 'staff',
    summary: 'List the paired tablets',
    isList: true,
    query: TabletListQuery,
    response: Tablets,
    refusals: ['project_not_found', 'right_missing'],
  },
  ({ caller, query }) => listTablets(caller, query.projectId, query.search),
)

const pair = defineRoute(
  {
    auth: 'staff',
    summary: 'Pair the tablet that shows a code',
    body: NewTablet,
    response: Tablet,
    status: 201,
    refusals: [
      'origin_refused',
      'project_not_found',
      'right_missing',
      'store_not_found',
      'pairing_not_found',
      'tablets_full',
      'too_many_requests',
    ],
  },
  ({ caller, body, request, now }) => pairTablet(caller, body, request, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: list, POST: pair })
