import { AuditPage, AuditSearch } from '@/lib/audit/schema'
import { listAudit } from '@/lib/audit/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const list = defineRoute(
  {
    auth: 'staff',
    summary: 'Read the record',
    description:
      'Who did what, and where from, newest first; for owners. Send the paginationToken of an answer, with the very same query, for the page behind it. Lines are kept for as long as the project is.',
    query: AuditSearch,
    response: AuditPage,
    refusals: ['project_not_found', 'right_missing', 'pagination_token_invalid'],
  },
  ({ caller, query }) => listAudit(caller, query),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: list })
