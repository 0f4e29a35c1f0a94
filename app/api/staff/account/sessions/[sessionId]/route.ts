import { SessionPath } from '@/lib/account/schema'
import { endSession } from '@/lib/account/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const end = defineRoute(
  {
    auth: 'staff',
    summary: "End one of one's sessions",
    params: SessionPath,
    refusals: ['origin_refused', 'session_not_found', 'too_many_requests'],
  },
  async ({ caller, params, request, now }) => {
    await endSession(caller, params.sessionId, request, now)
    return undefined
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ DELETE: end })
