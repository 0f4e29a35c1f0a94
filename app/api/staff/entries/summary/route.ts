import { EntrySummary, EntrySummaryQuery } from '@/lib/entry-summary/schema'
import { summarizeEntries } from '@/lib/entry-summary/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const get = defineRoute(
  {
    auth: 'staff',
    summary: 'Count entry events over time, by hour of the week, store and zone',
    description:
      'Counts what a search with the same filters finds, to the unit. Names the 1,000 largest zones and stores; the others are one sum of each.',
    query: EntrySummaryQuery,
    response: EntrySummary,
    refusals: ['project_not_found', 'right_missing', 'zone_not_found', 'store_not_found'],
  },
  ({ caller, query, now }) => summarizeEntries(caller, query, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: get })
