import { randomUUID } from 'node:crypto'
import { type ApiKeyCaller, covers } from '@/lib/auth/model'
import { invalidFields, Refusal } from '@/lib/errors'
import { wakeBoards } from '@/lib/feed/wake'
import { makesNoStore, noStoreId } from '@/lib/http/fields'
import { queryDigest, readPageToken, sealPageToken } from '@/lib/http/page-token'
import { isSameSecret } from '@/lib/http/same-secret'
import { makeMarked, userTokenKind, userTokenMarking } from '@/lib/marked'
import { idempotencyOf, isUnguessable, versionsOf } from '@/lib/orders/conditions'
import { findOrder, insertOrder, isKeyHeld, listOrderRows, type OrderRow, updateOrderRow } from '@/lib/orders/data'
import { bytesOfDetails, mostDetails } from '@/lib/orders/details'
import { destinationOf } from '@/lib/orders/model'
import { createRefusal, orderNotFound, projectNotFound, updateRefusal } from '@/lib/orders/refusals'
import { type CreateOrder, Order, type OrderListQuery, type UpdateOrder } from '@/lib/orders/schema'
import { sweepIdempotencyKeys } from '@/lib/orders/sweep'
import { slices } from '@/lib/slices'
import { findStoreIds } from '@/lib/stores/data'
import { listInTurn } from '@/lib/turns/reading'
import { metrics } from '@/lib/watch/metrics'

/** An accepted create or update: the order, its entity tag, and whether this is the first answer again. */
export type Accepted = { order: Order; etag: string; replayed: boolean }

function orderOf(row: OrderRow): Order {
  return {
    destinationId: row.destination_id,
    projectId: row.project_id,
    orderId: row.order_id,
    userToken: row.user_token,
    status: row.status,
    customerName: row.customer_name,
    hsFields: row.hs_fields,
    lastUpdateTime: new Date(row.last_update_time),
    lastTransitionTime: new Date(row.last_transition_time),
    isAcknowledged: row.is_acknowledged,
    serviceId: row.service_id,
  }
}

function acceptedOf(row: OrderRow, replayed: boolean): Accepted {
  if (replayed) metrics().replays.inc()
  return { order: orderOf(row), etag: `"${row.service_id}.${row.version}"`, replayed }
}

function expectedAtOf(told: { etaSeconds?: number; eventTime?: Date }, now: Date): Date | null {
  if (told.etaSeconds === undefined) return null
  const from = Math.min((told.eventTime ?? now).getTime(), now.getTime())
  return new Date(from + told.etaSeconds * 1000)
}

function refuseForeignProject(caller: ApiKeyCaller, projectId: string): void {
  if (caller.projectId !== projectId) throw projectNotFound()
}

// Those that were made before there was this rule are asked for; no others cost a look.
async function refuseNoStore({ projectId, destinationId }: CreateOrder): Promise<void> {
  if (!makesNoStore(destinationId) || (await findStoreIds(projectId, [destinationId])).has(destinationId)) return
  throw invalidFields([{ path: 'destinationId', message: noStoreId }])
}

/**
 * Registers an order (specification, "Create order"). Unique per project, store and orderId for 24 hours from creation, and
 * with a publishable key for as long as one of that id is open: nobody takes a customer's place on the board. Throws
 * order_exists, destination_unknown, stores_full, idempotency_key_reused, project_not_found, store_not_found; field_invalid for
 * an id that is no store's and makes none; right_missing for forceOverwrite with a publishable key, which
 * ships in every customer's app. To such a key the first answer is given
 * again without its userToken where others may think of the idempotency key as well.
 */
