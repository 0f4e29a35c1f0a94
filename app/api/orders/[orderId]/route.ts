import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'
import { Order, OrderPath, OrderQuery, ReadHeaders, UpdateHeaders, UpdateOrder } from '@/lib/orders/schema'
import { getOrder, updateOrder } from '@/lib/orders/service'

const get = defineRoute(
  {
    auth: 'apiKey',
    summary: 'Get an order',
    params: OrderPath,
    query: OrderQuery,
    headers: ReadHeaders,
    response: Order,
    refusals: [403, 404, 409],
  },
  async ({ caller, params, query, headers }) => {
    const { order, etag } = await getOrder(caller, { ...query, ...params, userToken: headers['x-user-token'] })
    return new Answer(order, { headers: { etag } })
  },
)

const update = defineRoute(
  {
    auth: 'apiKey',
    summary: 'Update an order',
    params: OrderPath,
    headers: UpdateHeaders,
    body: UpdateOrder,
    response: Order,
    refusals: [403, 404, 409, 412],
  },
  async ({ caller, params, headers, body, now }) => {
    const conditions = {
      idempotencyKey: headers['idempotency-key'],
      ifMatch: headers['if-match'],
      userToken: headers['x-user-token'],
    }
    const { order, etag, replayed } = await updateOrder(caller, params.orderId, body, conditions, now)
    return new Answer(order, { headers: { etag, ...(replayed && { 'idempotency-replayed': 'true' }) } })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: get, PUT: update })
