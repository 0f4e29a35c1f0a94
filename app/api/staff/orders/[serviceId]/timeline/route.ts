import { ServicePath } from '@/lib/board/schema'
import { defineRoute, routeTable } from '@/lib/http/define-route'
import { Timeline, TimelineQuery } from '@/lib/timeline/schema'
import { getTimeline } from '@/lib/timeline/service'

const get = defineRoute(
  {
    auth: 'staff',
    tablets: true,
    summary: "Get an order's timeline",
    description: 'Who did what and when, newest first: names of details, not their values.',
    params: ServicePath,
    query: TimelineQuery,
    response: Timeline,
    refusals: ['project_not_found', 'order_not_found'],
  },
  ({ caller, params, query }) => getTimeline(caller, { ...params, ...query }),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: get })
