import * as z from 'zod'
import { escalationReasons } from '@/lib/escalations/model'
import { Time } from '@/lib/http/fields'

/** Another store of the project where somebody rings. */
export const RingingStore = z
  .object({
    projectId: z.guid(),
    destinationId: z.string(),
    name: z.string(),
    ringing: z.int().describe('Arrivals that nobody has acknowledged: the longest waits, at most a hundred'),
    isAtLeast: z.boolean().describe('Whether more may ring than are counted here'),
    since: Time.describe('Of the longest wait among them'),
    escalation: z
      .object({
        reason: z.enum(escalationReasons),
        count: z.int(),
        since: Time,
        waiting: z
          .array(z.object({ serviceId: z.guid(), orderId: z.string(), customerName: z.string() }))
          .describe('The longest waits, at most three'),
      })
      .nullable()
      .describe('Why this store needs help, if it does'),
  })
  .meta({ id: 'RingingStore' })
export type RingingStore = z.output<typeof RingingStore>

/** Who rings at the other stores of the project, whenever that changes: an `elsewhere` message. */
export const ElsewhereMessage = z
  .object({ stores: z.array(RingingStore).describe('Of more than 300 those that need help, then the longest waits') })
  .meta({ id: 'ElsewhereMessage' })
