import { defineRoute, routeTable } from '@/lib/http/define-route'
import { NewView, SavedView, SavedViews, ViewsQuery } from '@/lib/views/schema'
import { createView, listOwnViews } from '@/lib/views/service'

const list = defineRoute(
  {
    auth: 'staff',
    summary: "List one's own views",
    description: 'The sets of filters that whoever asks has named in a project, by name.',
    query: ViewsQuery,
    response: SavedViews,
    refusals: ['project_not_found', 'right_missing'],
  },
  async ({ caller, query }) => ({ views: await listOwnViews(caller, query.projectId) }),
)

const create = defineRoute(
  {
    auth: 'staff',
    summary: 'Save a view',
    description: 'Names a set of filters, for whoever asks alone. Up to 50 in a project, no two of the same name.',
    body: NewView,
    response: SavedView,
    status: 201,
    refusals: ['origin_refused', 'project_not_found', 'right_missing', 'view_name_taken', 'views_full'],
  },
  ({ caller, body, now }) => createView(caller, body, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: list, POST: create })
