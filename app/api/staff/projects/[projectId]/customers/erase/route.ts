import { CustomerAsked, CustomerErased, CustomersPath } from '@/lib/customers/schema'
import { eraseCustomer } from '@/lib/customers/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const erase = defineRoute(
  {
    auth: 'staff',
    summary: 'Erase what is kept of a customer',
    description:
      'By phone or plate: names, phones, plates and all else that is personal are emptied, for good. Waits and counts stay. Noted in the audit record. For owners.',
    params: CustomersPath,
    body: CustomerAsked,
    response: CustomerErased,
    refusals: ['origin_refused', 'project_not_found', 'right_missing'],
  },
  async ({ caller, params, body, request, now }) => ({
    erased: await eraseCustomer(caller, { ...params, asked: body, request }, now),
  }),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: erase })
