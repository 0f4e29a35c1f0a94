import { defineRoute, routeTable } from '@/lib/http/define-route'
import { PersonPath, PinChange, PinPerson, PinQuery } from '@/lib/pins/schema'
import { removePersonsPin, setPersonsPin } from '@/lib/pins/service'

const set = defineRoute(
  {
    auth: 'staff',
    summary: "Set a person's PIN",
    params: PersonPath,
    query: PinQuery,
    body: PinChange,
    response: PinPerson,
    refusals: [
      'origin_refused',
      'project_not_found',
      'right_missing',
      'person_not_found',
      'pin_taken',
      'too_many_requests',
    ],
  },
  ({ caller, params, query, body, request, now }) =>
    setPersonsPin(caller, { ...params, ...query }, body.pin, { request, now }),
)

const remove = defineRoute(
  {
    auth: 'staff',
    summary: "Remove a person's PIN",
    params: PersonPath,
    query: PinQuery,
    refusals: ['origin_refused', 'project_not_found', 'right_missing', 'person_not_found'],
  },
  async ({ caller, params, query, request, now }) => {
    await removePersonsPin(caller, { ...params, ...query }, { request, now })
    return undefined
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ PUT: set, DELETE: remove })
