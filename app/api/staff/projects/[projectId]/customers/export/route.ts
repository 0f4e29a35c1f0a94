import { CustomerAsked, CustomerDocument, CustomersPath } from '@/lib/customers/schema'
import { exportCustomer } from '@/lib/customers/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'
import { textStream } from '@/lib/http/text-stream'

const exportAll = defineRoute(
  {
    auth: 'staff',
    summary: 'Export what is kept of a customer',
    description:
      'By phone or plate: orders with their timelines, and entries. Noted in the audit record. For owners. An answer that breaks off is not the whole file: send the request again.',
    params: CustomersPath,
    body: CustomerAsked,
    response: CustomerDocument,
    answerHeaders: ['Content-Disposition'],
    refusals: ['origin_refused', 'project_not_found', 'right_missing'],
  },
  async ({ caller, params, body, request, now }) => {
    const { chunks, ended } = await exportCustomer(caller, { ...params, asked: body, request }, now)
    const headers = {
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="customer.json"',
    }
    return new Response(textStream(chunks, ended), { headers })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: exportAll })