export async function createOrder(
  caller: ApiKeyCaller,
  body: CreateOrder,
  idempotencyKey: string | undefined,
  now: Date,
): Promise<Accepted> {
  refuseForeignProject(caller, body.projectId)
  if (!covers(caller, body.destinationId)) {
    throw new Refusal('store_not_found', 'This API key does not reach a store of that destinationId.')
  }
  if (body.forceOverwrite && caller.keyKind !== 'secret') {
    throw new Refusal(
      'right_missing',
      'forceOverwrite cancels an order that is not yours: it needs a secret key (sk_…).',
    )
  }
  await refuseNoStore(body)
  const eventType = body.eventType ?? 'registration'
  const result = await insertOrder(
    {
      projectId: body.projectId,
      destinationId: body.destinationId,
      orderId: body.orderId,
      serviceId: randomUUID(),
      userToken: makeMarked(userTokenMarking, userTokenKind(body.projectId, caller.keyKind)),
      customerName: body.customerName ?? null,
      hsFields: body.hsFields ?? {},
      customEventMetaData: body.customEventMetaData ?? {},
      eventType,
      section: destinationOf(eventType)?.section ?? null,
      scheduledTimeForCollection: body.scheduledTimeForCollection ?? null,
      partnerPickupTime: body.partnerPickupTime ?? null,
      expectedAt: expectedAtOf(body, now),
      eventTime: body.eventTime ?? null,
      force: body.forceOverwrite ?? false,
      keyId: caller.keyId,
      idempotency: idempotencyOf(caller, idempotencyKey, [body.orderId, body.destinationId], ['create', body]),
    },
    now,
  )
  if (result.outcome !== 'created' && result.outcome !== 'replayed') {
    throw createRefusal(result, body, caller.keyKind, now)
  }
  if (idempotencyKey !== undefined) sweepIdempotencyKeys(now)
  if (result.outcome === 'created') wakeBoards(body.projectId, body.destinationId)
  const isReplayed = result.outcome === 'replayed'
  const isAnybodys = isReplayed && caller.keyKind === 'publishable' && !isUnguessable(idempotencyKey ?? '', body)
  return acceptedOf(isAnybodys ? { ...result.order, user_token: '' } : result.order, isReplayed)
}

/** The bytes of the details that an answer tells. */
export const bytesTold = (order: Order): number => bytesOfDetails(order.hsFields)

/** What the headers of an update add to its body. `keepsAnswer` false: one that was kept is given again, and none is kept. */
export type UpdateConditions = {
  idempotencyKey?: string
  keepsAnswer?: boolean
  ifMatch?: string
  userToken?: string
}

function tokenOf(caller: ApiKeyCaller, given: string | undefined): string | null {
  if (caller.keyKind === 'publishable' && !given) {
    throw new Refusal(
      'user_token_required',
      'With a publishable key an order is reached by its userToken: send it as `userToken` or in the header x-user-token.',
    )
  }
  return given || null
}

/** `keptBytes`: how large an answer is kept for the idempotency key of an app; 0 for none. */
export type Updated = Accepted & { keptBytes: number }

/**
 * Tells an order what happened (specification, "Update order"): details merge, the status moves forward.
 * Throws order_not_found, order_ambiguous, order_closed, order_full, user_token_mismatch, user_token_required,
 * version_mismatch, idempotency_key_reused, project_not_found, field_invalid. `noteRead`: the bytes of the details that were read
 * for it, what no answer tells included, also where it is refused then.
 */
export async function updateOrder(
  caller: ApiKeyCaller,
  orderId: string,
  body: UpdateOrder,
  conditions: UpdateConditions,
  now: Date,
  noteRead: (bytes: number) => void = () => undefined,
): Promise<Updated> {
  refuseForeignProject(caller, body.projectId)
  if (body.orderId !== undefined && body.orderId !== orderId) {
    throw invalidFields([{ path: 'orderId', message: "Leave it out, or send the address's orderId" }])
  }
  const { userToken: inBody, ...told } = body
  if (inBody && conditions.userToken && inBody !== conditions.userToken) {
    throw new Refusal('user_token_mismatch', 'The body and the header x-user-token name different tokens: send one.')
  }
  const userToken = tokenOf(caller, inBody || conditions.userToken)
  const eventType = body.eventType ?? 'updateOrder'
  const moves = destinationOf(eventType)
  const asked = idempotencyOf(
    caller,
    conditions.idempotencyKey,
    [orderId, userToken],
    ['update', orderId, userToken, told],
  )
  const keepsAnswer = conditions.keepsAnswer ?? true
  const idempotency = keepsAnswer || (asked && (await isKeyHeld(body.projectId, asked, now))) ? asked : undefined
  const result = await updateOrderRow(
    {
      projectId: body.projectId,
      destinationId: body.destinationId ?? null,
      orderId,
      destinationIds: caller.destinationIds,
      userToken,
      ifMatch: versionsOf(conditions.ifMatch),
      customerName: body.customerName ?? null,
      hsFields: body.hsFields ?? {},
      customEventMetaData: body.customEventMetaData ?? {},
      eventType,
      section: moves?.section ?? null,
      status: moves?.status ?? null,
      scheduledTimeForCollection: body.scheduledTimeForCollection ?? null,
      partnerPickupTime: body.partnerPickupTime ?? null,
      expectedAt: expectedAtOf(body, now),
      eventTime: body.eventTime ?? null,
      keyId: caller.keyId,
      idempotency,
    },
    now,
  )
  const { unseenBytes = 0 } = result
  if ('order' in result && result.order) noteRead(bytesOfDetails(result.order.hs_fields) + unseenBytes)
  if (result.outcome === 'too_many_details') {
    throw invalidFields([{ path: result.field, message: `At most ${mostDetails} entries, after the merge` }])
  }
  if (result.outcome !== 'updated' && result.outcome !== 'replayed') throw updateRefusal(result)
  if (!covers(caller, result.order.destination_id)) throw orderNotFound()
  if (result.outcome === 'updated') wakeBoards(body.projectId, result.order.destination_id)
  const isCounted = caller.keyKind === 'publishable' && idempotency !== undefined
  const isKept = isCounted && result.outcome === 'updated'
  const keptBytes = isKept ? Buffer.byteLength(JSON.stringify(result.order)) + unseenBytes : 0
  return { ...acceptedOf(result.order, result.outcome === 'replayed'), keptBytes }
}

