import { defineRoute, routeTable } from '@/lib/http/define-route'
import { OwnPin, PinChange, PinQuery } from '@/lib/pins/schema'
import { getOwnPin, removeOwnPin, setOwnPin } from '@/lib/pins/service'

const look = defineRoute(
  {
    auth: 'staff',
    summary: 'Whether somebody has a PIN of their own',
    query: PinQuery,
    response: OwnPin,
    refusals: ['project_not_found'],
  },
  ({ caller, query }) => getOwnPin(caller, query.projectId),
)

const set = defineRoute(
  {
    auth: 'staff',
    summary: "Set one's own PIN",
    query: PinQuery,
    body: PinChange,
    response: OwnPin,
    refusals: ['origin_refused', 'project_not_found', 'pin_taken', 'too_many_requests'],
  },
  ({ caller, query, body, request, now }) => setOwnPin(caller, query.projectId, body.pin, { request, now }),
)

const remove = defineRoute(
  {
    auth: 'staff',
    summary: "Remove one's own PIN",
    query: PinQuery,
    refusals: ['origin_refused', 'project_not_found', 'person_not_found'],
  },
  async ({ caller, query, request, now }) => {
    await removeOwnPin(caller, query.projectId, { request, now })
    return undefined
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: look, PUT: set, DELETE: remove })
