// What the servers to compare with do for a request: the product's own statements with the product's own values, and
// nothing else. No authentication, no validation, nobody is told.
import { randomBytes, randomUUID } from 'node:crypto'
import { findPage } from '@/lib/entries/data'
import { insertOrder, type OrderRow, updateOrderRow } from '@/lib/orders/data'
import { destinationOf, type EventType } from '@/lib/orders/model'

type Told = {
  projectId: string
  destinationId: string
  orderId: string
  customerName?: string
  eventType: EventType
  hsFields: Record<string, string>
}

type Sought = { projectId: string; after?: { time: string; tie: string } }

const keyId = randomUUID()
const untold = { scheduledTimeForCollection: null, partnerPickupTime: null, expectedAt: null, eventTime: null }

// An answer of the same eleven fields as the product's: the same bytes to write.
function textOf(row: OrderRow): string {
  return JSON.stringify({
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
  })
}

/** Makes an order; its answer as JSON text. Throws when it is not made. */
export async function create(told: Told): Promise<string> {
  const result = await insertOrder(
    {
      ...untold,
      projectId: told.projectId,
      destinationId: told.destinationId,
      orderId: told.orderId,
      serviceId: randomUUID(),
      userToken: randomBytes(16).toString('base64url'),
      customerName: told.customerName ?? null,
      hsFields: told.hsFields,
      customEventMetaData: {},
      eventType: told.eventType,
      section: destinationOf(told.eventType)?.section ?? null,
      force: false,
      keyId,
      idempotency: undefined,
    },
    new Date(),
  )
  if (result.outcome !== 'created') throw new Error(`The order was not made: ${result.outcome}`)
  return textOf(result.order)
}

/** Changes an order; its answer as JSON text. Throws when it is not changed. */
export async function update(orderId: string, told: Told): Promise<string> {
  const moves = destinationOf(told.eventType)
  const result = await updateOrderRow(
    {
      ...untold,
      projectId: told.projectId,
      destinationId: told.destinationId,
      destinationIds: null,
      orderId,
      userToken: null,
      ifMatch: null,
      customerName: told.customerName ?? null,
      hsFields: told.hsFields,
      customEventMetaData: {},
      eventType: told.eventType,
      section: moves?.section ?? null,
      status: moves?.status ?? null,
      keyId,
      idempotency: undefined,
    },
    new Date(),
  )
  if (result.outcome !== 'updated') throw new Error(`The order was not changed: ${result.outcome}`)
  return textOf(result.order)
}

/** A page of 100 entries behind a place, as JSON text. */
export async function page({ projectId, after }: Sought): Promise<string> {
  const filter = { projectId, destinationIds: null, timeType: 'creationTime' } as const
  const position = after ? { time: new Date(after.time), tie: after.tie } : null
  const { records, next } = await findPage(filter, { after: position, size: 100, separator: ',' })
  return `{"entries":[${records}]${next ? `,"next":${JSON.stringify(next)}` : ''}}`
}
