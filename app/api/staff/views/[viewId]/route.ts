import { defineRoute, routeTable } from '@/lib/http/define-route'
import { SavedView, ViewPatch, ViewPath, ViewsQuery } from '@/lib/views/schema'
import { changeView, removeView } from '@/lib/views/service'

const change = defineRoute(
  {
    auth: 'staff',
    summary: 'Rename a view, or change its filters',
    params: ViewPath,
    query: ViewsQuery,
    body: ViewPatch,
    response: SavedView,
    refusals: ['origin_refused', 'project_not_found', 'right_missing', 'view_not_found', 'view_name_taken'],
  },
  ({ caller, params, query, body, now }) => changeView(caller, { ...query, ...params }, body, now),
)

const remove = defineRoute(
  {
    auth: 'staff',
    summary: 'Delete a view',
    params: ViewPath,
    query: ViewsQuery,
    refusals: ['origin_refused', 'project_not_found', 'right_missing', 'view_not_found'],
  },
  async ({ caller, params, query, now }) => {
    await removeView(caller, { ...query, ...params }, now)
    return undefined
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ PATCH: change, DELETE: remove })
