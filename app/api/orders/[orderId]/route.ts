import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'
import { Order, OrderPath, OrderQuery, ReadHeaders, UpdateHeaders, UpdateOrder } from '@/lib/orders/schema'
import { getOrder, updateOrder } from '@/lib/orders/service'

const reaching = [
  'project_not_found',
  'order_not_found',
  'order_ambiguous',
  'user_token_required',
  'user_token_mismatch',
] as const

const get = defineRoute(
  {
    auth: 'apiKey',
    summary: 'Get an order',
    description: 'The newest of that orderId. A publishable key needs the userToken.',
    params: OrderPath,
    query: OrderQuery,
    headers: ReadHeaders,
    response: Order,
    answerHeaders: ['ETag'],
    refusals: [...reaching],
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
    description:
      "Tells what happened and adds details: hsFields merge key by key. An event that was told before or would move the customer backwards changes details, never the status. A userToken, if sent, must be the order's.",
    params: OrderPath,
    headers: UpdateHeaders,
    body: UpdateOrder,
    response: Order,
    answerHeaders: ['ETag', 'Idempotency-Replayed'],
    refusals: [...reaching, 'order_closed', 'idempotency_key_reused', 'version_mismatch'],
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
