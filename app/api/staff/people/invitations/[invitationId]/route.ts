import { defineRoute, routeTable } from '@/lib/http/define-route'
import { renew, withdraw } from '@/lib/invitations/service'
import { InvitationPath, MadeLink, PeopleQuery, Renewal } from '@/lib/people/schema'

const again = defineRoute(
  {
    auth: 'staff',
    summary: 'Make another link for an invitation',
    description: 'Good for seven days from now. The one before it is worth nothing.',
    params: InvitationPath,
    query: PeopleQuery,
    body: Renewal,
    response: MadeLink,
    status: 201,
    refusals: [
      'origin_refused',
      'project_not_found',
      'right_missing',
      'invitation_not_found',
      'store_not_found',
      'too_many_requests',
    ],
  },
  ({ caller, params, query, body, request, now }) =>
    renew(caller, { ...query, ...params }, body.sendsMail, request, now),
)

const remove = defineRoute(
  {
    auth: 'staff',
    summary: 'Withdraw an invitation',
    params: InvitationPath,
    query: PeopleQuery,
    refusals: ['origin_refused', 'project_not_found', 'right_missing', 'invitation_not_found'],
  },
  async ({ caller, params, query, request, now }) => {
    await withdraw(caller, { ...query, ...params }, request, now)
    return undefined
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: again, DELETE: remove })
