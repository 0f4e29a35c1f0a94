import * as z from 'zod'
import { askedKinds } from '@/lib/customers/model'
import { ProjectId, Time, text } from '@/lib/http/fields'

export const CustomersPath = z.object({ projectId: ProjectId })

/** Whom somebody asks for. In the body always: addresses are kept in logs. */
export const CustomerAsked = z
  .strictObject({
    kind: z.enum(askedKinds),
    value: text(1, 64).describe('The phone or plate, however it is written'),
  })
  .meta({
    id: 'CustomerAsked',
    examples: [
      { kind: 'phone', value: '+44 20 7946 0123' },
      { kind: 'plate', value: 'AB12 CDE' },
    ],
  })

const Found = z.object({
  orders: z.int(),
  entries: z.int(),
  requests: z.int().describe('Answers kept for retries, for 24 hours'),
  views: z.int().describe('Saved views that name the customer'),
})

export const CustomerFound = z
  .object({
    found: Found,
    orders: z
      .array(z.object({ orderId: z.string(), destinationId: z.string(), customerName: z.string(), createdAt: Time }))
      .describe('The newest, at most 100'),
  })
  .meta({ id: 'CustomerFound' })
export type CustomerFound = z.output<typeof CustomerFound>

const Kept = z.record(z.string(), z.unknown())

/** Everything that is kept of a customer. */
export const CustomerDocument = z
  .object({
    project: z.object({ projectId: z.guid(), name: z.string() }),
    askedFor: z.object({ kind: z.enum(askedKinds), value: z.string() }),
    madeAt: Time,
    found: Found,
    isWhole: z.boolean().describe('False: there is more than one document may hold'),
    orders: z.array(Kept).describe('Each with its details and its timeline'),
    entries: z.array(Kept),
    views: z.array(Kept).describe('Saved views that name the customer, without whose they are'),
  })
  .meta({ id: 'CustomerDocument' })
export type CustomerDocument = z.output<typeof CustomerDocument>

export const CustomerErased = z.object({ erased: Found }).meta({ id: 'CustomerErased' })
