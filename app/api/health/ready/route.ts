import { defineRoute, routeTable } from '@/lib/http/define-route'
import { checkReadiness, Health } from '@/lib/http/health'

const ready = defineRoute(
  { auth: 'none', summary: 'Can the service answer', response: Health, refusals: [503] },
  checkReadiness,
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: ready })
