import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'
import { bytesOf } from '@/lib/http/json-body'
import { countBrought, limitBytes, limitGuesses, limitNewOrders } from '@/lib/limits/service'
import { CreateOrder, IdempotencyHeaders, Order, OrderListQuery, OrderPage } from '@/lib/orders/schema'
import { createOrder, listOrders } from '@/lib/orders/service'

const unknown = ['project_not_found', 'store_not_found'] as const

const list = defineRoute(
  {
    auth: 'secretKey',
    summary: 'List orders',
    description:
      'Newest first. While more remain, the answer holds a paginationToken for the next page. A page may hold fewer orders than asked for: it ends where it holds 2 MB of details. A project lists two pages at a time on each server process; of those that wait too long, or are too many, each is answered 503 with Retry-After.',
    query: OrderListQuery,
    response: OrderPage,
    refusals: [...unknown, 'pagination_token_invalid'],
  },
  async ({ caller, query }) =>
    new Response(await listOrders(caller, query), { headers: { 'content-type': 'application/json' } }),
)

const create = defineRoute(
  {
    auth: 'apiKey',
    summary: 'Create an order',
    description:
      'Registers an order whose orderId was not created in this store within the last 24 hours; of simultaneous creates one succeeds. With a publishable key also none of that orderId may be open. The answer is always Registered: `eventType` says where the customer is, and so where the board shows the order. A store that nobody knows is made, unless the project takes orders for known stores only; by publishable keys at most 20 a day that no manager has named. With such a key what a body has beyond its first 2 KB is counted as well. Sent again with its Idempotency-Key it is answered again as it was; to a publishable key with an empty userToken where that key holds no random UUID: an app then keeps the token it has.',
    headers: IdempotencyHeaders,
    body: CreateOrder,
    response: Order,
    status: 201,
    answerHeaders: ['ETag', 'Location', 'Idempotency-Replayed'],
    refusals: [
      ...unknown,
      ...(['right_missing', 'destination_unknown', 'stores_full', 'order_exists', 'idempotency_key_reused'] as const),
    ],
  },
  async ({ caller, headers, body, request, now }) => {
    await limitBytes(caller, request, bytesOf(request))
    await limitNewOrders(caller, request)
    const make = () => createOrder(caller, body, headers['idempotency-key'], now)
    const { order, etag, replayed } = await limitGuesses(caller, body.orderId, request, make)
    if (!replayed) countBrought(caller, bytesOf(request))
    const query = new URLSearchParams({ projectId: order.projectId, destinationId: order.destinationId })
    const location = `/api/orders/${encodeURIComponent(order.orderId)}?${query}`
    return new Answer(order, { headers: { location, etag, ...(replayed && { 'idempotency-replayed': 'true' }) } })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: list, POST: create })
