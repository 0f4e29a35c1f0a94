import { defineRoute, routeTable } from '@/lib/http/define-route'
import { People, PeopleQuery } from '@/lib/people/schema'
import { listPeople } from '@/lib/people/service'

const list = defineRoute(
  {
    auth: 'staff',
    summary: 'List who is in a project',
    description: 'And who is asked to join it. A manager of some stores sees those who work there.',
    query: PeopleQuery,
    response: People,
    refusals: ['project_not_found', 'right_missing'],
  },
  ({ caller, query }) => listPeople(caller, query.projectId),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: list })
