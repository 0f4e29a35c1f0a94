import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'
import { bytesOf } from '@/lib/http/json-body'
import {
  countBrought,
  countKept,
  countTold,
  limitBytes,
  limitGuesses,
  mayArrive,
  mayKeep,
  refuseTold,
} from '@/lib/limits/service'
import { Order, OrderPath, OrderQuery, ReadHeaders, UpdateHeaders, UpdateOrder } from '@/lib/orders/schema'
import { bytesTold, getOrder, updateOrder } from '@/lib/orders/service'

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
    description:
      'The newest of that orderId; with a userToken the open one that it belongs to. A publishable key needs the userToken. With it what is told of an order with more than 20 KB of details is counted for the address.',
    params: OrderPath,
    query: OrderQuery,
    headers: ReadHeaders,
    response: Order,
    answerHeaders: ['ETag'],
    refusals: [...reaching],
  },
  async ({ caller, params, query, headers, request }) => {
    const shown = { ...params, userToken: headers['x-user-token'] }
    const sought = { ...query, ...shown }
    await refuseTold(caller, request, shown)
    const { order, etag } = await limitGuesses(caller, params.orderId, request, () => getOrder(caller, sought))
    countTold(caller, request, shown, bytesTold(order))
    return new Answer(order, { headers: { etag } })
  },
)

const update = defineRoute(
  {
    auth: 'apiKey',
    summary: 'Update an order',
    description:
      "Tells what happened and adds details: hsFields merge key by key. An event that was told before or would move the customer backwards changes details, never the status. A userToken, if sent, must be the order's: it picks among open ones of that orderId. With a publishable key what a body has beyond its first 2 KB is counted, and what is kept of an order of more than 2 KB with each Idempotency-Key; what is told of an order of more than 20 KB is counted for the address as well. Beyond either such a request is refused from there, but not that the customer has arrived, of a few dozen such orders; the answer to that is not kept then.",
    params: OrderPath,
    headers: UpdateHeaders,
    body: UpdateOrder,
    response: Order,
    answerHeaders: ['ETag', 'Idempotency-Replayed'],
    refusals: [...reaching, 'order_closed', 'order_full', 'idempotency_key_reused', 'version_mismatch'],
  },
  async ({ caller, params, headers, body, request, now }) => {
    const idempotencyKey = headers['idempotency-key']
    const shown = { ...params, userToken: body.userToken || headers['x-user-token'] }
    const arrives = body.eventType === 'arrival' && mayArrive(caller, shown)
    await limitBytes(caller, request, bytesOf(request), { arrives })
    const keepsAnswer = idempotencyKey === undefined || (await mayKeep(caller, request, shown, arrives))
    const conditions = {
      idempotencyKey,
      keepsAnswer,
      ifMatch: headers['if-match'],
      userToken: headers['x-user-token'],
    }
    await refuseTold(caller, request, shown, arrives)
    const noteRead = (bytes: number) => countTold(caller, request, shown, bytes)
    const tell = () => updateOrder(caller, params.orderId, body, conditions, now, noteRead)
    const { order, etag, replayed, keptBytes } = await limitGuesses(caller, params.orderId, request, tell)
    countKept(caller, request, shown, keptBytes)
    if (!replayed) countBrought(caller, bytesOf(request))
    return new Answer(order, { headers: { etag, ...(replayed && { 'idempotency-replayed': 'true' }) } })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: get, PUT: update })
