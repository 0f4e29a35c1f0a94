import { BoardOrder, ServicePath, StaffActionRequest } from '@/lib/board/schema'
import { actOnOrder } from '@/lib/board/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const act = defineRoute(
  {
    auth: 'staff',
    summary: 'Act on an order',
    params: ServicePath,
    body: StaffActionRequest,
    response: BoardOrder,
    refusals: [404, 409],
  },
  ({ caller, params, body, now }) => actOnOrder(caller, { ...params, ...body }, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: act })
