import { defineRoute, routeTable } from '@/lib/http/define-route'
import { People, PeopleSought } from '@/lib/people/schema'
import { listPeople } from '@/lib/people/service'

const find = defineRoute(
  {
    auth: 'staff',
    summary: 'Find who is in a project',
    isList: true,
    description:
      'As the list, of those with these words in what they are called. In a body: addresses stand in the logs of whatever is in between.',
    body: PeopleSought,
    response: People,
    refusals: ['origin_refused', 'project_not_found', 'right_missing', 'pagination_token_invalid'],
  },
  ({ caller, body }) => listPeople(caller, body),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: find })
