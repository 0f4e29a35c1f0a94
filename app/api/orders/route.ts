import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'
import { CreateOrder, IdempotencyHeaders, Order, OrderListQuery, OrderPage } from '@/lib/orders/schema'
import { createOrder, listOrders } from '@/lib/orders/service'

const list = defineRoute(
  { auth: 'apiKey', summary: 'List orders', query: OrderListQuery, response: OrderPage, refusals: [403, 404] },
  ({ caller, query }) => listOrders(caller, query),
)

const create = defineRoute(
  {
    auth: 'apiKey',
    summary: 'Create an order',
    headers: IdempotencyHeaders,
    body: CreateOrder,
    response: Order,
    status: 201,
    refusals: [404, 409],
  },
  async ({ caller, headers, body, now }) => {
    const { order, etag, replayed } = await createOrder(caller, body, headers['idempotency-key'], now)
    const query = new URLSearchParams({ projectId: order.projectId, destinationId: order.destinationId })
    const location = `/api/orders/${encodeURIComponent(order.orderId)}?${query}`
    return new Answer(order, { headers: { location, etag, ...(replayed && { 'idempotency-replayed': 'true' }) } })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: list, POST: create })
