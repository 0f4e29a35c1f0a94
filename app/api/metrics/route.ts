import { defineRoute, routeTable } from '@/lib/http/define-route'
import { metricsFor } from '@/lib/http/metrics-access'

const read = defineRoute(
  {
    auth: 'none',
    summary: 'Metrics in Prometheus text format',
    description: 'Off (404) unless METRICS_TOKEN is set; then `Authorization: Bearer <METRICS_TOKEN>`.',
    alsoAnswers: ['text/plain'],
    refusals: [401, 404],
  },
  async ({ request }) => {
    const text = await metricsFor(request.headers.get('authorization'))
    return new Response(text, { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: read })
