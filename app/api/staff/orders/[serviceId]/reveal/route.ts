import { BoardOrder, ServicePath } from '@/lib/board/schema'
import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'
import { ActingHeaders } from '@/lib/pins/schema'
import { stillNamed } from '@/lib/pins/service'
import { RevealRequest } from '@/lib/privacy/schema'
import { revealOrder } from '@/lib/privacy/service'

const reveal = defineRoute(
  {
    auth: 'staff',
    tablets: true,
    summary: 'Show an order that a shared board masks',
    description:
      'With its name, plate and phone whole. Each time is noted in the audit record. On a tablet whose store asks who acts ' +
      'it needs a PIN, as an action does.',
    params: ServicePath,
    headers: ActingHeaders,
    body: RevealRequest,
    response: BoardOrder,
    refusals: ['origin_refused', 'project_not_found', 'order_not_found', 'too_many_requests'],
  },
  async ({ caller, params, body, request, now }) => {
    const order = await revealOrder(caller, { ...params, ...body, request }, now)
    return new Answer(order, { cookies: await stillNamed(caller, now) })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: reveal })
