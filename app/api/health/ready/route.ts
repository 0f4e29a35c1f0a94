import { defineRoute, routeTable } from '@/lib/http/define-route'
import { checkReadiness, Health } from '@/lib/http/health'

const ready = defineRoute(
  {
    auth: 'none',
    summary: 'Check readiness',
    description: '503 while the database is away or lacks migrations of this release.',
    response: Health,
  },
  checkReadiness,
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: ready })
