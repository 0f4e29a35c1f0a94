import { defineRoute, routeTable } from '@/lib/http/define-route'
import { PeopleQuery, Person, PersonChange, PersonPath, PersonRemovalQuery, WholePerson } from '@/lib/people/schema'
import { changePerson, getPerson, removePerson } from '@/lib/people/service'

const get = defineRoute(
  {
    auth: 'staff',
    summary: 'Get a person with all their stores',
    params: PersonPath,
    query: PeopleQuery,
    response: WholePerson,
    refusals: ['project_not_found', 'right_missing', 'person_not_found'],
  },
  ({ caller, params, query }) => getPerson(caller, { ...query, ...params }),
)

const change = defineRoute(
  {
    auth: 'staff',
    summary: "Change a person's role and stores",
    description: 'In force at once. Nobody changes their own role, and a project keeps an owner.',
    params: PersonPath,
    query: PeopleQuery,
    body: PersonChange,
    response: Person,
    refusals: [
      'origin_refused',
      'project_not_found',
      'right_missing',
      'person_not_found',
      'store_not_found',
      'last_owner',
      'version_mismatch',
    ],
  },
  ({ caller, params, query, body, request, now }) => changePerson(caller, { ...query, ...params }, body, request, now),
)

const remove = defineRoute(
  {
    auth: 'staff',
    summary: 'Take a person out of a project',
    description: 'Their boards of it end within seconds.',
    params: PersonPath,
    query: PersonRemovalQuery,
    refusals: [
      'origin_refused',
      'project_not_found',
      'right_missing',
      'person_not_found',
      'last_owner',
      'version_mismatch',
    ],
  },
  async ({ caller, params, query, request, now }) => {
    await removePerson(caller, { ...query, ...params }, request, now)
    return undefined
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: get, PATCH: change, DELETE: remove })
