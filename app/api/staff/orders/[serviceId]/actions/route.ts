import { BoardOrder, ServicePath, StaffActionRequest } from '@/lib/board/schema'
import { actOnOrder } from '@/lib/board/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const act = defineRoute(
  {
    auth: 'staff',
    summary: 'Act on an order',
    description: 'acknowledge: staff have seen the arrival. complete: the order was handed over.',
    params: ServicePath,
    body: StaffActionRequest,
    response: BoardOrder,
    refusals: ['origin_refused', 'project_not_found', 'order_not_found', 'action_conflict'],
  },
  ({ caller, params, body, now }) => actOnOrder(caller, { ...params, ...body }, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: act })
