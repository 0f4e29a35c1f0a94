import { defineRoute, routeTable } from '@/lib/http/define-route'
import { metricsFor } from '@/lib/http/metrics-access'

const read = defineRoute(
  {
    auth: 'none',
    summary: 'Read metrics',
    description:
      'Prometheus text format. Off (404) unless METRICS_TOKEN is set; then `Authorization: Bearer <METRICS_TOKEN>`.',
    ownCredential: 'metricsToken',
    alsoAnswers: ['text/plain'],
    refusals: ['credential_invalid', 'route_not_found'],
  },
  async ({ request }) => {
    const text = await metricsFor(request.headers.get('authorization'))
    return new Response(text, { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: read })
