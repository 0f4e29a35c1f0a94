import { CustomerAsked, CustomerDocument, CustomersPath } from '@/lib/customers/schema'
import { exportCustomer } from '@/lib/customers/service'
import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'

const exportAll = defineRoute(
  {
    auth: 'staff',
    summary: 'Export what is kept of a customer',
    description: 'By phone or plate: orders with their timelines, and entries. Noted in the audit record. For owners.',
    params: CustomersPath,
    body: CustomerAsked,
    response: CustomerDocument,
    answerHeaders: ['Content-Disposition'],
    refusals: ['origin_refused', 'project_not_found', 'right_missing'],
  },
  async ({ caller, params, body, request, now }) => {
    const asking = { ...params, asked: body, request }
    const headers = { 'content-disposition': 'attachment; filename="customer.json"' }
    return new Answer(await exportCustomer(caller, asking, now), { headers })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: exportAll })
