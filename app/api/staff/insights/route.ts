import { defineRoute, routeTable } from '@/lib/http/define-route'
import { InsightsPageQuery, InsightsView } from '@/lib/insights/schema'
import { getInsightsView } from '@/lib/insights/service'

const get = defineRoute(
  {
    auth: 'staff',
    summary: 'All that the page of insights shows',
    query: InsightsPageQuery,
    response: InsightsView,
    refusals: ['project_not_found', 'right_missing', 'store_not_found'],
  },
  ({ caller, query }) => getInsightsView(caller, query),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: get })
