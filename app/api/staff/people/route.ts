import { defineRoute, routeTable } from '@/lib/http/define-route'
import { People, PeopleListQuery } from '@/lib/people/schema'
import { listPeople } from '@/lib/people/service'

const list = defineRoute(
  {
    auth: 'staff',
    summary: 'List who is in a project',
    description:
      'And who is asked to join it. A manager of some stores sees those who work there. Of very many a search finds those who are not listed.',
    query: PeopleListQuery,
    response: People,
    refusals: ['project_not_found', 'right_missing'],
  },
  ({ caller, query }) => listPeople(caller, query.projectId, query.search),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: list })
