import * as z from 'zod'
import { ClientId, ProjectId, Time } from '@/lib/http/fields'
import { DetailsAnswer } from '@/lib/orders/details'
import { boardSections, orderStatuses } from '@/lib/orders/model'
import { BoardSettings } from '@/lib/settings/schema'

/** An order as the board shows it: everything staff may see, nothing of customEventMetaData or the token. */
export const BoardOrder = z
  .object({
    projectId: z.guid(),
    destinationId: z.string(),
    serviceId: z.guid(),
    orderId: z.string(),
    version: z.int().describe('Grows with every change: a lower one is older news'),
    status: z.enum(orderStatuses),
    section: z.enum(boardSections),
    customerName: z.string(),
    hsFields: DetailsAnswer,
    detailsFollow: z
      .literal(true)
      .optional()
      .describe(
        'Some of the hsFields are left out here, and come in the same version: many arrive now with much to tell',
      ),
    isAcknowledged: z.boolean(),
    acknowledgedAt: Time.nullable(),
    acknowledgedBy: z.string().nullable(),
    scheduledTimeForCollection: Time.nullable(),
    partnerPickupTime: Time.nullable(),
    expectedAt: Time.nullable(),
    onTheWayAt: Time.nullable(),
    arrivedAt: Time.nullable(),
    closedAt: Time.nullable(),
    closedBy: z.string().nullable(),
    createdAt: Time,
    lastUpdateTime: Time,
  })
  .meta({ id: 'BoardOrder' })
export type BoardOrder = z.output<typeof BoardOrder>

/**
 * By what rules an answer hides. Laid in only beside others of the same rules, it brings no name onto a board that hides names.
 */
export const MaskedBy = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'Expected the maskedBy of a board')
  .describe(
    'By what rules names, plates and phones are hidden: one word for the same rules, `nothing` for a person, from whom none are',
  )

/** An order as an action has left it, and by what rules the answer hides. */
export const ActedOrder = BoardOrder.extend({ maskedBy: MaskedBy }).meta({ id: 'ActedOrder' })
export type ActedOrder = z.output<typeof ActedOrder>

export const BoardQuery = z.strictObject({ projectId: ProjectId, destinationId: ClientId })

// Opaque. One that is none of the store's is no mistake: its board is told to read itself anew.
const Cursor = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'Expected the cursor of a board')
  .meta({ description: "The board's cursor, or the id of the last message" })

export const BoardStreamQuery = BoardQuery.extend({
  after: Cursor,
  maskedBy: MaskedBy.optional().describe(
    "The board's maskedBy: one that was read by other rules than are in force is told `reset`. Left out: as if nothing was hidden",
  ),
})

export const BoardStreamHeaders = z.object({ 'last-event-id': Cursor.optional() })

/** A store as its board knows it, with the settings that are in force there. */
export const BoardStore = z
  .object({
    projectId: z.guid(),
    destinationId: z.string(),
    name: z.string(),
    timeZone: z.string(),
    settings: BoardSettings,
    isMasked: z.literal(true).optional().describe('A shared board: names, plates and phones are shown in part'),
  })
  .meta({ id: 'BoardStore' })
export type BoardStore = z.output<typeof BoardStore>

/** What the stream sends at its beginning, and when a manager has changed something: a `settings` message. */
export const SettingsMessage = z.object({ store: BoardStore }).meta({ id: 'SettingsMessage' })

/** A store's board at one moment, and where its stream goes on from. */
export const Board = z
  .object({
    store: BoardStore,
    orders: z
      .array(BoardOrder)
      .describe(
        'Open orders, and those closed in the last 24 hours: whoever has arrived, and up to 2,000 rows and 2 MB of details',
      ),
    leftOut: z
      .int()
      .optional()
      .describe('So many further orders that are on the way or expected are not among them: there are too many'),
    cursor: z.string().describe('Give it to the stream as `after`'),
    history: z
      .string()
      .describe(
        'One word for as long as the database goes on: another after a restore or a failover, where older versions may be the newer ones',
      ),
    maskedBy: MaskedBy.describe('By what rules it hides, `nothing` for a person. Give it to the stream as well'),
    serverTime: Time,
  })
  .meta({ id: 'Board' })
export type Board = z.output<typeof Board>

/** What the board's stream sends: `orders` messages. */
export const BoardMessage = z.object({ orders: z.array(BoardOrder), serverTime: Time }).meta({ id: 'BoardMessage' })
export type BoardMessage = z.output<typeof BoardMessage>

/** Sent every 5 s, also when nothing happens. */
export const Heartbeat = z.object({ serverTime: Time }).meta({ id: 'Heartbeat' })

export const ServicePath = z.object({ serviceId: z.guid() })
