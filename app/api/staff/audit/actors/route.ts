import { AuditActors, AuditActorsQuery } from '@/lib/audit/schema'
import { listActors } from '@/lib/audit/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const list = defineRoute(
  {
    auth: 'staff',
    summary: 'List who stands in the record',
    description: 'For owners: everybody who ever did something in a project, as they were called last, by name.',
    query: AuditActorsQuery,
    response: AuditActors,
    refusals: ['project_not_found', 'right_missing'],
  },
  ({ caller, query }) => listActors(caller, query.projectId),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: list })
