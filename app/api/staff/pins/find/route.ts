import { defineRoute, routeTable } from '@/lib/http/define-route'
import { PinPeople, PinPeopleSought } from '@/lib/pins/schema'
import { listPeople } from '@/lib/pins/service'

const find = defineRoute(
  {
    auth: 'staff',
    summary: 'Find who may act on tablets',
    isList: true,
    description:
      'As the list, of those with these words in their name or personId. In a body: addresses stand in the logs of whatever is in between.',
    body: PinPeopleSought,
    response: PinPeople,
    refusals: ['origin_refused', 'project_not_found', 'right_missing'],
  },
  ({ caller, body }) => listPeople(caller, body.projectId, body.search),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: find })
