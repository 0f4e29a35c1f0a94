import * as z from 'zod'
import { AddressableId, ClientId, PaginationToken, ProjectId, Time, text } from '@/lib/http/fields'
import { DetailsAnswer, DetailsInput, DetailsPatchInput } from '@/lib/orders/details'
import { createExample, orderExample, updateExample } from '@/lib/orders/examples'
import { eventTypes, orderStatuses } from '@/lib/orders/model'

const CustomerName = text(0, 200)
// An app may keep the empty one that a retried create tells: as if none were sent.
const UserToken = text(0, 128)

// A phone's forecast, in whole seconds: up to a week.
const EtaSeconds = z.int().min(0).max(604_800)

const told = {
  eventType: z
    .enum(eventTypes)
    .optional()
    .describe('What happened. Absent: registration on a create, updateOrder on an update'),
  customerName: CustomerName.optional(),
  scheduledTimeForCollection: Time.optional().describe('When the customer means to come'),
  partnerPickupTime: Time.optional().describe('Only with the event partnerOnTheWay'),
  etaSeconds: EtaSeconds.optional().describe('How far away the customer is'),
  eventTime: Time.optional().describe('When it happened on the phone'),
}

const partnerRule = {
  check: (body: { partnerPickupTime?: Date; eventType?: string }) =>
    body.partnerPickupTime === undefined || body.eventType === 'partnerOnTheWay',
  params: { path: ['partnerPickupTime'], error: 'Only with the event partnerOnTheWay' },
  described: {
    dependentSchemas: {
      partnerPickupTime: { properties: { eventType: { const: 'partnerOnTheWay' } }, required: ['eventType'] },
    },
  },
}

/** The body of a create (specification, "Create order"). */
export const CreateOrder = z
  .strictObject({
    projectId: ProjectId.describe('The project that the API key belongs to'),
    destinationId: ClientId.describe(
      'The store. One never seen before is made, unless the project is strict, or its id has characters that cannot be seen',
    ),
    orderId: AddressableId.describe('Unique in its store for 24 hours from creation'),
    ...told,
    hsFields: DetailsInput.optional().describe('What staff see beside the order; numbers are kept as text'),
    customEventMetaData: DetailsInput.optional().describe('Never shown to staff and never answered'),
    forceOverwrite: z
      .boolean()
      .optional()
      .describe('Cancels the order that holds this orderId and kills its token; needs a secret key'),
  })
  .refine(partnerRule.check, partnerRule.params)
  .meta({ id: 'CreateOrder', ...partnerRule.described, examples: [createExample] })
export type CreateOrder = z.output<typeof CreateOrder>

/** The body of an update (specification, "Update order"). */
export const UpdateOrder = z
  .strictObject({
    projectId: ProjectId,
    destinationId: ClientId.optional().describe('Needed only if two stores of the project have that orderId open'),
    orderId: AddressableId.optional().describe("If given, equal to the path's"),
    ...told,
    hsFields: DetailsPatchInput.optional().describe('Merged key by key; null removes a key'),
    customEventMetaData: DetailsPatchInput.optional().describe('Merged key by key; null removes a key'),
    userToken: UserToken.optional().describe("If given, must match the order's; or the header x-user-token"),
  })
  .refine(partnerRule.check, partnerRule.params)
  .meta({ id: 'UpdateOrder', ...partnerRule.described, examples: [updateExample] })
export type UpdateOrder = z.output<typeof UpdateOrder>

/** The answer of create, update and get: exactly the specification's eleven fields. */
export const Order = z
  .object({
    destinationId: z.string(),
    projectId: z.guid(),
    orderId: z.string(),
    userToken: z
      .string()
      .describe(
        'Reaches this order with a publishable key: keep it on the phone. Empty only where a create is answered again to such a key whose Idempotency-Key holds no random UUID: then keep the one you have',
      ),
    status: z.enum(orderStatuses).describe('Registered after a create, whatever its eventType'),
    customerName: z.string(),
    hsFields: DetailsAnswer.describe('All of them, those of earlier calls included'),
    lastUpdateTime: Time.describe('Of the last accepted change'),
    lastTransitionTime: Time.describe('Of the last change of the status'),
    isAcknowledged: z.boolean().describe('Staff have seen the arrival'),
    serviceId: z.guid().describe('Of this order alone, also when its orderId is used again'),
  })
  .meta({ id: 'Order', examples: [orderExample] })
export type Order = z.output<typeof Order>

export const OrderPage = z
  .object({ orders: z.array(Order), paginationToken: z.string().optional().describe('Absent on the final page') })
  .meta({ id: 'OrderPage' })
export type OrderPage = z.output<typeof OrderPage>

export const OrderPath = z.object({ orderId: ClientId })

export const OrderQuery = z.strictObject({
  projectId: ProjectId,
  destinationId: ClientId.optional().describe('Needed only if two stores of the project have that orderId open'),
})

export const OrderListQuery = z.strictObject({
  projectId: ProjectId,
  destinationId: ClientId.optional(),
  status: z.enum(orderStatuses).optional(),
  pageSize: z
    .string()
    .regex(/^\d{1,4}$/, 'Expected a whole number from 1 to 1000')
    .transform(Number)
    .refine((size) => size >= 1 && size <= 1000, 'Expected a whole number from 1 to 1000')
    .optional()
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: 1000,
      default: 100,
      pattern: undefined,
      description: 'At most so many: a page ends earlier where it holds 2 MB of details',
    }),
  paginationToken: PaginationToken.optional().describe('Of the answer before, with the very same query'),
})
export type OrderListQuery = z.output<typeof OrderListQuery>

/** Headers of create and update. */
export const IdempotencyHeaders = z.object({
  'idempotency-key': text(1, 255)
    .optional()
    .describe(
      'Any text: the same key and body within 24 hours gives the first answer again. Let it hold a random UUID, made for this request: with any other a publishable key gets a create’s first answer again without its userToken',
    ),
})

export const UpdateHeaders = IdempotencyHeaders.extend({
  'if-match': text(0, 2048).optional().describe('An ETag of the order: refused with 412 once the order has changed'),
  'x-user-token': UserToken.optional().describe(
    "The order's userToken, if not in the body; a publishable key needs it",
  ),
})

export const ReadHeaders = z.object({
  'x-user-token': UserToken.optional().describe("The order's userToken: a publishable key needs it"),
})
