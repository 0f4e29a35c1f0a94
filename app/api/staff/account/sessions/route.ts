import { endOtherSessions } from '@/lib/account/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const endOthers = defineRoute(
  {
    auth: 'staff',
    summary: "End all of one's sessions but this one",
    refusals: ['origin_refused', 'too_many_requests'],
  },
  async ({ caller, request, now }) => {
    await endOtherSessions(caller, request, now)
    return undefined
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ DELETE: endOthers })
