import { defineRoute, routeTable } from '@/lib/http/define-route'
import { Health } from '@/lib/http/health'

const live = defineRoute(
  {
    auth: 'none',
    summary: 'Check liveness',
    description: 'Answers while the process lives, whatever else is away.',
    response: Health,
  },
  (): Health => ({ status: 'ok' }),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: live })
