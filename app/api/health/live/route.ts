import { defineRoute, routeTable } from '@/lib/http/define-route'
import { Health } from '@/lib/http/health'

const live = defineRoute(
  { auth: 'none', summary: 'Is the process alive', response: Health },
  (): Health => ({ status: 'ok' }),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: live })
