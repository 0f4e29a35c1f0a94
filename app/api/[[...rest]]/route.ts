import { Refusal } from '@/lib/errors'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const unknown = defineRoute({ auth: 'none', summary: 'Unknown address', undocumented: true }, () => {
  throw new Refusal('route_not_found', 'Nothing answers at this address. /api/openapi.json lists what does.')
})

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({
  GET: unknown,
  HEAD: unknown,
  POST: unknown,
  PUT: unknown,
  PATCH: unknown,
  DELETE: unknown,
  OPTIONS: unknown,
})
