import * as z from 'zod'
import { ClientId, PaginationToken, ProjectId, Time } from '@/lib/http/fields'
import { DetailsAnswer, DetailsInput, DetailsPatchInput } from '@/lib/orders/details'
import { eventTypes, orderStatuses } from '@/lib/orders/model'

const CustomerName = z.string().max(200)
const UserToken = z.string().min(1).max(128)

// A phone's forecast, in whole seconds: up to a week.
const EtaSeconds = z.int().min(0).max(604_800)

const told = {
  eventType: z.enum(eventTypes).optional(),
  customerName: CustomerName.optional(),
  scheduledTimeForCollection: Time.optional(),
  partnerPickupTime: Time.optional().describe('Only with the event partnerOnTheWay'),
  etaSeconds: EtaSeconds.optional().describe('How far away the customer is'),
  eventTime: Time.optional().describe('When it happened on the phone'),
}

const partnerRule = {
  check: (body: { partnerPickupTime?: Date; eventType?: string }) =>
    body.partnerPickupTime === undefined || body.eventType === 'partnerOnTheWay',
  params: { path: ['partnerPickupTime'], error: 'Only with the event partnerOnTheWay' },
}

/** The body of a create (specification, "Create order"). */
export const CreateOrder = z
  .strictObject({
    projectId: ProjectId,
    destinationId: ClientId,
    orderId: ClientId,
    ...told,
    hsFields: DetailsInput.optional(),
    customEventMetaData: DetailsInput.optional(),
    forceOverwrite: z.boolean().optional().describe('Cancels the order that holds this orderId and kills its token'),
  })
  .refine(partnerRule.check, partnerRule.params)
  .meta({ id: 'CreateOrder' })
export type CreateOrder = z.output<typeof CreateOrder>

/** The body of an update (specification, "Update order"). */
export const UpdateOrder = z
  .strictObject({
    projectId: ProjectId,
    destinationId: ClientId.optional().describe('Needed only if two stores of the project have that orderId open'),
    orderId: ClientId.optional().describe("If given, equal to the path's"),
    ...told,
    hsFields: DetailsPatchInput.optional().describe('Merged key by key; null removes a key'),
    customEventMetaData: DetailsPatchInput.optional().describe('Merged key by key; null removes a key'),
    userToken: UserToken.optional().describe("If given, must match the order's; or the header x-user-token"),
  })
  .refine(partnerRule.check, partnerRule.params)
  .meta({ id: 'UpdateOrder' })
export type UpdateOrder = z.output<typeof UpdateOrder>

/** The answer of create, update and get: exactly the specification's eleven fields. */
export const Order = z
  .object({
    destinationId: z.string(),
    projectId: z.guid(),
    orderId: z.string(),
    userToken: z.string(),
    status: z.enum(orderStatuses),
    customerName: z.string(),
    hsFields: DetailsAnswer,
    lastUpdateTime: Time,
    lastTransitionTime: Time,
    isAcknowledged: z.boolean(),
    serviceId: z.guid(),
  })
  .meta({ id: 'Order' })
export type Order = z.output<typeof Order>

export const OrderPage = z
  .object({ orders: z.array(Order), paginationToken: z.string().optional().describe('Absent on the final page') })
  .meta({ id: 'OrderPage' })
export type OrderPage = z.output<typeof OrderPage>

export const OrderPath = z.object({ orderId: ClientId })

export const OrderQuery = z.strictObject({ projectId: ProjectId, destinationId: ClientId.optional() })

export const OrderListQuery = z.strictObject({
  projectId: ProjectId,
  destinationId: ClientId.optional(),
  status: z.enum(orderStatuses).optional(),
  pageSize: z
    .string()
    .regex(/^\d{1,4}$/, 'Expected a whole number from 1 to 1000')
    .transform(Number)
    .refine((size) => size >= 1 && size <= 1000, 'Expected a whole number from 1 to 1000')
    .optional(),
  paginationToken: PaginationToken.optional(),
})
export type OrderListQuery = z.output<typeof OrderListQuery>

/** Headers of create and update. */
export const IdempotencyHeaders = z.object({ 'idempotency-key': z.string().min(1).max(255).optional() })

export const UpdateHeaders = IdempotencyHeaders.extend({
  'if-match': z.string().max(2048).optional(),
  'x-user-token': UserToken.optional(),
})

export const ReadHeaders = z.object({ 'x-user-token': UserToken.optional() })
