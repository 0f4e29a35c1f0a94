import { defineRoute, routeTable } from '@/lib/http/define-route'
import { MadeLink, PeopleQuery, PersonPath } from '@/lib/people/schema'
import { makeResetLink } from '@/lib/reset/service'

const create = defineRoute(
  {
    auth: 'staff',
    summary: 'Make a link by which a person chooses a new password',
    description:
      'Good for an hour and once; it ends their sessions when it is used. Only for somebody who is in no project that is not yours to manage.',
    params: PersonPath,
    query: PeopleQuery,
    response: MadeLink,
    status: 201,
    refusals: ['origin_refused', 'project_not_found', 'right_missing', 'person_not_found', 'too_many_requests'],
  },
  ({ caller, params, query, request, now }) => makeResetLink(caller, { ...query, ...params }, request, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: create })