export type OrderSought = { projectId: string; destinationId?: string; orderId: string; userToken?: string }

/** One order: the open one of its id that the userToken belongs to, else the newest. Throws order_not_found, order_ambiguous, user_token_mismatch and -required. */
export async function getOrder(caller: ApiKeyCaller, sought: OrderSought): Promise<Accepted> {
  refuseForeignProject(caller, sought.projectId)
  const userToken = tokenOf(caller, sought.userToken)
  const found = await findOrder({
    projectId: sought.projectId,
    orderId: sought.orderId,
    destinationId: sought.destinationId ?? null,
    destinationIds: caller.destinationIds,
    userToken,
  })
  if (!found) throw orderNotFound()
  if (found.ambiguous) throw updateRefusal({ outcome: 'order_ambiguous' })
  const { row } = found
  if (!row || (userToken !== null && !isSameSecret(row.user_token, userToken)))
    throw updateRefusal({ outcome: 'user_token_mismatch' })
  return acceptedOf(row, false)
}

/**
 * Orders of a project or store, newest first: an OrderPage as JSON. Throws project_not_found, right_missing,
 * pagination_token_invalid; unavailable where a project asks for too many at a time.
 */
export async function listOrders(caller: ApiKeyCaller, query: OrderListQuery): Promise<string> {
  refuseForeignProject(caller, query.projectId)
  if (caller.keyKind !== 'secret') {
    throw new Refusal('right_missing', 'Listing orders needs a secret key (sk_…), kept on a server.')
  }
  const { projectId, destinationId, status, pageSize = 100 } = query
  if (destinationId !== undefined && !covers(caller, destinationId)) {
    throw new Refusal('store_not_found', 'This API key does not reach a store of that destinationId.')
  }
  const digest = queryDigest({ of: 'orders', projectId, destinationId, status })
  const listed = {
    projectId,
    destinationIds: destinationId === undefined ? caller.destinationIds : [destinationId],
    status: status ?? null,
    after: query.paginationToken ? readPageToken(query.paginationToken, digest) : null,
    limit: pageSize,
  }
  return listInTurn(caller, async () => {
    const { rows, more } = await listOrderRows(listed)
    const last = more && rows.at(-1)
    const position = last && { time: new Date(last.created_at), tie: last.service_id }
    const token = position ? `,"paginationToken":${JSON.stringify(sealPageToken(digest, position))}` : ''
    return `{"orders":[${(await textsOf(rows)).join(',')}]${token}}`
  })
}

// A thousand orders are no one piece of work: what else comes in is looked at in between.
async function textsOf(rows: OrderRow[]): Promise<string[]> {
  const giveWay = slices()
  const texts: string[] = []
  for (const row of rows) {
    await giveWay()
    texts.push(JSON.stringify(Order.encode(orderOf(row))))
  }
  return texts
}
