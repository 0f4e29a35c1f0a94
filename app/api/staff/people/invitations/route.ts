import { defineRoute, routeTable } from '@/lib/http/define-route'
import { invite } from '@/lib/invitations/service'
import { MadeLink, NewInvitation } from '@/lib/people/schema'

const create = defineRoute(
  {
    auth: 'staff',
    summary: 'Invite somebody to a project',
    description:
      'By mail, or by a link in the answer, good for seven days and once. Nobody gives more than they have, in role or in stores.',
    body: NewInvitation,
    response: MadeLink,
    status: 201,
    refusals: [
      'origin_refused',
      'project_not_found',
      'right_missing',
      'store_not_found',
      'already_member',
      'invitations_full',
      'too_many_requests',
    ],
  },
  ({ caller, body, request, now }) => invite(caller, body, request, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: create })
