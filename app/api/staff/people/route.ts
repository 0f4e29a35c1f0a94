import { defineRoute, routeTable } from '@/lib/http/define-route'
import { People, PeopleListQuery } from '@/lib/people/schema'
import { listPeople } from '@/lib/people/service'

const list = defineRoute(
  {
    auth: 'staff',
    summary: 'List who is in a project',
    isList: true,
    description:
      'And who is asked to join it. A manager of some stores sees those who work there. Of very many each list is read to its end by its token, and /find finds who is sought.',
    query: PeopleListQuery,
    response: People,
    refusals: ['project_not_found', 'right_missing', 'pagination_token_invalid'],
  },
  ({ caller, query }) => listPeople(caller, query),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: list })
