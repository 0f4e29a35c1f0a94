import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'
import { CreateOrder, IdempotencyHeaders, Order, OrderListQuery, OrderPage } from '@/lib/orders/schema'
import { createOrder, listOrders } from '@/lib/orders/service'

const unknown = ['project_not_found', 'store_not_found'] as const

const list = defineRoute(
  {
    auth: 'secretKey',
    summary: 'List orders',
    description: 'Newest first. While more remain, the answer holds a paginationToken for the next page.',
    query: OrderListQuery,
    response: OrderPage,
    refusals: [...unknown, 'pagination_token_invalid'],
  },
  ({ caller, query }) => listOrders(caller, query),
)

const create = defineRoute(
  {
    auth: 'apiKey',
    summary: 'Create an order',
    description:
      'Registers an order whose orderId was not created in this store within the last 24 hours; of simultaneous creates one succeeds. The answer is always Registered: `eventType` says where the customer is, and so where the board shows the order.',
    headers: IdempotencyHeaders,
    body: CreateOrder,
    response: Order,
    status: 201,
    answerHeaders: ['ETag', 'Location', 'Idempotency-Replayed'],
    refusals: [...unknown, 'right_missing', 'destination_unknown', 'order_exists', 'idempotency_key_reused'],
  },
  async ({ caller, headers, body, now }) => {
    const { order, etag, replayed } = await createOrder(caller, body, headers['idempotency-key'], now)
    const query = new URLSearchParams({ projectId: order.projectId, destinationId: order.destinationId })
    const location = `/api/orders/${encodeURIComponent(order.orderId)}?${query}`
    return new Answer(order, { headers: { location, etag, ...(replayed && { 'idempotency-replayed': 'true' }) } })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: list, POST: create })
