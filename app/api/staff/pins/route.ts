import { defineRoute, routeTable } from '@/lib/http/define-route'
import { NewPerson, PinPeople, PinPerson, PinQuery } from '@/lib/pins/schema'
import { addPerson, listPeople } from '@/lib/pins/service'

const list = defineRoute(
  {
    auth: 'staff',
    summary: 'List who may act on tablets, and whether they are asked',
    isList: true,
    query: PinQuery,
    response: PinPeople,
    refusals: ['project_not_found', 'right_missing'],
  },
  ({ caller, query }) => listPeople(caller, query.projectId),
)

const add = defineRoute(
  {
    auth: 'staff',
    summary: 'Add a person with a PIN and no account',
    body: NewPerson,
    response: PinPerson,
    status: 201,
    refusals: [
      'origin_refused',
      'project_not_found',
      'right_missing',
      'store_not_found',
      'pin_taken',
      'pins_full',
      'too_many_requests',
    ],
  },
  ({ caller, body, request, now }) => addPerson(caller, body, { request, now }),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: list, POST: add })
