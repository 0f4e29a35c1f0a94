import { defineRoute, routeTable } from '@/lib/http/define-route'
import { Insights, InsightsQuery } from '@/lib/insights/schema'
import { formatInsights } from '@/lib/insights/service'

const get = defineRoute(
  {
    auth: 'staff',
    summary: 'How long customers waited',
    description:
      "Waits, times to acknowledge and to hand over, of the orders whose customers arrived in a range of days on each store's own clock: exact percentiles in seconds, by store, hour, weekday or day, and the same of the days before. Arrivals announced less than a minute before are counted apart.",
    query: InsightsQuery,
    response: Insights,
    alsoAnswers: ['text/csv'],
    refusals: ['project_not_found', 'right_missing', 'store_not_found'],
  },
  async ({ caller, query }) => {
    const answer = await formatInsights(caller, query)
    if (typeof answer !== 'string') return answer
    return new Response(answer, { headers: { 'content-type': 'text/csv; charset=utf-8' } })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: get })
