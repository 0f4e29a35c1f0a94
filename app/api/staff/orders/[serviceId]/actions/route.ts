import { actOf, StaffActionRequest } from '@/lib/actions/schema'
import { actOnOrder } from '@/lib/actions/service'
import { ActedOrder, ServicePath } from '@/lib/board/schema'
import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'
import { ActingHeaders } from '@/lib/pins/schema'
import { stillNamed } from '@/lib/pins/service'

const act = defineRoute(
  {
    auth: 'staff',
    tablets: true,
    summary: 'Act on an order',
    description:
      'acknowledge: staff have seen the arrival. complete: the order was handed over. cancel: it will not be. ' +
      'move: to another section, also back, and out of Done within 24 hours of closing; moved to Arrived it counts as ' +
      'acknowledged. undo: puts everything back to where the last action of staff found it, within 24 hours, unless ' +
      'somebody acted or moved the order since, or its customer has told their arrival since staff moved it to Arrived.',
    params: ServicePath,
    headers: ActingHeaders,
    body: StaffActionRequest,
    response: ActedOrder,
    refusals: ['origin_refused', 'project_not_found', 'order_not_found', 'action_conflict', 'too_many_requests'],
  },
  async ({ caller, params, body, request, now }) => {
    const acting = { ...params, projectId: body.projectId, act: actOf(body), request }
    const order = await actOnOrder(caller, acting, now)
    return new Answer(order, { cookies: await stillNamed(caller, now) })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: act })
