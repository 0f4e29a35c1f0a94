import { CustomerAsked, CustomerFound, CustomersPath } from '@/lib/customers/schema'
import { findCustomer } from '@/lib/customers/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const find = defineRoute(
  {
    auth: 'staff',
    summary: 'Find what is kept of a customer',
    description:
      'By phone or plate. Reads all of a project through: seconds for a million orders. Noted in the audit record. For owners.',
    params: CustomersPath,
    body: CustomerAsked,
    response: CustomerFound,
    refusals: ['origin_refused', 'project_not_found', 'right_missing'],
  },
  ({ caller, params, body, request, now }) => findCustomer(caller, { ...params, asked: body, request }, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: find })
